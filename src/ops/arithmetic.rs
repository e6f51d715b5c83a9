//! Arithmetic of two tensors: tables of loops by computation type, and plans that choose among them.

use super::engine::pointwise::{self, Operand};
use super::engine::{Binary, binary, binary_with, value_as};
use super::{Arg, Call};
use crate::error::Result;
use crate::kernels::arith;
use crate::kernels::complex;
use crate::tensor::{Dtype, Value};

macro_rules! binaries {
    ($($(#[$doc:meta])* $table:ident = $function:ident: $($t:ident)+ $(, complex $c64:ident $c128:ident)?;)*) => {$(
        $(#[$doc])*
        pub static $table: Binary = Binary::new(
            stringify!($function),
            &[
                $(binary(arith::$function::$t),)+
                $(binary(complex::$function::$c64), binary(complex::$function::$c128))?
            ],
        );
    )*};
}

binaries! {
    /// Sums.
    ADD = add: f32 f64 f16 bf16 i8 u8 i16 i32 i64 bool c64 c128;
    /// Differences; of BOOL whether elements differ.
    SUB = sub: f32 f64 f16 bf16 i8 u8 i16 i32 i64 bool c64 c128;
    /// Products; of BOOL whether both are true.
    MUL = mul: f32 f64 f16 bf16 i8 u8 i16 i32 i64 bool, complex c64 c128;
    /// The larger of two.
    MAXIMUM = maximum: f32 f64 f16 bf16 i8 u8 i16 i32 i64 bool;
    /// The smaller of two.
    MINIMUM = minimum: f32 f64 f16 bf16 i8 u8 i16 i32 i64 bool;
}

/// `a + alpha * b`, rounded once.
static ADD_SCALED: Binary = Binary::new(
    "add",
    &[
        binary_with(arith::add_scaled::f32),
        binary_with(arith::add_scaled::f64),
        binary_with(arith::add_scaled::f16),
        binary_with(arith::add_scaled::bf16),
        binary_with(arith::add_scaled::i8),
        binary_with(arith::add_scaled::u8),
        binary_with(arith::add_scaled::i16),
        binary_with(arith::add_scaled::i32),
        binary_with(arith::add_scaled::i64),
        binary_with(arith::add_scaled::bool),
        binary_with(complex::add_scaled::c64),
        binary_with(complex::add_scaled::c128),
    ],
);

/// Plans `output = a + alpha * b`, computed in `compute` and rounded once.
pub fn add(
    compute: Dtype,
    a: impl Into<Operand>,
    b: impl Into<Operand>,
    alpha: Value,
    output: Arg,
) -> Result<Call> {
    match is_one(alpha) {
        true => pointwise::binary(&ADD, compute, &[], a, b, output),
        false => pointwise::binary(&ADD_SCALED, compute, &[alpha], a, b, output),
    }
}

/// Whether a value is 1.
fn is_one(value: Value) -> bool {
    let one = value_as(&Value::new(1_i8), value.dtype());
    one.is_some_and(|one| one == value)
}
