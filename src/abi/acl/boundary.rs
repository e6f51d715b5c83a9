//! The only way from a result to an `aclError`.

use std::cell::Cell;

use super::fault;
use super::types::*;
pub use crate::abi::failure::{Code, Failure, Outcome, refuse};
use crate::abi::failure::{complete, is_answer};
use crate::abi::shown::Called;
use crate::diagnostics::{log, recent};
use crate::error::{Awaited, Capturing, Error, Object, Reason, Resource, Trouble};

thread_local! {
    static LAST: Cell<aclError> = const { Cell::new(ACL_SUCCESS) };
}

/// This thread's last error: the code of its last call of the runtime layer, of aclnn or of HCCL that was refused; 0 if there was none.
pub fn last_error() -> aclError {
    LAST.get()
}

/// Makes a refusal of another interface of the toolkit the thread's last error, so that a program that asks for it after a failure
/// is not told of an older one.
pub fn set_last_error(code: i32) {
    LAST.set(code);
}

/// Forgets [`last_error`].
pub fn clear_last_error() {
    LAST.set(ACL_SUCCESS);
}

/// Runs the body of an entry point. No panic leaves it, and no error leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> aclError {
    complete(call, body, fail, ACL_ERROR_INTERNAL_ERROR).map_or_else(|code| code, |()| ACL_SUCCESS)
}

/// As [`guard`], for a query whose failure with the code `EXPECTED` is an answer and not an error: programs ask it to find out. Such a
/// failure keeps no message and leaves the thread's last error as it is.
pub fn guard_query<'a, const EXPECTED: aclError>(
    call: impl Into<Called<'a>>,
    body: impl FnOnce() -> Outcome,
) -> aclError {
    complete(call, body, fail_query::<EXPECTED>, ACL_ERROR_INTERNAL_ERROR)
        .map_or_else(|code| code, |()| ACL_SUCCESS)
}

#[cold]
fn fail_query<const EXPECTED: aclError>(function: &'static str, failure: Failure) -> aclError {
    let code = failure.code().unwrap_or_else(|| status(&failure.error));
    if code != EXPECTED {
        return fail(function, failure);
    }
    is_answer();
    log::install();
    ::log::info!("{function}: {} ({code})", failure.error);
    code
}

#[cold]
fn fail(function: &'static str, failure: Failure) -> aclError {
    let (code, error) = (failure.code(), failure.error);
    log::install();
    let code = code.unwrap_or_else(|| status(&error));
    if fault::is_runtime(code) {
        LAST.set(code);
    }
    let (title, number) = fault::kind(&error, code);
    let text = format!("{function}: {error}");
    ::log::error!("{text} ({code})");
    recent::record(title, number, text);
    code
}

/// The code that AscendCL documents for each error. No `_` arm: a new error must choose.
pub(crate) fn status(error: &Error) -> aclError {
    match error.reason() {
        Reason::Null { .. } => ACL_ERROR_INVALID_PARAM,
        Reason::Handle { .. } => ACL_ERROR_RT_INVALID_HANDLE,
        Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. }
        | Reason::State(_) => ACL_ERROR_RT_PARAM_INVALID,
        Reason::NoContext => ACL_ERROR_RT_CONTEXT_NULL,
        Reason::NoDevice { .. } => ACL_ERROR_RT_INVALID_DEVICEID,
        Reason::DeviceNotSet { .. } => ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
        Reason::OtherContext { .. } => ACL_ERROR_RT_STREAM_CONTEXT,
        Reason::OutOfMemory { .. } => ACL_ERROR_RT_MEMORY_ALLOCATION,
        Reason::Exhausted {
            what: Resource::Object(Object::Stream),
            ..
        } => ACL_ERROR_RT_NO_STREAM_RESOURCE,
        Reason::Exhausted { .. } => ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
        Reason::NotSupported(_) => ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        Reason::Timeout {
            what: Awaited::Event,
            ..
        } => ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
        Reason::Timeout { .. } => ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
        Reason::Aborted => ACL_ERROR_RT_STREAM_ABORT,
        Reason::Capture(why) => capturing(*why),
        Reason::Run { error, .. } => status(error),
        Reason::Task { .. } => ACL_ERROR_RT_AICORE_EXCEPTION,
        Reason::Ranks {
            trouble: Trouble::Late,
            ..
        } => ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
        Reason::Ranks { .. } => ACL_ERROR_RT_AICORE_EXCEPTION,
        Reason::Internal(_) => ACL_ERROR_INTERNAL_ERROR,
    }
}

fn capturing(why: Capturing) -> aclError {
    match why {
        Capturing::Dependency => ACL_ERROR_RT_CAPTURE_DEPENDENCY,
        Capturing::Unjoined => ACL_ERROR_RT_STREAM_UNJOINED,
        Capturing::Stream | Capturing::Built => ACL_ERROR_RT_STREAM_CAPTURED,
        Capturing::Event => ACL_ERROR_RT_EVENT_CAPTURED,
        Capturing::NotCaptured => ACL_ERROR_RT_STREAM_NOT_CAPTURED,
        Capturing::Mode => ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
        Capturing::Conflict => ACL_ERROR_STREAM_CAPTURE_CONFLICT,
        Capturing::Group => ACL_ERROR_STREAM_TASK_GROUP_STATUS,
        Capturing::GroupTask => ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT,
        Capturing::Unmatched => ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
        Capturing::WrongThread => ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
        Capturing::Invalidated(_) => ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
        Capturing::Task | Capturing::Body => ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        Capturing::MissingBody => ACL_ERROR_RT_PARAM_INVALID,
    }
}
