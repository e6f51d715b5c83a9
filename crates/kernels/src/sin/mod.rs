//! The sine, over runs of elements.
//!
//! | function         | error                                   | how                                                |
//! |------------------|-----------------------------------------|----------------------------------------------------|
//! | [`sin_f32`]      | none: correctly rounded for every float | in double, rounded once                            |
//! | [`sin_f32_fast`] | at most 2 ULP                           | in float; in double where `abs(x) > 131072`        |
//! | [`sin_f16`]      | none: correctly rounded for every f16   | in float, rounded to f16                           |
//! | [`sin_bf16`]     | none: correctly rounded for every bf16  | as [`sin_f16`]; in double where `abs(x) > 131072`  |
//!
//! `sin(±0)` is `±0`; an infinity or a NaN gives NaN. A result depends on its element alone and is the same on every
//! instruction set. The 16-bit functions serve both of an operator's modes.

mod brains;
mod double;
mod float;
mod halves;
pub(crate) mod turns;

pub(crate) use float::{MODERATE, PI};

use std::marker::PhantomData;

use half::{bf16, f16};

use super::fused::{Hardware, MultiplyAdd, Software};
use super::simd::{self, Isa, Loops};

/// Number of elements that share one decision between a kernel for moderate arguments and one for any.
const BLOCK: usize = 256;

/// Number of elements that take each step together in double: as many vectors of AVX-512 as there are steps to wait for.
const RUN: usize = 64;

/// Writes the correctly rounded sine of each element. Panics if the lengths differ.
pub fn sin_f32(src: &[f32], dst: &mut [f32]) {
    sin_f32_on(simd::chosen(), src, dst);
}

/// [`sin_f32`] compiled for `isa`.
#[inline(never)]
pub fn sin_f32_on(isa: Isa, src: &[f32], dst: &mut [f32]) {
    run::<InDouble<Hardware>, InDouble<Software>>(isa, src, dst);
}

/// Writes the sine of each element, with an error of at most 2 ULP. Panics if the lengths differ.
pub fn sin_f32_fast(src: &[f32], dst: &mut [f32]) {
    sin_f32_fast_on(simd::chosen(), src, dst);
}

/// [`sin_f32_fast`] compiled for `isa`.
#[inline(never)]
pub fn sin_f32_fast_on(isa: Isa, src: &[f32], dst: &mut [f32]) {
    run::<InFloat<Hardware>, InFloat<Software>>(isa, src, dst);
}

/// Writes the correctly rounded sine of each element. Panics if the lengths differ.
pub fn sin_f16(src: &[f16], dst: &mut [f16]) {
    sin_f16_on(simd::chosen(), src, dst);
}

/// [`sin_f16`] compiled for `isa`.
#[inline(never)]
pub fn sin_f16_on(isa: Isa, src: &[f16], dst: &mut [f16]) {
    halves::sines(isa, src, dst);
}

/// Writes the correctly rounded sine of each element. Panics if the lengths differ.
pub fn sin_bf16(src: &[bf16], dst: &mut [bf16]) {
    sin_bf16_on(simd::chosen(), src, dst);
}

/// [`sin_bf16`] compiled for `isa`.
#[inline(never)]
pub fn sin_bf16_on(isa: Isa, src: &[bf16], dst: &mut [bf16]) {
    brains::sines(isa, src, dst);
}

/// Computation of one block.
trait Kernel {
    fn block(src: &[f32], dst: &mut [f32], loops: Loops);
}

/// In double.
struct InDouble<A>(PhantomData<A>);

