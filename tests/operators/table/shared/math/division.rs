//! Samples and checks of several operators: quotients and remainders.

use crate::table::Accuracy;

/// In DOUBLE, floors beyond 2^53 may be the next one.
pub const FLOORS: Accuracy = Accuracy::Ulp { f32: 0.5, f64: 1.0 };
pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
