//! Comparisons, logic and bits of two tensors: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;
use hostnpu_engine::{Binary, Unary, binary, unary};
use hostnpu_kernels::arith;

macro_rules! binaries {
    ($($(#[$doc:meta])* $table:ident = $function:ident: $($t:ident)+;)*) => {$(
        $(#[$doc])*
        pub static $table: Binary =
            Binary::new(stringify!($function), &[$(binary(arith::$function::$t)),+]);
    )*};
}

binaries! {
    /// True if elements are equal.
    EQ = eq: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128;
    /// True if elements differ.
    NE = ne: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128;
    /// True if the first is below the second.
    LT = lt: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool;
    /// True if the first is below the second, or equal.
    LE = le: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool;
    /// True if the first is above the second.
    GT = gt: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool;
    /// True if the first is above the second, or equal.
    GE = ge: f32 f64 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64 bool;
    /// True if both are true.
    LOGICAL_AND = logical_and: bool;
    /// True if one is true.
    LOGICAL_OR = logical_or: bool;
    /// True if exactly one is true.
    LOGICAL_XOR = logical_xor: bool;
    /// The bits that both have.
    BITWISE_AND = bitwise_and: bool i8 u8 i16 u16 i32 u32 i64 u64;
    /// The bits that one has.
    BITWISE_OR = bitwise_or: bool i8 u8 i16 u16 i32 u32 i64 u64;
    /// The bits that exactly one has.
    BITWISE_XOR = bitwise_xor: bool i8 u8 i16 u16 i32 u32 i64 u64;
}

/// True if an element is false.
pub static LOGICAL_NOT: Unary = Unary::new("logical_not", &[unary(arith::logical_not::bool)]);

tables! { binary_with, Binary;
    /// True if numbers are equal, or near each other; the parameters are the tolerances, relative and absolute, and whether NaN are equal.
    IS_CLOSE = arith::is_close: f32 f64 i32 i64;
}
