//! `xmath/scalar/`: one file for each header that declares functions.

pub mod f32;
pub mod float_s32;
pub mod s16;
pub mod s32;
pub mod scalar_misc;

use super::types::float_s32_t;
use crate::kernels::fixed::Scaled;

impl From<float_s32_t> for Scaled {
    #[inline(always)]
    fn from(x: float_s32_t) -> Self {
        Scaled {
            mantissa: x.mant,
            exponent: x.exp,
        }
    }
}

impl From<Scaled> for float_s32_t {
    #[inline(always)]
    fn from(x: Scaled) -> Self {
        float_s32_t {
            mant: x.mantissa,
            exp: x.exponent,
        }
    }
}
