//! `aclnnIsInf`: whether elements are infinite; not on Ascend910. Source: ops-math, `math/is_inf`.

use crate::ops::signs::IS_INF;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Computes whether each element is infinity or minus infinity, as BOOL.
#[aclnn(generated)]
fn aclnnIsInf(x: Input, out: ConstOutput) -> Planned {
    use crate::device::soc::Generation::*;
    contract::needs_chip(&[Ascend910B, Ascend950, Other])?;
    x.dtype_in(TYPES)?;
    out.dtype_is(Bool)?;
    contract::same_shape_to_rank_8(&x, &out)?;
    Place::Between(&x, &out).unary(&IS_INF, x.dtype()?, &[])
}
