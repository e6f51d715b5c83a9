//! `aclnnSituGluGrad`: the gradient of `aclnnSituGlu`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/situ_glu_grad`.

use crate::device::soc::Generation::{Ascend910B, Ascend950};
use crate::ops::gated::{SITU_GRAD, Unit};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes the gradient of `aclnnSituGlu` by the halves of `x`. All have one type.
#[aclnn(generated)]
fn aclnnSituGluGrad(
    grad_y: Input,
    x: Input,
    dim: i64,
    beta: f64,
    linear_beta: f64,
    activate_left: bool,
    out: ConstOutput,
) -> Planned {
    contract::generated_unit(&grad_y, &[&x, &out], &[Ascend910B, Ascend950])?;
    let halves = contract::gradient_of_halves(&grad_y, &x, dim, &out)?;
    let unit = Unit {
        table: &SITU_GRAD,
        compute: x.dtype()?,
        parameters: &[beta as f32, linear_beta as f32].map(Value::new),
        split: halves.split().in_order(activate_left),
    };
    Ok(unit.gradient(grad_y.read()?, x.read()?, None, None, out.write()?)?)
}
