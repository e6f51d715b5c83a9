//! The values of a tensor, each once: in order, or as runs of equal neighbours; where each element is among them, and how often each occurs.

#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use half::{bf16, f16};

use super::counted::Counted;
use super::{Arg, Call, Resize};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    Any, ReadAny, Resized, Temporary, Write, WriteResized, WriteResizedBytes, kernel, operands,
};
use hostnpu_engine::sort::{self, with_key};
use hostnpu_kernels::order::Key;
use hostnpu_numeric::{Bool, Complex};
use hostnpu_tensor::{Dtype, cuts};

/// Outputs of an operator that finds values; those of unknown length with what gives them their shape. They are dense but for the inverse.
pub struct Outputs {
    /// The values.
    pub values: (Arg, Resize),
    /// For each element, the number of its value; INT64.
    pub inverse: Option<Arg>,
    /// For each value, how often it occurs; INT64.
    pub counts: Option<(Arg, Resize)>,
}

operands! {
    struct Found => FoundAt {
        values: WriteResizedBytes,
        inverse: Option<Write<i64>>,
        counts: Option<WriteResized<i64>>,
    }
}

impl Outputs {
    /// Returns the operands: values of this type, found among `items` items.
    fn operands(self, dtype: Dtype, items: usize) -> Result<Found> {
        if let Some(inverse) = &self.inverse {
            inverse.require_numel(items)?;
        }
        let (values, resize) = self.values;
        let counts = self.counts;
        Ok(Found {
            values: WriteResizedBytes::new(values, dtype, resize),
            inverse: self.inverse.map(Write::from),
            counts: counts.map(|(counts, resize)| WriteResized::new(counts, resize)),
        })
    }
}

impl FoundAt<'_> {
    /// Refuses outputs that are too short for so many values of `size` elements each.
    fn require_room(&self, values: usize, size: usize) -> Result<()> {
        self.values.require_room(values.saturating_mul(size))?;
        let counts = self.counts.as_ref();
        counts.map_or(Ok(()), |counts| counts.require_room(values))
    }
}

/// Writes the number of an item's value, if that is asked for.
fn put(inverse: Option<&[AtomicI64]>, item: usize, value: usize) {
    if let Some(inverse) = inverse {
        inverse[item].store(value as i64, Relaxed);
    }
}

/// Turns the ends of runs into their lengths.
fn lengths_of_ends(counts: &mut [i64]) {
    for k in (1..counts.len()).rev() {
        counts[k] = counts[k].wrapping_sub(counts[k - 1]);
    }
}

/// Turns the starts of runs into their lengths; the last one ends at `end`.
fn lengths_of_starts(counts: &mut [i64], end: usize) {
    let mut next = end as i64;
    for count in counts.iter_mut().rev() {
        let start = std::mem::replace(count, next.wrapping_sub(*count));
        next = start;
    }
}

fn set_count_shape(counts: &Option<Resized<'_, i64>>, total: usize) {
    if let Some(counts) = counts {
        counts.set_shape(&[total as i64]);
    }
}

operands! {
    struct Flat => FlatAt {
        input: ReadAny,
        found: Found,
        words: Temporary<u64>,
    }
}

