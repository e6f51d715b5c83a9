//! Tensor descriptions: their beginning and end, and what is read from them.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::Mutex;

use super::description::{DESCRIPTIONS, Description, UNKNOWN_RANK, copied, with};
use super::types::{ACL_TENSOR_SHAPE_RANGE_NUM, aclTensorDesc};
use crate::abi::acl::base_rt::functions::aclDataTypeSize;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Later, Out, Room};
use crate::abi::pointer::not_null;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Returned by `aclGetTensorDescNumDims` where the number of dimensions is not known.
const ACL_UNKNOWN_RANK: usize = 0xFFFF_FFFF_FFFF_FFFE;

/// Creates the description of a tensor. A format, an extent or a type of any value is taken; an extent of -1 is unknown, and a first
/// extent of -2 says that the number of dimensions is. The data is on the device.
///
/// Returns null for a negative `numDims`, or a null `dims` unless `numDims` is 0.
#[entry(acl, otherwise = null_mut())]
fn aclCreateTensorDesc(
    data_type: aclDataType,
    num_dims: c_int,
    #[length(num_dims)] dims: Array<'_, i64>,
    format: aclFormat,
) -> Outcome<*mut aclTensorDesc> {
    let shape = copied(dims)?;
    let handle = DESCRIPTIONS.insert(Mutex::new(Description {
        dtype: data_type,
        format,
        shape,
        storage_format: aclFormat::ACL_FORMAT_UNDEFINED,
        storage_shape: Vec::new(),
        shape_range: Vec::new(),
        value_range: Vec::new(),
        name: CString::default(),
        dynamic_input: CString::default(),
        constant: None,
        placement: aclMemType::ACL_MEMTYPE_DEVICE,
    }))?;
    Ok(without_provenance_mut(handle))
}

/// Destroys a description; null is nothing. The description goes to the log at level debug.
#[entry(acl, otherwise = ())]
fn aclDestroyTensorDesc(desc: *const aclTensorDesc) -> Outcome {
    if !desc.is_null() {
        let description = DESCRIPTIONS.take("desc", desc.addr())?;
        log::debug!("tensor description {}", lock(&description));
    }
    Ok(())
}

/// Returns the result of `read` for a live description.
fn get<R>(desc: *const aclTensorDesc, read: impl FnOnce(&Description) -> Outcome<R>) -> Outcome<R> {
    with(desc, |description| read(description))?
}

/// Returns the data type; ACL_DT_UNDEFINED for what is no live description.
#[entry(acl, otherwise = aclDataType::ACL_DT_UNDEFINED)]
fn aclGetTensorDescType(desc: *const aclTensorDesc) -> Outcome<aclDataType> {
    get(desc, |d| Ok(d.dtype))
}

/// Returns the original format; ACL_FORMAT_UNDEFINED for what is no live description.
#[entry(acl, otherwise = aclFormat::ACL_FORMAT_UNDEFINED)]
fn aclGetTensorDescFormat(desc: *const aclTensorDesc) -> Outcome<aclFormat> {
    get(desc, |d| Ok(d.format))
}

/// Returns the bytes of the elements: their number times what `aclDataTypeSize` says. Returns 0 for what is no live description, for an
/// unknown extent, and for a size that no `size_t` holds.
#[entry(acl, otherwise = 0)]
fn aclGetTensorDescSize(desc: *const aclTensorDesc) -> Outcome<usize> {
    get(desc, |d| {
        // SAFETY: no pointers.
        let size = unsafe { aclDataTypeSize(d.dtype) };
        product(&d.shape)?
            .checked_mul(size)
            .map_or_else(|| too_large(&d.shape), Ok)
    })
}

/// Returns the number of elements, 1 without dimensions. Returns 0 for what is no live description, for an unknown extent, and for
/// a number that no `size_t` holds.
#[entry(acl, otherwise = 0)]
fn aclGetTensorDescElementCount(desc: *const aclTensorDesc) -> Outcome<usize> {
    get(desc, |d| product(&d.shape))
}

