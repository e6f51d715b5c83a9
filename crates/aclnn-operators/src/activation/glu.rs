//! `aclnnGlu`: one half of a tensor times the logistic function of the other. Source: ops-nn, `activation/glu`.

use crate::contract::Halves;
use crate::ops::gated::Unit;
use crate::ops::gradients::GATE;
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `a / (1 + e^-b)` of the halves of `self` along `dim`. `out` has any floating-point type that the result can be cast to.
#[aclnn]
fn aclnnGlu(self_: Input, dim: i64, out: ConstOutput) -> Planned {
    self_.dtype_in(FLOATING)?;
    out.dtype_in(FLOATING)?;
    contract::up_to_rank_8(&[&self_, &out])?;
    let split = Halves::up_to_rank_8(&self_, dim)?
        .are_shaped(&[&out])?
        .split();
    let unit = Unit {
        table: &GATE,
        compute: self_.dtype()?,
        parameters: &[1.0, f64::INFINITY].map(Value::new),
        split,
    };
    Ok(unit.forward(self_.read()?, None, None, [out.write()?])?)
}
