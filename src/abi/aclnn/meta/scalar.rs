//! `aclScalar`: one host value with its type, and lists of them.

use std::sync::Arc;

use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::dtype::dtype;
use crate::abi::aclnn::scalar_value::Scalar;
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out, ReadableMemory};
use crate::abi::pointer::not_null;
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
fn aclCreateScalar(
    #[length(dtype(data_type).map_or(0, |dtype| dtype.bits().div_ceil(8)))]
    #[not_const]
    value: ReadableMemory,
    data_type: aclDataType,
) -> Outcome<usize> {
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
    value.copy_to(&mut bytes);
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
fn aclCreateScalarList(
    #[length(size)] value: Array<'_, *const aclScalar>,
    size: u64,
) -> Outcome<usize> {
    let members: Arc<[usize]> = value
        .get_or_none()?
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
