//! The values of a tensor, each once: in order, or as runs of equal neighbours; where each element is among them, and how often each occurs.

use std::cmp::Ordering;

use half::{bf16, f16};

use super::engine::dense::{self, Kernel, Operand, element_mut, slice, slice_mut};
use super::engine::sort::{self, with_key};
use super::select::has_room;
use super::{Arg, Call, Resize};
use hostnpu_base::error::Result;
use hostnpu_kernels::order::Key;
use hostnpu_numeric::Bool;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// Elements that one thread takes at a time.
const BLOCK: usize = 1 << 14;

/// Outputs of an operator that finds values; those of unknown length with what gives them their shape. They are dense but for the inverse.
pub struct Outputs {
    /// The values.
    pub values: (Arg, Resize),
    /// For each element, the number of its value; INT64.
    pub inverse: Option<Arg>,
    /// For each value, how often it occurs; INT64.
    pub counts: Option<(Arg, Resize)>,
}

/// What kernels know of their outputs.
struct Found {
    values: (&'static str, usize, Resize),
    counts: Option<(&'static str, usize, Resize)>,
    has_inverse: bool,
}

impl Outputs {
    fn split(self, dtype: Dtype) -> (Found, Vec<Operand>) {
        let known = |(arg, resize): &(Arg, Resize)| {
            (arg.name, arg.view.numel().unwrap_or(0), resize.clone())
        };
        let found = Found {
            values: known(&self.values),
            counts: self.counts.as_ref().map(known),
            has_inverse: self.inverse.is_some(),
        };
        let mut operands = vec![Operand::write_part(self.values.0, dtype)];
        operands.extend(self.inverse.map(|arg| Operand::write(arg, Dtype::I64)));
        operands.extend(
            self.counts
                .map(|(arg, _)| Operand::write_part(arg, Dtype::I64)),
        );
        (found, operands)
    }
}

impl Found {
    /// Where the inverse and the counts lie, if there are any: behind the values.
    fn places(&self, places: &[usize]) -> (Option<usize>, Option<usize>) {
        let mut places = places.iter().copied();
        let inverse = self.has_inverse.then(|| places.next()).flatten();
        (inverse, self.counts.as_ref().and(places.next()))
    }

    /// Refuses outputs that are too short for so many values of `size` elements each.
    fn check(&self, values: usize, size: usize) -> Result<()> {
        has_room(self.values.0, values.saturating_mul(size), self.values.1)?;
        let counts = self.counts.as_ref();
        counts.map_or(Ok(()), |counts| has_room(counts.0, values, counts.1))
    }

    /// Turns the ends of runs into their lengths, and gives the outputs their shapes.
    fn finish(&self, values: usize, shape: &[i64], counts: Option<usize>) {
        if let (Some(place), Some((.., resize))) = (counts, &self.counts) {
            // SAFETY: the ends were written there.
            let ends = unsafe { slice_mut::<i64>(place, values) };
            for k in (1..values).rev() {
                ends[k] = ends[k].wrapping_sub(ends[k - 1]);
            }
            resize.set(&[values as i64]);
        }
        self.values.2.set(shape);
    }
}

/// Calls `item(i, run, is_last)` for each of `count` items, with the number of the run it is in, once `check` has allowed the number of runs. Item
/// `i` ends its run if `is_last(i)`, and the last item ends one. On all threads; returns the number of runs, which the number of a run is always below: the items may be
/// written meanwhile.
fn for_each_in_runs(
    count: usize,
    is_last: impl Fn(usize) -> bool + Sync,
    check: impl FnOnce(usize) -> Result<()>,
    item: impl Fn(usize, usize, usize, bool) + Sync,
) -> Result<usize> {
    let blocks = count.div_ceil(BLOCK);
    let block = |number: usize| number * BLOCK..count.min((number + 1) * BLOCK);
    let mut firsts = vec![0_usize; blocks];
    let memory = firsts.as_mut_ptr().expose_provenance();
    parallel::for_each_piece(blocks, |number| {
        let ends = block(number).filter(|&i| is_last(i)).count();
        // SAFETY: each block has a number of its own.
        let first = unsafe { element_mut::<usize>(memory, number) };
        *first = ends;
    });
    let mut total = 0;
    for first in &mut firsts {
        total += std::mem::replace(first, total);
    }
    check(total)?;
    parallel::for_each_piece(blocks, |number| {
        let mut run = firsts[number];
        for i in block(number) {
            let ends = is_last(i);
            item(i, run.min(total - 1), total, ends);
            run += usize::from(ends);
        }
    });
    Ok(total)
}

/// Writes element `number` of INT64 at `place`, if there is one.
///
/// # Safety
/// There is memory for it, which nothing else uses meanwhile.
unsafe fn put(place: Option<usize>, number: usize, value: usize) {
    if let Some(place) = place {
        let first = std::ptr::with_exposed_provenance_mut::<i64>(place);
        // SAFETY: the caller's promise.
        unsafe { first.wrapping_add(number).write(value as i64) };
    }
}

/// Plans the values of all elements of `input`, ascending, NaN last and each by itself; of zeros the one that is last in the tensor. Real numbers
/// or BOOL.
pub fn flat(input: Arg, outputs: Outputs) -> Result<Call> {
    let dtype = input.view.dtype;
    let (found, written) = outputs.split(dtype);
    let kernel = Flat {
        dtype,
        count: input.view.numel().unwrap_or(0),
        found,
    };
    let operands = [Operand::read(input, dtype)].into_iter().chain(written);
    dense::plan(kernel, operands)
}

struct Flat {
    dtype: Dtype,
    count: usize,
    found: Found,
}

impl Kernel for Flat {
    fn cost(&self) -> usize {
        self.count.saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        sort::sort_scratch(self.count)
    }

    fn sets_shapes(&self) -> bool {
        true
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (from, values, size) = (places[0], places[1], self.dtype.bits() / 8);
        let (inverse, counts) = self.found.places(&places[2..]);
        let nan = sort::nan_key(self.dtype);
        // A floating-point number is taken from where it was: its key does not say which zero or NaN it is.
        let is_exact = nan.is_none();
        let with_positions = inverse.is_some() || !is_exact;
        let memory = scratch.take(self.scratch())?.expose_provenance();
        // SAFETY: the caller's promise for the input, and memory of that size.
        let sorted =
            unsafe { sort::sort(self.dtype, from, self.count, false, with_positions, memory) };
        let is_last = |i: usize| {
            let key = sorted.key(i);
            i + 1 == self.count || key != sorted.key(i + 1) || Some(key) == nan
        };
        let item = |i: usize, run: usize, _: usize, ends: bool| {
            let to = std::ptr::with_exposed_provenance_mut::<u8>(values + run * size);
            // SAFETY: the outputs have room for all; each element is written once.
            unsafe {
                if inverse.is_some() {
                    put(inverse, sorted.position(i), run);
                }
                if ends && is_exact {
                    let bytes = sort::bits_of_key(self.dtype, sorted.key(i)).to_le_bytes();
                    to.copy_from_nonoverlapping(bytes.as_ptr(), size);
                } else if ends {
                    let at = from + sorted.position(i) * size;
                    to.copy_from_nonoverlapping(std::ptr::with_exposed_provenance(at), size);
                }
                if ends {
                    put(counts, run, i + 1);
                }
            }
        };
        let check = |values| self.found.check(values, 1);
        let total = for_each_in_runs(self.count, is_last, check, item)?;
        self.found.finish(total, &[total as i64], counts);
        Ok(())
    }
}

/// How slices are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slices {
    /// In the order of their elements, NaN last; of equal ones the first stays.
    Sorted,
    /// As they are; of equal neighbours the first stays.
    Neighbours,
}

/// Plans the slices of `input` along dimension `axis`, each once, or, without an axis, its elements as they follow each other in memory. A slice with a
/// NaN equals none; both zeros are equal, and the last of a run of them stays where elements are looked at.
pub fn slices(input: Arg, axis: Option<usize>, how: Slices, outputs: Outputs) -> Result<Call> {
    let dtype = input.view.dtype;
    let (found, written) = outputs.split(dtype);
    let shape = match axis {
        Some(_) => input.view.layout.shape().to_vec(),
        None => vec![input.view.numel().unwrap_or(0) as i64],
    };
    let at = axis.unwrap_or(0);
    let product = |extents: &[i64]| extents.iter().product::<i64>() as usize;
    let kernel = Runs {
        dtype,
        outer: product(&shape[..at.min(shape.len())]),
        count: shape.get(at).map_or(1, |&extent| extent as usize),
        inner: product(shape.get(at + 1..).unwrap_or_default()),
        shape,
        axis: at,
        how,
        keeps_last: axis.is_none(),
        found,
    };
    // Slices that change while they are sorted have no order.
    let input = match how {
        Slices::Sorted => Operand::read_copy(input, dtype),
        Slices::Neighbours => Operand::read(input, dtype),
    };
    dense::plan(kernel, [input].into_iter().chain(written))
}

struct Runs {
    dtype: Dtype,
    outer: usize,
    /// Slices.
    count: usize,
    inner: usize,
    shape: Vec<i64>,
    axis: usize,
    how: Slices,
    keeps_last: bool,
    found: Found,
}

impl Runs {
    /// The address of row `outer` of slice `number` of a tensor with `count` slices.
    fn row(&self, place: usize, count: usize, outer: usize, number: usize) -> usize {
        place + (outer * count + number) * self.inner * self.dtype.bits() / 8
    }

