//! Combination by index. Sources are sorted into buckets of neighbouring targets, in their order; each bucket is combined in a table that the
//! caches hold, by one thread. How sources are cut into pieces and targets into buckets depends on sizes only.

use hostnpu_kernels::memory::Region;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use smallvec::SmallVec;

use super::{IndexPlan, IndexTensor, Places, TILE, Walk};
use crate::grain;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::fold::{self, Fold};
use hostnpu_kernels::index::{Entries, Folding, KEY_BITS, POSITION_BITS, Rows, entry};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Fewest and about most targets of a bucket, and about most buckets.
const KEYS: usize = 1 << 12;
const BUCKETS: usize = 1 << 8;

/// The loop that combines, and the cuts of targets.
pub(super) struct Buckets {
    fold: Fold,
    folding: Folding,
    skip: Option<i64>,
    /// Bytes of an element.
    size: usize,
    /// Bytes from one target to the next, and the first one's offset in such units.
    unit: isize,
    low: isize,
    /// Targets of a bucket, a power of two.
    keys: usize,
    buckets: usize,
    /// Bytes from one source to the next; nothing if they are copied side by side first.
    step: Option<isize>,
}

fn fold_of(dtype: Dtype) -> Option<Fold> {
    Some(match dtype {
        Dtype::F32 => fold::F32,
        Dtype::F16 => fold::F16,
        Dtype::Bf16 => fold::BF16,
        Dtype::F64 => fold::F64,
        Dtype::I8 => fold::I8,
        Dtype::U8 => fold::U8,
        Dtype::I16 => fold::I16,
        Dtype::I32 => fold::I32,
        Dtype::I64 => fold::I64,
        Dtype::Bool => fold::BOOL,
        Dtype::Complex64 => fold::COMPLEX64,
        Dtype::Complex128 => fold::COMPLEX128,
        _ => return None,
    })
}

impl Buckets {
    /// The loops that combine elements of a type, if there are some.
    pub fn new(dtype: Dtype, folding: Folding, skip: Option<i64>) -> Option<Self> {
        Some(Self {
            fold: fold_of(dtype)?,
            folding,
            skip,
            size: dtype.bits() / 8,
            unit: 1,
            low: 0,
            keys: KEYS,
            buckets: 1,
            step: None,
        })
    }

    /// Cuts the targets that the positions of a walk can have into buckets; offsets count targets from now on.
    pub fn fit(&mut self, walk: &mut Walk, bounds: &mut [IndexTensor]) -> Result<()> {
        if walk.count >> POSITION_BITS != 0 {
            return Err(Reason::NotSupported(format!(
                "{} sources are more than can be combined in one call",
                walk.count
            ))
            .into());
        }
        self.step = walk.even_step();
        let strides = walk.axes().map(|axis| axis.there);
        let strides = strides.chain(bounds.iter().map(|bound| bound.stride));
        let unit = strides.fold(0, |unit, stride| gcd(unit, stride.unsigned_abs()));
        self.unit = match unit {
            0 => walk.run as isize,
            unit => unit as isize,
        };
        walk.divide(self.unit);
        for bound in bounds.iter_mut() {
            bound.stride /= self.unit;
        }
        let axes: SmallVec<[(isize, isize); 8]> = walk
            .axes()
            .map(|axis| (axis.extent as isize, axis.there))
            .chain(
                bounds
                    .iter()
                    .map(|bound| (bound.extent as isize, bound.stride)),
            )
            .collect();
        let (mut low, mut high) = (0, 0);
        for (extent, stride) in axes {
            let span = (extent - 1).max(0) * stride;
            *if span < 0 { &mut low } else { &mut high } += span;
        }
        let targets = (high - low) as usize + 1;
        self.low = low;
        self.keys = (targets / BUCKETS)
            .next_power_of_two()
            .clamp(KEYS, 1 << KEY_BITS);
        self.buckets = targets.div_ceil(self.keys);
        Ok(())
    }

    /// Bytes for the entries, and for the sources if they are copied side by side.
    pub fn workspace(&self, walk: &Walk) -> usize {
        let entries = with_alignment(walk.count.saturating_mul(size_of::<u64>()));
        let sources = match self.step {
            Some(_) => 0,
            None => with_alignment(walk.count.saturating_mul(walk.run)),
        };
        entries.saturating_add(sources)
    }
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl IndexPlan {
    /// Combines the other side with what each position stands for. `index` is the name of the operand with the indices.
    pub(super) fn combine(
        &self,
        buckets: &Buckets,
        places: &Places,
        index: &'static str,
        scratch: &Scratch<'_>,
    ) -> Result<()> {
        let walk = &self.walk;
        let (source, step) = match buckets.step {
            Some(step) => (places.here, step),
            None => {
                let copied = scratch.take(walk.count * walk.run)?;
                self.side_by_side(places, copied);
                (copied, walk.run as isize)
            }
        };
        let memory = scratch.take(walk.count * size_of::<u64>())?;
        let bounds = self.sort(buckets, places, memory);
        let Some(bounds) = bounds else {
            return Err(Error::changed(index));
        };
        // SAFETY: so many entries have been written.
        let entries = unsafe { memory.slice::<u64>(bounds[buckets.buckets]) };
        let target = places.there.moved(buckets.low * buckets.unit);
        let per_group = buckets.buckets.div_ceil(grain::SORTED_PIECES);
        let no_memory = AtomicBool::new(false);
        parallel::for_each_piece(buckets.buckets.div_ceil(per_group), |group| {
            let first = group * per_group;
            let last = buckets.buckets.min(first + per_group);
            if bounds[first] == bounds[last] {
                return;
            }
            let below = (first * buckets.keys) as isize * buckets.unit;
            let rows = Rows {
                target: target.moved(below).as_ptr().cast_mut(),
                unit: buckets.unit,
                source: source.as_ptr(),
                step,
                run: walk.run / buckets.size,
            };
            let entries = Entries {
                entries,
                bounds: &bounds[first..=last],
                keys: buckets.keys,
            };
            // SAFETY: sources and targets of positions, which are within what positions can have; targets of other buckets are others.
            if !unsafe { (buckets.fold)(entries, rows, buckets.folding) } {
                no_memory.store(true, Ordering::Relaxed);
            }
        });
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(Error::out_of_host_memory(buckets.keys * 32)),
        }
    }

