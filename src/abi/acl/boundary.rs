//! The only way from a result to an `aclError`.

use std::cell::Cell;

use super::types::*;
use crate::abi::failure::run;
pub use crate::abi::failure::{Code, Failure, Outcome, refuse};
use crate::diagnostics::{log, recent};
use crate::error::Error;

thread_local! {
    static LAST: Cell<aclError> = const { Cell::new(ACL_SUCCESS) };
}

/// This thread's last code of the runtime layer; 0 if there was none.
pub fn last_error() -> aclError {
    LAST.get()
}

/// Forgets [`last_error`].
pub fn clear_last_error() {
    LAST.set(ACL_SUCCESS);
}

/// Runs the body of the door called `function`. No panic leaves it, and no error leaves without a message.
pub fn guard(function: &'static str, body: impl FnOnce() -> Outcome) -> aclError {
    match run(body) {
        Ok(()) => ACL_SUCCESS,
        Err(failure) => fail(function, failure),
    }
}

#[cold]
fn fail(function: &'static str, Failure { error, code }: Failure) -> aclError {
    log::install();
    let code = code.unwrap_or_else(|| status(&error));
    // Codes of six digits from 107000, 207000 and 507000 on are the runtime layer's.
    let is_runtime = code % 100_000 >= 7_000;
    if is_runtime {
        LAST.set(code);
    }
    let (title, number) = match code {
        ..200_000 if is_runtime => ("Invalid_Argument", "EE1001"),
        ..200_000 => ("Invalid_Argument", "EH0001"),
        200_000..300_000 => ("Resource_Error", "EE2001"),
        _ => ("Inner_Error", "EE9999"),
    };
    let text = format!("{function}: {error}");
    ::log::error!("{text} ({code})");
    recent::record(title, number, text);
    code
}

/// The code that AscendCL documents for each error. No `_` arm: a new error must choose.
pub(crate) fn status(error: &Error) -> aclError {
    match error {
        Error::Null { .. } => ACL_ERROR_INVALID_PARAM,
        Error::Handle { .. } => ACL_ERROR_RT_INVALID_HANDLE,
        Error::Dtype { .. }
        | Error::Format { .. }
        | Error::Rank { .. }
        | Error::Shape { .. }
        | Error::Value { .. }
        | Error::Storage { .. }
        | Error::OutOfBounds { .. }
        | Error::NoData { .. }
        | Error::Workspace { .. }
        | Error::State(_) => ACL_ERROR_RT_PARAM_INVALID,
        Error::NoContext => ACL_ERROR_RT_CONTEXT_NULL,
        Error::NoDevice { .. } => ACL_ERROR_RT_INVALID_DEVICEID,
        Error::DeviceNotSet { .. } => ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
        Error::OtherContext { .. } => ACL_ERROR_RT_STREAM_CONTEXT,
        Error::OutOfMemory { .. } => ACL_ERROR_RT_MEMORY_ALLOCATION,
        Error::Exhausted { what: "stream", .. } => ACL_ERROR_RT_NO_STREAM_RESOURCE,
        Error::Exhausted { .. } => ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
        Error::NotSupported(_) => ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        Error::Timeout {
            what: "the event", ..
        } => ACL_ERROR_RT_EVENT_SYNC_TIMEOUT,
        Error::Timeout { .. } => ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
        Error::Aborted => ACL_ERROR_RT_STREAM_ABORT,
        Error::Task { .. } => ACL_ERROR_RT_AICORE_EXCEPTION,
        Error::Internal(_) => ACL_ERROR_INTERNAL_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_has_code_and_text() {
        let code = guard("aclrtMalloc", || Err(Error::Null { arg: "devPtr" }.into()));
        assert_eq!(code, 100_000);
        recent::fetch(|text| {
            let text = text.unwrap().to_str().unwrap();
            assert!(
                text.ends_with("(EH0001): aclrtMalloc: `devPtr` is null"),
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
        let _ = guard("aclrtMalloc", || Err(Error::Null { arg: "devPtr" }.into()));
        assert_eq!(last_error(), 0);
        let _ = guard("aclrtMalloc", || Err(Error::NoContext.into()));
        assert_eq!(last_error(), 107_002);
        clear_last_error();
        assert_eq!(last_error(), 0);
    }
}
