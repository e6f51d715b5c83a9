//! `aclnnSquaredRelu`: squares of what is above 0, on Ascend910B, Ascend910_93 and Ascend950. Source: ops-nn, `activation/squared_relu`.

use crate::ops::signs::SQUARED_RELU;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the square of each element that is above 0, rounded once, else 0; NaN stays. `out` has the type of `input`. Rank 1 to 8.
#[aclnn(generated)]
fn aclnnSquaredRelu(input: Input, out: ConstOutput) -> Planned {
    use crate::device::soc::Generation::*;
    contract::needs_chip(&[Ascend910B, Ascend950])?;
    input.dtype_in(TYPES)?;
    out.same_dtype(&input)?;
    out.same_shape(&input)?;
    input.max_rank(8)?;
    input.rank_in(1..=8).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Place::Between(&input, &out).unary(&SQUARED_RELU, input.dtype()?, &[])
}
