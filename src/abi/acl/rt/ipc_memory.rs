//! Device memory that processes share under keys.

use std::ffi::{c_char, c_void};
use std::ptr::without_provenance_mut;

use super::memory::nonzero;
use super::virtual_memory::nonzero_count;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::not_null;
use hostnpu_aclnn_macros::entry;

use crate::abi::parameter::{Array, Out, Room, Text};
use crate::device::ipc::{self, Key};
use crate::device::require_context;

/// Bytes of a key, its end included.
const KEY_SIZE: usize = 65;

/// The beginning of every key.
const PREFIX: &str = "hostnpu";

fn parse(text: &str) -> Option<Key> {
    let mut parts = text.strip_prefix(PREFIX)?.strip_prefix('-')?.split('-');
    let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
    let (file, offset, size) = (number()?, number()?, number()?);
    parts.next().is_none().then_some(Key {
        file,
        offset: offset as usize,
        size: size as usize,
    })
}

/// Reads a key.
fn key(text: Text) -> Outcome<Key> {
    let text = text.to_string_lossy();
    match parse(&text) {
        Some(key) => Ok(key),
        None => refuse(
            "key",
            format!("{text:?}"),
            "a key of aclrtIpcMemGetExportKey",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// Shares device memory, and writes the key for other processes: those that `aclrtIpcMemSetImportPid` names, or all (flags 1). The device's work is
/// waited for; the program must leave the memory alone until the call returns.
///
/// Returns 100000 for null or size 0; 107000 for a `len` below 65, other flags, or what leaves its allocation or is in none; 107002 without a
/// current context; 207000 for mapped memory.
#[entry(acl)]
fn aclrtIpcMemGetExportKey(
    dev_ptr: *mut c_void,
    size: usize,
    #[length(len)] key: Room<'_, c_char>,
    len: usize,
    flags: u64,
) -> Outcome {
    not_null("devPtr", dev_ptr)?;
    nonzero("size", size)?;
    not_null("key", key)?;
    if len < KEY_SIZE {
        return refuse("len", len, "65 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    if flags > ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION {
        let allowed = "ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT (0) or _DISABLE_PID_VALIDATION (1)";
        return refuse("flags", flags, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let for_all = flags == ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION;
    let context = require_context()?;
    let Key { file, offset, size } = ipc::share("devPtr", &context, dev_ptr.addr(), size, for_all)?;
    let text = format!("{PREFIX}-{file:x}-{offset:x}-{size:x}");
    // The longest key needs 7 + 3 * 17 + 1 bytes.
    key.write_text(text.as_bytes());
    Ok(())
}

/// Lets processes open shared memory, with those named before. Returns 100000 for null or none, 107000 for a key that this process did not make, or
/// more processes than a list holds (504).
#[entry(acl)]
fn aclrtIpcMemSetImportPid(
    key_: Text,
    #[length(num)]
    #[not_const]
    pid: Array<'_, i32>,
    num: usize,
) -> Outcome {
    not_null("pid", pid)?;
    nonzero_count("num", num)?;
    let processes = pid.get()?;
    Ok(ipc::allow("key", key(key_)?, processes)?)
}

/// Says by which link other devices reach shared memory: one of `ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_…`. Here there is one way, which all of them stand for.
///
/// Returns 100000 for null; 107000 for another attribute or value, or a key of no memory that this process shares.
#[entry(acl)]
fn aclrtIpcMemSetAttr(key: Text, type_: aclrtIpcMemAttrType, attr: u64) -> Outcome {
    if !type_.is_named() {
        let allowed = "ACL_RT_IPC_MEM_ATTR_ACCESS_LINK (0)";
        return refuse("type", type_, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    if attr > ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH {
        return refuse("attr", attr, "0 to 3", ACL_ERROR_RT_PARAM_INVALID);
    }
    // A list of nobody: only the key is looked at.
    Ok(ipc::allow("key", self::key(key)?, &[])?)
}

/// Opens another process's shared memory, as memory of the current device, and returns its address here: the same one each time, until it is closed
/// as often.
///
/// Returns 100000 for null; 107000 for what no live process shares, for a key of this process, for other flags, or if this process may not open it;
/// 107002 without a current context.
#[entry(acl)]
fn aclrtIpcMemImportByKey(dev_ptr: Out<*mut c_void>, key_: Text, flags: u64) -> Outcome {
    if flags > ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS {
        let allowed = "ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT (0) or _ENABLE_PEER_ACCESS (1)";
        return refuse("flags", flags, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let context = require_context()?;
    let start = ipc::open("key", &context, key(key_)?)?;
    dev_ptr.write(without_provenance_mut(start));
    Ok(())
}

/// Closes shared memory: in a process that opened it, it is gone; for the process that shares it, no other can open it any more. Work that uses it must
/// have been synchronised. Returns 100000 for null, 107000 for a key that is not open here.
#[entry(acl)]
fn aclrtIpcMemClose(key_: Text) -> Outcome {
    Ok(ipc::close("key", key(key_)?)?)
}
