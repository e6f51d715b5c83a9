//! Loops over two slices for a function with a faster form for usual pairs of arguments.

use std::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::groups::by_vectors;
use super::groups::{To, by_groups};
use super::rounding_test::ExactOfTwo;
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Fours, Lanes, Vectors};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::simd::{Kernel, Loops};
use crate::{dense, doubles::Doubles};

/// Number of pairs that share one decision.
const BLOCK: usize = 512;

/// A function of two arguments with a faster form for usual ones, with the same results.
pub(super) trait FunctionOfTwo {
    /// The rounding test, and the computation of results that it leaves undecided.
    const EXACT: ExactOfTwo;

    /// Returns true if the pair is a usual one.
    fn is_usual(a: f32, b: f32) -> bool;

    /// The function of usual pairs.
    fn of_usual<D: Doubles>(a: D, b: D) -> D;

    /// The function of any pair of floats.
    fn of_any(a: f64, b: f64) -> f64;
}

/// Writes the function of each pair of elements, rounded to nearest. Panics if the lengths differ.
#[inline(always)]
pub(super) fn nearest<F: FunctionOfTwo>(a: &[f32], b: &[f32], y: &mut [f32]) {
    dense::same_length(a.len(), y.len());
    dense::same_length(b.len(), y.len());
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx512::chosen() {
        let usual = ByVectors::<F, Lanes<4>>(proof, PhantomData);
        return proof.run(Blocks::<F, _>((a, b), y, usual, PhantomData));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx2::chosen() {
        let usual = ByVectors::<F, Fours<4>>(proof, PhantomData);
        return proof.run(Blocks::<F, _>((a, b), y, usual, PhantomData));
    }
    // What is left is the baseline.
    Blocks::<F, _>((a, b), y, OneByOne::<F>(PhantomData), PhantomData).run(Loops::OF_BASELINE);
}

/// Computation of usual pairs.
trait Usual {
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32], loops: Loops);
}

struct Blocks<'a, F, U>((&'a [f32], &'a [f32]), &'a mut [f32], U, PhantomData<F>);

impl<F: FunctionOfTwo, U: Usual> Kernel for Blocks<'_, F, U> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self((a, b), y, usual, _) = self;
        let arguments = a.chunks(BLOCK).zip(b.chunks(BLOCK));
        for ((a, b), y) in arguments.zip(y.chunks_mut(BLOCK)) {
            let pairs = || a.iter().zip(b).map(|(&a, &b)| (a, b));
            if pairs().fold(true, |all, (a, b)| all & F::is_usual(a, b)) {
                usual.write(a, b, y, loops);
                continue;
            }
            by_groups(
                [a, b],
                y,
                To::Exact(&F::EXACT),
                loops,
                #[inline(always)]
                |[a, b]| F::of_any(a.into(), b.into()),
            );
        }
    }
}

/// In a loop that the compiler vectorises.
struct OneByOne<F>(PhantomData<F>);

impl<F: FunctionOfTwo> Usual for OneByOne<F> {
    #[inline(always)]
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32], loops: Loops) {
        by_groups(
            [a, b],
            y,
            To::Exact(&F::EXACT),
            loops,
            #[inline(always)]
            |[a, b]| F::of_usual(f64::from(a), f64::from(b)),
        );
    }
}

/// Several vectors at once.
#[cfg(target_arch = "x86_64")]
struct ByVectors<F, V: Vectors>(V::Proof, PhantomData<F>);

#[cfg(target_arch = "x86_64")]
impl<F: FunctionOfTwo, V: Vectors> Usual for ByVectors<F, V> {
    #[inline(always)]
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32], _: Loops) {
        by_vectors(
            self.0,
            [a, b],
            y,
            &F::EXACT,
            #[inline(always)]
            |[a, b]| F::of_usual(a, b),
            #[inline(always)]
            |values: V| values.any_tiny() | values.any_undecided(F::EXACT.error_bound),
        );
    }
}

/// Exports a [`FunctionOfTwo`] as loops over f32.
macro_rules! pairs_f32 {
    ($what:literal, $function:ty) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to nearest. Panics if the lengths differ.")]
        pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
            crate::math::pairs::nearest::<$function>(a, b, y);
        }

        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(a: &[f32], b: &[f32], y: &mut [f32]) {
            use crate::math::{groups::To, pairs::FunctionOfTwo, slices::of_two};
            of_two(
                a,
                b,
                y,
                To::Odd,
                #[inline(always)]
                |a, b| <$function>::of_any(a, b),
            );
        }
    };
}
pub(super) use pairs_f32;
