//! Loops over two slices for a function with a faster form for usual pairs of arguments.

use std::marker::PhantomData;

use super::doubt::ExactOfTwo;
use super::slices::GROUP;
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Lanes, WIDTH};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::{dense, doubles::Doubles, simd};

/// How many pairs share one decision.
const BLOCK: usize = 512;

/// A function of two arguments with a faster form for usual ones, with the same results.
pub(super) trait FunctionOfTwo {
    /// How results that are in doubt are computed.
    const EXACT: ExactOfTwo;

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
            let groups = a.chunks(GROUP).zip(b.chunks(GROUP));
            for ((a, b), y) in groups.zip(y.chunks_mut(GROUP)) {
                let mut values = [0.0; GROUP];
                for (value, (&a, &b)) in values.iter_mut().zip(a.iter().zip(b)) {
                    *value = F::of_any(a, b);
                }
                F::EXACT.round((a, b), &values, y);
            }
        }
    }
}

/// In a loop that the compiler vectorises.
struct OneByOne<F>(PhantomData<F>);

impl<F: FunctionOfTwo> Usual for OneByOne<F> {
    #[inline(always)]
    fn write(&self, a: &[f32], b: &[f32], y: &mut [f32]) {
        let groups = a.chunks(GROUP).zip(b.chunks(GROUP));
        for ((a, b), y) in groups.zip(y.chunks_mut(GROUP)) {
            let mut values = [0.0; GROUP];
            for (value, (&a, &b)) in values.iter_mut().zip(a.iter().zip(b)) {
                *value = F::of_usual(f64::from(a), f64::from(b));
            }
            F::EXACT.round((a, b), &values, y);
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
            let (left, right) = (
                Lanes::<VECTORS>::load(self.0, &a[at..]),
                Lanes::load(self.0, &b[at..]),
            );
            let values = F::of_usual(left, right);
            values.store(&mut y[at..]);
            if values.any_in_doubt_or_tiny(F::EXACT.reach) {
                let mut doubles = [0.0; WIDTH * VECTORS];
                values.store_doubles(&mut doubles);
                let end = at + doubles.len();
                F::EXACT.settle((&a[at..end], &b[at..end]), &doubles, &mut y[at..end]);
            }
        }
        for at in (whole..y.len()).step_by(WIDTH) {
            let count = WIDTH.min(y.len() - at);
            // Filled up with a usual pair.
            let (mut left, mut right) = ([a[at]; WIDTH], [b[at]; WIDTH]);
            left[..count].copy_from_slice(&a[at..at + count]);
            right[..count].copy_from_slice(&b[at..at + count]);
            let values = F::of_usual(Lanes::<1>::load(self.0, &left), Lanes::load(self.0, &right));
            let mut results = [0.0; WIDTH];
            values.store(&mut results);
            if values.any_in_doubt_or_tiny(F::EXACT.reach) {
                let mut doubles = [0.0; WIDTH];
                values.store_doubles(&mut doubles);
                F::EXACT.settle((&left, &right), &doubles, &mut results);
            }
            y[at..at + count].copy_from_slice(&results[..count]);
        }
    }
}
