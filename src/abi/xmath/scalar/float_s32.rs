//! `xmath/scalar/float_s32.h`: arithmetic on numbers of a 32-bit mantissa and an exponent.

use crate::abi::xmath::trap::trap;
use crate::abi::xmath::types::*;
use crate::kernels::fixed::exponential::exponential;
use crate::kernels::fixed::float;
use hostnpu_aclnn_macros::entry;
use std::ffi::c_uint;

/// x * y, rounded to about 30 bits.
#[entry(xmath)]
fn float_s32_mul(x: float_s32_t, y: float_s32_t) -> float_s32_t {
    float::multiply(x.into(), y.into()).into()
}

/// x + y, at the larger of their two exponents without headroom, plus 1; both are floored to it.
#[entry(xmath)]
fn float_s32_add(x: float_s32_t, y: float_s32_t) -> float_s32_t {
    float::add(x.into(), y.into()).into()
}

/// x - y, at the larger of their two exponents without headroom, plus 1; both are floored to it.
#[entry(xmath)]
fn float_s32_sub(x: float_s32_t, y: float_s32_t) -> float_s32_t {
    float::subtract(x.into(), y.into()).into()
}

/// x / y, as x times the truncated inverse of y. y = 0 is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and
/// counts as 2^-2 of its exponent.
#[entry(xmath)]
fn float_s32_div(x: float_s32_t, y: float_s32_t) -> float_s32_t {
    if y.mant == 0 {
        trap("float_s32_div: `y` is 0; the quotient is that by the smallest number.");
    }
    float::divide(x.into(), y.into()).into()
}

/// The magnitude of x. That of mantissa INT32_MIN is INT32_MAX.
#[entry(xmath)]
fn float_s32_abs(x: float_s32_t) -> float_s32_t {
    float::absolute(x.into()).into()
}

/// 1 if x - y, as float_s32_sub computes it, is above 0, else 0.
#[entry(xmath)]
fn float_s32_gt(x: float_s32_t, y: float_s32_t) -> c_uint {
    (float::subtract(x.into(), y.into()).mantissa > 0).into()
}

/// 1 if x - y, as float_s32_sub computes it, is not below 0, else 0.
#[entry(xmath)]
fn float_s32_gte(x: float_s32_t, y: float_s32_t) -> c_uint {
    (float::subtract(x.into(), y.into()).mantissa >= 0).into()
}

/// coef * x + (1 - coef) * y: one step of an exponential moving average.
#[entry(xmath)]
fn float_s32_ema(x: float_s32_t, y: float_s32_t, coef: uq2_30) -> float_s32_t {
    float::moving_average(x.into(), y.into(), coef).into()
}

/// The square root of x, as s32_sqrt computes it at depth 31.
#[entry(xmath)]
fn float_s32_sqrt(x: float_s32_t) -> float_s32_t {
    float::root(x.into()).into()
}

/// e^b.
#[entry(xmath)]
fn float_s32_exp(b: float_s32_t) -> float_s32_t {
    exponential(b.into()).into()
}

/// x with a mantissa of 64 bits.
#[entry(xmath)]
fn float_s32_to_float_s64(x: float_s32_t) -> float_s64_t {
    float_s64_t {
        mant: x.mant.into(),
        exp: x.exp,
    }
}

/// The float nearest to x, as s32_to_f32 rounds it.
#[entry(xmath)]
fn float_s32_to_f32(x: float_s32_t) -> f32 {
    float::to_f32(x.into())
}

/// The double nearest to x.
#[entry(xmath)]
fn float_s32_to_f64(x: float_s32_t) -> f64 {
    float::to_f64(x.into())
}

/// The name that float_s32_to_f32 had before 3.0.0.
#[entry(xmath)]
fn float_s32_to_float(x: float_s32_t) -> f32 {
    float::to_f32(x.into())
}

/// The name that float_s32_to_f64 had before 3.0.0.
#[entry(xmath)]
fn float_s32_to_double(x: float_s32_t) -> f64 {
    float::to_f64(x.into())
}

/// x at another exponent: the mantissa is floored, or saturates.
#[entry(xmath)]
fn float_s32_use_exponent(x: float_s32_t, new_exp: exponent_t) -> float_s32_t {
    float_s32_t {
        mant: float::rescale(x.into(), new_exp),
        exp: new_exp,
    }
}

/// The mantissa that x has at another exponent: floored, or saturated.
#[entry(xmath)]
fn float_s32_to_s32(x: float_s32_t, out_exp: exponent_t) -> i32 {
    float::rescale(x.into(), out_exp)
}
