//! `aclnnFastGelu`: the Gaussian error linear unit, approximated by the logistic function; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/fast_gelu`.

use crate::ops::gradients::{FAST_GELU, SWISH};
use crate::prelude::*;
use crate::tensor::Value;

/// Computes `x / (1 + e^(-1.702 x))` of each element. `out` has the type of `self`.
#[aclnn]
fn aclnnFastGelu(self_: Input, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(SHORT_SINCE_910B)?;
    contract::same_shape_to_rank_8(&self_, &out)?;
    out.same_format(&self_)?;
    contract::with_one(&SWISH, &[Value::new(FAST_GELU)], &self_, &out)
}
