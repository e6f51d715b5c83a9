//! The sine of bf16: in float, or in double where it is large, rounded once.

use half::bf16;

use super::{BLOCK, float};
use crate::fused::{Hardware, MultiplyAdd, Software};
use crate::simd::{self, Isa, Loops};
use hostnpu_numeric::narrow::{bf16_to_f32, f32_to_bf16};

/// Writes the sine of each element, compiled for `isa`. Panics if the lengths differ.
pub fn sines(isa: Isa, src: &[bf16], dst: &mut [bf16]) {
    assert_eq!(src.len(), dst.len());
    let ran = simd::fused_loops(
        isa,
        #[inline(always)]
        |loops| blocks::<Hardware>(src, dst, loops),
    );
    if ran.is_none() {
        blocks::<Software>(src, dst, Loops::OF_BASELINE);
    }
}

/// Elements of an inner loop: over more, the compiler unrolls until it has no registers for the constants.
const RUN: usize = 128;

#[inline(always)]
fn blocks<A: MultiplyAdd>(src: &[bf16], dst: &mut [bf16], loops: Loops) {
    for (src, dst) in src.chunks(BLOCK).zip(dst.chunks_mut(BLOCK)) {
        let largest = src
            .iter()
            .fold(0, |largest, x| largest.max(x.to_bits() & 0x7fff));
        if largest <= bf16::from_f32_const(float::MODERATE).to_bits() {
            moderate::<A>(src, dst, loops);
        } else {
            any::<A>(src, dst, loops);
        }
    }
}

#[inline(always)]
fn moderate<A: MultiplyAdd>(src: &[bf16], dst: &mut [bf16], loops: Loops) {
    let (runs, rest) = src.as_chunks::<RUN>();
    let (run_results, rest_results) = dst.as_chunks_mut::<RUN>();
    for (run, results) in runs.iter().zip(run_results) {
        let pairs = run.as_chunks::<2>().0;
        for (&x, y) in pairs.iter().zip(results.as_chunks_mut::<2>().0) {
            loops.step();
            *y = pair::<A>(x);
        }
    }
    for (&x, y) in rest.iter().zip(rest_results) {
        loops.step();
        [*y, _] = pair::<A>([x, bf16::ZERO]);
    }
}

/// The sines of two neighbours, which fill a word: no element has to move from a short lane to a long one and back.
#[inline(always)]
fn pair<A: MultiplyAdd>(x: [bf16; 2]) -> [bf16; 2] {
    let word = u32::from(x[0].to_bits()) | u32::from(x[1].to_bits()) << 16;
    let (low, high) = (word << 16, word & 0xffff_0000);
    // Half a unit is added, and what is below a unit is cut off. The middle between two bf16 would have to go to the even one: no
    // float here is one.
    let half_unit = 0x8000;
    let sine = |bits: u32| {
        let sine = float::of_moderate_half::<A>(f32::from_bits(bits));
        sine.to_bits().wrapping_add(half_unit)
    };
    let word = sine(low) >> 16 | sine(high) & 0xffff_0000;
    [word as u16, (word >> 16) as u16].map(bf16::from_bits)
}

/// Computes both ways, so that an element's result does not depend on its neighbours.
#[inline(always)]
fn any<A: MultiplyAdd>(src: &[bf16], dst: &mut [bf16], loops: Loops) {
    let mut wide = [0.0; BLOCK];
    for (&x, wide) in src.iter().zip(&mut wide) {
        loops.step();
        *wide = bf16_to_f32(x);
    }
    let sines = super::any::<A>(&wide[..src.len()], loops);
    for ((&x, &sine), y) in src.iter().zip(&sines).zip(dst) {
        loops.step();
        let x = bf16_to_f32(x);
        let moderate = float::of_moderate_half::<A>(x);
        *y = f32_to_bf16(if x.abs() <= float::MODERATE {
            moderate
        } else {
            sine
        });
    }
}
