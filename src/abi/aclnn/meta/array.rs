//! `aclIntArray`, `aclFloatArray`, `aclBoolArray`: attribute arrays, copied when they are made.

use std::fmt;
use std::sync::Arc;

use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, Later, Out};
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
fn create<T: Copy, U>(
    table: &Table<Arc<[U]>>,
    value: Array<'_, T>,
    convert: impl Fn(T) -> U,
) -> Outcome<usize> {
    let values = value.get_or_none()?;
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
fn length<T>(table: &Table<Arc<[T]>>, handle: usize, size: Later<Out<u64>>) -> Outcome {
    let count = table.with("array", handle, |values| values.len())?;
    size.get()?.write(count as u64);
    Ok(())
}

/// Copies `size` integers. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclIntArray)]
fn aclCreateIntArray(#[length(size)] value: Array<'_, i64>, size: u64) -> Outcome<usize> {
    create(&INTS, value, |value| value)
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyIntArray(array: *const aclIntArray) -> Outcome {
    Ok(destroy(&INTS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetIntArraySize(array: *const aclIntArray, size: Later<Out<u64>>) -> Outcome {
    length(&INTS, array.addr(), size)
}

/// Copies `size` floats. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclFloatArray)]
fn aclCreateFloatArray(#[length(size)] value: Array<'_, f32>, size: u64) -> Outcome<usize> {
    create(&FLOATS, value, |value| value)
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyFloatArray(array: *const aclFloatArray) -> Outcome {
    Ok(destroy(&FLOATS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetFloatArraySize(array: *const aclFloatArray, size: Later<Out<u64>>) -> Outcome {
    length(&FLOATS, array.addr(), size)
}

/// Copies `size` booleans. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
#[entry(aclnn, creates = aclBoolArray)]
fn aclCreateBoolArray(#[length(size)] value: Array<'_, bool>, size: u64) -> Outcome<usize> {
    create(&BOOLS, value.as_bytes(), |value| value != 0)
}

/// Destroys an array. Null is no error.
#[entry(aclnn)]
fn aclDestroyBoolArray(array: *const aclBoolArray) -> Outcome {
    Ok(destroy(&BOOLS, array.addr())?)
}

/// Returns the number of elements. A null argument gives 161001.
#[entry(aclnn)]
fn aclGetBoolArraySize(array: *const aclBoolArray, size: Later<Out<u64>>) -> Outcome {
    length(&BOOLS, array.addr(), size)
}
