//! Errors in units in the last place, and rounding of an exact result.

/// The distance between `got` and `exact` in units in the last place of a format with `precision` bits (hidden one included)
/// and the smallest exponent `min_exponent` (that of the smallest normal number).
pub fn error(got: f64, exact: f64, precision: i32, min_exponent: i32) -> f64 {
    if got.is_nan() && exact.is_nan() || got == exact {
        return 0.0;
    }
    if !got.is_finite() || !exact.is_finite() {
        return f64::INFINITY;
    }
    let exponent = (((exact.to_bits() >> 52 & 0x7ff) as i32) - 1023).max(min_exponent);
    // Never less than 2^-149: a normal number.
    let unit = f64::from_bits(((1023 + exponent - precision + 1) as u64) << 52);
    (got - exact).abs() / unit
}

/// [`error`] in float.
pub fn error_f32(got: f32, exact: f64) -> f64 {
    error(f64::from(got), exact, 24, -126)
}

/// The float nearest to a result known up to a relative error of `2^-slack`, or `None` if that does not decide it.
pub fn decided_f32(approximation: f64, slack: i32) -> Option<f32> {
    let margin = approximation * f64::from_bits(((1023 - slack) as u64) << 52);
    let (low, high) = (
        (approximation - margin) as f32,
        (approximation + margin) as f32,
    );
    (low.to_bits() == high.to_bits() || approximation.is_nan()).then_some(approximation as f32)
}

/// Returns true if two floats are the same number, sign of zero included, or both NaN.
pub fn same_f32(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}
