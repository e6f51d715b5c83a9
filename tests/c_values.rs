//! Values that a C program passes: enumerators and other integers, element types, scalars, descriptions of tensors.

use std::ffi::CString;

use hostnpu::abi::acl::base_mdl::description::{Description, UNKNOWN_EXTENT, UNKNOWN_RANK};
use hostnpu::abi::acl::types::{aclDataType, aclFormat, aclMemType};
use hostnpu::abi::aclnn::dtype::dtype;
use hostnpu::abi::aclnn::meta::scalar::{aclCreateScalar, aclDestroyScalar, scalar};
use hostnpu::abi::aclnn::scalar_value::Scalar;
use hostnpu::tensor::Dtype;

#[test]
fn an_entry_point_matches_enumerators_and_survives_any_integer() {
    let name = |dtype: aclDataType| match dtype {
        aclDataType::ACL_DT_UNDEFINED => "undefined",
        aclDataType::ACL_BF16 => "bf16",
        _ => "other",
    };
    assert_eq!(name(aclDataType::from_raw(-1)), "undefined");
    assert_eq!(name(aclDataType::from_raw(27)), "bf16");
    assert_eq!(name(aclDataType::from_raw(i32::MAX)), "other");
    assert_eq!(
        aclFormat::from_raw(2).to_string(),
        "ACL_FORMAT_ND",
        "a known value shows its name"
    );
    assert_eq!(aclFormat::from_raw(77).to_string(), "aclFormat(77)");
    assert!(!aclFormat::from_raw(77).is_named());
}

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

fn scalar_of<T>(mut value: T, dtype: aclDataType) -> Scalar {
    // SAFETY: the value outlives the call.
    let handle = unsafe { aclCreateScalar((&raw mut value).cast(), dtype) };
    let got = scalar("value", handle.addr()).unwrap();
    // SAFETY: any handle may be passed.
    assert_eq!(unsafe { aclDestroyScalar(handle) }, 0);
    got
}

#[test]
fn scalars_keep_their_value() {
    assert_eq!(
        scalar_of(-2.5_f32, aclDataType::ACL_FLOAT).to_f64(),
        Some(-2.5)
    );
    assert_eq!(
        scalar_of(0x3c00_u16, aclDataType::ACL_FLOAT16).to_f64(),
        Some(1.0)
    );
    assert_eq!(
        scalar_of(i64::MIN, aclDataType::ACL_INT64).to_i128(),
        Some(i64::MIN.into())
    );
    assert_eq!(
        scalar_of(u64::MAX, aclDataType::ACL_UINT64).to_i128(),
        Some(u64::MAX.into())
    );
    assert_eq!(scalar_of(true, aclDataType::ACL_BOOL).to_f64(), Some(1.0));
    assert_eq!(
        scalar_of([1.0_f32, 2.0], aclDataType::ACL_COMPLEX64).to_f64(),
        Some(0.0)
    );
}

#[test]
fn types_that_no_scalar_has_are_refused() {
    let mut value = 0_u64;
    for raw in [-1, 5, 13, 29, 30, 33, 42, 1000] {
        // SAFETY: the value outlives the call.
        let handle =
            unsafe { aclCreateScalar((&raw mut value).cast(), aclDataType::from_raw(raw)) };
        assert!(handle.is_null(), "type {raw}");
    }
}

#[test]
fn a_description_shows_all_that_was_set() {
    let mut description = Description {
        dtype: aclDataType::ACL_FLOAT,
        format: aclFormat::ACL_FORMAT_NCHW,
        shape: vec![2, UNKNOWN_EXTENT],
        storage_format: aclFormat::ACL_FORMAT_UNDEFINED,
        storage_shape: Vec::new(),
        shape_range: Vec::new(),
        value_range: Vec::new(),
        name: CString::default(),
        dynamic_input: CString::default(),
        constant: None,
        placement: aclMemType::ACL_MEMTYPE_DEVICE,
    };
    let text = description.to_string();
    assert_eq!(
        text,
        "\"\": ACL_FLOAT ACL_FORMAT_NCHW [2, unknown], in ACL_MEMTYPE_DEVICE"
    );
    description.shape = vec![UNKNOWN_RANK];
    description.storage_format = aclFormat::ACL_FORMAT_NC1HWC0;
    description.storage_shape = vec![2, 1];
    description.shape_range = vec![[1, 16]];
    description.value_range = vec![[0, 9]];
    description.name = c"x".into();
    description.dynamic_input = c"inputs".into();
    description.constant = Some(vec![0; 3]);
    description.placement = aclMemType::ACL_MEMTYPE_HOST;
    let text = description.to_string();
    assert_eq!(
        text,
        "\"x\": ACL_FLOAT ACL_FORMAT_NCHW of unknown rank, extents in [[1, 16]], values in [[0, 9]], \
         stored as ACL_FORMAT_NC1HWC0 [2, 1], a constant of 3 bytes, of the dynamic input \"inputs\", in ACL_MEMTYPE_HOST"
    );
}
