//! The only way from a result to an `aclError`.

use std::cell::Cell;

use super::fault;
use super::types::*;
use crate::abi::failure::complete;
pub use crate::abi::failure::{Code, Failure, Outcome, refuse};
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
    let code = failure.code.unwrap_or_else(|| status(&failure.error));
    if code != EXPECTED {
        return fail(function, failure);
    }
    log::install();
    ::log::info!("{function}: {} ({code})", failure.error);
    code
}

#[cold]
fn fail(function: &'static str, Failure { error, code }: Failure) -> aclError {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Handle;

    #[test]
    fn a_refusal_has_code_and_text() {
        let code = guard("aclrtMalloc", || Err(Reason::Null { arg: "devPtr" }.into()));
        assert_eq!(code, 100_000);
        recent::fetch(|text| {
            let text = text.unwrap().to_str().unwrap();
            assert!(
                text.ends_with(
                    "Invalid_Argument_Null_Pointer(EH0002): aclrtMalloc: `devPtr` is null"
                ),
                "{text}"
            );
        });
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(
            guard("aclrtMalloc", || panic!("oh")),
            ACL_ERROR_INTERNAL_ERROR
        );
        recent::fetch(|text| {
            let text = text.unwrap().to_str().unwrap();
            assert!(text.ends_with("aclrtMalloc: internal error: oh"), "{text}");
        });
    }

    #[test]
    fn only_the_runtime_layer_sets_the_last_error() {
        clear_last_error();
        let _ = guard("aclrtMalloc", || Err(Reason::Null { arg: "devPtr" }.into()));
        assert_eq!(last_error(), 0);
        let _ = guard("aclrtMalloc", || Err(Error::from(Reason::NoContext).into()));
        assert_eq!(last_error(), 107_002);
        clear_last_error();
        assert_eq!(last_error(), 0);
    }

    /// One of each error, with the code it has unless a call says otherwise. An error that is missing here is found by
    /// `every_error_has_its_code`, whose match has no `_` arm.
    fn every_error() -> Vec<(Error, aclError)> {
        let (arg, got, allowed) = ("self", String::new(), String::new());
        vec![
            (Error::from(Reason::Null { arg }), 100_000),
            (
                Error::from(Reason::Handle {
                    arg,
                    kind: Object::Tensor,
                    got: Handle::Stale,
                }),
                107_017,
            ),
            (
                Error::from(Reason::Dtype {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                }),
                107_000,
            ),
            (
                Error::from(Reason::Format {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                }),
                107_000,
            ),
            (
                Error::from(Reason::Rank {
                    arg,
                    got: 9,
                    allowed: allowed.clone(),
                }),
                107_000,
            ),
            (
                Error::from(Reason::Shape {
                    arg,
                    got: vec![1],
                    allowed: allowed.clone(),
                }),
                107_000,
            ),
            (Error::from(Reason::Value { arg, got, allowed }), 107_000),
            (
                Error::from(Reason::Storage {
                    arg,
                    lowest: 0,
                    highest: 1,
                    storage: 1,
                }),
                107_000,
            ),
            (
                Error::from(Reason::OutOfBounds {
                    arg,
                    start: 0,
                    reach: 9,
                    size: 8,
                }),
                107_000,
            ),
            (Error::from(Reason::NoData { arg }), 107_000),
            (
                Error::from(Reason::Workspace { got: 0, needed: 1 }),
                107_000,
            ),
            (Error::from(Reason::NoContext), 107_002),
            (
                Error::from(Reason::NoDevice {
                    arg,
                    got: 1,
                    last: 0,
                }),
                107_001,
            ),
            (Error::from(Reason::DeviceNotSet { device: 0 }), 507_007),
            (Error::from(Reason::OtherContext { arg }), 107_003),
            (Error::out_of_host_memory(2), 207_001),
            (
                Error::from(Reason::Exhausted {
                    what: Resource::Object(Object::Stream),
                    limit: 1,
                }),
                207_008,
            ),
            (Error::from(Reason::NotSupported("x".into())), 207_000),
            (Error::from(Reason::State("x".into())), 107_000),
            (
                Error::from(Reason::Timeout {
                    what: Awaited::Stream,
                    limit: "1ms".into(),
                }),
                507_046,
            ),
            (Error::from(Reason::Aborted), 107_023),
            (
                Error::from(Reason::Task {
                    stream: 0,
                    task: 1,
                    reason: "x".into(),
                }),
                507_015,
            ),
            (Error::from(Reason::Capture(Capturing::Stream)), 107_027),
            (Error::ranks(Trouble::Late, "x"), 507_046),
            (Error::from(Reason::NoContext).of_run("aclnnSin"), 107_002),
            (Error::from(Reason::Internal("x".into())), 500_000),
        ]
    }

    #[test]
    fn every_error_has_its_code() {
        let errors = every_error();
        let kinds: std::collections::HashSet<_> = errors
            .iter()
            .map(|(error, _)| std::mem::discriminant(error.reason()))
            .collect();
        assert_eq!(
            (errors.len(), kinds.len()),
            (26, 26),
            "an error is missing, or twice there"
        );
        for (error, code) in errors {
            assert_eq!(status(&error), code, "{error}");
            let text = error.to_string();
            assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        }
    }
}
