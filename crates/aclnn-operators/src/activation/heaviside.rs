//! `aclnnHeaviside`: the step at 0. Source: ops-nn, `activation/heaviside`.

use crate::ops::signs::HEAVISIDE;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes 0 below 0, the element of `values` at 0, 1 above it, broadcast; 0 for NaN. `out` has the type of `input`.
#[aclnn]
fn aclnnHeaviside(input: Input, values: Input, out: Output) -> Planned {
    input.dtype_in(TYPES)?;
    values.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    contract::up_to_rank_8(&[&input, &values])?;
    let shape = out.has_broadcast_shape(&input, &values);
    match contract::broadcast_numel(&input, &values) == Some(out.numel()) {
        true => shape.code(ACLNN_ERR_INNER_NULLPTR)?,
        false => shape?,
    }
    out.same_dtype(&input).code(ACLNN_ERR_INNER_NULLPTR)?;
    Place::Between(&input, &out).binary(&HEAVISIDE, F32, values.read()?)
}
