//! Functions of integers: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;

tables! { binary, Binary;
    /// The first, shifted to the left by the second; 0 for a count that is negative, or not below the number of bits.
    LEFT_SHIFT = arith::left_shift: i8 u8 i16 u16 i32 u32 i64 u64;
    /// The first, shifted to the right by the second, filled with its sign; counts are limited to those from 0 to the number of bits less 1.
    RIGHT_SHIFT = arith::right_shift: i8 u8 i16 u16 i32 u32 i64 u64;
    /// The greatest common divisor.
    GCD = arith::gcd: i8 u8 i16 i32 i64;
}

tables! { unary, Unary;
    /// All bits of an integer inverted; whether a truth value is false.
    BITWISE_NOT = arith::bitwise_not: bool i8 u8 i16 u16 i32 u32 i64 u64;
}
