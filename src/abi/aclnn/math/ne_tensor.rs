//! `aclnnNeTensor`, `aclnnInplaceNeTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! true. An empty `self` or `other` succeeds before anything else is looked at. Source: ops-math, `math/not_equal`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::NE;

const INPUT: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16])
.and_950(&[U64]);
const OUTPUT: Dtypes = INPUT.or(only_950(&[
    F32, F16, Bf16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool, Complex64, Complex128,
]));

/// Computes whether elements differ, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnNeTensor(self_: Input, other: Input, out: Output) -> Planned {
    if self_.is_empty() || other.is_empty() {
        return Ok(Call::nothing([self_.read()?, other.read()?, out.write()?]));
    }
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &NE,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether elements differ, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceNeTensor(self_ref: InOut, other: Input) -> Planned {
    if self_ref.is_empty() || other.is_empty() {
        return Ok(Call::nothing([self_ref.update()?, other.read()?]));
    }
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &NE,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
