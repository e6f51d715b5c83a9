//! Vectors of two NEON registers: tiles of four rows and three vectors fill the 32 registers.

use std::arch::aarch64::*;

use super::few::Widen;
use super::tile::{Factors, Tiles, Vector};
use super::{Block, Kind};
use crate::half_runs::aarch64::widen;

/// # Safety
/// As for [`Block::multiply`].
pub(super) unsafe fn multiply(block: Block, kind: Kind) {
    // SAFETY: the caller's promise.
    unsafe {
        match kind {
            Kind::Single => Tiles::<Pair<float32x4_t>, 4>::new(block).several(),
            _ => Tiles::<Pair<float64x2_t>, 4>::new(block).several(),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Pair<R>([R; 2]);

macro_rules! vectors {
    ($($register:ident: $number:ident, $lanes:literal, $all:ident, $load:ident, $store:ident, $add:ident, $add_product:ident;)+) => {$(
        // SAFETY, for all within: the caller's promise for the memory; NEON is part of the architecture.
        impl Factors for Pair<$register> {
            type Number = $number;

            #[inline(always)]
            unsafe fn all(from: *const $number) -> Self {
                // SAFETY: see above.
                Self([unsafe { $all(from.read()) }; 2])
            }

            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self {
                // SAFETY: see above.
                unsafe { Self([$load(from), $load(from.add($lanes))]) }
            }
        }

        // SAFETY, for all within: as above.
        impl Vector for Pair<$register> {
            const LANES: usize = 2 * $lanes;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: see above.
                Self([unsafe { $all(0.0) }; 2])
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $number) {
                // SAFETY: see above.
                unsafe {
                    $store(to, self.0[0]);
                    $store(to.add($lanes), self.0[1]);
                }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                Self(std::array::from_fn(|i| unsafe { $add(self.0[i], other.0[i]) }))
            }

            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                // SAFETY: see above.
                Self(std::array::from_fn(|i| unsafe { $add_product(self.0[i], a.0[i], b.0[i]) }))
            }
        }
    )+};
}

vectors! {
    float64x2_t: f64, 2, vdupq_n_f64, vld1q_f64, vst1q_f64, vaddq_f64, vfmaq_f64;
    float32x4_t: f32, 4, vdupq_n_f32, vld1q_f32, vst1q_f32, vaddq_f32, vfmaq_f32;
}

// SAFETY, for all within: the caller's promise for the memory; NEON is part of the architecture.
impl Widen for Pair<float32x4_t> {
    const FOUR_BITS: bool = true;

    #[inline(always)]
    unsafe fn f16(from: *const u16) -> Self {
        // SAFETY: see above.
        unsafe { Self([widen(vld1_u16(from)), widen(vld1_u16(from.add(4)))]) }
    }

    #[inline(always)]
    unsafe fn bf16(from: *const u16) -> Self {
        // SAFETY: see above.
        unsafe {
            let bits = vld1q_u16(from);
            Self([
                vreinterpretq_f32_u32(vshll_n_u16::<16>(vget_low_u16(bits))),
                vreinterpretq_f32_u32(vshll_high_n_u16::<16>(bits)),
            ])
        }
    }

    #[inline(always)]
    unsafe fn i8(from: *const i8) -> Self {
        // SAFETY: see above.
        unsafe {
            let shorts = vmovl_s8(vld1_s8(from));
            Self([
                vcvtq_f32_s32(vmovl_s16(vget_low_s16(shorts))),
                vcvtq_f32_s32(vmovl_high_s16(shorts)),
            ])
        }
    }

    #[inline(always)]
    unsafe fn i4(from: *const u32) -> Self {
        // SAFETY: see above.
        unsafe {
            let word = vdupq_n_s32(from.read_unaligned() as i32);
            Self([[28, 24, 20, 16], [12, 8, 4, 0]].map(|places| {
                let places = vld1q_s32(places.as_ptr());
                vcvtq_f32_s32(vshrq_n_s32::<28>(vshlq_s32(word, places)))
            }))
        }
    }
}
