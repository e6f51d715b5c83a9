//! `aclnnShrink`: elements nearer to 0 by a bias, and 0 for what is near 0. Source: ops-nn, `activation/shrink`.

use crate::ops::gradients::SHRINK;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = FLOAT_AND_FLOAT16;

/// Computes `x + bias` below `-lambd`, `x - bias` above `lambd`, 0 between, rounded once. NaN stays. `out` may have another type.
#[aclnn]
fn aclnnShrink(self_: Input, lambd: Scalar, bias: Scalar, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_shape(&self_)?;
    let parameters = [lambd.not_below_0()?, bias.to_f32()?].map(Value::new);
    out.same_format(&self_)?;
    Place::Between(&self_, &out).unary(&SHRINK, self_.dtype()?, &parameters)
}
