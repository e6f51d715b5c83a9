//! `aclnnSwiGluGrad`: the gradient of `aclnnSwiGlu`; not on Ascend910. Source: ops-nn, `activation/swi_glu_grad`.

use crate::ops::gated::{SWIGLU_GRAD, Unit};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_AFTER_910;

/// Computes the gradient of `a b / (1 + e^-a)` by the halves of `x` along `dim`. All have one type.
#[aclnn(generated)]
fn aclnnSwiGluGrad(y_grad: Input, x: Input, dim: i64, out: ConstOutput) -> Planned {
    contract::not_on_910()?;
    y_grad.dtype_in(TYPES)?;
    x.same_dtype(&y_grad)?;
    out.same_dtype(&y_grad)?;
    let halves = contract::gradient_of_halves(&y_grad, &x, dim, &out)?;
    let unit = Unit {
        table: &SWIGLU_GRAD,
        compute: x.dtype()?,
        parameters: &[],
        split: halves.split(),
    };
    Ok(unit.gradient(y_grad.read()?, x.read()?, None, None, out.write()?)?)
}
