//! `aclTensor`: views of device memory, as programs describe them.

use std::ffi::c_void;
use std::sync::Arc;

use super::described::{TENSORS, Tensor};
use crate::abi::acl::types::{aclDataType, aclFormat};
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::{array, out};
use crate::error::{Reason, Result};
use crate::tensor::{Dims, Layout, contiguous_strides};
use hostnpu_aclnn_macros::entry;

/// Most dimensions of a tensor, as in the vendor's library. Operators have limits of their own.
const MAX_RANK: u64 = 25;

/// Dimensions that C passed.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn dims(arg: &'static str, dims: *const i64, count: u64) -> Result<Dims> {
    if count > MAX_RANK {
        let allowed = format!("0 to {MAX_RANK} dimensions");
        return Err(Reason::Value {
            arg,
            got: format!("{count} dimensions long"),
            allowed,
        }
        .into());
    }
    // SAFETY: an array with its length, by the contract.
    Ok(unsafe { array(arg, dims, count)? }.into())
}

/// Strides that C passed, or contiguous ones.
///
/// # Safety
/// The contract of [`crate::abi`]: `stride` is null or has as many elements as `shape`.
unsafe fn strides(stride: *const i64, shape: &[i64]) -> Result<Dims> {
    if stride.is_null() {
        return Ok(contiguous_strides(shape));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { array("stride", stride, shape.len() as u64)? }.into())
}

/// Describes a tensor over device memory. All arrays are copied; the memory stays the program's.
///
/// `viewDims` is the shape (`viewDimsNum` 0: a scalar). `stride` holds one stride per dimension in elements, or is null
/// for a contiguous tensor. `offset` is the first element, counted from `tensorData`. `storageDims` is the shape of
/// the memory that the view lies in. Nothing is compared with anything here: the operators do that.
///
/// Returns the tensor, or null if a dimension array is null while its length is not 0, or longer than 25; then
/// `aclGetRecentErrMsg` says which.
#[entry(aclnn, creates = aclTensor)]
fn aclCreateTensor(
    view_dims: *const i64,
    view_dims_num: u64,
    data_type: aclDataType,
    stride: *const i64,
    offset: i64,
    format: aclFormat,
    storage_dims: *const i64,
    storage_dims_num: u64,
    tensor_data: *mut c_void,
) -> Outcome<usize> {
    // SAFETY: arrays with their lengths, by the contract.
    let (shape, storage) = unsafe {
        (
            dims("viewDims", view_dims, view_dims_num)?,
            dims("storageDims", storage_dims, storage_dims_num)?,
        )
    };
    // SAFETY: as many strides as dimensions, by the contract.
    let strides = unsafe { strides(stride, &shape)? };
    let layout = Layout::new(shape, strides, offset).into();
    let address = tensor_data.addr();
    Ok(TENSORS.insert(Arc::new(Tensor {
        element: data_type.into(),
        format,
        layout,
        storage,
        address,
    }))?)
}

/// Destroys a tensor's description, never its memory. Null is no error.
#[entry(aclnn)]
fn aclDestroyTensor(tensor: *const aclTensor) -> Outcome {
    if !tensor.is_null() {
        TENSORS.take("tensor", tensor.addr())?;
    }
    Ok(())
}

/// Describes an existing tensor anew. Null or empty dimensions keep the former ones, a null `stride` means contiguous, a
/// null `tensorDataAddr` keeps the former address; type, offset and format are always taken.
///
/// Returns 161001 if `tensor` is null.
#[entry(aclnn)]
fn aclInitTensor(
    tensor: *mut aclTensor,
    view_dims: *const i64,
    view_dims_num: u64,
    data_type: aclDataType,
    stride: *const i64,
    offset: i64,
    format: aclFormat,
    storage_dims: *const i64,
    storage_dims_num: u64,
    tensor_data_addr: *mut c_void,
) -> Outcome {
    let given = |dims: *const i64, count| if dims.is_null() { 0 } else { count };
    // SAFETY: arrays with their lengths, by the contract.
    let (view, storage) = unsafe {
        (
            dims("viewDims", view_dims, given(view_dims, view_dims_num))?,
            dims(
                "storageDims",
                storage_dims,
                given(storage_dims, storage_dims_num),
            )?,
        )
    };
    TENSORS.change("tensor", tensor.addr(), |object| {
        let object = Arc::make_mut(object);
        let shape = if view.is_empty() {
            object.layout.shape().into()
        } else {
            view
        };
        // SAFETY: as many strides as dimensions, by the contract.
        let strides = unsafe { strides(stride, &shape)? };
        object.layout = Layout::new(shape, strides, offset).into();
        object.element = data_type.into();
        object.format = format;
        if !storage.is_empty() {
            object.storage = storage;
        }
        if !tensor_data_addr.is_null() {
            object.address = tensor_data_addr.addr();
        }
        Ok(())
    })?
}

