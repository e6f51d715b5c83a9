//! The interface of profilers, `libmspti.so`: kinds of activities are switched on and off, and no records of them are made. `HOSTNPU_PROFILE`
//! and `acl_prof.h` are what times a program here.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::mspti_types::*;
use crate::abi::acl::boundary::{Outcome, guard, refuse};
use crate::abi::acl::types::{ACL_ERROR_INVALID_PARAM, ACL_ERROR_RT_PARAM_INVALID, ACL_SUCCESS};
use crate::abi::parameter::{Out, Slot};
use crate::abi::pointer::not_null;
use crate::abi::shown::Called;
use crate::error::Reason;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A bit for each kind that is on.
static ENABLED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Identifiers of outer activities, innermost last, with their kind.
    static OUTER: RefCell<Vec<(i32, u64)>> = const { RefCell::new(Vec::new()) };
}

fn status(call: Called, body: impl FnOnce() -> Outcome) -> msptiResult {
    match guard(call, body) {
        ACL_SUCCESS => MSPTI_SUCCESS,
        // The state of the library forbids the call.
        ACL_ERROR_RT_PARAM_INVALID => MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
        _ => MSPTI_ERROR_INVALID_PARAMETER,
    }
}

fn bit(kind: msptiActivityKind) -> Outcome<u64> {
    match u32::try_from(kind)
        .ok()
        .and_then(|kind| 1_u64.checked_shl(kind))
    {
        Some(bit) if bit != 1 => Ok(bit),
        _ => refuse("kind", kind, "1 to 63", ACL_ERROR_INVALID_PARAM),
    }
}

/// The number of the subscriber, if there is one.
static SUBSCRIBER: Mutex<Option<usize>> = Mutex::new(None);

/// Becomes the subscriber. That switches no callbacks on, and there are none to switch on: `callback` is not called.
///
/// Returns 1 for a null `subscriber`, 2 if there is a subscriber already.
#[entry(acl, status = msptiResult by status)]
fn msptiSubscribe(
    subscriber: Out<msptiSubscriberHandle>,
    _callback: msptiCallbackFunc,
    _userdata: *mut c_void,
) -> Outcome {
    static NUMBERS: AtomicUsize = AtomicUsize::new(1);
    let mut known = lock(&SUBSCRIBER);
    if known.is_some() {
        return Err(Reason::State("there is a subscriber already".into()).into());
    }
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
    *known = Some(number);
    subscriber.write(without_provenance_mut(number));
    Ok(())
}

/// Ends a subscription. Returns 1 for what is not the subscriber.
#[entry(acl, status = msptiResult by status)]
fn msptiUnsubscribe(subscriber: msptiSubscriberHandle) -> Outcome {
    not_null("subscriber", subscriber)?;
    let mut known = lock(&SUBSCRIBER);
    if *known != Some(subscriber.addr()) {
        let allowed = "the one that msptiSubscribe has written";
        let got = "no subscriber";
        return refuse("subscriber", got, allowed, ACL_ERROR_INVALID_PARAM);
    }
    *known = None;
    Ok(())
}

/// Switches a kind of activities on: no records are made of them. Returns 1 for a kind that cannot be.
#[entry(acl, status = msptiResult by status)]
fn msptiActivityEnable(kind: msptiActivityKind) -> Outcome {
    ENABLED.fetch_or(bit(kind)?, Ordering::Relaxed);
    log::warn!("msptiActivityEnable: no records of activities are made");
    Ok(())
}

/// Switches a kind of activities off. Returns 1 for a kind that cannot be.
#[entry(acl, status = msptiResult by status)]
fn msptiActivityDisable(kind: msptiActivityKind) -> Outcome {
    ENABLED.fetch_and(!bit(kind)?, Ordering::Relaxed);
    Ok(())
}

/// Returns whether a kind of activities is on.
#[entry(acl, otherwise = false)]
fn msptiActivityIsEnabled(kind: msptiActivityKind) -> bool {
    bit(kind).is_ok_and(|bit| ENABLED.load(Ordering::Relaxed) & bit != 0)
}

/// Takes the functions that give and take buffers of records. They are not called: there are no records. Returns 1 for null.
#[entry(acl, status = msptiResult by status)]
fn msptiActivityRegisterCallbacks(
    func_buffer_requested: msptiBuffersCallbackRequestFunc,
    func_buffer_completed: msptiBuffersCallbackCompleteFunc,
) -> Outcome {
    if func_buffer_requested.is_none() || func_buffer_completed.is_none() {
        return refuse(
            "funcBufferRequested",
            "null, or the other one is",
            "two functions",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    Ok(())
}

/// Hands over all records: there are none.
#[entry(acl, status = msptiResult by status)]
fn msptiActivityFlushAll(_flag: u32) -> Outcome {
    Ok(())
}

/// Finds the next record in a buffer: there is none. Returns 1 for null, 3 otherwise.
#[entry(acl, otherwise = MSPTI_ERROR_INVALID_PARAMETER)]
fn msptiActivityGetNextRecord(
    _buffer: *mut u8,
    _valid_buffer_size_bytes: usize,
    record: Out<*mut msptiActivity>,
) -> Outcome<msptiResult> {
    record.write(null_mut());
    Ok(MSPTI_ERROR_MAX_LIMIT_REACHED)
}

/// Says that what this thread does from now on belongs to `id`.
#[entry(acl, status = msptiResult by status)]
fn msptiActivityPushExternalCorrelationId(kind: msptiExternalCorrelationKind, id: u64) -> Outcome {
    OUTER.with_borrow_mut(|outer| outer.push((kind, id)));
    Ok(())
}

/// Ends what `msptiActivityPushExternalCorrelationId` began last for this kind, and writes its identifier unless `lastId` is null. Returns 5 where
/// nothing was begun.
#[entry(acl, otherwise = MSPTI_ERROR_QUEUE_EMPTY)]
fn msptiActivityPopExternalCorrelationId(
    kind: msptiExternalCorrelationKind,
    last_id: Slot<u64>,
) -> msptiResult {
    let ended = OUTER.with_borrow_mut(|outer| {
        let last = outer.iter().rposition(|&(known, _)| known == kind);
        last.map(|at| outer.remove(at).1)
    });
    let Some(id) = ended else {
        return MSPTI_ERROR_QUEUE_EMPTY;
    };
    last_id.write(id);
    MSPTI_SUCCESS
}
