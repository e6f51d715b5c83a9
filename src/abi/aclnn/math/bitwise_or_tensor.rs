//! `aclnnBitwiseOrTensor`, `aclnnInplaceBitwiseOrTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_or`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::BITWISE_OR;

const TYPES: Dtypes = on_all(&[I8, I16, I32, I64, U8, Bool, U16, U32, U64]);

/// Computes the bits that one has, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseOrTensor(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::bitwise_tensor(TYPES, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &BITWISE_OR,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes the bits that one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseOrTensor(self_ref: InOut, other: Input) -> Planned {
    let compute = contract::bitwise_tensor(TYPES, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &BITWISE_OR,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