/// Hands a copy of `values` to C++, which frees it with `delete[]`.
///
/// # Safety
/// The contract of [`crate::abi`], for the two out pointers.
pub unsafe fn give_array(
    (dims_arg, dims): (&'static str, *mut *mut i64),
    (count_arg, count): (&'static str, *mut u64),
    values: &[i64],
) -> Result<()> {
    // SAFETY: out pointers, by the contract.
    unsafe {
        let count = out(count_arg, count)?;
        give((dims_arg, dims), values)?;
        count.write(values.len() as u64);
    }
    Ok(())
}

/// Gives the program a copy of values, which it frees with `free`.
///
/// # Safety
/// The contract of [`crate::abi`], for the out pointer.
pub unsafe fn give<T: Copy>((arg, to): (&'static str, *mut *mut T), values: &[T]) -> Result<()> {
    // SAFETY: an out pointer, by the contract.
    let to = unsafe { out(arg, to)? };
    // SAFETY: at least one byte; operator new[] and malloc are one heap in the C++ library of every Linux system.
    let copy = unsafe { libc::malloc(size_of_val(values).max(1)) }.cast::<T>();
    if copy.is_null() {
        return Err(Reason::Internal("no memory for an array".into()).into());
    }
    // SAFETY: the new memory has room for the values.
    unsafe { copy.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
    to.write(copy);
    Ok(())
}

/// A tensor's description.
fn tensor_at(tensor: *const aclTensor) -> Result<Arc<Tensor>> {
    TENSORS.get("tensor", tensor.addr())
}

/// Returns the shape of the view in an array that the program frees with `delete[]`. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetViewShape(
    tensor: *const aclTensor,
    view_dims: *mut *mut i64,
    view_dims_num: *mut u64,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    // SAFETY: out pointers, by the contract.
    unsafe {
        give_array(
            ("viewDims", view_dims),
            ("viewDimsNum", view_dims_num),
            tensor.layout.shape(),
        )?;
    }
    Ok(())
}

/// Returns the shape of the storage in an array that the program frees with `delete[]`. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetStorageShape(
    tensor: *const aclTensor,
    storage_dims: *mut *mut i64,
    storage_dims_num: *mut u64,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    // SAFETY: out pointers, by the contract.
    unsafe {
        give_array(
            ("storageDims", storage_dims),
            ("storageDimsNum", storage_dims_num),
            &tensor.storage,
        )?;
    }
    Ok(())
}

/// Returns the strides, in elements, in an array that the program frees with `delete[]`. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetViewStrides(
    tensor: *const aclTensor,
    strides_value: *mut *mut i64,
    strides_num: *mut u64,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    // SAFETY: out pointers, by the contract.
    unsafe {
        give_array(
            ("stridesValue", strides_value),
            ("stridesNum", strides_num),
            tensor.layout.strides(),
        )?;
    }
    Ok(())
}

/// Returns the first element of the view, counted from the data address. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetViewOffset(tensor: *const aclTensor, offset: *mut i64) -> Outcome {
    let tensor = tensor_at(tensor)?;
    // SAFETY: an out pointer, by the contract.
    unsafe { out("offset", offset)? }.write(tensor.layout.offset());
    Ok(())
}

/// Returns the storage format. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetFormat(tensor: *const aclTensor, format: *mut aclFormat) -> Outcome {
    let tensor = tensor_at(tensor)?;
    // SAFETY: an out pointer, by the contract.
    unsafe { out("format", format)? }.write(tensor.format);
    Ok(())
}

/// Returns the data type. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetDataType(tensor: *const aclTensor, data_type: Later<Out<aclDataType>>) -> Outcome {
    let tensor = tensor_at(tensor)?;
    data_type.get()?.write(tensor.element.code);
    Ok(())
}

/// Sets the data address of a tensor; its offset stays. A null tensor gives 161001.
#[entry(aclnn)]
fn aclSetRawTensorAddr(tensor: *mut aclTensor, addr: *mut c_void) -> Outcome {
    TENSORS.change("tensor", tensor.addr(), |tensor| {
        Arc::make_mut(tensor).address = addr.addr();
    })?;
    Ok(())
}

/// Returns the data address of a tensor. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetRawTensorAddr(tensor: *const aclTensor, addr: Later<Out<*mut c_void>>) -> Outcome {
    let tensor = tensor_at(tensor)?;
    addr.get()?.write(tensor.address as *mut c_void);
    Ok(())
}
