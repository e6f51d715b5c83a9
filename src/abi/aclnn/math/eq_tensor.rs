//! `aclnnEqTensor`, `aclnnInplaceEqTensor`: comparison of two tensors.
//!
//! Both are promoted; on Ascend950 a tensor of rank 0 beside one of another rank counts by its category only. A comparison with NaN is
//! false. Source: ops-math, `math/equal`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::EQ;

const INPUT: Dtypes = for_chips(
    &[
        F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128, U32, U64,
    ],
    &[
        F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128, Bf16,
    ],
    &[
        F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128, Bf16, U64,
    ],
);
const OUTPUT: Dtypes = INPUT.or(only_950(&[
    F32, F16, Bf16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool, Complex64, Complex128,
]));

/// Computes whether elements are equal, broadcast: 1 or 0 in the type of `out`.
#[aclnn]
fn aclnnEqTensor(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &EQ,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether elements are equal, broadcast, in place: 1 or 0 in the type of `selfRef`.
#[aclnn]
fn aclnnInplaceEqTensor(self_ref: ConstInOut, other: Input) -> Planned {
    let compute = contract::compare_tensor(INPUT, OUTPUT, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &EQ,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
