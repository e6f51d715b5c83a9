//! `aclnnLogSigmoid`, `aclnnLogSigmoidForward`: the logarithm of the logistic function, `-ln(1 + e^-x)`. Source: ops-nn,
//! `activation/log_sigmoid`.

use crate::ops::unary::LOGSIGMOID;
use crate::prelude::*;

/// The contract of both: one type, equal shapes of any rank.
fn log_sigmoid(self_: &Input, out: &Output) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    out.dtype_in(SHORT_FLOATING)?;
    out.same_dtype(self_)?;
    out.same_shape(self_)?;
    contract::computed(&LOGSIGMOID, self_.dtype()?, self_, out)
}

/// Computes the logarithm of the logistic function of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnLogSigmoid(self_: Input, out: Output) -> Planned {
    log_sigmoid(&self_, &out)
}

/// Computes the logarithm of the logistic function of each element. `buffer`, which may be null, is not written.
#[aclnn]
fn aclnnLogSigmoidForward(self_: Input, out: Output, buffer: Option<Output>) -> Planned {
    let _ = buffer;
    log_sigmoid(&self_, &out)
}