impl<A: MultiplyAdd> Kernel for InDouble<A> {
    #[inline(always)]
    fn block(src: &[f32], dst: &mut [f32], loops: Loops) {
        if A::FUSED && all_within(src, double::MODERATE) {
            let (runs, rest) = src.as_chunks::<RUN>();
            let (run_results, rest_results) = dst.as_chunks_mut::<RUN>();
            for (run, results) in runs.iter().zip(run_results) {
                double::of_moderate::<A, RUN>(run, results);
            }
            if !rest.is_empty() {
                // Cheaper than one by one, even for a few.
                let (mut run, mut results) = ([0.0; RUN], [0.0; RUN]);
                run[..rest.len()].copy_from_slice(rest);
                double::of_moderate::<A, RUN>(&run, &mut results);
                rest_results.copy_from_slice(&results[..rest.len()]);
            }
        } else {
            dst.copy_from_slice(&any::<A>(src, loops)[..src.len()]);
        }
    }
}

/// In float, and in double where an element of the block is large.
struct InFloat<A>(PhantomData<A>);

impl<A: MultiplyAdd> Kernel for InFloat<A> {
    #[inline(always)]
    fn block(src: &[f32], dst: &mut [f32], loops: Loops) {
        if all_within(src, float::MODERATE) {
            for (&x, y) in src.iter().zip(dst) {
                loops.step();
                *y = float::of_moderate::<A>(x);
            }
        } else {
            // Both, so that an element's result does not depend on its neighbours.
            for ((&x, &sine), y) in src.iter().zip(&any::<A>(src, loops)).zip(dst) {
                loops.step();
                let moderate = float::of_moderate::<A>(x);
                *y = if x.abs() <= float::MODERATE {
                    moderate
                } else {
                    sine
                };
            }
        }
    }
}

/// The sines of at most [`BLOCK`] elements of any size.
///
/// In a loop by itself, which writes to an array of its own: only then the compiler sees that no sine is written to the table of
/// turns, and that looking up turns is worth a vector.
#[inline(always)]
fn any<A: MultiplyAdd>(src: &[f32], loops: Loops) -> [f32; BLOCK] {
    let mut sines = [0.0; BLOCK];
    for (&x, sine) in src.iter().zip(&mut sines) {
        loops.step();
        *sine = settle(x, double::of_any::<A>(x));
    }
    sines
}

/// `sine`, the sine of `x`, but for what is no number: the NaN of `x`, made quiet, or a NaN for an infinity. Which NaN
/// arithmetic gives depends on the order of operands, which the compiler chooses.
#[inline(always)]
fn settle(x: f32, sine: f32) -> f32 {
    if x.is_finite() {
        sine
    } else {
        f32::from_bits(x.to_bits() | f32::NAN.to_bits())
    }
}

/// Returns true if no element is larger than `limit` or NaN.
#[inline(always)]
fn all_within(src: &[f32], limit: f32) -> bool {
    // The bits of a magnitude are ordered like the magnitude, and NaN is above all.
    let largest = src
        .iter()
        .fold(0, |largest, x| largest.max(x.to_bits() & 0x7fff_ffff));
    largest <= limit.to_bits()
}

/// Runs a kernel over all elements, block by block, compiled for `isa`: one kind of arithmetic or the other.
fn run<Fused: Kernel, Plain: Kernel>(isa: Isa, src: &[f32], dst: &mut [f32]) {
    assert_eq!(src.len(), dst.len());
    // A closure that is called for several instruction sets is not inlined by itself.
    let ran = simd::fused_loops(
        isa,
        #[inline(always)]
        |loops| blocks::<Fused>(src, dst, loops),
    );
    if ran.is_none() {
        blocks::<Plain>(src, dst, Loops::OF_BASELINE);
    }
}

#[inline(always)]
fn blocks<K: Kernel>(src: &[f32], dst: &mut [f32], loops: Loops) {
    // Of a length that the compiler knows, but for the rest.
    let (src, src_rest) = src.as_chunks::<BLOCK>();
    let (dst, dst_rest) = dst.as_chunks_mut::<BLOCK>();
    for (src, dst) in src.iter().zip(dst) {
        K::block(src, dst, loops);
    }
    K::block(src_rest, dst_rest, loops);
}
