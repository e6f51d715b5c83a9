//! `aclnnSwiGlu`: one half of a tensor times the other, times the logistic function of it; not on Ascend910. Source: ops-nn, `activation/swi_glu`.

use crate::contract::Halves;
use crate::ops::gated::Unit;
use crate::ops::gradients::SWISH;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = SHORT_AFTER_910;

/// Computes `a b / (1 + e^-a)` of the halves of `x` along `dim`. `out` has the type of `x`.
#[aclnn(generated)]
fn aclnnSwiGlu(x: Input, dim: i64, out: ConstOutput) -> Planned {
    contract::not_on_910()?;
    x.dtype_in(TYPES)?;
    out.same_dtype(&x)?;
    let halves = Halves::up_to_rank_8(&x, dim).and_then(|halves| halves.are_shaped(&[&out]));
    let unit = Unit {
        table: &SWISH,
        compute: x.dtype()?,
        parameters: &[Value::new(1.0)],
        split: halves
            .code(ACLNN_ERR_INNER_TILING_ERROR)?
            .split()
            .in_order(false),
    };
    Ok(unit.forward(x.read()?, None, None, [out.write()?])?)
}
