//! Arithmetic of two tensors: tables of loops by computation type, and plans that choose among them.

#![forbid(unsafe_code)]

use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::{Binary, Unary, binary, binary_with, unary_with, value_as};
use hostnpu_kernels::arith;
use hostnpu_kernels::complex;
use hostnpu_numeric::Complex;
use hostnpu_tensor::{Dtype, Value};

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

/// Products of 16-bit floats with a FLOAT, the parameter, rounded once.
pub static MUL_SCALAR: Unary = Unary::new(
    "mul",
    &[
        unary_with(arith::mul_scalar::f16),
        unary_with(arith::mul_scalar::bf16),
    ],
);

/// Quotients of 16-bit floats by a FLOAT, the parameter, rounded once.
pub static DIV_SCALAR: Unary = Unary::new(
    "div",
    &[
        unary_with(arith::div_scalar::f16),
        unary_with(arith::div_scalar::bf16),
    ],
);

tables! { binary_with, Binary;
    /// `a + alpha * b`, rounded once, or 0 where it is below; integers wrap first.
    ADD_RELU = arith::add_relu: f32 f16 bf16 i8 i16 i32 i64, arith::add_scaled: u8;
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

/// Plans `output = a - alpha * b`, computed in `compute` and rounded once; of BOOL whether `a` differs from `b`, if `alpha` is true.
pub fn sub(
    compute: Dtype,
    a: impl Into<Operand>,
    b: impl Into<Operand>,
    alpha: Value,
    output: Arg,
) -> Result<Call> {
    match is_one(alpha) {
        true => pointwise::binary(&SUB, compute, &[], a, b, output),
        false => pointwise::binary(&ADD_SCALED, compute, &[negative(alpha)], a, b, output),
    }
}

/// The negative of a value; integers wrap, and false, the only truth value that is not 1, stays.
fn negative(value: Value) -> Value {
    macro_rules! first_of {
        ($($t:ty: $negative:expr;)*) => {$(
            if let Some(value) = value.get::<$t>() {
                return Value::new($negative(value));
            }
        )*};
    }
    first_of! {
        f32: std::ops::Neg::neg;
        f64: std::ops::Neg::neg;
        i8: i8::wrapping_neg;
        u8: u8::wrapping_neg;
        i16: i16::wrapping_neg;
        i32: i32::wrapping_neg;
        i64: i64::wrapping_neg;
        Complex<f32>: |z: Complex<f32>| Complex::new(-z.re, -z.im);
        Complex<f64>: |z: Complex<f64>| Complex::new(-z.re, -z.im);
    }
    value
}

/// Returns true if a value is 1.
fn is_one(value: Value) -> bool {
    if value.dtype() == Dtype::F32 {
        return value.get() == Some(1.0_f32);
    }
    let one = value_as(&Value::new(1_i8), value.dtype());
    one.is_some_and(|one| one == value)
}