    /// Copies the sources side by side.
    fn side_by_side(&self, places: &Places, copied: Region) {
        let walk = &self.walk;
        let run = walk.run;
        parallel::for_each_piece(walk.count.div_ceil(grain::ELEMENTS), |piece| {
            let first = piece * grain::ELEMENTS;
            walk.for_each_line(
                first,
                grain::ELEMENTS.min(walk.count - first),
                grain::ELEMENTS,
                |line| {
                    let from = places.here.moved(line.here);
                    for k in 0..line.length {
                        let from = from.moved(k as isize * walk.last.here);
                        copied.after((line.first + k) * run).copy(from, run);
                    }
                },
            );
        });
    }

    /// Writes an entry for each source to the memory at `entries`, by buckets and in order; returns where each bucket begins and the last one
    /// ends. Indices are read twice, to count and to place: nothing is returned if buckets got other numbers of sources than were counted.
    fn sort(&self, buckets: &Buckets, places: &Places, entries: Region) -> Option<Vec<usize>> {
        let walk = &self.walk;
        let count = walk.count;
        let per_piece = grain::ELEMENTS.max(count.div_ceil(grain::SORTED_PIECES));
        let pieces = count.div_ceil(per_piece);
        let shift = buckets.keys.trailing_zeros();
        let skip = match (buckets.skip, self.bounds.first()) {
            (Some(index), Some(bound)) => Some(index as isize * bound.stride),
            _ => None,
        };
        let for_each_key = |piece: usize, visit: &mut dyn FnMut(usize, &[isize])| {
            let mut offsets = walk.offsets(TILE);
            let first = piece * per_piece;
            walk.for_each_line(first, per_piece.min(count - first), TILE, |line| {
                let offsets = &mut offsets[..line.length];
                self.resolve(line, places, offsets);
                visit(line.first, offsets);
            });
        };
        let number = |bucket: usize, piece: usize| bucket * pieces + piece;
        // And where the last one ends.
        let starts: Vec<AtomicUsize> = (0..buckets.buckets * pieces + 1)
            .map(|_| AtomicUsize::new(0))
            .collect();
        parallel::for_each_piece(pieces, |piece| {
            let mut counts = vec![0_usize; buckets.buckets];
            for_each_key(piece, &mut |_, offsets| {
                for &offset in offsets.iter().filter(|&&offset| Some(offset) != skip) {
                    counts[(offset - buckets.low) as usize >> shift] += 1;
                }
            });
            for (bucket, count) in counts.into_iter().enumerate() {
                starts[number(bucket, piece)].store(count, Ordering::Relaxed);
            }
        });
        let mut bounds = Vec::with_capacity(buckets.buckets + 1);
        let mut before = 0;
        for bucket in 0..buckets.buckets {
            bounds.push(before);
            for piece in 0..pieces {
                let start = &starts[number(bucket, piece)];
                let length = start.load(Ordering::Relaxed);
                start.store(before, Ordering::Relaxed);
                before += length;
            }
        }
        bounds.push(before);
        starts[buckets.buckets * pieces].store(before, Ordering::Relaxed);
        let mask = buckets.keys - 1;
        let has_changed = AtomicBool::new(false);
        parallel::for_each_piece(pieces, |piece| {
            // The next place of each bucket, and where its places end.
            let mut next: Vec<[usize; 2]> = (0..buckets.buckets)
                .map(|bucket| {
                    [0, 1].map(|k| starts[number(bucket, piece) + k].load(Ordering::Relaxed))
                })
                .collect();
            let to = entries.elements::<u64>(before);
            for_each_key(piece, &mut |first, offsets| {
                for (k, &offset) in offsets.iter().enumerate() {
                    if Some(offset) == skip {
                        continue;
                    }
                    let key = (offset - buckets.low) as usize;
                    let [place, end] = &mut next[key >> shift];
                    if place == end {
                        has_changed.store(true, Ordering::Relaxed);
                        continue;
                    }
                    let to = to.wrapping_add(*place);
                    *place += 1;
                    // SAFETY: places of a piece and a bucket are its own, as many as were counted.
                    unsafe { to.write(entry(key & mask, first + k)) };
                }
            });
            // An entry that was not written is none.
            if next.iter().any(|[place, end]| place != end) {
                has_changed.store(true, Ordering::Relaxed);
            }
        });
        (!has_changed.into_inner()).then_some(bounds)
    }
}
