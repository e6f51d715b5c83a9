//! `aclnnBitwiseXorTensor`, `aclnnInplaceBitwiseXorTensor`: bits of two tensors of integers, or logic of BOOL. Source: ops-math,
//! `math/bitwise_xor`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::BITWISE_XOR;

const TYPES: Dtypes = on_all(&[I8, I16, I32, I64, U8, Bool]).and_950(&[U16, U32, U64]);

/// Computes the bits that exactly one has, of integers and BOOL, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnBitwiseXorTensor(self_: Input, other: Input, out: Output) -> Planned {
    let compute = contract::bitwise_tensor(TYPES, &self_, &other, &out)?;
    Ok(pointwise::binary(
        &BITWISE_XOR,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes the bits that exactly one has, of integers and BOOL, in place.
#[aclnn]
fn aclnnInplaceBitwiseXorTensor(self_ref: InOut, other: Input) -> Planned {
    let compute = contract::bitwise_tensor(TYPES, &self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &BITWISE_XOR,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