/// Plans the values of all elements of `input`, ascending, NaN last and each by itself; of zeros the one that is last in the tensor. Real numbers
/// or BOOL.
pub fn flat(input: Arg, outputs: Outputs) -> Result<Call> {
    let dtype = input.view.dtype;
    let count = input.view.numel().unwrap_or(0);
    let operands = Flat {
        input: ReadAny::of(input, dtype),
        found: outputs.operands(dtype, count)?,
        words: Temporary::of(sort::sort_words(count)),
    };
    kernel(operands, count.saturating_mul(64), |at: FlatAt| {
        let (input, dtype, mut found) = (at.input, at.input.dtype(), at.found);
        let count = input.count();
        let nan = sort::nan_key(dtype);
        // A floating-point number is taken from where it was: its key does not say which zero or NaN it is.
        let is_exact = nan.is_none();
        let with_positions = found.inverse.is_some() || !is_exact;
        let sorted = sort::sorted(input, false, with_positions, at.words)?;
        // Of each run of equal numbers.
        let is_last = |i: usize| {
            let key = sorted.key(i);
            i + 1 == count || key != sorted.key(i + 1) || Some(key) == nan
        };
        let runs = Counted::new(count, grain::COMPUTED, |items| {
            items.filter(|&i| is_last(i)).count()
        });
        let total = runs.total();
        found.require_room(total, 1)?;
        let (bytes, size) = (input.bytes(), dtype.bits() / 8);
        let inverse = found.inverse.map(cuts::scattered);
        let parts = (
            runs.cut(found.values.memory(), size),
            found
                .counts
                .as_mut()
                .map(|counts| runs.cut(counts.memory(), 1)),
        );
        cuts::for_each_part(parts, |block, (values, mut counts)| {
            let first = runs.before(block);
            let mut values = values.chunks_exact_mut(size);
            let mut run = first;
            for i in runs.range(block) {
                if inverse.is_some() {
                    put(inverse, sorted.position(i), run.min(total - 1));
                }
                if !is_last(i) {
                    continue;
                }
                if let Some(value) = values.next() {
                    if is_exact {
                        let key = sort::bits_of_key(dtype, sorted.key(i)).to_le_bytes();
                        value.copy_from_slice(&key[..size]);
                    } else {
                        value.copy_from_slice(&bytes[sorted.position(i) * size..][..size]);
                    }
                }
                if let Some(count) = counts.as_mut().and_then(|all| all.get_mut(run - first)) {
                    *count = i as i64 + 1;
                }
                run += 1;
            }
        });
        if let Some(counts) = &mut found.counts {
            lengths_of_ends(&mut counts.memory()[..total]);
        }
        set_count_shape(&found.counts, total);
        found.values.set_shape(&[total as i64]);
        Ok(())
    })
}

/// Order in which slices are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slices {
    /// In the order of their elements, NaN last; of equal ones the first stays.
    Sorted,
    /// As they are; of equal neighbours the first stays.
    Neighbours,
}

/// Slices of a dense tensor of three axes along the second one.
#[derive(Clone, Copy)]
struct Extents {
    outer: usize,
    /// Number of slices.
    count: usize,
    inner: usize,
}

impl Extents {
    /// The elements of row `outer` of a slice.
    fn row<'a, T>(&self, of: &'a [T], outer: usize, slice: usize) -> &'a [T] {
        let first = (outer * self.count + slice) * self.inner;
        &of[first..first + self.inner]
    }
}

operands! {
    struct Runs => RunsAt {
        input: ReadAny,
        found: Found,
        /// The slices in order.
        order: Temporary<u64>,
    }
}

