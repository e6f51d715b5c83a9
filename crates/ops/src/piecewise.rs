//! Functions of one tensor that only look at, cut or turn a number: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::{Binary, Unary, binary, unary};
use hostnpu_kernels::{arith, complex};
use hostnpu_tensor::Value;

macro_rules! unaries {
    ($($(#[$doc:meta])* $table:ident = $function:ident: $($t:ident)+ $(, complex $($c:ident)+)?;)*) => {$(
        $(#[$doc])*
        pub static $table: Unary = Unary::new(
            stringify!($function),
            &[$(unary(arith::$function::$t),)+ $($(unary(complex::$function::$c)),+)?],
        );
    )*};
}

unaries! {
    /// Magnitudes; of complex numbers as real ones.
    ABS = abs: f32 f64 f16 bf16 i8 i16 i32 i64, complex c64 c128;
    /// Negatives; integers wrap.
    NEG = neg: f32 f64 f16 bf16 i8 i16 i32 i64 c64 c128;
    /// The least integers not below.
    CEIL = ceil: f32 f64;
    /// The largest integers not above.
    FLOOR = floor: f32 f64;
    /// The nearest integers, of two the even one.
    ROUND = round: f32 f64;
    /// The integers toward zero.
    TRUNC = trunc: f32 f64;
    /// The fractional part.
    FRAC = frac: f32;
    /// Squares; integers wrap.
    SQUARE = square: f32 f64 f16 bf16 i32 i64;
    /// True if numbers are neither infinite nor NaN.
    IS_FINITE = is_finite: f32 f64;
    /// True if numbers are infinity.
    IS_POS_INF = is_pos_inf: f32 f64;
    /// True if numbers are minus infinity.
    IS_NEG_INF = is_neg_inf: f32 f64;
}

/// Plans `output = table(input)` for floating-point numbers; integers and BOOL are copied.
pub fn rounded(table: &'static Unary, input: Arg, output: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    match dtype.is_floating() {
        true => pointwise::unary(table, dtype, &[], input, output),
        false => pointwise::copy(input, output),
    }
}

/// Plans `operand = table(operand)` for floating-point numbers; integers and BOOL stay.
pub fn rounded_in_place(table: &'static Unary, operand: Arg) -> Result<Call> {
    let dtype = operand.view.dtype;
    match dtype.is_floating() {
        true => pointwise::unary(table, dtype, &[], Operand::Output, operand),
        false => Ok(Call::nothing([operand])),
    }
}

/// Numbers rounded to integers in the way that the second one names.
static ROUND_BY: Binary = Binary::new(
    "round",
    &[binary(arith::round_by::f32), binary(arith::round_by::i32)],
);

/// Plans `output = input` rounded in the way that `way` names ([`arith::round_by`]); integers stay, and have nothing behind the point.
pub fn rounded_by(way: impl Into<Operand>, input: impl Into<Operand>, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    pointwise::binary(&ROUND_BY, dtype, &[], input, way, output)
}

/// Plans `output = input - trunc(input)`: 0 for integers.
pub fn frac(input: impl Into<Operand>, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    match dtype.is_floating() {
        true => pointwise::unary(&FRAC, dtype, &[], input, output),
        false => pointwise::fill(Value::from(false), output),
    }
}

/// Plans `output = table(input)` for floating-point numbers, and `output = other` where the input is of another kind.
pub fn classified(table: &'static Unary, other: bool, input: Arg, output: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    match dtype.is_floating() {
        true => pointwise::unary(table, dtype, &[], input, output),
        false => pointwise::fill(Value::from(other), output),
    }
}
