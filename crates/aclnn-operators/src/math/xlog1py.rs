//! `aclnnXlog1py`: products of numbers and logarithms of 1 plus others, on Ascend950. Source: ops-math, `math/xlog1py`.

use crate::ops::functions_of_two::XLOG1PY;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes `x * ln(1 + y)`, broadcast: NaN where `y` is, else 0 where `x` is 0. All tensors have one type. Ascend950 only.
#[aclnn]
fn aclnnXlog1py(x: Input, y: Input, z: ConstOutput) -> Planned {
    y.same_dtype(&x)?;
    z.same_dtype(&x)?;
    x.dtype_in(TYPES)?;
    contract::none_private(&[&x, &y, &z])?;
    contract::up_to_rank_8(&[&x, &y, &z])?;
    contract::needs_chip(&[crate::device::soc::Generation::Ascend950])
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    z.has_broadcast_shape(&x, &y)
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    Place::Between(&x, &z).binary(&XLOG1PY, x.dtype()?, y.read()?)
}
