//! Activation functions: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_kernels::activations::Activation;
use hostnpu_tensor::cuts;

tables! { unary, Unary;
    /// `max(x, 0)`.
    RELU = arith::relu: f32 f64 i8 i32 i64;
    /// `min(max(x + 3, 0), 6) / 6`.
    HARD_SIGMOID = arith::hard_sigmoid: f32 f64 f16 bf16;
    /// `x min(max(x + 3, 0), 6) / 6`.
    HARD_SWISH = arith::hard_swish: f32 f64 f16 bf16;
    /// `1.05 (x, or 1.67 (e^x - 1) below 0)`, with more digits.
    SELU = math::selu: f32 f64 f16 bf16;
    /// `x tanh(ln(1 + e^x))`.
    MISH = math::mish: f32 f64 f16 bf16 + fast mish;
    /// A Gaussian error linear unit.
    GELU = math::gelu: f32 f16 bf16 + fast gelu;
    /// Its approximation by the hyperbolic tangent.
    GELU_BY_TANH = math::gelu_by_tanh: f32 f16 bf16;
    /// A sigmoid linear unit.
    SILU = math::silu: f32 f16 bf16 + fast silu;
}

tables! { unary_with, Unary;
    /// `x`, or the first parameter times `x` below 0.
    LEAKY_RELU = arith::leaky_relu: f32 f64 f16 bf16;
    /// `b x`, or `b a (e^(c x) - 1)` below 0, of the parameters a, b and c.
    ELU = math::elu: f32 f64 + odd math::elu;
    /// `x`, or `a (e^(x / a) - 1)` below 0, of the parameter a.
    CELU = math::celu: f32 f64 + odd math::celu;
    /// `x` above the first parameter, else the second.
    THRESHOLD = arith::threshold: f32 f64 i8 u8 i16 i32 i64;
}

operands! {
    struct Operands => OperandsAt {
        x: Read<f64>,
        y: Write<f64>,
    }
}

/// Plans a function of each element in DOUBLE, which is rounded to the type of `y` once.
pub fn activate(activation: Activation, x: Arg, y: Arg) -> Result<Call> {
    let count = y.view.numel().unwrap_or(0);
    x.require_numel(count)?;
    let operands = Operands {
        x: x.into(),
        y: y.into(),
    };
    kernel(operands, count.saturating_mul(32), move |at: OperandsAt| {
        let x = at.x;
        cuts::for_each_part(cuts::chunks(at.y, grain::COMPUTED), |piece, part| {
            part.copy_from_slice(&x[piece * grain::COMPUTED..][..part.len()]);
            activation.apply(part);
        });
        Ok(())
    })
}
