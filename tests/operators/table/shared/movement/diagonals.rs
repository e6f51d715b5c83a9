//! Samples and checks of several operators: diagonals, values that are tensors, and classes.

pub const NUMBERS: &str = "f16 f32 f64 i8 i16 i32 i64 u8 bool c64 | 910B 950: + bf16";
