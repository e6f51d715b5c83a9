//! Attributes of queues, and values that are passed by their bytes.

use std::ffi::{CStr, CString, c_char, c_void};

use super::open_enums::acltdtQueueAttrType;
use super::types::acltdtQueueAttr;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::tdt::channels::MOST_NAME;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::pointer::{not_null, out};
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
///
/// # Safety
/// Not null, `value` can be read as `T`.
pub(super) unsafe fn read<T: Copy>(
    arg: &'static str,
    value: *const c_void,
    len: usize,
) -> Outcome<T> {
    not_null(arg, value)?;
    check_len::<T>(len)?;
    // SAFETY: the caller's promise.
    Ok(unsafe { value.cast::<T>().read_unaligned() })
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
///
/// # Safety
/// Not null, `param` has room for `T`, and `size` for a number.
pub(super) unsafe fn write<T>(
    value: T,
    len: usize,
    size: *mut usize,
    param: *mut c_void,
) -> Outcome {
    not_null("param", param)?;
    // SAFETY: the caller's promise.
    let target = unsafe { out("paramRetSize", size)? };
    check_len::<T>(len)?;
    // SAFETY: the caller's promise.
    unsafe { param.cast::<T>().write_unaligned(value) };
    target.write(size_of::<T>());
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
    param: *const c_void,
) -> Outcome {
    ATTRIBUTES.with("attr", attr.addr(), |_| ())?;
    not_null("param", param)?;
    match type_ {
        acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => {
            // SAFETY: not null, so a pointer.
            let text = unsafe { read::<*const c_char>("param", param, len)? };
            not_null("param", text)?;
            // SAFETY: not null, so text that ends with a zero byte.
            let name = unsafe { CStr::from_ptr(text) };
            if name.count_bytes() >= MOST_NAME {
                let got = format!("a text of {} bytes", name.count_bytes());
                return refuse("param", got, "at most 127", ACL_ERROR_INVALID_PARAM);
            }
            let name = name.to_owned();
            ATTRIBUTES.change("attr", attr.addr(), |known| known.name = name)?;
        }
        acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => {
            // SAFETY: not null, so a number.
            let depth = unsafe { read::<u32>("param", param, len)? };
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
    param_ret_size: *mut usize,
    param: *mut c_void,
) -> Outcome {
    let (name, depth) = ATTRIBUTES.with("attr", attr.addr(), |known| {
        (known.name.as_ptr(), known.depth)
    })?;
    // SAFETY: out pointers, by the contract.
    unsafe {
        match type_ {
            acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => write(name, len, param_ret_size, param),
            acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => {
                write(depth, len, param_ret_size, param)
            }
            other => unknown(other),
        }
    }
}
