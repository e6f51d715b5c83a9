//! Samples and checks of several operators: equality of whole tensors, and what is in one.

pub const NUMERIC: &str = "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
