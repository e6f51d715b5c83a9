//! `aclnnBitwiseAndTensor`, `aclnnInplaceBitwiseAndTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_and`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::BITWISE_AND;

const TYPES: Dtypes = on_all(&[I8, I16, I32, I64, U8, Bool, U16]);

/// Computes the bits that both have, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseAndTensor(self_: Input, other: Input, out: Output) -> Planned {
    for tensor in [&*self_, &*other, &*out] {
        tensor.not_private()?;
    }
    let compute = contract::bitwise_tensor(TYPES, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &BITWISE_AND,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes the bits that both have, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseAndTensor(self_ref: ConstInOut, other: Input) -> Planned {
    self_ref.not_private()?;
    other.not_private()?;
    let compute = contract::bitwise_tensor(TYPES, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &BITWISE_AND,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