fn product(shape: &[i64]) -> Outcome<usize> {
    let mut product = 1_usize;
    for &extent in shape {
        let Ok(extent) = usize::try_from(extent) else {
            return refuse(
                "desc",
                format!("of shape {shape:?}"),
                "known extents",
                ACL_ERROR_INVALID_PARAM,
            );
        };
        match product.checked_mul(extent) {
            Some(next) => product = next,
            None => return too_large(shape),
        }
    }
    Ok(product)
}

fn too_large(shape: &[i64]) -> Outcome<usize> {
    refuse(
        "desc",
        format!("of shape {shape:?}"),
        "what a size_t holds",
        ACL_ERROR_INVALID_PARAM,
    )
}

/// Returns the number of dimensions; ACL_UNKNOWN_RANK if it is not known, which a first extent of -2 says; 0 for what is no live
/// description.
#[entry(acl, otherwise = 0)]
fn aclGetTensorDescNumDims(desc: *const aclTensorDesc) -> Outcome<usize> {
    get(desc, |d| {
        Ok(match d.shape.first() {
            Some(&UNKNOWN_RANK) => ACL_UNKNOWN_RANK,
            _ => d.shape.len(),
        })
    })
}

fn at<T: Copy>(items: &[T], index: usize) -> Outcome<T> {
    match items.get(index) {
        Some(&item) => Ok(item),
        None => {
            let allowed = match items.len() {
                0 => "none: there are none".into(),
                count => format!("0 to {}", count - 1),
            };
            refuse("index", index, allowed, ACL_ERROR_INVALID_PARAM)
        }
    }
}

/// Returns an extent; -1 for what is no live description, and for an index outside its dimensions. `aclGetTensorDescDimV2` tells the
/// two from an unknown extent.
#[entry(acl, otherwise = -1)]
fn aclGetTensorDescDim(desc: *const aclTensorDesc, index: usize) -> Outcome<i64> {
    get(desc, |d| at(&d.shape, index))
}

/// Writes an extent. Returns 100000 for null, or an index outside the dimensions; 107017 for what is no live description.
#[entry(acl)]
fn aclGetTensorDescDimV2(
    desc: *const aclTensorDesc,
    index: usize,
    dim_size: Later<Out<i64>>,
) -> Outcome {
    not_null("desc", desc)?;
    let target = dim_size.get()?;
    target.write(with(desc, |d| at(&d.shape, index))??);
    Ok(())
}

/// Writes the least and the largest extent of a dimension, as `aclSetTensorShapeRange` set them, to the first two elements of
/// `dimRange`, which has `dimRangeNum`.
///
/// Returns 100000 for null, an index outside the ranges, or fewer than two elements; 107017 for what is no live description.
#[entry(acl)]
fn aclGetTensorDescDimRange(
    desc: *const aclTensorDesc,
    index: usize,
    dim_range_num: usize,
    #[length(dim_range_num)] dim_range: Room<'_, i64>,
) -> Outcome {
    not_null("desc", desc)?;
    not_null("dimRange", dim_range)?;
    let range = with(desc, |d| at(&d.shape_range, index))??;
    if dim_range_num < ACL_TENSOR_SHAPE_RANGE_NUM {
        return refuse(
            "dimRangeNum",
            dim_range_num,
            "2 or more",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    dim_range.write(&range);
    Ok(())
}

/// Returns the name, valid until another one is set or the description is destroyed; the empty text for what is no live
/// description.
#[entry(acl, otherwise = c"".as_ptr())]
fn aclGetTensorDescName(desc: *mut aclTensorDesc) -> Outcome<*const c_char> {
    get(desc, |d| Ok(d.name.as_ptr()))
}

/// Returns the description itself for index 0. Only models have descriptions side by side, and there are none: null for any other
/// index, and for what is no live description.
#[entry(acl, otherwise = null_mut())]
fn aclGetTensorDescByIndex(desc: *mut aclTensorDesc, index: usize) -> Outcome<*mut aclTensorDesc> {
    get(desc, |_| at(&[desc], index))
}

/// Returns the address of the data, which only descriptions of a model's operator have: always null.
#[entry(acl, otherwise = null_mut())]
fn aclGetTensorDescAddress(desc: *const aclTensorDesc) -> Outcome<*mut c_void> {
    get(desc, |_| Ok(null_mut()))
}
