//! `aclnnGluBackward`: the gradient of `aclnnGlu`. Source: ops-nn, `activation/glu_grad`.

use crate::contract::Halves;
use crate::ops::gated::{GLU_GRAD, Unit};
use crate::prelude::*;

/// Computes the gradient of `a / (1 + e^-b)` by the halves of `self` along `dim`. All have one type.
#[aclnn]
fn aclnnGluBackward(grad_out: Input, self_: Input, dim: i64, out: ConstOutput) -> Planned {
    self_.dtype_in(FLOATING)?;
    grad_out.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    contract::up_to_rank_8(&[&self_, &out, &grad_out])?;
    let halves = Halves::up_to_rank_8(&self_, dim)?.are_shaped(&[&grad_out])?;
    out.same_shape(&self_)?;
    let unit = Unit {
        table: &GLU_GRAD,
        compute: self_.dtype()?,
        parameters: &[],
        split: halves.split(),
    };
    let (gradient, input) = (grad_out.read()?, self_.read()?);
    Ok(unit.gradient(gradient, input, None, None, out.write()?)?)
}
