//! Signs, angles and classes of numbers, and what replaces them: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::comparison::LT;
use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_tensor::{Dtype, Value};

tables! { unary, Unary;
    /// The angle of a number: 0 or pi for a real one.
    ANGLE = arith::angle: f32 f64, complex::angle: c64 c128;
    /// 1, 0 or -1 by the sign of a number, 0 for NaN; of a complex one the number of modulus 1 at its angle.
    SIGN = arith::sign: f32 f64 i32 i64 bool, complex::sign: c64 c128;
    /// True if the bit of the sign is set.
    SIGN_BIT = arith::sign_bit: f32 f64 f16 bf16 i8 i16 i32 i64;
    /// True if a number is infinite.
    IS_INF = arith::is_inf: f32 f64;
    /// The square of an element above 0, else 0.
    SQUARED_RELU = arith::squared_relu: f32 f64 f16 bf16;
}

tables! { unary_with, Unary;
    /// A number, or the parameter in the place of NaN, of infinity, of minus infinity.
    NAN_TO_NUM = arith::nan_to_num: f32 f64;
    /// A number rounded to as many decimals as the parameter says.
    ROUND_DECIMALS = arith::round_decimals: f32 f64 i32 i64;
}

tables! { binary, Binary;
    /// 0 below 0, the second number at 0, 1 above it.
    HEAVISIDE = arith::heaviside: f32 f64;
}

/// Plans `output = ` whether the sign of `input` is negative. Of floating-point numbers the bit is looked at, or whether they are below 0.
pub fn sign_bits(looks_at_bit: bool, input: Arg, output: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    match dtype {
        Dtype::Bool | Dtype::U8 | Dtype::U16 | Dtype::U32 | Dtype::U64 => {
            pointwise::fill(Value::from(false), output)
        }
        dtype if dtype.is_floating() && !looks_at_bit => {
            pointwise::binary(&LT, dtype, &[], input, Value::new(0.0_f32), output)
        }
        dtype => pointwise::unary(&SIGN_BIT, dtype, &[], input, output),
    }
}

/// Plans `output = input` with other numbers in the place of NaN, infinity and minus infinity, which integers do not have.
pub fn nan_to_num(
    [nan, above, below]: [f32; 3],
    input: impl Into<Operand>,
    output: Arg,
) -> Result<Call> {
    let (input, dtype) = (input.into(), output.view.dtype);
    if dtype.is_floating() {
        let parameters = [nan, above, below].map(Value::new);
        return pointwise::unary(&NAN_TO_NUM, dtype, &parameters, input, output);
    }
    match input {
        Operand::Output => Ok(Call::nothing([output])),
        input => pointwise::copy(input, output),
    }
}
