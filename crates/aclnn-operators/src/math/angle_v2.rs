//! `aclnnAngleV2`: angles of numbers. Integers and BOOL are computed in FLOAT. Source: ops-math, `math/angle_v2`.

use crate::ops::signs::ANGLE;
use crate::prelude::*;

const FLOATS: Dtypes = SHORT_FLOATING;
const TYPES: Dtypes = FLOATS.or(on_all(&[Complex64, Bool, U8, I8, I16, I32, I64]));

/// Computes the angle of each element: of real ones 0 or, below 0, pi. Results are real; those of integers FLOAT. Not on Ascend310P.
#[aclnn(generated)]
fn aclnnAngleV2(x: Input, out: ConstOutput) -> Planned {
    use crate::device::soc::Generation::*;
    contract::needs_chip(&[Ascend910, Ascend910B, Ascend950])?;
    x.dtype_in(TYPES)?;
    let compute = ops::functions_of_two::floating(x.dtype()?);
    out.dtype_is(compute.real())?;
    contract::same_shape_to_rank_8(&x, &out)?;
    Place::Between(&x, &out).unary(&ANGLE, compute, &[])
}
