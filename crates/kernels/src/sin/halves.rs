//! The sine of f16: in float, rounded once.

use half::f16;

use super::{BLOCK, float, settle};
use crate::half_runs::{self, Conversion, RUN, Work};
use crate::simd::{Isa, Loops};

/// Writes the sine of each element, compiled for `isa`. Panics if the lengths differ.
pub fn sines(isa: Isa, src: &[f16], dst: &mut [f16]) {
    assert_eq!(src.len(), dst.len());
    half_runs::with(isa, Sines { src, dst });
}

struct Sines<'a> {
    src: &'a [f16],
    dst: &'a mut [f16],
}

impl Work for Sines<'_> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, loops: Loops) {
        blocks(conversion, loops, self.src, self.dst);
    }
}

#[inline(always)]
fn blocks<C: Conversion>(conversion: C, loops: Loops, src: &[f16], dst: &mut [f16]) {
    for (src, dst) in src.chunks(BLOCK).zip(dst.chunks_mut(BLOCK)) {
        // An infinity or a NaN among the elements is rare: the others need not be asked.
        let largest = src
            .iter()
            .fold(0, |largest, x| largest.max(x.to_bits() & 0x7fff));
        let sine = float::of_moderate_half::<C::Arithmetic>;
        if largest < f16::INFINITY.to_bits() {
            runs(conversion, loops, src, dst, sine);
        } else {
            runs(
                conversion,
                loops,
                src,
                dst,
                #[inline(always)]
                |x| settle(x, sine(x)),
            );
        }
    }
}

#[inline(always)]
fn runs(
    conversion: impl Conversion,
    loops: Loops,
    src: &[f16],
    dst: &mut [f16],
    sine: impl Fn(f32) -> f32 + Copy,
) {
    let (src, src_rest) = src.as_chunks::<RUN>();
    let (dst, dst_rest) = dst.as_chunks_mut::<RUN>();
    for (src, dst) in src.iter().zip(dst) {
        *dst = run(conversion, loops, src, sine);
    }
    if !src_rest.is_empty() {
        let mut rest = [f16::ZERO; RUN];
        rest[..src_rest.len()].copy_from_slice(src_rest);
        dst_rest.copy_from_slice(&run(conversion, loops, &rest, sine)[..src_rest.len()]);
    }
}

#[inline(always)]
fn run(
    conversion: impl Conversion,
    loops: Loops,
    src: &[f16; RUN],
    sine: impl Fn(f32) -> f32,
) -> [f16; RUN] {
    let mut values = conversion.widen(src);
    for x in &mut values {
        loops.step();
        *x = sine(*x);
    }
    conversion.narrow(&values)
}
