//! `aclnnIsNegInf`: whether elements are minus infinity; not on Ascend910. Source: ops-math, `math/is_neg_inf`.

use crate::ops::piecewise::{IS_NEG_INF, classified};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[])
    .and_after_910(&[F32, F16, Bool, I8, I16, I32, I64, U8])
    .and_910b(&[Bf16]);

/// Computes whether each element is minus infinity, as BOOL. Integers are not.
#[aclnn]
fn aclnnIsNegInf(self_: Input, out: Output) -> Planned {
    contract::same_shape_to_rank_8(&self_, &out)?;
    self_.dtype_in(TYPES)?;
    out.dtype_is(Bool)?;
    Ok(classified(&IS_NEG_INF, false, self_.read()?, out.write()?)?)
}
