//! `xmath/scalar/scalar_misc.h`: conversions from 64 bits.

use crate::abi::parameter::Slot;
use crate::abi::xmath::trap::{store_and_return, trap};
use crate::abi::xmath::types::*;
use crate::kernels::fixed::ScaledLong;
use crate::kernels::fixed::float::{from_f64, is_finite_f64, narrow, rescale_long};
use hostnpu_aclnn_macros::entry;

/// b * 2^b_exp with a mantissa of 32 bits: floored to what fits, unchanged where it fits. Its exponent goes to *a_exp.
#[entry(xmath)]
fn s64_to_s32(a_exp: Slot<exponent_t>, b: i64, b_exp: exponent_t) -> i32 {
    let a = narrow(ScaledLong {
        mantissa: b,
        exponent: b_exp,
    });
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s64_to_s32: `a_exp` is null; the exponent is lost.",
    )
}

/// x with a mantissa of 32 bits: floored to what fits.
#[entry(xmath)]
fn float_s64_to_float_s32(x: float_s64_t) -> float_s32_t {
    narrow(ScaledLong {
        mantissa: x.mant,
        exponent: x.exp,
    })
    .into()
}

/// The mantissa that x has at another exponent: floored, or saturated to 32 bits.
#[entry(xmath)]
fn float_s64_to_s32(x: float_s64_t, out_exp: exponent_t) -> i32 {
    let x = ScaledLong {
        mantissa: x.mant,
        exponent: x.exp,
    };
    rescale_long(x, out_exp)
}

/// The nearest float_s32_t: the fraction of x in 0.5..1 times 2^31 - 1, rounded half away from zero.
/// An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and counts as 0.
#[entry(xmath)]
fn f64_to_float_s32(x: f64) -> float_s32_t {
    if !is_finite_f64(x) {
        trap("f64_to_float_s32: `x` is infinite or NaN; it counts as 0.");
    }
    from_f64(x).into()
}
