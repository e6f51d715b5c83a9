//! Attributes of single operators: values under names.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int};
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::Mutex;

use super::types::aclopAttr;
use crate::abi::acl::base_mdl::description::copied;
use crate::abi::acl::boundary::Outcome;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::text;
use crate::error::{Reason, Result};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "each is named by its type")]
pub enum Attribute {
    Bool(bool),
    Int(i64),
    Float(f32),
    Text(String),
    DataType(aclDataType),
    Bools(Vec<bool>),
    Ints(Vec<i64>),
    Floats(Vec<f32>),
    Texts(Vec<String>),
    DataTypes(Vec<aclDataType>),
    ListsOfInts(Vec<Vec<i64>>),
}

/// Values by names.
pub type Attributes = BTreeMap<String, Attribute>;

static ATTRIBUTES: Table<Mutex<Attributes>> = Table::new(Object::OperatorAttributes);

/// A copy of live attributes; none for null.
pub fn attributes(attr: *const aclopAttr) -> Result<Attributes> {
    if attr.is_null() {
        return Ok(Attributes::new());
    }
    ATTRIBUTES.with("attr", attr.addr(), |attributes| lock(attributes).clone())
}

/// Creates attributes without any value. Returns null if there is no room for another one.
#[entry(acl, otherwise = null_mut())]
fn aclopCreateAttr() -> Outcome<*mut aclopAttr> {
    Ok(without_provenance_mut(ATTRIBUTES.insert(Mutex::default())?))
}

/// Destroys attributes; null is nothing.
#[entry(acl, otherwise = ())]
fn aclopDestroyAttr(attr: *const aclopAttr) -> Outcome {
    if !attr.is_null() {
        ATTRIBUTES.take("attr", attr.addr())?;
    }
    Ok(())
}

fn owned(text: &CStr) -> String {
    text.to_string_lossy().into_owned()
}

/// Sets an attribute to what `value` reads, once the others are right.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn set(
    attr: *mut aclopAttr,
    name: *const c_char,
    value: impl FnOnce() -> Outcome<Attribute>,
) -> Outcome {
    ATTRIBUTES.with("attr", attr.addr(), |_| ())?;
    // SAFETY: a string, by the contract.
    let name = unsafe { text(name) }.ok_or(Reason::Null { arg: "attrName" })?;
    let value = value()?;
    ATTRIBUTES.with("attr", attr.addr(), |attributes| {
        lock(attributes).insert(owned(name), value);
    })?;
    Ok(())
}

/// An attribute that is a copy of an array.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn list<T: Copy>(
    count: c_int,
    values: *const T,
    make: impl FnOnce(Vec<T>) -> Attribute,
) -> Outcome<Attribute> {
    // SAFETY: an array with its length, by the contract.
    let values = unsafe { copied(("values", values), ("numValues", count.into())) };
    Ok(make(values?))
}

/// Sets a truth value: any number but 0 is true. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrBool(attr: *mut aclopAttr, attr_name: *const c_char, attr_value: u8) -> Outcome {
    let value = || Ok(Attribute::Bool(attr_value != 0));
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets an integer. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrInt(attr: *mut aclopAttr, attr_name: *const c_char, attr_value: i64) -> Outcome {
    let value = || Ok(Attribute::Int(attr_value));
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a floating-point number. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrFloat(attr: *mut aclopAttr, attr_name: *const c_char, attr_value: f32) -> Outcome {
    let value = || Ok(Attribute::Float(attr_value));
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a text, which is copied. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrString(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    attr_value: *const c_char,
) -> Outcome {
    let value = || {
        // SAFETY: a string, by the contract.
        let value = unsafe { text(attr_value) }.ok_or(Reason::Null { arg: "attrValue" })?;
        Ok(Attribute::Text(owned(value)))
    };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a data type. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrDataType(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    attr_value: aclDataType,
) -> Outcome {
    let value = || Ok(Attribute::DataType(attr_value));
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of data types. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListDataType(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_values: c_int,
    values: *const aclDataType,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let value = || unsafe { list(num_values, values, Attribute::DataTypes) };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of truth values. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListBool(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_values: c_int,
    values: *const u8,
) -> Outcome {
    let make = |values: Vec<u8>| Attribute::Bools(values.iter().map(|&value| value != 0).collect());
    // SAFETY: the contract is the caller's.
    let value = || unsafe { list(num_values, values, make) };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of integers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListInt(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_values: c_int,
    values: *const i64,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let value = || unsafe { list(num_values, values, Attribute::Ints) };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of floating-point numbers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListFloat(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_values: c_int,
    values: *const f32,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    let value = || unsafe { list(num_values, values, Attribute::Floats) };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of texts, which are copied. Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live
/// attributes.
#[entry(acl)]
fn aclopSetAttrListString(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_values: c_int,
    values: *mut *const c_char,
) -> Outcome {
    let value = || {
        let (values, count) = (("values", values.cast_const()), num_values.into());
        // SAFETY: an array with its length, by the contract.
        let pointers = unsafe { copied(values, ("numValues", count))? };
        // SAFETY: a string, by the contract.
        let texts = pointers.iter().map(|&one| unsafe { text(one) }.map(owned));
        let texts: Option<_> = texts.collect();
        Ok(Attribute::Texts(
            texts.ok_or(Reason::Null { arg: "values" })?,
        ))
    };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}

/// Sets a list of lists of integers: `numLists` of them, each with its own number of values.
///
/// Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListListInt(
    attr: *mut aclopAttr,
    attr_name: *const c_char,
    num_lists: c_int,
    num_values: *const c_int,
    values: *const *const i64,
) -> Outcome {
    let value = || {
        let lists = ("numLists", num_lists.into());
        // SAFETY: arrays with their length, by the contract.
        let (counts, pointers) = unsafe {
            (
                copied(("numValues", num_values), lists)?,
                copied(("values", values), lists)?,
            )
        };
        let mut all = Vec::with_capacity(counts.len());
        for (&count, &list) in counts.iter().zip(&pointers) {
            // SAFETY: an array with its length, by the contract.
            all.push(unsafe { copied(("values", list), ("numValues", count.into()))? });
        }
        Ok(Attribute::ListsOfInts(all))
    };
    // SAFETY: the contract is the caller's.
    unsafe { set(attr, attr_name, value) }
}
