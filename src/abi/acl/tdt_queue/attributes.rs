//! Attributes of queues, and values that are passed by their bytes.

use std::ffi::{CString, c_char};
use std::ptr::with_exposed_provenance;

use super::open_enums::acltdtQueueAttrType;
use super::types::acltdtQueueAttr;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::tdt::channels::MOST_NAME;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::{self, not_null};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// The name (empty for none) and the depth of a queue.
pub(super) struct Attributes {
    pub(super) name: CString,
    pub(super) depth: u32,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            name: CString::default(),
            depth: 8,
        }
    }
}

pub(super) static ATTRIBUTES: Table<Attributes> = Table::new(Object::QueueAttributes);

/// Reads a value of the type `T`, which must have `len` bytes.
pub(super) fn read<T>(arg: &'static str, value: ReadableMemory) -> Outcome<u64> {
    not_null(arg, value)?;
    check_len::<T>(value.size())?;
    Ok(value.number())
}

fn check_len<T>(len: usize) -> Outcome {
    match len == size_of::<T>() {
        true => Ok(()),
        false => refuse(
            "len",
            len,
            size_of::<T>().to_string(),
            ACL_ERROR_INVALID_PARAM,
        ),
    }
}

/// Writes a value of the type `T`, for which there must be `len` bytes, and how many it has.
pub(super) fn write<const SIZE: usize>(
    value: [u8; SIZE],
    size: Later<Out<usize>>,
    param: WritableMemory,
) -> Outcome {
    not_null("param", param)?;
    let target = size.get()?;
    check_len::<[u8; SIZE]>(param.size())?;
    param.write(&value);
    target.write(SIZE);
    Ok(())
}

fn unknown(kind: acltdtQueueAttrType) -> Outcome {
    let allowed = "ACL_TDT_QUEUE_NAME_PTR (0) or ACL_TDT_QUEUE_DEPTH_UINT32 (1)";
    refuse("type", kind, allowed, ACL_ERROR_INVALID_PARAM)
}

/// Creates attributes of a queue: no name, and room for 8 messages. Returns null if there are too many.
#[entry(acl, creates = acltdtQueueAttr)]
fn acltdtCreateQueueAttr() -> Outcome<usize> {
    Ok(ATTRIBUTES.insert(Attributes::default())?)
}

/// Destroys attributes of a queue. Returns 100000 for null, 107017 for what are no live attributes.
#[entry(acl)]
fn acltdtDestroyQueueAttr(attr: *const acltdtQueueAttr) -> Outcome {
    ATTRIBUTES.take("attr", attr.addr())?;
    Ok(())
}

/// Sets an attribute: the name, by a pointer to the pointer to its text, or the depth, by a pointer to a `uint32_t`.
///
/// Returns 100000 for null, another attribute, another number of bytes than the value has, or a name of more than 127 bytes; 107017 for what are no live
/// attributes.
#[entry(acl)]
fn acltdtSetQueueAttr(
    attr: *mut acltdtQueueAttr,
    type_: acltdtQueueAttrType,
    len: usize,
    #[length(len)] param: ReadableMemory,
) -> Outcome {
    ATTRIBUTES.with("attr", attr.addr(), |_| ())?;
    not_null("param", param)?;
    match type_ {
        acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => {
            let text = read::<*const c_char>("param", param)?;
            // SAFETY: the attribute's value is null or a string, by the contract.
            let name = unsafe { pointer::text(with_exposed_provenance(text as usize)) };
            let name = name.ok_or(Reason::Null { arg: "param" })?;
            if name.count_bytes() >= MOST_NAME {
                let got = format!("a text of {} bytes", name.count_bytes());
                return refuse("param", got, "at most 127", ACL_ERROR_INVALID_PARAM);
            }
            let name = name.to_owned();
            ATTRIBUTES.change("attr", attr.addr(), |known| known.name = name)?;
        }
        acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => {
            let depth = read::<u32>("param", param)? as u32;
            ATTRIBUTES.change("attr", attr.addr(), |known| known.depth = depth)?;
        }
        other => return unknown(other),
    }
    Ok(())
}

/// Returns an attribute, as `acltdtSetQueueAttr` takes it, and its bytes. The text of the name lasts until the name is set again or the attributes are destroyed.
///
/// Returns 100000 for null, another attribute, or another number of bytes than the value has; 107017 for what are no live attributes.
#[entry(acl)]
fn acltdtGetQueueAttr(
    attr: *const acltdtQueueAttr,
    type_: acltdtQueueAttrType,
    len: usize,
    param_ret_size: Later<Out<usize>>,
    #[length(len)] param: WritableMemory,
) -> Outcome {
    let (name, depth) = ATTRIBUTES.with("attr", attr.addr(), |known| {
        (known.name.as_ptr(), known.depth)
    })?;
    match type_ {
        acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => {
            let name = name.expose_provenance().to_ne_bytes();
            write(name, param_ret_size, param)
        }
        acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => {
            write(depth.to_ne_bytes(), param_ret_size, param)
        }
        other => unknown(other),
    }
}
