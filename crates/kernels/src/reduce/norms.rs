//! Sums of functions of floats, in double.

use super::extremes::key_of_f32;
use super::folds;
use crate::math::{exp, pow};

folds! {
    /// Number of elements that are not 0. NaN is one.
    CountNonZero: f32 => f64, 0.0,
        |sum, x, _center, _number| sum + if x == 0.0 { 0.0 } else { 1.0 }, |a, b| a + b;
    /// The sum of the magnitudes.
    MagnitudeSum: f32 => f64, 0.0,
        |sum, x, _center, _number| sum + f64::from(x).abs(), |a, b| a + b;
    /// The sum of the squares.
    SquareSum: f32 => f64, 0.0,
        |sum, x, _center, _number| sum + f64::from(x) * f64::from(x), |a, b| a + b;
    /// The sum of the third powers of the magnitudes.
    ThirdPowerSum: f32 => f64, 0.0,
        |sum, x, _center, _number| sum + f64::from(x) * f64::from(x) * f64::from(x).abs(), |a, b| a + b;
    /// The sum of the magnitudes to the power of the number.
    PowerSum [heavy true]: f32 => f64, 0.0,
        |sum, x, _center, number| sum + pow::wide_of(f64::from(x).abs(), number), |a, b| a + b;
    /// The key of the largest magnitude.
    LargestMagnitude: f32 => i32, 0,
        |most, x, _center, _number| most.max(key_of_f32(x.abs(), i32::MAX)), |a, b| a.max(b);
    /// The key of the smallest magnitude.
    SmallestMagnitude: f32 => i32, i32::MAX,
        |least, x, _center, _number| least.min(key_of_f32(x.abs(), i32::MIN)), |a, b| a.min(b);
    /// The sum of the squared distances from the center.
    SquareSumAbout centered: f32 => f64, 0.0,
        |sum, x, center, _number| {
            let distance = f64::from(x) - center;
            sum + distance * distance
        },
        |a, b| a + b;
    /// The sum of the exponentials of the distances from the center.
    ExponentialSum centered [heavy true]: f32 => f64, 0.0,
        |sum, x, center, _number| sum + exp::wide_of(f64::from(x) - center), |a, b| a + b;
}
