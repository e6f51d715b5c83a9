//! Tensor descriptions: what is set in them. A call that is refused leaves the description as it was.

use std::ffi::c_int;

use super::description::{Description, copied, with};
use super::types::aclTensorDesc;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Later, ReadableMemory, Text};
use crate::abi::pointer::not_null;
use hostnpu_aclnn_macros::entry;

/// Reads a shape for the description `desc`, which must be live: null comes before the other arguments.
fn shape(desc: *const aclTensorDesc, dims: Array<'_, i64>) -> Outcome<Vec<i64>> {
    with(desc, |_| ())?;
    not_null("dims", dims)?;
    copied(dims)
}

/// Reads pairs of numbers, as [`shape`] does.
fn ranges(desc: *const aclTensorDesc, pairs: Array<'_, [i64; 2]>) -> Outcome<Vec<[i64; 2]>> {
    with(desc, |_| ())?;
    copied(pairs)
}

/// Sets the range of each extent. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorShapeRange(
    desc: *mut aclTensorDesc,
    dims_count: usize,
    #[length(dims_count)]
    #[not_const]
    dims_range: Array<'_, [i64; 2]>,
) -> Outcome {
    let ranges = ranges(desc, dims_range)?;
    with(desc, |description| description.shape_range = ranges)
}

/// Sets the range of each value. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorValueRange(
    desc: *mut aclTensorDesc,
    value_count: usize,
    #[length(value_count)]
    #[not_const]
    value_range: Array<'_, [i64; 2]>,
) -> Outcome {
    let ranges = ranges(desc, value_range)?;
    with(desc, |description| description.value_range = ranges)
}

/// Sets the name; null stands for the empty one. What is no live description is left alone, with a message.
#[entry(acl, otherwise = ())]
fn aclSetTensorDescName(desc: *mut aclTensorDesc, name: Option<Text>) -> Outcome {
    let name = name.map_or_else(Default::default, Text::get);
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

fn set_storage_shape(desc: *mut aclTensorDesc, dims: Array<'_, i64>) -> Outcome {
    let shape = shape(desc, dims)?;
    with(desc, |description| description.storage_shape = shape)
}

/// Sets the shape of the storage. Returns 100000 for null, or a negative `numDims`; 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorShape(
    desc: *mut aclTensorDesc,
    num_dims: c_int,
    #[length(num_dims)] dims: Array<'_, i64>,
) -> Outcome {
    set_storage_shape(desc, dims)
}

/// The older name of `aclSetTensorShape`.
#[entry(acl)]
fn aclSetTensorStorageShape(
    desc: *mut aclTensorDesc,
    num_dims: c_int,
    #[length(num_dims)] dims: Array<'_, i64>,
) -> Outcome {
    set_storage_shape(desc, dims)
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
fn aclSetTensorOriginShape(
    desc: *mut aclTensorDesc,
    num_dims: c_int,
    #[length(num_dims)] dims: Array<'_, i64>,
) -> Outcome {
    let shape = shape(desc, dims)?;
    with(desc, |description| description.shape = shape)
}

/// Sets the dynamic input that the tensor belongs to. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclSetTensorDynamicInput(desc: *mut aclTensorDesc, dynamic_input_name: Later<Text>) -> Outcome {
    with(desc, |_| ())?;
    let name = dynamic_input_name.get()?;
    with(desc, |description| {
        description.dynamic_input = name.get().to_owned()
    })
}

/// Turns the tensor into a constant: a copy of `length` bytes of host memory becomes its data.
///
/// Returns 100000 for null, or a `length` of 0; 107017 for what is no live description; 200000 if there is no memory for the copy.
#[entry(acl)]
fn aclSetTensorConst(
    desc: *mut aclTensorDesc,
    #[length(length)]
    #[not_const]
    data_buffer: ReadableMemory,
    length: usize,
) -> Outcome {
    with(desc, |_| ())?;
    not_null("dataBuffer", data_buffer)?;
    if length == 0 {
        return refuse("length", length, "1 or more", ACL_ERROR_INVALID_PARAM);
    }
    let constant = copied(Array::of_bytes(&("dataBuffer", "length"), data_buffer))?;
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
