//! Reductions to booleans.

use super::folds;

folds! {
    /// True if some element is not 0.
    AnyTrue: u8 => u8, 0, |any, x, _center, _number| any | u8::from(x != 0), |a, b| a | b;
    /// True if no element is 0.
    AllTrue: u8 => u8, 1, |all, x, _center, _number| all & u8::from(x != 0), |a, b| a & b;
}
