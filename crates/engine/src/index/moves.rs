//! Movement by index: bytes, whatever they mean.

use super::{IndexPlan, Places, TILE};
use crate::block::{copy_past_caches, of_unit};
use crate::grain;
use crate::memory::copy_region;
use crate::tile::Tile;
use hostnpu_kernels::index::{gather, scatter};
use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_tensor::{parallel, streaming};

/// Bytes that are read ahead of what is copied: rows in any order are not foreseen by the machine.
const AHEAD: usize = 1 << 12;

impl IndexPlan {
    /// Copies what each position stands for to the other side. The two share no memory.
    pub(super) fn gather(&self, places: &Places) {
        let walk = &self.walk;
        let (run, count) = (walk.run, walk.count);
        let long = run >= grain::SHARED_COPY_BYTES;
        let past_caches = count.saturating_mul(run) >= streaming::LARGE;
        let per_piece = match long {
            true => count,
            false => (grain::GATHERED_BYTES / run).max(1),
        };
        let step = walk.last.here;
        let dense = step == run as isize;
        let table = places.there;
        let from = self.checked(table);
        let window = self.window();
        let (low, high) = self.reach();
        let ahead = match high.abs_diff(low) <= grain::HELD_BYTES {
            true => usize::MAX,
            false => AHEAD.div_ceil(run),
        };
        let piece = |piece: usize| {
            let mut offsets = walk.offsets(TILE);
            let mut buffer = Tile::<{ TILE * 16 }>::new();
            let first = piece * per_piece;
            walk.for_each_line(first, per_piece.min(count - first), TILE, |line| {
                let offsets = &mut offsets[..line.length];
                let to = places.here.moved(line.here);
                if let Some((low, bytes)) = window.filter(|_| line.length == TILE) {
                    streaming::prefetch(table.moved(line.there + low).as_ptr(), bytes);
                }
                self.resolve(line, places, offsets);
                if !is_unit(run) {
                    let (from, at) = (from.as_ptr(), units(to, run, line.length, step));
                    for (k, &offset) in offsets.iter().enumerate() {
                        if let Some(&next) = offsets.get(k.saturating_add(ahead)) {
                            streaming::prefetch(table.moved(next).as_ptr(), run.min(AHEAD));
                        }
                        let apart = k as isize * step;
                        if long {
                            copy_region(to.moved(apart), table.moved(offset), run);
                        } else if past_caches {
                            copy_past_caches(to.moved(apart), table.moved(offset), run);
                        } else {
                            // SAFETY: a place that positions can have, which is in the table, and one of the line, which share no memory.
                            unsafe {
                                let (from, to) =
                                    (from.wrapping_offset(offset), at.wrapping_offset(apart));
                                from.copy_to_nonoverlapping(to, run);
                            }
                        }
                    }
                    return;
                }
                let through = past_caches && dense;
                let (at, apart) = match through {
                    true => (buffer.region(), run as isize),
                    false => (to, step),
                };
                let (from, at) = (from.as_ptr(), units(at, run, line.length, apart));
                // SAFETY: places that positions can have, all of them in the table, and places of the line.
                unsafe {
                    of_unit!(run, gather(from, offsets, at, apart));
                }
                if through {
                    copy_past_caches(to, buffer.region(), run * line.length);
                }
            });
            if past_caches {
                streaming::order();
            }
        };
        parallel::for_each_piece(count.div_ceil(per_piece), piece);
    }

    /// Copies the other side to what each position stands for, in order. Where several threads do, each owns a range of the target, and takes
    /// what goes there in order: the result is that of one. The two sides share no memory.
    pub(super) fn assign(&self, places: &Places) {
        let walk = &self.walk;
        let (run, count) = (walk.run, walk.count);
        let step = walk.last.here;
        let (low, high) = self.reach();
        let wanted = match count.saturating_mul(run) < grain::SCATTERED_BYTES {
            true => 1,
            false => grain::SCATTERING_THREADS.min(parallel::threads()),
        };
        let width = (high.abs_diff(low) + run).div_ceil(wanted).max(run);
        let table = self.checked(places.there);
        let share = |share: usize| {
            let mut offsets = walk.offsets(TILE);
            let own = share * width..(share + 1) * width;
            walk.for_each_line(0, count, TILE, |line| {
                let offsets = &mut offsets[..line.length];
                let from = places.here.moved(line.here);
                self.resolve(line, places, offsets);
                if wanted > 1 || !is_unit(run) {
                    for (k, &offset) in offsets.iter().enumerate() {
                        if own.contains(&low.abs_diff(offset)) {
                            let from = from.moved(k as isize * step);
                            move_unit(run, from, table.moved(offset));
                        }
                    }
                    return;
                }
                let from = units(from, run, line.length, step).cast_const();
                let to = table.as_ptr().cast_mut();
                // SAFETY: places of the line, and places that positions can have, all of them in the table.
                unsafe {
                    of_unit!(run, scatter(to, offsets, from, step));
                }
            });
        };
        parallel::for_each_piece(wanted, share);
    }

    /// The table, all places of which that positions can have are inside.
    fn checked<'a>(&self, table: Region<'a>) -> Region<'a> {
        let (low, high) = self.reach();
        table.moved(low).first(high.abs_diff(low) + self.walk.run);
        table
    }

    /// Where all that a whole tile of positions can name begins beside its own offset, and its bytes, if they are few enough to be read ahead: a row from which
    /// most elements are taken.
    fn window(&self) -> Option<(isize, usize)> {
        let (low, high) = reach(self.along());
        let bytes = high.abs_diff(low) + self.walk.run;
        let is_small = self.walk.last.there == 0 && bytes <= 2 * TILE * self.walk.run;
        (is_small && is_unit(self.walk.run)).then_some((low, bytes))
    }

    /// The lowest and the highest offset that any position can have.
    pub(super) fn reach(&self) -> (isize, isize) {
        let axes = self.walk.axes();
        let axes = axes.map(|axis| (axis.extent as isize, axis.there));
        reach(axes.chain(self.along()))
    }

    /// Extents and strides of what indices move through.
    fn along(&self) -> impl Iterator<Item = (isize, isize)> {
        let bounds = self.bounds.iter();
        bounds.map(|bound| (bound.extent as isize, bound.stride))
    }
}

/// The lowest and the highest offset in a box of axes of these extents and strides.
fn reach(axes: impl Iterator<Item = (isize, isize)>) -> (isize, isize) {
    let (mut low, mut high) = (0, 0);
    for (extent, stride) in axes {
        let span = (extent - 1).max(0) * stride;
        *if span < 0 { &mut low } else { &mut high } += span;
    }
    (low, high)
}

/// Returns true if so many bytes are moved as one number.
fn is_unit(bytes: usize) -> bool {
    matches!(bytes, 1 | 2 | 4 | 8 | 16)
}

/// The address of so many units of `size` bytes, `step` bytes apart. Panics if some of them are outside.
pub(super) fn units(first: Region, size: usize, count: usize, step: isize) -> *mut u8 {
    first.block(Extent {
        size,
        counts: [1, count],
        strides: [0, step],
    })
}

/// Copies so many bytes: the sizes of most elements as numbers.
#[inline(always)]
fn move_unit(bytes: usize, from: Region, to: Region) {
    match bytes {
        1 => to.copy_unit::<1>(from),
        2 => to.copy_unit::<2>(from),
        4 => to.copy_unit::<4>(from),
        8 => to.copy_unit::<8>(from),
        _ => to.copy(from, bytes),
    }
}
