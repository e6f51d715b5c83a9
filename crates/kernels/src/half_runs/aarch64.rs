//! f16 conversion by the processor's instructions, four elements at once. Every machine of this architecture has them.

use std::arch::aarch64::*;
use std::arch::asm;

use half::f16;

use super::{Conversion, RUN};
use crate::fused::Hardware;

/// Elements of a vector of floats.
const LANES: usize = 4;

/// NEON.
#[derive(Clone, Copy)]
pub struct ByFour;

impl Conversion for ByFour {
    type Arithmetic = Hardware;

    #[inline(always)]
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
        let mut dst = [0.0; RUN];
        let (from, to) = (src.as_chunks::<LANES>().0, dst.as_chunks_mut::<LANES>().0);
        for (x, y) in from.iter().zip(to) {
            *y = bytemuck::cast(widen(bytemuck::cast(*x)));
        }
        dst
    }

    #[inline(always)]
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
        let mut dst = [f16::ZERO; RUN];
        let (from, to) = (src.as_chunks::<LANES>().0, dst.as_chunks_mut::<LANES>().0);
        for (x, y) in from.iter().zip(to) {
            *y = bytemuck::cast(narrow(bytemuck::cast(*x)));
        }
        dst
    }
}

/// Widens the bits of FLOAT16, exactly.
#[inline(always)]
pub(crate) fn widen(halves: uint16x4_t) -> float32x4_t {
    // The compiler's functions for this ask for a type that is not stable.
    let floats;
    // SAFETY: the instruction changes nothing but its result.
    unsafe {
        asm!("fcvtl {floats:v}.4s, {halves:v}.4h", floats = lateout(vreg) floats, halves = in(vreg) halves,
            options(pure, nomem, nostack, preserves_flags));
    }
    floats
}

/// Rounds to the bits of FLOAT16.
#[inline(always)]
fn narrow(floats: float32x4_t) -> uint16x4_t {
    let halves;
    // SAFETY: as above.
    unsafe {
        asm!("fcvtn {halves:v}.4h, {floats:v}.4s", halves = lateout(vreg) halves, floats = in(vreg) floats,
            options(pure, nomem, nostack, preserves_flags));
    }
    halves
}
