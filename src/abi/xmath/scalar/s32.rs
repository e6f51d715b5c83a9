//! `xmath/scalar/s32.h`: 32-bit words, fixed-point functions, quotients.
//!
//! Every function is defined for every input. Source: the published 32-bit scalar page of lib_xcore_math; outside its
//! domains, and to the bit, the portable build. `s32_sqrt` follows the page where the two differ.

use crate::abi::parameter::{Room, Slot};
use crate::abi::xmath::trap::{store, store_and_return, trap, trap_and_return};
use crate::abi::xmath::types::*;
use crate::kernels::fixed::float::{multiply, shorten, to_f32};
use crate::kernels::fixed::reciprocal::{divide_saturating, reciprocal, reciprocal_of_nonzero};
use crate::kernels::fixed::rounding::shift_full_range;
use crate::kernels::fixed::square_root::square_root;
use crate::kernels::fixed::{Q, QuarterTurns, Scaled};
use crate::kernels::fixed::{exponential, logistic, powers, sine, tangent};
use hostnpu_aclnn_macros::entry;
use std::ffi::c_uint;

/// Largest number of mantissa bits that `s32_sqrt` computes.
pub const S32_SQRT_MAX_DEPTH: c_uint = 31;

/// Words of a chunk: as many as fit into a vector register.
const CHUNK: usize = 8;

/// The float nearest to mantissa * 2^exp. The mantissa is rounded to 24 bits first, half to even.
#[entry(xmath)]
fn s32_to_f32(mantissa: i32, exp: exponent_t) -> f32 {
    to_f32(Scaled {
        mantissa,
        exponent: exp,
    })
}

/// b * 2^b_exp with a mantissa of 16 bits: floored to what fits, unchanged where it fits. Its exponent goes to *a_exp.
#[entry(xmath)]
fn s32_to_s16(a_exp: Slot<exponent_t>, b: i32, b_exp: exponent_t) -> i16 {
    let a = shorten(Scaled {
        mantissa: b,
        exponent: b_exp,
    });
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s32_to_s16: `a_exp` is null; the exponent is lost.",
    )
}

/// The square root of b * 2^b_exp: exactly the `depth` most significant bits of its 31-bit mantissa, zeros behind them.
/// A depth above 31 counts as 31. b <= 0 gives 0. The exponent goes to *a_exp.
#[entry(xmath)]
fn s32_sqrt(a_exp: Slot<exponent_t>, b: i32, b_exp: exponent_t, depth: c_uint) -> i32 {
    let b = Scaled {
        mantissa: b,
        exponent: b_exp,
    };
    let a = square_root(b, depth);
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s32_sqrt: `a_exp` is null; the exponent is lost.",
    )
}

/// 1 / b, truncated to a mantissa of 2^29 to 2^30. Its exponent goes to *a_exp.
/// b = 0 is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and gives 0x7FFFFFFF with exponent -29.
#[entry(xmath)]
fn s32_inverse(a_exp: Slot<exponent_t>, b: i32) -> i32 {
    let Some(a) = reciprocal_of_nonzero(b) else {
        return inverse_of_zero(a_exp);
    };
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s32_inverse: `a_exp` is null; the exponent is lost.",
    )
}

/// `s32_inverse` where a device stops. C's convention says that nothing unwinds, so the entry point's other way needs no frame.
#[cold]
#[inline(never)]
extern "C" fn inverse_of_zero(a_exp: Slot<exponent_t>) -> i32 {
    trap("s32_inverse: `b` is 0, which has no inverse; the result is the largest mantissa.");
    let a = reciprocal(0);
    store(
        a_exp,
        a.exponent,
        "s32_inverse: `a_exp` is null; the exponent is lost.",
    );
    a.mantissa
}

/// (b * 2^b_exp) * (c * 2^c_exp), rounded to about 30 bits. The exponent goes to *a_exp.
#[entry(xmath)]
fn s32_mul(a_exp: Slot<exponent_t>, b: i32, c: i32, b_exp: exponent_t, c_exp: exponent_t) -> i32 {
    let a = multiply(
        Scaled {
            mantissa: b,
            exponent: b_exp,
        },
        Scaled {
            mantissa: c,
            exponent: c_exp,
        },
    );
    store_and_return(
        a_exp,
        a.exponent,
        a.mantissa,
        "s32_mul: `a_exp` is null; the exponent is lost.",
    )
}

/// The angle in units of pi/2, folded into -1..1 such that its sine stays the same.
#[entry(xmath)]
fn radians_to_sbrads(theta: radian_q24_t) -> sbrad_t {
    sine::from_radians(Q(theta)).0
}

/// The sine of theta * pi/2, for every theta but INT32_MIN. Within 63 units of 2^-30.
#[entry(xmath)]
fn sbrad_sin(theta: sbrad_t) -> q2_30 {
    sine::sine(QuarterTurns(theta)).0
}

/// The tangent of theta * pi/2, for theta within -0.5..0.5 (angles up to pi/4). Within 630 units of 2^-30.
#[entry(xmath)]
fn sbrad_tan(theta: sbrad_t) -> q2_30 {
    tangent::tangent(QuarterTurns(theta)).0
}

/// The sine of an angle in radians. Within 63 units of 2^-30.
#[entry(xmath)]
fn q24_sin(theta: radian_q24_t) -> q2_30 {
    sine::sine_radians(Q(theta)).0
}

