//! `xmath/scalar/s16.h`: 16-bit words.

use crate::abi::parameter::Slot;
use crate::abi::xmath::trap::store_and_return;
use crate::abi::xmath::types::*;
use crate::kernels::fixed::ScaledShort;
use crate::kernels::fixed::float::lengthen;
use hostnpu_aclnn_macros::entry;
use std::ffi::c_uint;

/// b * 2^b_exp with a mantissa of 32 bits; without headroom if remove_hr is not 0. Its exponent goes to *a_exp.
#[entry(xmath)]
fn s16_to_s32(a_exp: Slot<exponent_t>, b: i16, b_exp: exponent_t, remove_hr: c_uint) -> i32 {
    let b = ScaledShort {
        mantissa: b,
        exponent: b_exp,
    };
    let a = lengthen(b, remove_hr != 0);
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s16_to_s32: `a_exp` is null; the exponent is lost.",
    )
}
