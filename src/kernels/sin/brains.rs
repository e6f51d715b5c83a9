//! The sine of bf16: in float, or in double where it is large, rounded once.

use half::bf16;

use super::{BLOCK, double, float, settle};
use crate::kernels::fused::{Hardware, MultiplyAdd, Software};
use crate::kernels::half_runs::{bf16_to_f32, f32_to_bf16, number_to_bf16};
use crate::kernels::simd::{self, Isa};

/// Writes the sine of each element, compiled for `isa`. Panics if the lengths differ.
pub fn sines(isa: Isa, src: &[bf16], dst: &mut [bf16]) {
    assert_eq!(src.len(), dst.len());
    if Hardware::serves(isa) {
        simd::with(
            isa,
            #[inline(always)]
            || blocks::<Hardware>(src, dst),
        );
    } else {
        blocks::<Software>(src, dst);
    }
}

#[inline(always)]
fn blocks<A: MultiplyAdd>(src: &[bf16], dst: &mut [bf16]) {
    for (src, dst) in src.chunks(BLOCK).zip(dst.chunks_mut(BLOCK)) {
        let largest = src
            .iter()
            .fold(0, |largest, x| largest.max(x.to_bits() & 0x7fff));
        if largest <= bf16::from_f32_const(float::MODERATE).to_bits() {
            let (src, src_rest) = src.as_chunks::<128>();
            let (dst, dst_rest) = dst.as_chunks_mut::<128>();
            for (src, dst) in src.iter().zip(dst) {
                for (s, d) in src
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .zip(dst.as_chunks_mut::<2>().0)
                {
                    *d = pair::<A>(*s);
                }
            }
            for (&x, y) in src_rest.iter().zip(dst_rest) {
                *y = number_to_bf16(float::of_moderate_half::<A>(bf16_to_f32(x)));
            }
        } else {
            // Both, so that an element's result does not depend on its neighbours.
            for (&x, y) in src.iter().zip(dst) {
                let x = bf16_to_f32(x);
                let (moderate, any) = (float::of_moderate_half::<A>(x), double::of_any::<A>(x));
                *y = f32_to_bf16(if x.abs() <= float::MODERATE {
                    moderate
                } else {
                    settle(x, any)
                });
            }
        }
    }
}

/// The sines of two neighbours, which fill a word: no element has to move from a short lane to a long one and back.
#[inline(always)]
fn pair<A: MultiplyAdd>(x: [bf16; 2]) -> [bf16; 2] {
    let word = u32::from(x[0].to_bits()) | u32::from(x[1].to_bits()) << 16;
    let (low, high) = (word << 16, word & 0xffff_0000);
    let sine = |bits: u32| {
        let bits = float::of_moderate_half::<A>(f32::from_bits(bits)).to_bits();
        bits.wrapping_add(0x8000)
    };
    let word = sine(low) >> 16 | sine(high) & 0xffff_0000;
    [word as u16, (word >> 16) as u16].map(bf16::from_bits)
}