/// The cosine of an angle in radians. Within 63 units of 2^-30.
#[entry(xmath)]
fn q24_cos(theta: radian_q24_t) -> q2_30 {
    sine::cosine_radians(Q(theta)).0
}

/// The tangent of an angle in radians. No angle of this format is a pole.
#[entry(xmath)]
fn q24_tan(theta: radian_q24_t) -> float_s32_t {
    tangent::tangent_radians(Q(theta)).into()
}

/// e^x, for x within -0.5..0.5, within 2 units of 2^-30. Above ln(2) the result wraps.
#[entry(xmath)]
fn q30_exp_small(x: q2_30) -> q2_30 {
    exponential::exponential_small(Q(x)).0
}

/// 1 / (1 + e^-x), within 36 units of 2^-24.
#[entry(xmath)]
fn q24_logistic(x: q8_24) -> q8_24 {
    logistic::logistic(Q(x)).0
}

/// 1 / (1 + e^-x) by straight lines, within 110281 units of 2^-24.
#[entry(xmath)]
fn q24_logistic_fast(x: q8_24) -> q8_24 {
    logistic::logistic_fast(Q(x)).0
}

/// Writes b in the eight words of a. An address that is not a multiple of 8 is reported (it ends the process if
/// HOSTNPU_XMATH_TRAPS is 1), and works.
#[entry(xmath)]
fn s32_to_chunk_s32(a: Slot<i32>, b: i32) {
    let a = a.array::<CHUNK>();
    if a.is_null() || a.addr() & 7 != 0 {
        return odd_chunk(a, b);
    }
    a.write([b; CHUNK]);
}

/// `s32_to_chunk_s32` where a device stops. C's convention says that nothing unwinds, so the entry point only jumps here.
#[cold]
#[inline(never)]
extern "C" fn odd_chunk(a: Slot<[i32; CHUNK]>, b: i32) {
    if a.addr() & 7 != 0 {
        trap(
            "s32_to_chunk_s32: `a` is not aligned to 8 bytes, which a device asks for; the chunk was written.",
        );
    }
    store(
        a,
        [b; CHUNK],
        "s32_to_chunk_s32: `a` is null; nothing was written.",
    )
}

/// 1, b, b^2, ... in a[0], ..., a[N - 1], each rounded and saturated. a[0] is written for N = 0, too.
#[entry(xmath)]
#[expect(non_snake_case, reason = "names of the C header")]
fn q30_powers(#[length(N.max(1))] a: Room<'_, q2_30>, b: q2_30, N: c_uint) {
    if let Some(a) = words(a, "q30_powers: `a` is null; nothing was written.") {
        powers::powers(Q(b), a);
    }
}

/// b, b^3, b^5, ... in a[0], ..., a[count - 1], each product shifted right by shr (0 to 63; negative counts as 0), floored
/// and wrapped. a[0] is written for count = 0, too.
#[entry(xmath)]
fn s32_odd_powers(
    #[length(count.max(1))] a: Room<'_, i32>,
    b: i32,
    count: c_uint,
    shr: right_shift_t,
) {
    if let Some(a) = words(a, "s32_odd_powers: `a` is null; nothing was written.") {
        powers::odd_powers(b, shr.max(0) as u32, a);
    }
}

/// The caller's array of `count` words, and of one word for `count` 0; a null pointer is a trap.
fn words<'a>(a: Room<'a, i32>, null: &'static str) -> Option<&'a mut [i32]> {
    let words = a.into_slice();
    if words.is_none() {
        // Nothing is left to do then, and the entry point only jumps there.
        trap_and_return((), null);
    }
    words
}

/// x shifted right by shr, floored; negative counts shift left and saturate to INT32_MAX or INT32_MIN. Any count is defined.
#[entry(xmath)]
fn s32_ashr(x: i32, shr: right_shift_t) -> i32 {
    shift_full_range(x, shr)
}

/// b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives the end of that range on b's side.
#[entry(xmath)]
fn s32_divide_s64_s32(b: i64, c: i32) -> i32 {
    check_divisor(
        c == 0,
        "s32_divide_s64_s32: `c` is 0; the quotient is saturated.",
    );
    signed_quotient(b.into(), c.into())
}

/// b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives INT32_MAX (0 for b = 0).
#[entry(xmath)]
fn s32_divide_u64_s32(b: u64, c: i32) -> i32 {
    check_divisor(
        c == 0,
        "s32_divide_u64_s32: `c` is 0; the quotient is saturated.",
    );
    signed_quotient(b.into(), c.into())
}

/// b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives the end of that range on b's side.
#[entry(xmath)]
fn s32_divide_s64_u32(b: i64, c: u32) -> i32 {
    check_divisor(
        c == 0,
        "s32_divide_s64_u32: `c` is 0; the quotient is saturated.",
    );
    signed_quotient(b.into(), c.into())
}

/// b / c truncated, saturated to UINT32_MAX. c = 0 is reported and gives UINT32_MAX (0 for b = 0).
#[entry(xmath)]
fn u32_divide_u64_u32(b: u64, c: u32) -> u32 {
    check_divisor(
        c == 0,
        "u32_divide_u64_u32: `c` is 0; the quotient is saturated.",
    );
    divide_saturating(b.into(), c.into(), 0, u32::MAX.into()) as u32
}

fn check_divisor(is_zero: bool, sentence: &str) {
    if is_zero {
        trap(sentence);
    }
}

fn signed_quotient(b: i128, c: i128) -> i32 {
    divide_saturating(b, c, i32::MIN.into(), i32::MAX.into()) as i32
}
