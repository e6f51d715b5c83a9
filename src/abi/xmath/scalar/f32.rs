//! `xmath/scalar/f32.h`: floats taken apart.

use crate::abi::parameter::Slot;
use crate::abi::xmath::trap::{store, trap};
use crate::abi::xmath::types::*;
use crate::kernels::fixed::Scaled;
use crate::kernels::fixed::float::{from_f32, is_finite_f32, rescale, shorten};
use hostnpu_aclnn_macros::entry;

/// Mantissa and exponent of `x`; an infinity or NaN is a trap.
#[inline]
fn unpack(x: f32, not_finite: &str) -> Scaled {
    if !is_finite_f32(x) {
        trap(not_finite);
    }
    from_f32(x)
}

/// input as mantissa * 2^exp, exact. The mantissa has no headroom.
/// An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and gives 0 and -31, as 0 does.
#[entry(xmath)]
fn f32_unpack_s32(mantissa: Slot<i32>, exp: Slot<exponent_t>, input: f32) {
    unpack_s32(mantissa, exp, input);
}

#[inline]
fn unpack_s32(mantissa: Slot<i32>, exp: Slot<exponent_t>, input: f32) {
    let x = unpack(
        input,
        "f32_unpack_s32: `input` is infinite or NaN; it counts as 0.",
    );
    store(
        mantissa,
        x.mantissa,
        "f32_unpack_s32: `mantissa` is null; it is lost.",
    );
    store(
        exp,
        x.exponent,
        "f32_unpack_s32: `exp` is null; it is lost.",
    );
}

/// The name that f32_unpack_s32 had before 3.0.0.
#[entry(xmath)]
fn f32_unpack(mantissa: Slot<i32>, exp: Slot<exponent_t>, input: f32) {
    unpack_s32(mantissa, exp, input);
}

/// input as mantissa * 2^exp, the mantissa floored to 16 bits.
/// An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and counts as 0.
#[entry(xmath)]
fn f32_unpack_s16(mantissa: Slot<i16>, exp: Slot<exponent_t>, input: f32) {
    let x = shorten(unpack(
        input,
        "f32_unpack_s16: `input` is infinite or NaN; it counts as 0.",
    ));
    store(
        mantissa,
        x.mantissa,
        "f32_unpack_s16: `mantissa` is null; it is lost.",
    );
    store(
        exp,
        x.exponent,
        "f32_unpack_s16: `exp` is null; it is lost.",
    );
}

/// x as a mantissa with an exponent, exact. An infinity or NaN is reported and counts as 0.
#[entry(xmath)]
fn f32_to_float_s32(x: f32) -> float_s32_t {
    unpack(
        x,
        "f32_to_float_s32: `x` is infinite or NaN; it counts as 0.",
    )
    .into()
}

/// The mantissa that x has at the given exponent: floored, or saturated. An infinity or NaN is reported and counts as 0.
#[entry(xmath)]
fn f32_to_s32(x: f32, out_exp: exponent_t) -> i32 {
    rescale(
        unpack(x, "f32_to_s32: `x` is infinite or NaN; it counts as 0."),
        out_exp,
    )
}
