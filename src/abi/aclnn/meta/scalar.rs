//! `aclScalar`: one host value with its type, and lists of them.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::dtype::dtype;
use crate::abi::aclnn::scalar_value::Scalar;
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::{array, not_null};
use crate::diagnostics::check::handles;
use crate::diagnostics::hooks;
use crate::error::{Error, Reason, Result};
use crate::tensor::Dtype;
use hostnpu_aclnn_macros::entry;

pub(crate) static SCALARS: Table<Scalar> = Table::with_contents(Object::Scalar, |handle| {
    let scalar = SCALARS.peek(handle)?;
    Some(match scalar.to_f64() {
        Some(value) => format!("{} {value}", scalar.dtype()),
        None => scalar.dtype().to_string(),
    })
});

static LISTS: Table<Arc<[usize]>> = Table::new(Object::ScalarList);

/// Looks up a required scalar.
pub fn scalar(name: &'static str, handle: usize) -> Result<Scalar> {
    SCALARS.get(name, handle)
}

/// The handles of a list's scalars; 0 where an entry is null.
pub fn members(name: &'static str, list: *const aclScalarList) -> Result<Arc<[usize]>> {
    LISTS.get(name, list.addr())
}

/// Returns true if a scalar can have this type.
fn is_scalar_type(dtype: Dtype) -> bool {
    !matches!(dtype, Dtype::I4 | Dtype::U1 | Dtype::Complex32)
}

/// Copies one value of type `dataType` out of `value`, a host pointer.
///
/// Returns the scalar, or null if `value` is null or the type cannot be a scalar's; `aclGetRecentErrMsg` says which.
#[entry(aclnn, creates = aclScalar)]
fn aclCreateScalar(value: *mut c_void, data_type: aclDataType) -> Outcome<usize> {
    not_null("value", value)?;
    let dtype = dtype(data_type)
        .filter(|&dtype| is_scalar_type(dtype))
        .ok_or_else(|| {
            Error::from(Reason::Dtype {
                arg: "dataType",
                got: data_type.to_string(),
                allowed: "floating-point, integer, boolean, COMPLEX64 and COMPLEX128 types".into(),
            })
        })?;
    let mut bytes = [0; 16];
    let size = dtype.bits().div_ceil(8);
    // SAFETY: not null, so one readable value of its type.
    unsafe { ptr::copy_nonoverlapping(value.cast::<u8>(), bytes.as_mut_ptr(), size) };
    Ok(SCALARS.insert(Scalar::new(dtype, bytes))?)
}

/// Destroys a scalar. Null is no error.
#[entry(aclnn)]
fn aclDestroyScalar(scalar: *const aclScalar) -> Outcome {
    if !scalar.is_null() {
        SCALARS.take("scalar", scalar.addr())?;
    }
    Ok(())
}

/// Creates a list of scalars, which it owns from now on. Entries may be null; null or no entries give an empty list.
///
/// Returns the list, or null if no handle is left.
#[entry(aclnn, creates = aclScalarList)]
fn aclCreateScalarList(value: *const *const aclScalar, size: u64) -> Outcome<usize> {
    let size = if value.is_null() { 0 } else { size };
    // SAFETY: an array with its length, by the contract.
    let members: Arc<[usize]> = unsafe { array("value", value, size)? }
        .iter()
        .map(|member| member.addr())
        .collect();
    let list = LISTS.insert(members.clone())?;
    if hooks::on() {
        handles::owns(list, &members);
    }
    Ok(list)
}

/// Destroys a list and its scalars. Null is no error; nor are members that are destroyed already.
#[entry(aclnn)]
fn aclDestroyScalarList(array: *const aclScalarList) -> Outcome {
    if !array.is_null() {
        for &member in LISTS.take("array", array.addr())?.iter() {
            // Some programs destroy the members first.
            SCALARS.take_live(member);
        }
    }
    Ok(())
}

/// Returns the number of entries. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetScalarListSize(scalar_list: *const aclScalarList, size: Later<Out<u64>>) -> Outcome {
    let count = LISTS.with("scalarList", scalar_list.addr(), |members| members.len())?;
    size.get()?.write(count as u64);
    Ok(())
}
