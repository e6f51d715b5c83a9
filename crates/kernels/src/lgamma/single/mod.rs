//! ln|Γ(x)| of floats, correctly rounded: a vectorised evaluation in double with a bound on its error, and the
//! accurate one for the few results that the bound leaves undecided (Ziv's strategy).
//!
//! A block of elements is sorted by regime, each regime's formula runs over its dense list, and the results are put
//! back: a formula for all regimes at once costs half as much again.

mod partition;
mod regimes;

use super::accurate;
use crate::fused::{Hardware, MultiplyAdd, Software};
use crate::simd::{self, Isa, Loops};
use partition::{GROUP, List, Lists};
use regimes::{Enclosure, Inner, Left, Regime, Right};

/// Elements that are sorted together: with the lists they fit the first-level cache.
const BLOCK: usize = 1024;

/// Marks an output as undecided: a NaN, which no decided result is.
const UNDECIDED: u32 = 0xffe5_a5a5;

/// Writes ln|Γ(x)| of each element of `input` to `output`, compiled for `isa`; every instruction set gives the
/// correctly rounded result, so also the same bits.
pub(super) fn ln_gamma_slice(isa: Isa, input: &[f32], output: &mut [f32]) {
    let isa = if isa.is_available() {
        isa
    } else {
        Isa::Baseline
    };
    let ran = simd::fused_loops(
        isa,
        #[inline(always)]
        |loops| blocks::<Hardware>(isa, input, output, loops),
    );
    if ran.is_none() {
        blocks::<Software>(isa, input, output, Loops::OF_BASELINE);
    }
}

#[inline(always)]
fn blocks<A: MultiplyAdd>(isa: Isa, input: &[f32], output: &mut [f32], loops: Loops) {
    let mut lists = [List::EMPTY; 3];
    for (input, output) in input.chunks(BLOCK).zip(output.chunks_mut(BLOCK)) {
        // The last block may be short in one of the slices.
        let length = input.len().min(output.len());
        let (input, output) = (&input[..length], &mut output[..length]);
        if block::<A>(isa, input, output, &mut lists, loops) {
            decide(isa, input, output);
        }
    }
}

/// One block; returns whether an element is left [`UNDECIDED`].
#[inline(always)]
fn block<A: MultiplyAdd>(
    isa: Isa,
    input: &[f32],
    output: &mut [f32],
    lists: &mut Lists,
    loops: Loops,
) -> bool {
    partition::scatter(isa, input, lists);
    let [inner, right, left] = &mut *lists;
    let mut undecided = false;
    if right.count == input.len() && input.len().is_multiple_of(GROUP) {
        for (y, &x) in output.iter_mut().zip(input) {
            loops.step();
            undecided |= settle(Right::evaluate::<A>(x), y);
        }
        return undecided;
    }
    undecided |= evaluate::<Inner, A>(inner, loops);
    undecided |= evaluate::<Right, A>(right, loops);
    undecided |= evaluate::<Left, A>(left, loops);
    partition::gather(isa, input, lists, output);
    undecided
}

/// Replaces the elements of a list by their results; returns whether one is left [`UNDECIDED`].
#[inline(always)]
fn evaluate<R: Regime, A: MultiplyAdd>(list: &mut List, loops: Loops) -> bool {
    let mut undecided = false;
    for group in list.groups(R::SAMPLE).as_chunks_mut::<GROUP>().0 {
        for element in group {
            loops.step();
            undecided |= settle(R::evaluate::<A>(*element), element);
        }
    }
    undecided
}

/// Writes the float to which both ends of an enclosure round, or [`UNDECIDED`] and returns true.
#[inline(always)]
fn settle(enclosure: Enclosure, result: &mut f32) -> bool {
    let (low, high) = (enclosure.low as f32, enclosure.high as f32);
    // Not `low != high`: a NaN is undecided, too.
    let decided = low == high;
    *result = if decided {
        low
    } else {
        f32::from_bits(UNDECIDED)
    };
    !decided
}

/// Settles the undecided elements of a block.
#[cold]
#[inline(never)]
fn decide(isa: Isa, input: &[f32], output: &mut [f32]) {
    for (y, &x) in output.iter_mut().zip(input) {
        if y.to_bits() == UNDECIDED {
            *y = simd::with(
                isa,
                #[inline(always)]
                || accurately(x),
            );
        }
    }
}

/// The correctly rounded result; a NaN keeps its payload and becomes quiet.
#[inline(always)]
fn accurately(x: f32) -> f32 {
    if x.is_nan() {
        f32::from_bits(x.to_bits() | 0x0040_0000)
    } else {
        accurate::rounded_to_odd(f64::from(x)) as f32
    }
}
