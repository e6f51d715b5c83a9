//! Loops over two slices for a function with a faster form for usual pairs of arguments.

use std::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use crate::doubles::{Lanes, WIDTH};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::{dense, doubles::Doubles, simd};

/// How many pairs share one decision.
const BLOCK: usize = 512;

/// A function of two arguments with a faster form for usual ones, with the same results.
pub(super) trait FunctionOfTwo {
    /// Whether the pair is a usual one.
    fn is_usual(a: f32, b: f32) -> bool;

    /// The function of usual pairs.
    fn of_usual<D: Doubles>(a: D, b: D) -> D;

    /// The function of any pair.
    fn of_any(a: f32, b: f32) -> f64;
}

/// Writes the function of each pair of elements, rounded to nearest. Panics if the lengths differ.
#[inline(always)]
pub(super) fn nearest<F: FunctionOfTwo>(a: &[f32], b: &[f32], y: &mut [f32]) {
    dense::same_length(a.len(), y.len());
    dense::same_length(b.len(), y.len());
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx512::chosen() {
        let usual = ByLanes::<F>(proof, PhantomData);
        return proof.run(Blocks::<F, _>((a, b), y, usual, PhantomData));
    }
    let usual = OneByOne::<F>(PhantomData);
    simd::kernel_widest(Blocks::<F, _>((a, b), y, usual, PhantomData));
}

/// How usual pairs are computed.
trait Usual {
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32]);
}

struct Blocks<'a, F, U>((&'a [f32], &'a [f32]), &'a mut [f32], U, PhantomData<F>);

impl<F: FunctionOfTwo, U: Usual> simd::Kernel for Blocks<'_, F, U> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self((a, b), y, usual, _) = self;
        let arguments = a.chunks(BLOCK).zip(b.chunks(BLOCK));
        for ((a, b), y) in arguments.zip(y.chunks_mut(BLOCK)) {
            let pairs = || a.iter().zip(b).map(|(&a, &b)| (a, b));
            if pairs().fold(true, |all, (a, b)| all & F::is_usual(a, b)) {
                usual.write(a, b, y);
                continue;
            }
            for (y, (a, b)) in y.iter_mut().zip(pairs()) {
                *y = F::of_any(a, b) as f32;
            }
        }
    }
}

/// In a loop that the compiler vectorises.
struct OneByOne<F>(PhantomData<F>);

impl<F: FunctionOfTwo> Usual for OneByOne<F> {
    #[inline(always)]
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32]) {
        for (y, (&a, &b)) in y.iter_mut().zip(a.iter().zip(b)) {
            *y = F::of_usual(f64::from(a), f64::from(b)) as f32;
        }
    }
}

/// Several vectors at once.
#[cfg(target_arch = "x86_64")]
struct ByLanes<F>(Avx512, PhantomData<F>);

#[cfg(target_arch = "x86_64")]
impl<F: FunctionOfTwo> Usual for ByLanes<F> {
    #[inline(always)]
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32]) {
        const VECTORS: usize = 4;
        let whole = y.len() - y.len() % (WIDTH * VECTORS);
        for at in (0..whole).step_by(WIDTH * VECTORS) {
            let (a, b) = (
                Lanes::<VECTORS>::load(self.0, &a[at..]),
                Lanes::load(self.0, &b[at..]),
            );
            F::of_usual(a, b).store(&mut y[at..]);
        }
        for at in (whole..y.len()).step_by(WIDTH) {
            let count = WIDTH.min(y.len() - at);
            // Filled up with a usual pair.
            let (mut left, mut right) = ([a[at]; WIDTH], [b[at]; WIDTH]);
            left[..count].copy_from_slice(&a[at..at + count]);
            right[..count].copy_from_slice(&b[at..at + count]);
            let (left, right) = (Lanes::<1>::load(self.0, &left), Lanes::load(self.0, &right));
            let mut results = [0.0; WIDTH];
            F::of_usual(left, right).store(&mut results);
            y[at..at + count].copy_from_slice(&results[..count]);
        }
    }
}