/// Plans the slices of `input` along dimension `axis`, each once, or, without an axis, its elements as they follow each other in memory. A slice with a
/// NaN equals none; both zeros are equal, and the last of a run of them stays where elements are looked at.
pub fn slices(input: Arg, axis: Option<usize>, how: Slices, outputs: Outputs) -> Result<Call> {
    let dtype = input.view.dtype;
    let mut shape = match axis {
        Some(_) => input.view.layout.shape().to_vec(),
        None => vec![input.view.numel().unwrap_or(0) as i64],
    };
    let at = axis.unwrap_or(0);
    let product = |extents: &[i64]| extents.iter().product::<i64>() as usize;
    let extents = Extents {
        outer: product(&shape[..at.min(shape.len())]),
        count: shape.get(at).map_or(1, |&extent| extent as usize),
        inner: product(shape.get(at + 1..).unwrap_or_default()),
    };
    if shape.is_empty() {
        shape.push(1);
    }
    let elements = extents.outer * extents.count * extents.inner;
    let operands = Runs {
        found: outputs.operands(dtype, extents.count)?,
        // Slices that change while they are sorted have no order.
        input: match how {
            Slices::Sorted => ReadAny::copied(input, dtype),
            Slices::Neighbours => ReadAny::of(input, dtype),
        },
        order: Temporary::of(match how {
            Slices::Sorted => extents.count,
            Slices::Neighbours => 0,
        }),
    };
    let cost = elements.saturating_mul(4 * dtype.bits() / 8);
    kernel(operands, cost, move |at: RunsAt| {
        if how == Slices::Sorted {
            let compare = comparison(at.input, extents)?;
            at.order
                .iter_mut()
                .zip(0..)
                .for_each(|(order, i)| *order = i);
            let order = |a: &u64, b: &u64| compare(*a as usize, *b as usize).then(a.cmp(b));
            at.order.sort_unstable_by(order);
        }
        let order = &*at.order;
        let slice = |i: usize| order.get(i).map_or(i, |&slice| slice as usize);
        let equal = equality(at.input, extents)?;
        let count = extents.count;
        // The slice of a run that stays: the last one, or the first one.
        let stays = |i: usize| match axis {
            None => i + 1 >= count || !equal(slice(i), slice(i + 1)),
            Some(_) => i == 0 || !equal(slice(i - 1), slice(i)),
        };
        let runs = Counted::new(count, grain::COMPUTED, |items| {
            items.filter(|&i| stays(i)).count()
        });
        let (total, mut found) = (runs.total(), at.found);
        found.require_room(total, extents.outer * extents.inner)?;
        let (bytes, size) = (at.input.bytes(), dtype.bits() / 8);
        let in_bytes = Extents {
            inner: extents.inner * size,
            ..extents
        };
        let shape_of_values = [extents.outer, total, in_bytes.inner];
        let values = &mut found.values.memory()[..shape_of_values.iter().product()];
        let inverse = found.inverse.map(cuts::scattered);
        let parts = (
            cuts::bands(values, shape_of_values, runs.ends()),
            found
                .counts
                .as_mut()
                .map(|counts| runs.cut(counts.memory(), 1)),
        );
        cuts::for_each_part(parts, |block, (mut values, mut counts)| {
            let first = runs.before(block);
            let mut before = first;
            for i in runs.range(block) {
                let stays = stays(i);
                // A first slice begins a run, a last one ends it.
                let run = match axis {
                    None => before,
                    Some(_) => (before + usize::from(stays)).saturating_sub(1),
                };
                before += usize::from(stays);
                put(inverse, slice(i), run.min(total - 1));
                // The input may be written meanwhile.
                if !stays || !values.rows.contains(&run) {
                    continue;
                }
                for outer in 0..extents.outer {
                    let row = in_bytes.row(bytes, outer, slice(i));
                    values.row(outer, run).copy_from_slice(row);
                }
                if let Some(counts) = &mut counts {
                    counts[run - first] = i as i64 + i64::from(axis.is_none());
                }
            }
        });
        if let Some(counts) = &mut found.counts {
            let counts = &mut counts.memory()[..total];
            match axis {
                None => lengths_of_ends(counts),
                Some(_) => lengths_of_starts(counts, count),
            }
        }
        set_count_shape(&found.counts, total);
        let mut shape = shape.clone();
        shape[axis.unwrap_or(0)] = total as i64;
        found.values.set_shape(&shape);
        Ok(())
    })
}

/// Tells whether two slices are equal.
type Equality<'a> = Box<dyn Fn(usize, usize) -> bool + Sync + 'a>;

fn equality(input: Any<'_>, extents: Extents) -> Result<Equality<'_>> {
    fn of<T: PartialEq + Sync>(x: &[T], of: Extents) -> Equality<'_> {
        Box::new(move |a, b| (0..of.outer).all(|k| of.row(x, k, a) == of.row(x, k, b)))
    }
    Ok(match input.dtype() {
        Dtype::F16 => of(input.of::<f16>()?, extents),
        Dtype::Bf16 => of(input.of::<bf16>()?, extents),
        Dtype::F32 => of(input.of::<f32>()?, extents),
        Dtype::F64 => of(input.of::<f64>()?, extents),
        Dtype::Complex64 => of(input.of::<Complex<f32>>()?, extents),
        Dtype::Complex128 => of(input.of::<Complex<f64>>()?, extents),
        Dtype::Bool => of(input.of::<Bool>()?, extents),
        dtype => match dtype.bits() {
            8 => of(input.raw::<1>()?, extents),
            16 => of(input.raw::<2>()?, extents),
            32 => of(input.raw::<4>()?, extents),
            _ => of(input.raw::<8>()?, extents),
        },
    })
}

/// Tells the order of two slices.
type Comparison<'a> = Box<dyn Fn(usize, usize) -> Ordering + 'a>;

fn comparison(input: Any<'_>, extents: Extents) -> Result<Comparison<'_>> {
    fn of<T: Key>(x: &[T], of: Extents) -> Comparison<'_> {
        Box::new(move |a, b| {
            let mut orders = (0..of.outer).map(|k| {
                let (a, b) = (of.row(x, k, a), of.row(x, k, b));
                a.iter().map(|x| x.key()).cmp(b.iter().map(|x| x.key()))
            });
            orders
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }
    with_key!(input.dtype(), T => Ok(of(input.of::<T>()?, extents)))
}
