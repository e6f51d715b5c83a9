//! `aclnnAddcmul`, `aclnnInplaceAddcmul`: sums with products of two tensors. Integers wrap. Source: ops-math, `math/addcmul`.

use crate::ops::weighted::ADD_MUL;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I8, U8, F64]).and_910b(&[Bf16]);

fn sums(place: Place, tensor1: &Input, tensor2: &Input, value: &Scalar) -> Planned {
    contract::weighted_sum(
        (&ADD_MUL, TYPES),
        place,
        [tensor1, tensor2],
        value,
        contract::none_private,
    )
}

/// Computes `self + value * (tensor1 * tensor2)`, broadcast, in the type that all promote to, rounded once.
#[aclnn]
fn aclnnAddcmul(
    self_: Input,
    tensor1: Input,
    tensor2: Input,
    value: Scalar,
    out: Output,
) -> Planned {
    sums((&self_, &out).into(), &tensor1, &tensor2, &value)
}

/// Computes `selfRef + value * (tensor1 * tensor2)` in place, in the type that all promote to, rounded once.
#[aclnn]
fn aclnnInplaceAddcmul(
    self_ref: ConstInOut,
    tensor1: Input,
    tensor2: Input,
    value: Scalar,
) -> Planned {
    sums((&self_ref).into(), &tensor1, &tensor2, &value)
}
