//! Products of matrices, a bias, and an operation on the sums.

#![forbid(unsafe_code)]

use hostnpu_base::error::Result;
use hostnpu_tensor::{Dtype, Value};

use crate::activations::RELU;
use crate::arithmetic::{ADD, MUL};
use crate::gradients::{GELU_ERF, GELU_TANH};
use crate::products::{Addend, Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_engine::pointwise::{self, Operand};

/// The operation on sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fused {
    /// None.
    Nothing,
    /// The rectified linear unit.
    Relu,
    /// The Gaussian error linear unit, by the error function.
    GeluErf,
    /// The same, by the hyperbolic tangent.
    GeluTanh,
    /// The sum with `x3`.
    Adds,
    /// The product with `x3`.
    Multiplies,
}

/// The operands, under their documented names.
pub struct Operands {
    /// The left matrices.
    pub x1: Arg,
    /// The right matrices.
    pub x2: Arg,
    /// Bias of each product.
    pub bias: Option<Arg>,
    /// The second operand of the operation, if it has one.
    pub x3: Option<Arg>,
    /// The result.
    pub y: Arg,
}

/// Plans the products, of matrices that are rounded to `operands`, and the operation. Sums go into it rounded to the type of `y`, those of a Gaussian unit to FLOAT,
/// and unrounded if it `keeps_sums` and has a second operand.
pub fn fused_matmul(of: Operands, fused: Fused, operands: Dtype, keeps_sums: bool) -> Result<Call> {
    let shape = of.y.view.layout.shape().to_vec();
    let result = of.y.view.dtype;
    let mut all = Sequence::default();
    let (a, b) = (all.add(of.x1), all.add(of.x2));
    let bias = of.bias.map(|bias| all.add(bias));
    let x3 = of.x3.map(|x3| all.add(x3));
    let y = all.add(of.y);
    let (sums, dtype) = match fused {
        Fused::Nothing => (y.clone(), result),
        Fused::Adds | Fused::Multiplies if keeps_sums => {
            (all.temporary(Dtype::F64, &shape)?, Dtype::F64)
        }
        Fused::Relu | Fused::Adds | Fused::Multiplies => (all.temporary(result, &shape)?, result),
        Fused::GeluErf | Fused::GeluTanh => (all.temporary(Dtype::F32, &shape)?, Dtype::F32),
    };
    let product = Product::new(operands, dtype);
    let product = match bias {
        Some(bias) => product.plus(Addend::Tensor(bias), 1.0),
        None => product,
    };
    all.then(multiply(product, a, b, sums.clone())?)?;
    let sums = Operand::Tensor(sums.with_role(Role::Input));
    let one = || Operand::Value(Value::new(1.0_f32));
    let wide = if keeps_sums { Dtype::F64 } else { Dtype::F32 };
    let second = || x3.clone().map_or_else(one, Operand::Tensor);
    let call = match fused {
        Fused::Nothing => return Ok(all.finish()),
        Fused::Relu => pointwise::unary(&RELU, result, &[], sums, y)?,
        Fused::GeluErf => pointwise::binary(&GELU_ERF, Dtype::F32, &[], one(), sums, y)?,
        Fused::GeluTanh => pointwise::binary(&GELU_TANH, Dtype::F32, &[], one(), sums, y)?,
        Fused::Adds => pointwise::binary(&ADD, wide, &[], sums, second(), y)?,
        Fused::Multiplies => pointwise::binary(&MUL, wide, &[], sums, second(), y)?,
    };
    all.then(call)?;
    Ok(all.finish())
}
