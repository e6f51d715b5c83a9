//! `aclnnSilu`: elements times the logistic function of them. Source: ops-nn, `activation/swish`.

use crate::abi::aclnn::prelude::*;
use crate::ops::activations::SILU;
use crate::ops::gradients::SWISH;
use crate::tensor::Value;

/// Computes `x / (1 + e^-x)` of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnSilu(self_: Input, out: Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    out.same_dtype(&self_)?;
    out.same_shape(&self_)?;
    contract::unit(&SILU, &SWISH, &[Value::new(1.0)], &self_, &out)
}
