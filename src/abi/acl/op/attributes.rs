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
use crate::abi::parameter::{Array, Counted, Later, Text};
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
fn set(
    attr: *mut aclopAttr,
    name: Later<Text>,
    value: impl FnOnce() -> Outcome<Attribute>,
) -> Outcome {
    ATTRIBUTES.with("attr", attr.addr(), |_| ())?;
    let name = name.get()?;
    let value = value()?;
    ATTRIBUTES.with("attr", attr.addr(), |attributes| {
        lock(attributes).insert(owned(&name), value);
    })?;
    Ok(())
}

/// An attribute that is a copy of an array.
fn list<T: Copy>(
    values: Array<'_, T>,
    make: impl FnOnce(Vec<T>) -> Attribute,
) -> Outcome<Attribute> {
    Ok(make(copied(values)?))
}

/// Sets a truth value: any number but 0 is true. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrBool(attr: *mut aclopAttr, attr_name: Later<Text>, attr_value: u8) -> Outcome {
    let value = || Ok(Attribute::Bool(attr_value != 0));
    set(attr, attr_name, value)
}

/// Sets an integer. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrInt(attr: *mut aclopAttr, attr_name: Later<Text>, attr_value: i64) -> Outcome {
    let value = || Ok(Attribute::Int(attr_value));
    set(attr, attr_name, value)
}

/// Sets a floating-point number. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrFloat(attr: *mut aclopAttr, attr_name: Later<Text>, attr_value: f32) -> Outcome {
    let value = || Ok(Attribute::Float(attr_value));
    set(attr, attr_name, value)
}

/// Sets a text, which is copied. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrString(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    attr_value: Later<Text>,
) -> Outcome {
    let value = || {
        let value = attr_value.get()?;
        Ok(Attribute::Text(owned(&value)))
    };
    set(attr, attr_name, value)
}

/// Sets a data type. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrDataType(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    attr_value: aclDataType,
) -> Outcome {
    let value = || Ok(Attribute::DataType(attr_value));
    set(attr, attr_name, value)
}

/// Sets a list of data types. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListDataType(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_values: c_int,
    #[length(num_values)] values: Array<'_, aclDataType>,
) -> Outcome {
    let value = || list(values, Attribute::DataTypes);
    set(attr, attr_name, value)
}

/// Sets a list of truth values. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListBool(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_values: c_int,
    #[length(num_values)] values: Array<'_, u8>,
) -> Outcome {
    let make = |values: Vec<u8>| Attribute::Bools(values.iter().map(|&value| value != 0).collect());
    let value = || list(values, make);
    set(attr, attr_name, value)
}

/// Sets a list of integers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListInt(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_values: c_int,
    #[length(num_values)] values: Array<'_, i64>,
) -> Outcome {
    let value = || list(values, Attribute::Ints);
    set(attr, attr_name, value)
}

/// Sets a list of floating-point numbers. Returns 100000 for null, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListFloat(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_values: c_int,
    #[length(num_values)] values: Array<'_, f32>,
) -> Outcome {
    let value = || list(values, Attribute::Floats);
    set(attr, attr_name, value)
}

/// Sets a list of texts, which are copied. Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live
/// attributes.
#[entry(acl)]
fn aclopSetAttrListString(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_values: c_int,
    #[length(num_values)]
    #[not_const]
    values: Array<'_, *const c_char>,
) -> Outcome {
    let value = || {
        let pointers = copied(values)?;
        // SAFETY: a string, by the contract.
        let texts = pointers.iter().map(|&one| unsafe { text(one) }.map(owned));
        let texts: Option<_> = texts.collect();
        Ok(Attribute::Texts(
            texts.ok_or(Reason::Null { arg: "values" })?,
        ))
    };
    set(attr, attr_name, value)
}

/// Sets a list of lists of integers: `numLists` of them, each with its own number of values.
///
/// Returns 100000 for null, also in the list, or a negative number; 107017 for what are no live attributes.
#[entry(acl)]
fn aclopSetAttrListListInt(
    attr: *mut aclopAttr,
    attr_name: Later<Text>,
    num_lists: c_int,
    #[length(num_lists)] num_values: Array<'_, c_int>,
    #[length(num_lists)] values: Array<'_, *const i64>,
) -> Outcome {
    let value = || {
        let (counts, pointers) = (copied(num_values)?, copied(values)?);
        let mut all = Vec::with_capacity(counts.len());
        for (&count, &list) in counts.iter().zip(&pointers) {
            // SAFETY: a list with its length, by the contract of what the arrays hold.
            let list = unsafe { Array::new(&("values", "numValues"), list, count.into()) };
            all.push(copied(list)?);
        }
        Ok(Attribute::ListsOfInts(all))
    };
    set(attr, attr_name, value)
}
