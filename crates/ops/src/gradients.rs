//! Gradients of activation functions, and functions whose gradients are like them: tables of loops by computation type. The gradient of the result comes first,
//! then what the function was computed of, or its result.

#![forbid(unsafe_code)]

use super::tables::tables;
use hostnpu_tensor::{Dtype, Value};

tables! { binary, Binary;
    /// The first operand times `x s(u)`, `u = sqrt(8/π) (x + 0.044715 x³)`: a Gaussian error linear unit by the hyperbolic tangent.
    GELU_TANH = math::gelu_tanh: f32 + odd math::gelu_tanh;
    /// Its gradient.
    GELU_TANH_BACKWARD = math::gelu_tanh_backward: f32 + odd math::gelu_tanh_backward;
    /// The first operand times `x Φ(x)`: a Gaussian error linear unit.
    GELU_ERF = math::gelu_erf: f32 + odd math::gelu_erf;
    /// Its gradient.
    GELU_ERF_BACKWARD = math::gelu_erf_backward: f32 + odd math::gelu_erf_backward;
    /// The gradient of `x tanh(ln(1 + e^x))`.
    MISH_BACKWARD = math::mish_backward: f32 + odd math::mish_backward;
    /// The gradient of the logistic function, by its result.
    SIGMOID_BACKWARD = math::sigmoid_backward: f32 f64, complex::sigmoid_backward: c64 c128 + odd math::sigmoid_backward;
    /// The gradient of the hyperbolic tangent, by its result.
    TANH_BACKWARD = math::tanh_backward: f32 f64 + odd math::tanh_backward;
    /// The gradient of the hard sigmoid.
    HARD_SIGMOID_BACKWARD = arith::hard_sigmoid_backward: f32 f16 bf16;
}

tables! { binary_with, Binary;
    /// The first operand times `x s(beta x)`, of the parameter beta.
    SWISH = math::swish: f32 + odd math::swish;
    /// Its gradient.
    SWISH_BACKWARD = math::swish_backward: f32 + odd math::swish_backward;
    /// The first operand times `s(beta x)`, or the operand where `beta x` is above the second parameter.
    GATE = math::gate: f32 f64 + odd math::gate;
    /// The gradient of the exponential linear unit, of the parameters alpha, scale and input scale.
    ELU_BACKWARD = math::elu_backward: f32 + odd math::elu_backward;
    /// The gradient of an exponential linear unit by its result, of the parameters input scale, alpha times scale, and scale.
    ELU_BACKWARD_OF_RESULT = arith::elu_backward_of_result: f32 f16 bf16 i8 i32;
    /// The first operand, or 0 where the second one is from the first parameter to the second.
    ZERO_INSIDE = arith::zero_inside: f32 i8 u8 i32 i64;
    /// The first operand, or 0 where the second one is not between the parameters.
    ZERO_OUTSIDE = arith::zero_outside: f32;
    /// The first operand, times the parameter where the second one is not above 0.
    LEAKY_RELU_BACKWARD = arith::leaky_relu_backward: f32 f64 f16 bf16;
    /// The gradient of the hard swish; at -3 and 3 the line between if the parameter is not 0.
    HARD_SWISH_BACKWARD = arith::hard_swish_backward: f32 f16 bf16;
    /// The gradient of the logit within the first two parameters, else the third; x comes first.
    LOGIT_BACKWARD = arith::logit_backward: f32 f16 bf16;
}

tables! { unary_with, Unary;
    /// `ln(1 + e^(beta x)) / beta`, or x where `beta x` is above the second parameter.
    SOFTPLUS_ABOVE = math::softplus_above: f32 + odd math::softplus_above + fast softplus_above;
    /// The part beyond the first parameter, nearer to 0 by the second, else 0.
    SHRINK = arith::shrink: f32 f16 bf16;
    /// `min(max(alpha x + beta, 0), 1)`, of the parameters alpha and beta.
    LINE_WITHIN_0_AND_1 = arith::line_within_0_and_1: f32 f16 bf16;
}

tables! { quaternary_with, Quaternary;
    /// The gradient of binary cross entropy with logits by its target, of gradient, logits, weight and positive weight, divided by the parameter.
    TARGET_BACKWARD = math::target_backward: f32 + odd math::target_backward;
}

/// The parameter with which [`SWISH`] is near a Gaussian error linear unit.
pub const FAST_GELU: f64 = 1.702;

/// Returns the parameters of [`ZERO_INSIDE`] for what is not above a threshold, in `dtype`.
pub fn up_to(threshold: f32, dtype: Dtype) -> [Value; 2] {
    if dtype.is_floating() {
        return [f32::NEG_INFINITY, threshold].map(Value::new);
    }
    let (least, most) = match dtype {
        Dtype::I8 => (i8::MIN.into(), i8::MAX.into()),
        Dtype::U8 => (u8::MIN.into(), u8::MAX.into()),
        Dtype::I32 => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    // Of integers, those up to the one below the threshold; none is below NaN, or below the least one.
    let none = threshold.is_nan() || f64::from(threshold) < least as f64;
    let bounds = match none {
        true => [most, least],
        false => [least, (threshold.floor() as i64).min(most)],
    };
    bounds.map(Value::new)
}
