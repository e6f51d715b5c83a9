//! `aclnnEqual`: whether two tensors are the same. Source: ops-math, `math/tensor_equal`.

use crate::ops::comparison::NE;
use crate::prelude::*;
use crate::tensor::Value;

const COMPUTED: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;

/// Writes whether `self` and `other` have one shape and, in the type that both promote to, equal elements, into the one element of `out`. A NaN
/// equals nothing; empty tensors of one shape are equal.
#[aclnn]
fn aclnnEqual(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::promoted(&self_, &other)?;
    contract::computes_in(compute, COMPUTED, &other)?;
    out.dtype_is(Bool)?;
    for tensor in [&*self_, &*other, &*out] {
        tensor.max_rank(8)?;
    }
    out.shape_is(&[1], "one element")?;
    let (a, b, out) = (self_.read()?, other.read()?, out.write()?);
    let one_shape = self_.shape() == other.shape();
    if !one_shape || self_.is_empty() {
        return Ok(pointwise::fill(Value::from(one_shape), out)?);
    }
    let pairs = [a.into(), b.into()];
    Ok(ops::search::any(
        &NE,
        compute,
        pairs,
        self_.shape(),
        true,
        out,
    )?)
}
