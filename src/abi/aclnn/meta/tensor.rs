//! `aclTensor`: views of device memory, as programs describe them.

use std::ffi::c_void;
use std::sync::Arc;

use super::described::{TENSORS, Tensor};
use crate::abi::acl::types::{aclDataType, aclFormat};
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::array;
use crate::error::{Reason, Result};
use crate::tensor::{Dims, Layout, contiguous_strides};
use hostnpu_aclnn_macros::entry;

/// Most dimensions of a tensor, as in the vendor's library. Operators have limits of their own.
const MAX_RANK: u64 = 25;

/// Dimensions that C passed.
fn dims(dims: Array<'_, i64>) -> Result<Dims> {
    let (arg, count) = (dims.name(), dims.length().1 as u64);
    if count > MAX_RANK {
        let allowed = format!("0 to {MAX_RANK} dimensions");
        return Err(Reason::Value {
            arg,
            got: format!("{count} dimensions long"),
            allowed,
        }
        .into());
    }
    Ok(dims.get()?.into())
}

/// Strides that C passed, or contiguous ones.
fn strides(stride: Option<&[i64]>, shape: &[i64]) -> Dims {
    stride.map_or_else(|| contiguous_strides(shape), Dims::from)
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
    #[length(view_dims_num)] view_dims: Array<'_, i64>,
    view_dims_num: u64,
    data_type: aclDataType,
    #[length(view_dims_num)] stride: Array<'_, i64>,
    offset: i64,
    format: aclFormat,
    #[length(storage_dims_num)] storage_dims: Array<'_, i64>,
    storage_dims_num: u64,
    tensor_data: *mut c_void,
) -> Outcome<usize> {
    let (shape, storage) = (dims(view_dims)?, dims(storage_dims)?);
    let stride = (!stride.is_null()).then(|| stride.get()).transpose()?;
    let strides = strides(stride, &shape);
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
    #[length(view_dims_num)] view_dims: Array<'_, i64>,
    view_dims_num: u64,
    data_type: aclDataType,
    stride: *const i64,
    offset: i64,
    format: aclFormat,
    #[length(storage_dims_num)] storage_dims: Array<'_, i64>,
    storage_dims_num: u64,
    tensor_data_addr: *mut c_void,
) -> Outcome {
    let given = |of: Array<'_, i64>| match of.is_null() {
        true => Ok(Dims::default()),
        false => dims(of),
    };
    let (view, storage) = (given(view_dims)?, given(storage_dims)?);
    TENSORS.change("tensor", tensor.addr(), |object| {
        let object = Arc::make_mut(object);
        let shape = if view.is_empty() {
            object.layout.shape().into()
        } else {
            view
        };
        // SAFETY: as many strides as the tensor has dimensions, by the contract.
        let stride = (!stride.is_null())
            .then(|| unsafe { array("stride", stride, shape.len() as u64) })
            .transpose()?;
        let strides = strides(stride, &shape);
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
pub fn give_array<T: Copy>(dims: Out<*mut T>, count: Out<u64>, values: &[T]) -> Outcome {
    give(dims, values)?;
    count.write(values.len() as u64);
    Ok(())
}

/// Gives the program a copy of values, which it frees with `free`.
pub fn give<T: Copy>(to: Out<*mut T>, values: &[T]) -> Outcome {
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
    view_dims: Later<Out<*mut i64>>,
    view_dims_num: Later<Out<u64>>,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    let (count, values) = (view_dims_num.get()?, view_dims.get()?);
    give_array(values, count, tensor.layout.shape())
}

/// Returns the shape of the storage in an array that the program frees with `delete[]`. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetStorageShape(
    tensor: *const aclTensor,
    storage_dims: Later<Out<*mut i64>>,
    storage_dims_num: Later<Out<u64>>,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    let (count, values) = (storage_dims_num.get()?, storage_dims.get()?);
    give_array(values, count, &tensor.storage)
}

/// Returns the strides, in elements, in an array that the program frees with `delete[]`. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetViewStrides(
    tensor: *const aclTensor,
    strides_value: Later<Out<*mut i64>>,
    strides_num: Later<Out<u64>>,
) -> Outcome {
    let tensor = tensor_at(tensor)?;
    let (count, values) = (strides_num.get()?, strides_value.get()?);
    give_array(values, count, tensor.layout.strides())
}

/// Returns the first element of the view, counted from the data address. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetViewOffset(tensor: *const aclTensor, offset: Later<Out<i64>>) -> Outcome {
    let tensor = tensor_at(tensor)?;
    offset.get()?.write(tensor.layout.offset());
    Ok(())
}

/// Returns the storage format. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetFormat(tensor: *const aclTensor, format: Later<Out<aclFormat>>) -> Outcome {
    let tensor = tensor_at(tensor)?;
    format.get()?.write(tensor.format);
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
