//! `aclnnNanToNum`, `aclnnInplaceNanToNum`: numbers in the place of NaN and infinities, on Ascend910B, Ascend910_93 and Ascend950. Integers and
//! BOOL are copied. Source: ops-math, `math/nan_to_num`.

use crate::ops::signs::nan_to_num;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, F32, Bf16, I8, I16, I32, I64, U8, Bool]);

fn replaced(place: Place, numbers: [f32; 3]) -> Planned {
    let (self_, out) = (place.input(), place.out());
    out.same_dtype(self_)?;
    self_.dtype_in(TYPES)?;
    contract::same_shape_to_rank_8(self_, out)?;
    let (input, output) = place.operands()?;
    Ok(nan_to_num(numbers, input, output)?)
}

/// Copies each element, or writes `nan` in the place of NaN, `posinf` of infinity, `neginf` of minus infinity, rounded to the type of `self`.
#[aclnn]
fn aclnnNanToNum(self_: Input, nan: f32, posinf: f32, neginf: f32, out: Output) -> Planned {
    replaced((&self_, &out).into(), [nan, posinf, neginf])
}

/// Writes `nan` in the place of NaN, `posinf` of infinity, `neginf` of minus infinity, rounded to the type of `selfRef`.
#[aclnn]
fn aclnnInplaceNanToNum(self_ref: InOut, nan: f32, posinf: f32, neginf: f32) -> Planned {
    replaced((&self_ref).into(), [nan, posinf, neginf])
}
