//! Tensor descriptions: what is set in them. A call that is refused leaves the description as it was.

use std::ffi::{CStr, c_char, c_int, c_void};

use super::description::{Description, copied, with};
use super::types::aclTensorDesc;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::{not_null, text};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Reads a shape for the description `desc`, which must be live: null comes before the other arguments.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn shape(
    desc: *const aclTensorDesc,
    num_dims: c_int,
    dims: *const i64,
) -> Outcome<Vec<i64>> {
    with(desc, |_| ())?;
    not_null("dims", dims)?;
    // SAFETY: the contract is the caller's.
    unsafe { copied(("dims", dims), ("numDims", num_dims.into())) }
}

/// Reads pairs of numbers, as [`shape`] does.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn ranges(
    desc: *const aclTensorDesc,
    (count_arg, count): (&'static str, usize),
    (arg, pairs): (&'static str, *const [i64; 2]),
) -> Outcome<Vec<[i64; 2]>> {
    with(desc, |_| ())?;
    let count = i64::try_from(count).unwrap_or(-1);
    // SAFETY: the contract is the caller's.
    unsafe { copied((arg, pairs), (count_arg, count)) }
}

/// Sets the range of each extent. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorShapeRange(
    desc: *mut aclTensorDesc,
    dims_count: usize,
    dims_range: *mut [i64; 2],
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let ranges = unsafe { ranges(desc, ("dimsCount", dims_count), ("dimsRange", dims_range))? };
    with(desc, |description| description.shape_range = ranges)
}

/// Sets the range of each value. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorValueRange(
    desc: *mut aclTensorDesc,
    value_count: usize,
    value_range: *mut [i64; 2],
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let ranges = unsafe {
        ranges(
            desc,
            ("valueCount", value_count),
            ("valueRange", value_range),
        )?
    };
    with(desc, |description| description.value_range = ranges)
}

/// Sets the name; null stands for the empty one. What is no live description is left alone, with a message.
#[entry(acl, otherwise = ())]
fn aclSetTensorDescName(desc: *mut aclTensorDesc, name: *const c_char) -> Outcome {
    // SAFETY: a string, by the contract.
    let name: &CStr = unsafe { text(name) }.unwrap_or_default();
    with(desc, |description| description.name = name.to_owned())
}

fn set_storage_format(desc: *mut aclTensorDesc, format: aclFormat) -> Outcome {
    with(desc, |description| description.storage_format = format)
}

/// Sets the format of the storage. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorFormat(desc: *mut aclTensorDesc, format: aclFormat) -> Outcome {
    set_storage_format(desc, format)
}

/// The older name of `aclSetTensorFormat`.
#[entry(acl)]
fn aclSetTensorStorageFormat(desc: *mut aclTensorDesc, format: aclFormat) -> Outcome {
    set_storage_format(desc, format)
}

/// # Safety
/// The contract of [`crate::abi`].
unsafe fn set_storage_shape(
    desc: *mut aclTensorDesc,
    num_dims: c_int,
    dims: *const i64,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let shape = unsafe { shape(desc, num_dims, dims)? };
    with(desc, |description| description.storage_shape = shape)
}

/// Sets the shape of the storage. Returns 100000 for null, or a negative `numDims`; 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorShape(desc: *mut aclTensorDesc, num_dims: c_int, dims: *const i64) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe { set_storage_shape(desc, num_dims, dims) }
}

/// The older name of `aclSetTensorShape`.
#[entry(acl)]
fn aclSetTensorStorageShape(
    desc: *mut aclTensorDesc,
    num_dims: c_int,
    dims: *const i64,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe { set_storage_shape(desc, num_dims, dims) }
}

/// Sets the original format, which `aclGetTensorDescFormat` returns. Returns 100000 for null, 107017 for what is no live
/// description.
#[entry(acl)]
fn aclSetTensorOriginFormat(desc: *mut aclTensorDesc, format: aclFormat) -> Outcome {
    with(desc, |description| description.format = format)
}

/// Sets the original shape, which the getters return. Returns 100000 for null, or a negative `numDims`; 107017 for what is no live
/// description.
#[entry(acl)]
fn aclSetTensorOriginShape(desc: *mut aclTensorDesc, num_dims: c_int, dims: *const i64) -> Outcome {
    // SAFETY: the contract is the caller's.
    let shape = unsafe { shape(desc, num_dims, dims)? };
    with(desc, |description| description.shape = shape)
}

/// Sets the dynamic input that the tensor belongs to. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorDynamicInput(
    desc: *mut aclTensorDesc,
    dynamic_input_name: *const c_char,
) -> Outcome {
    with(desc, |_| ())?;
    // SAFETY: a string, by the contract.
    let name = unsafe { text(dynamic_input_name) };
    let name = name.ok_or(Reason::Null {
        arg: "dynamicInputName",
    })?;
    with(desc, |description| {
        description.dynamic_input = name.to_owned()
    })
}

/// Turns the tensor into a constant: a copy of `length` bytes of host memory becomes its data.
///
/// Returns 100000 for null, or a `length` of 0; 107017 for what is no live description; 200000 if there is no memory for the copy.
#[entry(acl)]
fn aclSetTensorConst(desc: *mut aclTensorDesc, data_buffer: *mut c_void, length: usize) -> Outcome {
    with(desc, |_| ())?;
    not_null("dataBuffer", data_buffer)?;
    if length == 0 {
        return refuse("length", length, "1 or more", ACL_ERROR_INVALID_PARAM);
    }
    let bytes = i64::try_from(length).unwrap_or(-1);
    // SAFETY: the contract is the caller's.
    let constant = unsafe { copied(("dataBuffer", data_buffer.cast::<u8>()), ("length", bytes))? };
    with(desc, |description: &mut Description| {
        description.constant = Some(constant)
    })
}

/// Sets where the data is. Returns 100000 for null, or another place; 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorPlaceMent(desc: *mut aclTensorDesc, mem_type: aclMemType) -> Outcome {
    with(desc, |_| ())?;
    if !mem_type.is_named() {
        let allowed = "ACL_MEMTYPE_DEVICE (0) to ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT (2)";
        return refuse("memType", mem_type, allowed, ACL_ERROR_INVALID_PARAM);
    }
    with(desc, |description| description.placement = mem_type)
}
