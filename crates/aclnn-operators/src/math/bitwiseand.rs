//! `aclnnBitwiseAndTensorOut`, `aclnnInplaceBitwiseAndTensorOut`: as `aclnnBitwiseAndTensor`, of tensors of one format. Source: ops-math,
//! `math/bitwise_and`.

use crate::contract::bits::AND;
use crate::prelude::*;

/// Computes the bits that both have, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseAndTensorOut(self_: Input, other: Input, out: Output) -> Planned {
    other.same_format(&self_)?;
    out.same_format(&self_)?;
    AND.tensors((&self_, &out), &other)
}

/// Computes the bits that both have, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseAndTensorOut(self_: ConstInOut, other: Input) -> Planned {
    other.same_format(&self_)?;
    AND.tensors(&self_, &other)
}
