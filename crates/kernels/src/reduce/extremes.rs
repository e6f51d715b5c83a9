//! The largest and the smallest element. A floating-point number is compared as an integer of its order, in which -0 is just below 0; NaN
//! is beyond all numbers.

use super::folds;

/// An integer of the order of floats; `nan` for NaN.
#[inline(always)]
pub(super) fn key_of_f32(x: f32, nan: i32) -> i32 {
    let bits = x.to_bits() as i32;
    // Negative numbers grow the other way.
    let key = bits ^ ((bits >> 31) & i32::MAX);
    if x.is_nan() { nan } else { key }
}

/// An integer of the order of doubles; `nan` for NaN.
#[inline(always)]
pub(super) fn key_of_f64(x: f64, nan: i64) -> i64 {
    let bits = x.to_bits() as i64;
    let key = bits ^ ((bits >> 63) & i64::MAX);
    if x.is_nan() { nan } else { key }
}

folds! {
    /// The key of the largest float.
    MaxF32: f32 => i32, i32::MIN,
        |most, x, _center, _number| most.max(key_of_f32(x, i32::MAX)), |a, b| a.max(b);
    /// The key of the smallest float.
    MinF32: f32 => i32, i32::MAX,
        |least, x, _center, _number| least.min(key_of_f32(x, i32::MIN)), |a, b| a.min(b);
    /// The key of the largest double.
    MaxF64: f64 => i64, i64::MIN,
        |most, x, _center, _number| most.max(key_of_f64(x, i64::MAX)), |a, b| a.max(b);
    /// The key of the smallest double.
    MinF64: f64 => i64, i64::MAX,
        |least, x, _center, _number| least.min(key_of_f64(x, i64::MIN)), |a, b| a.min(b);
    /// The largest integer.
    MaxI32: i32 => i32, i32::MIN, |most, x, _center, _number| most.max(x), |a, b| a.max(b);
    /// The smallest integer.
    MinI32: i32 => i32, i32::MAX, |least, x, _center, _number| least.min(x), |a, b| a.min(b);
    /// The largest integer.
    MaxI64: i64 => i64, i64::MIN, |most, x, _center, _number| most.max(x), |a, b| a.max(b);
    /// The smallest integer.
    MinI64: i64 => i64, i64::MAX, |least, x, _center, _number| least.min(x), |a, b| a.min(b);
}
