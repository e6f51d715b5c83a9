//! `aclnnGeTensor`, `aclnnInplaceGeTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/greater_equal`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::GE;

const INPUT: Dtypes =
    on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool]).and_910b(&[Bf16]);
const OUTPUT: Dtypes = INPUT.or(on_all(&[Bf16, Complex64, Complex128]));

/// Computes whether elements of `self` are above those of `other`, or equal, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnGeTensor(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &GE,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether elements of `selfRef` are above those of `other`, or equal, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceGeTensor(self_ref: InOut, other: Input) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &GE,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
