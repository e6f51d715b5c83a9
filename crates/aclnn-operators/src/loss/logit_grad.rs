//! `aclnnLogitGrad`: the gradient of `aclnnLogit`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `loss/logit_grad`.

use crate::contract::Gradient;
use crate::device::soc::Generation;
use crate::ops::gradients::LOGIT_BACKWARD;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `dy / (x (1 - x))` of each element within `[eps, 1 - eps]`, and 0 of others; within `[0, 1]` if `eps` is below 0 or NaN, and NaN of others. All have one type and shape.
#[aclnn(generated)]
fn aclnnLogitGrad(x: Input, dy: Input, eps: f64, out: ConstOutput) -> Planned {
    x.dtype_in(SHORT_EVERYWHERE)?;
    let gradient = Gradient::new(&x, &dy, &out).of_one_type()?;
    gradient.of_one_shape()?.up_to_rank_8()?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let eps = eps as f32;
    let bounds = match eps >= 0.0 {
        true => [eps, 1.0 - eps, 0.0],
        false => [0.0, 1.0, f32::NAN],
    };
    gradient.plan(&LOGIT_BACKWARD, &bounds.map(Value::new))
}
