//! Elements of all ranks into one, in the order of the ranks.
//!
//! Floating-point numbers are combined in DOUBLE and rounded once; integers in their own type.

use std::marker::PhantomData;

use half::{bf16, f16};

use super::{Combination, Element};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::ranks::RankElement;

/// Elements that are combined at a time: their sums stay in the first cache.
const TILE: usize = 512;

/// Combines `count` elements at each of `sources`, one rank after the other, and writes the results to each of `targets`.
///
/// # Safety
/// All addresses must be aligned to the element and have `count` elements, which no other thread writes, and of the targets none reads, meanwhile. A
/// target is one of the sources, or overlaps none of them.
pub(super) unsafe fn reduce(
    combination: Combination,
    element: Element,
    sources: &[usize],
    targets: &[usize],
    count: usize,
) -> Result<()> {
    macro_rules! run {
        ($run:ident, $t:ty) => {
            // As promised; the type is that of the elements.
            $run::<$t>(
                combination,
                Memory {
                    sources,
                    targets,
                    count,
                    of: PhantomData,
                },
            )
        };
    }
    match element {
        Element::I8 => run!(as_they_are, i8),
        Element::I16 => run!(as_they_are, i16),
        Element::I32 => run!(as_they_are, i32),
        Element::I64 => run!(as_they_are, i64),
        Element::U64 => run!(as_they_are, u64),
        Element::F64 => run!(as_they_are, f64),
        Element::F32 => run!(in_double, f32),
        Element::F16 => run!(in_double, f16),
        Element::Bf16 => run!(in_double, bf16),
        _ => {
            return Err(Reason::Internal(format!("no reduction of {element}")).into());
        }
    }
    Ok(())
}

/// Memory of elements of a type, as [`reduce`] is promised.
struct Memory<'a, T> {
    sources: &'a [usize],
    targets: &'a [usize],
    count: usize,
    of: PhantomData<*mut T>,
}

impl<T: Copy> Memory<'_, T> {
    /// The first element of each tile, and how many it has.
    fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + use<T> {
        let count = self.count;
        (0..count)
            .step_by(TILE)
            .map(move |at| (at, TILE.min(count - at)))
    }

    /// The elements of a tile of a source.
    fn tile(&self, source: usize, (at, length): (usize, usize)) -> &[T] {
        let first = std::ptr::with_exposed_provenance::<T>(source);
        // SAFETY: elements of a source, as promised.
        unsafe { std::slice::from_raw_parts(first.add(at), length) }
    }

    /// Writes a tile to all targets.
    fn store(&mut self, results: &[T], at: usize) {
        for &target in self.targets {
            let first = std::ptr::with_exposed_provenance_mut::<T>(target);
            // SAFETY: elements of a target, as promised; the results are memory of ours.
            unsafe {
                std::ptr::copy_nonoverlapping(results.as_ptr(), first.add(at), results.len())
            };
        }
    }
}

fn as_they_are<T: RankElement + Default>(combination: Combination, mut memory: Memory<T>) {
    let mut total = [T::default(); TILE];
    for (at, length) in memory.tiles() {
        let total = &mut total[..length];
        for (rank, &source) in memory.sources.iter().enumerate() {
            let x = memory.tile(source, (at, length));
            match rank {
                0 => total.copy_from_slice(x),
                _ => T::combine(combination, total, x),
            }
        }
        memory.store(total, at);
    }
}

fn in_double<T: Copy + Default>(combination: Combination, mut memory: Memory<T>)
where
    for<'a> hostnpu_kernels::convert::Slice<'a>: From<&'a [T]> + From<&'a [f64]>,
    for<'a> hostnpu_kernels::convert::SliceMut<'a>: From<&'a mut [T]> + From<&'a mut [f64]>,
{
    let (mut total, mut next, mut results) = ([0.0; TILE], [0.0; TILE], [T::default(); TILE]);
    for (at, length) in memory.tiles() {
        let (total, next) = (&mut total[..length], &mut next[..length]);
        for (rank, &source) in memory.sources.iter().enumerate() {
            let x = memory.tile(source, (at, length));
            match rank {
                0 => between(x, total),
                _ => {
                    between(x, next);
                    f64::combine(combination, total, next);
                }
            }
        }
        let results = &mut results[..length];
        between(&*total, results);
        memory.store(results, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced<T: Copy>(combination: Combination, element: Element, ranks: &[Vec<T>]) -> Vec<T> {
        let sources: Vec<usize> = ranks
            .iter()
            .map(|x| x.as_ptr().expose_provenance())
            .collect();
        let mut out = ranks[0].clone();
        let target = out.as_mut_ptr().expose_provenance();
        // SAFETY: vectors of equal length.
        unsafe { reduce(combination, element, &sources, &[target], out.len()) }.unwrap();
        out
    }

    #[test]
    fn sums_are_rounded_once() {
        let ranks = [1.0_f32, 2_f32.powi(-24), 2_f32.powi(-24)].map(|x| vec![x; 1000]);
        let sum = reduced(Combination::Sum, Element::F32, &ranks);
        assert_eq!(sum, vec![1.0 + f32::EPSILON; 1000]);
        let ranks = [2048.0, 1.0, 1.0].map(|x| vec![f16::from_f64(x); 3]);
        let sum = reduced(Combination::Sum, Element::F16, &ranks);
        assert_eq!(sum, vec![f16::from_f64(2050.0); 3]);
        // Through f32 it would be a tie, which goes to 256.
        let ranks = [256.0, 1.0, 2_f64.powi(-30)].map(|x| vec![bf16::from_f64(x); 3]);
        let sum = reduced(Combination::Sum, Element::Bf16, &ranks);
        assert_eq!(sum, vec![bf16::from_f64(258.0); 3]);
    }

    #[test]
    fn extremes_keep_nan() {
        let ranks = [1.0, f32::NAN, 2.0].map(|x| vec![x; 5]);
        for combination in [Combination::Max, Combination::Min] {
            let result = reduced(combination, Element::F32, &ranks);
            assert!(result.iter().all(|x| x.is_nan()));
        }
    }
}
