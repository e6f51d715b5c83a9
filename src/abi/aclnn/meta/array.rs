//! `aclIntArray`, `aclFloatArray`, `aclBoolArray`: attribute arrays, copied when they are made.

use std::fmt;
use std::sync::Arc;

use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer;
use crate::error::Result;
use hostnpu_aclnn_macros::entry;

pub(crate) static INTS: Table<Arc<[i64]>> =
    Table::with_contents(Object::IntArray, |handle| contents(&INTS, handle));
pub(crate) static FLOATS: Table<Arc<[f32]>> =
    Table::with_contents(Object::FloatArray, |handle| contents(&FLOATS, handle));
pub(crate) static BOOLS: Table<Arc<[bool]>> =
    Table::with_contents(Object::BoolArray, |handle| contents(&BOOLS, handle));

/// The members of an array, for traces.
fn contents<T: fmt::Debug>(table: &Table<Arc<[T]>>, handle: usize) -> Option<String> {
    let members = table.peek(handle)?;
    Some(format!("{members:?}"))
}

/// The values of an integer array.
pub fn ints(name: &'static str, array: *const aclIntArray) -> Result<Arc<[i64]>> {
    INTS.get(name, array.addr())
}

/// The values of a float array.
pub fn floats(name: &'static str, array: *const aclFloatArray) -> Result<Arc<[f32]>> {
    FLOATS.get(name, array.addr())
}

/// The values of a bool array.
pub fn bools(name: &'static str, array: *const aclBoolArray) -> Result<Arc<[bool]>> {
    BOOLS.get(name, array.addr())
}

/// Copies an array into a table; null or no elements give an empty array.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn create<T: Copy, U>(
    table: &Table<Arc<[U]>>,
    value: *const T,
    size: u64,
    convert: impl Fn(T) -> U,
) -> Outcome<usize> {
    let size = if value.is_null() { 0 } else { size };
    // SAFETY: an array with its length, by the contract.
    let values = unsafe { pointer::array("value", value, size)? };
    Ok(table.insert(values.iter().map(|&value| convert(value)).collect())?)
}

/// Takes an array out of its table. Null is no error.
fn destroy<T>(table: &Table<Arc<[T]>>, handle: usize) -> Result<()> {
    if handle != 0 {
        table.take("array", handle)?;
    }
    Ok(())
}

/// Writes an array's length.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn length<T>(table: &Table<Arc<[T]>>, handle: usize, size: *mut u64) -> Result<()> {
    let count = table.with("array", handle, |values| values.len())?;
    // SAFETY: an out pointer, by the contract.
    unsafe { pointer::out("size", size)? }.write(count as u64);
    Ok(())
}

/// Copies `size` integers. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclIntArray)]
fn aclCreateIntArray(value: *const i64, size: u64) -> Outcome<usize> {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { create(&INTS, value, size, |value| value) }
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyIntArray(array: *const aclIntArray) -> Outcome {
    Ok(destroy(&INTS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetIntArraySize(array: *const aclIntArray, size: *mut u64) -> Outcome {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    Ok(unsafe { length(&INTS, array.addr(), size) }?)
}

/// Copies `size` floats. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclFloatArray)]
fn aclCreateFloatArray(value: *const f32, size: u64) -> Outcome<usize> {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { create(&FLOATS, value, size, |value| value) }
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyFloatArray(array: *const aclFloatArray) -> Outcome {
    Ok(destroy(&FLOATS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetFloatArraySize(array: *const aclFloatArray, size: *mut u64) -> Outcome {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    Ok(unsafe { length(&FLOATS, array.addr(), size) }?)
}

/// Copies `size` booleans. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclBoolArray)]
fn aclCreateBoolArray(value: *const bool, size: u64) -> Outcome<usize> {
    // SAFETY: the C caller keeps the contract of `crate::abi`; read as bytes, for C may hold others than 0 and 1.
    unsafe { create(&BOOLS, value.cast::<u8>(), size, |value| value != 0) }
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyBoolArray(array: *const aclBoolArray) -> Outcome {
    Ok(destroy(&BOOLS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetBoolArraySize(array: *const aclBoolArray, size: *mut u64) -> Outcome {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    Ok(unsafe { length(&BOOLS, array.addr(), size) }?)
}
