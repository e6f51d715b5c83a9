//! `aclnnLtTensor`, `aclnnInplaceLtTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/less`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::LT;

const INPUT: Dtypes =
    on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool]).and_910b(&[Bf16]);
const OUTPUT: Dtypes = INPUT.or(only_950(&[Complex64, Complex128]));

/// Computes whether elements of `self` are below those of `other`, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnLtTensor(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &LT,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether elements of `selfRef` are below those of `other`, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceLtTensor(self_ref: ConstInOut, other: Input) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &LT,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
