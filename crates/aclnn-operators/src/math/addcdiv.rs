//! `aclnnAddcdiv`, `aclnnInplaceAddcdiv`: sums with quotients of two tensors. Quotients of integers are cut off toward zero; by 0 they are -1. Source: ops-math, `math/addcdiv`.

use crate::ops::weighted::ADD_DIV;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I64, F16, F64]).and_910b(&[Bf16]);

fn sums(place: Place, tensor1: &Input, tensor2: &Input, value: &Scalar) -> Planned {
    contract::weighted_sum(
        (&ADD_DIV, TYPES),
        place,
        [tensor1, tensor2],
        value,
        contract::up_to_rank_8,
    )
}

/// Computes `self + value * (tensor1 / tensor2)`, broadcast, in the type that all promote to, rounded once.
#[aclnn]
fn aclnnAddcdiv(
    self_: Input,
    tensor1: Input,
    tensor2: Input,
    value: Scalar,
    out: ConstOutput,
) -> Planned {
    sums((&self_, &out).into(), &tensor1, &tensor2, &value)
}

/// Computes `selfRef + value * (tensor1 / tensor2)` in place, in the type that all promote to, rounded once.
#[aclnn]
fn aclnnInplaceAddcdiv(
    self_ref: ConstInOut,
    tensor1: Input,
    tensor2: Input,
    value: Scalar,
) -> Planned {
    sums((&self_ref).into(), &tensor1, &tensor2, &value)
}
