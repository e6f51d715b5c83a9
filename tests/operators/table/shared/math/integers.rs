//! Samples and checks of several operators: bits and divisors of integers.

pub const SHIFTED: &str = "i8 i16 i32 i64 u8 & u16 u32 u64";
pub const ALL: &str = "i8 i16 i32 i64 u8 u16 u32 u64";
