//! The only way from a result to a `cnrtRet_t`, and the device and queue that a call works on.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;

use super::enums;
use super::handles::cnrtQueue_t;
use super::open_enums::cnrtRet_t;
use crate::abi::failure::{self, Code, Failure, Outcome};
use crate::abi::shown::Called;
use crate::abi::streams;
use crate::config;
use crate::device::{Context, Device, Stream, current_context, device};
use crate::diagnostics::log;
use crate::error::{Error, Memory, Object, Reason, Resource, Result};

pub(super) use enums::cnrtRet_t as Status;

thread_local! {
    static LAST: Cell<cnrtRet_t> = const { Cell::new(cnrtRet_t::cnrtSuccess) };
}

/// This thread's last refusal, if it was not fetched yet.
pub fn last_error() -> cnrtRet_t {
    LAST.get()
}

/// Forgets [`last_error`].
pub fn clear_last_error() {
    LAST.set(cnrtRet_t::cnrtSuccess);
}

/// Runs the body of an entry point. No panic leaves it, and no refusal leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> cnrtRet_t {
    answer(call, || body().map(|()| Status::cnrtSuccess))
}

/// As [`guard`], for a call that also answers "not yet".
pub fn answer<'a, S: Into<cnrtRet_t>>(
    call: impl Into<Called<'a>>,
    body: impl FnOnce() -> Outcome<S>,
) -> cnrtRet_t {
    failure::answer(call, body, fail, cnrtRet_t::cnrtErrorUnknown)
        .map_or_else(|status| status, Into::into)
}

#[cold]
fn fail(function: &'static str, failure: Failure) -> cnrtRet_t {
    let (code, error) = (failure.code(), failure.error);
    let status = code.map_or_else(|| status(&error).into(), cnrtRet_t::from_raw);
    LAST.set(status);
    report("cnrtError", &format!("{function}: {error} ({status})"));
    status
}

/// Reports a refusal of CNRT or the driver: into the log, and to the standard error stream if the program asks for that.
pub fn report(tag: &str, text: &str) {
    log::install();
    ::log::error!("{text}");
    if *config::CNRT_PRINTS.get() {
        // What cannot be written must not stop the program.
        let _ = writeln!(std::io::stderr(), "[{tag}] [{}] {text}", std::process::id());
    }
}

/// Reports which status a call documents for a refusal.
pub trait Documented<T> {
    /// The same result, its failure under `status`.
    fn documented(self, status: Status) -> Outcome<T>;
}

impl<T> Documented<T> for Result<T> {
    fn documented(self, status: Status) -> Outcome<T> {
        self.code(status as i32)
    }
}

/// Refuses a value under a status.
pub fn refuse<T>(
    arg: &'static str,
    got: impl ToString,
    allowed: impl Into<String>,
    status: Status,
) -> Outcome<T> {
    failure::refuse(arg, got, allowed, status as i32)
}

/// The status that CNRT documents for each error. No `_` arm: a new error must choose.
fn status(error: &Error) -> Status {
    match error.reason() {
        Reason::Null { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. } => Status::cnrtErrorArgsInvalid,
        Reason::Handle { .. } => Status::cnrtErrorInvalidResourceHandle,
        Reason::NoContext | Reason::DeviceNotSet { .. } => Status::cnrtErrorNoCnrtContext,
        Reason::NoDevice { .. } => Status::cnrtErrorDeviceInvalid,
        Reason::OtherContext { .. } | Reason::State(_) | Reason::Aborted | Reason::Capture(_) => {
            Status::cnrtErrorIllegalState
        }
        Reason::OutOfMemory {
            memory: Memory::Host,
            ..
        } => Status::cnrtErrorSysNoMem,
        Reason::OutOfMemory { .. } => Status::cnrtErrorNoMem,
        Reason::Exhausted {
            what: Resource::Object(Object::Stream),
            ..
        } => Status::cnrtErrorQueue,
        Reason::Exhausted { .. } => Status::cnrtErrorSys,
        Reason::NotSupported(_) => Status::cnrtErrorNotSupport,
        Reason::Timeout { .. } => Status::cnrtErrorNotReady,
        Reason::Run { error, .. } => status(error),
        Reason::Task { .. } | Reason::Ranks { .. } => Status::cnrtErrorKernelTrap,
        Reason::Internal(_) => Status::cnrtErrorUnknown,
    }
}

/// The device that a thread works on before it sets one.
pub fn default_device() -> i32 {
    *config::DEFAULT_DEVICE.get()
}

/// Creates or selects the device's primary context the thread's current one.
pub fn set_device(device: &Arc<Device>) -> Result<Arc<Context>> {
    streams::set_device(device)
}

/// The thread's current context. A thread without one gets that of the default device.
pub fn context() -> Result<Arc<Context>> {
    match current_context() {
        Some(context) => Ok(context),
        None => set_device(device("CNRT_DEFAULT_DEVICE", default_device())?),
    }
}

/// The highest of the numbers that stand for the default queue: null, `cnrtQueuePerThread`, `cnrtQueueLegacy`.
const DEFAULT_QUEUES: usize = 2;

/// A queue by its handle.
pub fn queue(arg: &'static str, handle: cnrtQueue_t) -> Result<Arc<Stream>> {
    if handle.addr() <= DEFAULT_QUEUES {
        Ok(context()?.default_stream().clone())
    } else {
        streams::stream(arg, handle.addr())
    }
}
