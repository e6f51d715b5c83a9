//! Notifies that processes share, and several of them at once.

use std::ffi::c_char;
use std::ptr::without_provenance_mut;

use super::notify::{NOTIFIES, next_number, notify};
use super::virtual_memory::nonzero_count;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::device::{Notify, require_context};
use hostnpu_aclnn_macros::entry;

/// Bytes of a key, its end included.
const KEY_SIZE: usize = 65;

/// The beginning of every key.
const PREFIX: &str = "hostnpu-notify-";

/// Refuses other flags than 0 and one.
fn check_flags(flags: u64, other: u64, names: &str) -> Outcome {
    if flags == 0 || flags == other {
        return Ok(());
    }
    refuse(
        "flags",
        format!("{flags:#x}"),
        names,
        ACL_ERROR_RT_PARAM_INVALID,
    )
}

/// Shares a notify, and writes the key for other processes: those that `aclrtNotifySetImportPid` names, or all (flags 2). The key stays the same.
///
/// Returns 100000 for null; 107000 for a `len` below 65, other flags, or a notify that was opened from another process; 107017 for what is no live notify.
#[entry(acl)]
fn aclrtNotifyGetExportKey(
    notify_: aclrtNotify,
    #[length(len)] key: Room<'_, c_char>,
    len: usize,
    flags: u64,
) -> Outcome {
    let notify = notify(notify_)?;
    not_null("key", key)?;
    if len < KEY_SIZE {
        return refuse("len", len, "65 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    let for_all = ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION;
    let allowed = "ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT (0) or _DISABLE_PID_VALIDATION (2)";
    check_flags(flags, for_all, allowed)?;
    let file = notify.share(flags == for_all)?;
    let text = format!("{PREFIX}{file:x}");
    // The longest key needs 15 + 16 + 1 bytes.
    key.write_text(text.as_bytes());
    Ok(())
}

/// Lets processes open a shared notify, with those named before.
///
/// Returns 100000 for null or none; 107000 for a notify that is not shared, or more processes than a list holds (504); 107017 for what is no live notify.
#[entry(acl)]
fn aclrtNotifySetImportPid(
    notify_: aclrtNotify,
    #[length(num)]
    #[not_const]
    pid: Array<'_, i32>,
    num: usize,
) -> Outcome {
    let notify = notify(notify_)?;
    not_null("pid", pid)?;
    nonzero_count("num", num)?;
    Ok(notify.allow("num", pid.get()?)?)
}

/// Opens another process's notify. A wait for it ends with an error when all other processes that share it have died, unless this one has recorded it itself.
///
/// Returns 100000 for null; 107000 for other flags, or a notify that no live process shares, or not with this one; 107002 without a current context.
#[entry(acl)]
fn aclrtNotifyImportByKey(notify: Out<aclrtNotify>, key: Text, flags: u64) -> Outcome {
    let allowed = "ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT (0) or _ENABLE_PEER_ACCESS (2)";
    check_flags(flags, ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS, allowed)?;
    require_context()?;
    let text = key.to_string_lossy();
    let file = text
        .strip_prefix(PREFIX)
        .and_then(|file| u64::from_str_radix(file, 16).ok());
    let Some(file) = file else {
        let allowed = "a key of aclrtNotifyGetExportKey";
        return refuse(
            "key",
            format!("{text:?}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    };
    let opened = Notify::open(next_number(), file)?;
    notify.write(without_provenance_mut(NOTIFIES.insert(opened)?));
    Ok(())
}

/// Clears notifies, at once. Returns 100000 for null or none, 107017 for what is no live notify: then none is cleared.
#[entry(acl)]
fn aclrtNotifyBatchReset(
    #[length(num)]
    #[not_const]
    notifies: Array<'_, aclrtNotify>,
    num: usize,
) -> Outcome {
    not_null("notifies", notifies)?;
    nonzero_count("num", num)?;
    let all = notifies.get()?.iter().map(|&handle| notify(handle));
    let all: Vec<_> = all.collect::<Outcome<_>>()?;
    all.iter().for_each(|notify| notify.clear());
    Ok(())
}
