//! Sums of products and quotients, rounded once: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;

tables! { ternary_with, Ternary;
    /// `a + value * b * c`, the value a parameter; integers wrap.
    ADD_MUL = arith::add_mul: f32 f64 f16 bf16 i8 u8 i16 i32 i64;
    /// `a + value * b / c`, the value a parameter; of integers `a + value * (b / c)`, the quotient toward zero.
    ADD_DIV = arith::add_div: f32 f64 f16 bf16 i64;
}

tables! { binary_with, Binary;
    /// `a * b * value`, the value a parameter.
    MUL_SCALED = arith::mul_scaled: f32;
}

tables! { ternary, Ternary;
    /// `start + weight * (end - start)`.
    LERP = arith::lerp: f32 f64 f16 bf16;
    /// `a * b + c`.
    MUL_ADD = arith::mul_add: f32 f64 f16 bf16;
}
