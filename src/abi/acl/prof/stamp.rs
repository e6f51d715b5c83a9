//! Stamps: marks and ranges that a program sets, with a message.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

use super::objects::{self, Item};
use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::{self, not_null};
use crate::diagnostics::profile;
use crate::error::{Error, Reason, Result};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;
use std::ptr::null_mut;

/// Longest message.
const LONGEST: usize = 127;

/// The domain of what names none.
pub(super) const DOMAIN: &str = "default";

/// A range: its message, its domain, and when it began.
pub(super) type Range = (String, String, Instant);

/// Ranges that threads may end that have not begun them.
pub(super) static RANGES: LazyLock<Mutex<HashMap<u64, Range>>> = LazyLock::new(Mutex::default);

/// Returns a number for another range.
pub(super) fn next_range() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed).max(1)
}

thread_local! {
    /// Ranges of this thread that were pushed.
    static PUSHED: RefCell<Vec<(String, Instant)>> = const { RefCell::new(Vec::new()) };
}

fn message(stamp: *mut c_void) -> Result<String> {
    objects::change("stamp", stamp.addr(), |item| match item {
        Item::Stamp(message) => Some(message.clone()),
        _ => None,
    })
}

/// Creates a stamp. Returns null if no handle is left.
#[entry(acl, otherwise = null_mut())]
fn aclprofCreateStamp() -> Outcome<*mut c_void> {
    Ok(objects::insert(Item::Stamp(String::new()))? as *mut c_void)
}

/// Destroys a stamp.
#[entry(acl, otherwise = ())]
fn aclprofDestroyStamp(stamp: *mut c_void) -> Outcome {
    objects::take("stamp", stamp.addr(), |item| matches!(item, Item::Stamp(_)))?;
    Ok(())
}

/// Sets the message of a stamp. Returns 100000 for null, and for a message of no or of more than 127 bytes.
#[entry(acl)]
fn aclprofSetStampTraceMessage(
    stamp: *mut c_void,
    #[length(msg_len)] msg: Array<'_, c_char>,
    msg_len: u32,
) -> Outcome {
    not_null("msg", msg)?;
    if !(1..=LONGEST).contains(&(msg_len as usize)) {
        return refuse("msgLen", msg_len, "1 to 127 bytes", ACL_ERROR_INVALID_PARAM);
    }
    let text = readable(&pointer::bytes(msg.get()?));
    objects::change("stamp", stamp.addr(), |item| match item {
        Item::Stamp(message) => {
            *message = text;
            Some(())
        }
        _ => None,
    })?;
    Ok(())
}

/// The bytes of a text up to its end.
pub(super) fn readable(bytes: &[u8]) -> String {
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// Sets a mark.
#[entry(acl)]
fn aclprofMark(stamp: *mut c_void) -> Outcome {
    profile::mark(&message(stamp)?, DOMAIN, None);
    Ok(())
}

/// Sets a mark with a message, on the host. Returns 100000 for null, and for a message of no or of more than 127 bytes.
#[entry(acl)]
fn aclprofMarkEx(
    #[length(msg_len)] msg: Array<'_, c_char>,
    msg_len: usize,
    _stream: aclrtStream,
) -> Outcome {
    not_null("msg", msg)?;
    if !(1..=LONGEST).contains(&msg_len) {
        return refuse("msgLen", msg_len, "1 to 127 bytes", ACL_ERROR_INVALID_PARAM);
    }
    profile::mark(&readable(&pointer::bytes(msg.get()?)), DOMAIN, None);
    Ok(())
}

/// Begins a range of this thread, within those that it has begun before.
#[entry(acl)]
fn aclprofPush(stamp: *mut c_void) -> Outcome {
    let message = message(stamp)?;
    PUSHED.with_borrow_mut(|pushed| pushed.push((message, Instant::now())));
    Ok(())
}

/// Ends the range that this thread has begun last. Returns 100043 if there is none.
#[entry(acl)]
fn aclprofPop() -> Outcome {
    let Some((message, began)) = PUSHED.with_borrow_mut(Vec::pop) else {
        let text = "this thread has begun no range with aclprofPush";
        return Err(Error::from(Reason::State(text.into()))).code(ACL_ERROR_PROF_NOT_RUN);
    };
    profile::mark(&message, DOMAIN, Some(began));
    Ok(())
}

/// Begins a range that any thread may end.
#[entry(acl)]
fn aclprofRangeStart(stamp: *mut c_void, range_id: Later<Out<u32>>) -> Outcome {
    let message = message(stamp)?;
    let target = range_id.get()?;
    let number = next_range();
    lock(&RANGES).insert(number.into(), (message, DOMAIN.into(), Instant::now()));
    target.write(number);
    Ok(())
}

/// Ends a range. Returns 100000 for a number that is none's.
#[entry(acl)]
fn aclprofRangeStop(range_id: u32) -> Outcome {
    let Some((message, domain, began)) = lock(&RANGES).remove(&range_id.into()) else {
        let allowed = "the number of a range that has begun and not ended";
        return refuse("rangeId", range_id, allowed, ACL_ERROR_INVALID_PARAM);
    };
    profile::mark(&message, &domain, Some(began));
    Ok(())
}
