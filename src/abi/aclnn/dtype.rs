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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_type_but_strings_and_nothing_is_one_that_tensors_have() {
        for raw in -5..100 {
            let code = aclDataType::from_raw(raw);
            let other = [aclDataType::ACL_DT_UNDEFINED, aclDataType::ACL_STRING];
            assert_eq!(
                dtype(code).is_some(),
                code.is_named() && !other.contains(&code),
                "{code}"
            );
        }
    }

    #[test]
    fn types_have_the_bits_of_their_codes() {
        let bits = |code| dtype(code).map(Dtype::bits);
        assert_eq!(bits(aclDataType::ACL_BF16), Some(16));
        assert_eq!(bits(aclDataType::ACL_COMPLEX128), Some(128));
        assert_eq!(bits(aclDataType::ACL_FLOAT8_E8M0), Some(8));
        assert_eq!(bits(aclDataType::ACL_FLOAT4_E1M2), Some(4));
        assert_eq!(bits(aclDataType::ACL_UINT1), Some(1));
    }
}
