//! Element-wise functions of two tensors.

use super::{Dtypes, computes_in, on_950, promoted};
use crate::argument::{Scalar, TensorArg};
use crate::error::{Reason, Result};
use crate::tensor::{Dtype, broadcast};

/// The contract of `self + alpha * other` and its like, as aclnnAdd has it; returns the computation type. Both inputs are one of
/// `types`; the output is of any type that the result can be cast to.
pub fn binary_arithmetic(
    types: Dtypes,
    self_: &TensorArg,
    other: &TensorArg,
    alpha: Option<&Scalar>,
    out: &TensorArg,
) -> Result<Dtype> {
    self_.dtype_in(types)?;
    other.dtype_in(types)?;
    let compute = promoted(self_, other)?;
    if let Some(alpha) = alpha {
        multiplies_in(alpha, compute)?;
    }
    if on_950() {
        self_.casts_to(compute)?;
        other.casts_to(compute)?;
        computes_in(compute, types, other)?;
    }
    out.takes(compute)?;
    broadcasts_to(self_, other, out)?;
    Ok(compute)
}

/// Refuses an `alpha` that cannot be a factor in the computation type: a BOOL computation takes integers and booleans only.
pub fn multiplies_in(alpha: &Scalar, compute: Dtype) -> Result<()> {
    if compute != Dtype::Bool {
        return alpha.casts_to(compute);
    }
    let dtype = alpha.dtype();
    if dtype == Dtype::Bool || dtype.is_integer() {
        return Ok(());
    }
    Err(Reason::Dtype {
        arg: alpha.name(),
        got: dtype.to_string(),
        allowed: "integers and BOOL, for a computation in BOOL".into(),
    }
    .into())
}

/// Refuses more than 8 dimensions, shapes that do not broadcast, and an output that has not exactly their shape.
pub fn broadcasts_to(self_: &TensorArg, other: &TensorArg, out: &TensorArg) -> Result<()> {
    self_.max_rank(8)?;
    other.max_rank(8)?;
    out.has_broadcast_shape(self_, other)
}

/// Refuses what in-place wrappers refuse before their prologue: an `other` that does not broadcast to the shape of `self_ref`.
pub fn broadcasts_in_place(self_ref: &TensorArg, other: &TensorArg) -> Result<()> {
    let shape = broadcast(self_ref.shape(), other.shape());
    if shape.as_deref() == Some(self_ref.shape()) {
        return Ok(());
    }
    Err(other.shape_refused(format!(
        "one that broadcasts to {:?} (that of `{}`)",
        self_ref.shape(),
        self_ref.name()
    )))
}