    /// Whether two slices are equal.
    ///
    /// # Safety
    /// The input lies at `place`.
    unsafe fn equal(&self, place: usize, a: usize, b: usize) -> bool {
        let row = |outer, number| self.row(place, self.count, outer, number);
        // SAFETY: the caller's promise.
        (0..self.outer).all(|k| unsafe { equal(self.dtype, row(k, a), row(k, b), self.inner) })
    }

    /// The order of two slices.
    ///
    /// # Safety
    /// The input lies at `place`.
    unsafe fn order(&self, place: usize, a: usize, b: usize) -> Ordering {
        let row = |outer, number| self.row(place, self.count, outer, number);
        let orders = (0..self.outer).map(|k| {
            with_key!(self.dtype, T => {
                // SAFETY: the caller's promise.
                let (a, b) = unsafe { (slice::<T>(row(k, a), self.inner), slice::<T>(row(k, b), self.inner)) };
                a.iter().map(|x| x.key()).cmp(b.iter().map(|x| x.key()))
            })
        });
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

/// Whether so many numbers at two addresses are equal.
///
/// # Safety
/// They are there, of the type.
unsafe fn equal(dtype: Dtype, a: usize, b: usize, count: usize) -> bool {
    macro_rules! equal {
        ($t:ty, $count:expr) => {
            // SAFETY: the caller's promise.
            unsafe { slice::<$t>(a, $count) == slice::<$t>(b, $count) }
        };
    }
    match dtype {
        Dtype::F16 => equal!(f16, count),
        Dtype::Bf16 => equal!(bf16, count),
        Dtype::F32 => equal!(f32, count),
        Dtype::F64 => equal!(f64, count),
        Dtype::Complex64 => equal!(f32, 2 * count),
        Dtype::Complex128 => equal!(f64, 2 * count),
        Dtype::Bool => equal!(Bool, count),
        _ => equal!(u8, count * dtype.bits() / 8),
    }
}

impl Kernel for Runs {
    fn cost(&self) -> usize {
        let elements = self.outer * self.count * self.inner;
        elements.saturating_mul(4 * self.dtype.bits() / 8)
    }

    fn scratch(&self) -> usize {
        match self.how {
            Slices::Sorted => self.count * size_of::<u64>(),
            Slices::Neighbours => 0,
        }
    }

    fn sets_shapes(&self) -> bool {
        true
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (from, values) = (places[0], places[1]);
        let (inverse, counts) = self.found.places(&places[2..]);
        let mut order: &mut [u64] = &mut [];
        if self.how == Slices::Sorted {
            let memory = scratch.take(self.scratch())?.expose_provenance();
            // SAFETY: memory of that size.
            order = unsafe { slice_mut(memory, self.count) };
            order.iter_mut().zip(0..).for_each(|(order, i)| *order = i);
            // SAFETY: the caller's promise for the input.
            let compare = |a: &u64, b: &u64| unsafe { self.order(from, *a as usize, *b as usize) };
            order.sort_unstable_by(|a, b| compare(a, b).then(a.cmp(b)));
        }
        let at = |i: usize| order.get(i).map_or(i, |&at| at as usize);
        let ends = |i: usize| {
            // SAFETY: as above.
            i + 1 >= self.count || !unsafe { self.equal(from, at(i), at(i + 1)) }
        };
        let bytes = self.inner * self.dtype.bits() / 8;
        let item = |i: usize, run: usize, total: usize, is_last: bool| {
            let stays = match self.keeps_last {
                true => is_last,
                false => i == 0 || ends(i - 1),
            };
            for outer in (0..self.outer).filter(|_| stays) {
                let source = std::ptr::with_exposed_provenance::<u8>(self.row(
                    from,
                    self.count,
                    outer,
                    at(i),
                ));
                let target = std::ptr::with_exposed_provenance_mut::<u8>(
                    self.row(values, total, outer, run),
                );
                // SAFETY: rows of the input and of the values, which have room for all.
                unsafe { target.copy_from_nonoverlapping(source, bytes) };
            }
            // SAFETY: each element is written once.
            unsafe {
                put(inverse, at(i), run);
                if is_last {
                    put(counts, run, i + 1);
                }
            }
        };
        let check = |values| self.found.check(values, self.outer * self.inner);
        let total = for_each_in_runs(self.count, ends, check, item)?;
        let mut shape = self.shape.clone();
        match shape.get_mut(self.axis) {
            Some(extent) => *extent = total as i64,
            None => shape.push(total as i64),
        }
        self.found.finish(total, &shape, counts);
        Ok(())
    }
}
