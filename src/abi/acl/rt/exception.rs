//! Reports of failed tasks.

use std::collections::HashMap;
use std::ptr::without_provenance_mut;
use std::sync::{LazyLock, Mutex};

use crate::abi::acl::boundary::status;
use crate::abi::acl::types::*;
use crate::abi::call_out::call_or_log;
use crate::abi::failure::Code;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Callback, Later};
use crate::device::{Stream, enter_context, leave_context, observe_failures};
use crate::error::{Error, Reason, Result};
use crate::sync::lock;
use crate::thread;
use hostnpu_aclnn_macros::entry;

/// A failed task. Programs hold its key as the address of an opaque structure.
#[derive(Clone, Copy)]
struct Failed {
    task: u32,
    stream: u32,
    thread: u32,
    device: u32,
    code: u32,
}

/// A callback of the program for failed tasks.
type Observer = Callback<aclrtExceptionInfoCallback>;

#[derive(Default)]
struct Exceptions {
    /// That of `aclrtSetExceptionInfoCallback`.
    callback: Option<Observer>,
    /// Those of `aclrtExceptionInfoCallbackRegister`, each once.
    registered: Vec<Observer>,
    /// Those that callbacks are being told of.
    current: HashMap<usize, Failed>,
    told: usize,
}

static EXCEPTIONS: LazyLock<Mutex<Exceptions>> = LazyLock::new(Mutex::default);

/// Tells the program's callbacks of a task that failed.
fn tell(stream: &Stream, task: u64, error: &Error) {
    let (callbacks, key) = {
        let mut exceptions = lock(&EXCEPTIONS);
        let registered = exceptions.registered.iter().copied();
        let callbacks: Vec<Observer> = exceptions.callback.into_iter().chain(registered).collect();
        if callbacks.is_empty() {
            return;
        }
        exceptions.told += 1;
        // Never null, and nowhere near memory.
        let key = exceptions.told;
        let code = match error.reason() {
            Reason::Timeout { .. } => status(error),
            _ => ACL_ERROR_RT_AICORE_EXCEPTION,
        };
        let thread = thread::number();
        exceptions.current.insert(
            key,
            Failed {
                task: task as u32,
                stream: stream.id().cast_unsigned(),
                thread: thread.cast_unsigned(),
                device: super::device::id_of(stream.device()).cast_unsigned(),
                code: code.cast_unsigned(),
            },
        );
        (callbacks, key)
    };
    let before = enter_context(stream.context());
    for callback in callbacks {
        call_or_log("aclrtSetExceptionInfoCallback", || {
            callback.call(without_provenance_mut(key));
        });
    }
    leave_context(before);
    lock(&EXCEPTIONS).current.remove(&key);
}

/// Has every failed task told to `callback`, on the thread that ran it, before a synchronisation reports it. The last one counts; null
/// ends it. What `aclrtExceptionInfoCallbackRegister` registered is told as well.
#[entry(acl)]
fn aclrtSetExceptionInfoCallback(
    callback: Option<Callback<aclrtExceptionInfoCallback>>,
) -> Outcome {
    observe_failures(tell);
    lock(&EXCEPTIONS).callback = callback;
    Ok(())
}

/// Has every failed task told to `callback` too, on the thread that ran it, before a synchronisation reports it. Any number of functions
/// can be registered, each once.
///
/// Returns 107000 for null.
#[entry(acl)]
fn aclrtExceptionInfoCallbackRegister(
    callback: Later<Callback<aclrtExceptionInfoCallback>>,
) -> Outcome {
    let callback = callback.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    observe_failures(tell);
    let registered = &mut lock(&EXCEPTIONS).registered;
    if !registered.iter().any(|known| known.is(callback)) {
        registered.push(callback);
    }
    Ok(())
}

/// Unregisters a callback of `aclrtExceptionInfoCallbackRegister`; nothing if it is not registered. A failure that is being told
/// already may still reach it.
///
/// Returns 107000 for null.
#[entry(acl)]
fn aclrtExceptionInfoCallbackUnregister(
    callback: Later<Callback<aclrtExceptionInfoCallback>>,
) -> Outcome {
    let callback = callback.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    let registered = &mut lock(&EXCEPTIONS).registered;
    registered.retain(|known| !known.is(callback));
    Ok(())
}

/// The value for a member that cannot be read: no failed task has it.
const NONE: u32 = u32::MAX;

/// A member of a failed task that a callback is being told of.
fn member(info: *const aclrtExceptionInfo, member: impl FnOnce(Failed) -> u32) -> Outcome<u32> {
    let failed: Result<Failed> = if info.is_null() {
        Err(Reason::Null { arg: "info" }.into())
    } else {
        let found = lock(&EXCEPTIONS).current.get(&info.addr()).copied();
        found.ok_or_else(|| {
            Error::from(Reason::Value {
                arg: "info",
                got: format!("{info:p}"),
                allowed: "what an exception callback is given, until it returns".into(),
            })
        })
    };
    Ok(member(failed?))
}

/// Returns the number of a failed task in its stream; 0xFFFFFFFF for null, or after the callback has returned.
#[entry(acl, otherwise = NONE)]
fn aclrtGetTaskIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> Outcome<u32> {
    member(info, |failed| failed.task)
}

/// Returns the number of a failed task's stream; 0xFFFFFFFF for null, or after the callback has returned.
#[entry(acl, otherwise = NONE)]
fn aclrtGetStreamIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> Outcome<u32> {
    member(info, |failed| failed.stream)
}

/// Returns the number (`gettid()`) of the thread that ran a failed task; 0xFFFFFFFF for null, or after the callback has returned.
#[entry(acl, otherwise = NONE)]
fn aclrtGetThreadIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> Outcome<u32> {
    member(info, |failed| failed.thread)
}

/// Returns the number of a failed task's device; 0xFFFFFFFF for null, or after the callback has returned.
#[entry(acl, otherwise = NONE)]
fn aclrtGetDeviceIdFromExceptionInfo(info: *const aclrtExceptionInfo) -> Outcome<u32> {
    member(info, |failed| failed.device)
}

/// Returns the status of a failed task; 0xFFFFFFFF for null, or after the callback has returned.
#[entry(acl, otherwise = NONE)]
fn aclrtGetErrorCodeFromExceptionInfo(info: *const aclrtExceptionInfo) -> Outcome<u32> {
    member(info, |failed| failed.code)
}
