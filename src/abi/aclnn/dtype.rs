//! `aclDataType` as an element type.

use crate::abi::acl::types::aclDataType;
use crate::tensor::Dtype;

/// The element type, if a tensor can have it.
pub fn dtype(code: aclDataType) -> Option<Dtype> {
    Some(match code {
        aclDataType::ACL_FLOAT => Dtype::F32,
        aclDataType::ACL_FLOAT16 => Dtype::F16,
        aclDataType::ACL_INT8 => Dtype::I8,
        aclDataType::ACL_INT32 => Dtype::I32,
        aclDataType::ACL_UINT8 => Dtype::U8,
        aclDataType::ACL_INT16 => Dtype::I16,
        aclDataType::ACL_UINT16 => Dtype::U16,
        aclDataType::ACL_UINT32 => Dtype::U32,
        aclDataType::ACL_INT64 => Dtype::I64,
        aclDataType::ACL_UINT64 => Dtype::U64,
        aclDataType::ACL_DOUBLE => Dtype::F64,
        aclDataType::ACL_BOOL => Dtype::Bool,
        aclDataType::ACL_COMPLEX64 => Dtype::Complex64,
        aclDataType::ACL_COMPLEX128 => Dtype::Complex128,
        aclDataType::ACL_BF16 => Dtype::Bf16,
        aclDataType::ACL_INT4 => Dtype::I4,
        aclDataType::ACL_UINT1 => Dtype::U1,
        aclDataType::ACL_COMPLEX32 => Dtype::Complex32,
        aclDataType::ACL_HIFLOAT8 => Dtype::Hifloat8,
        aclDataType::ACL_FLOAT8_E5M2 => Dtype::F8E5m2,
        aclDataType::ACL_FLOAT8_E4M3FN => Dtype::F8E4m3fn,
        aclDataType::ACL_FLOAT8_E8M0 => Dtype::F8E8m0,
        aclDataType::ACL_FLOAT6_E3M2 => Dtype::F6E3m2,
        aclDataType::ACL_FLOAT6_E2M3 => Dtype::F6E2m3,
        aclDataType::ACL_FLOAT4_E2M1 => Dtype::F4E2m1,
        aclDataType::ACL_FLOAT4_E1M2 => Dtype::F4E1m2,
        _ => return None,
    })
}
