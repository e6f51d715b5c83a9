//! The only way from a result to an `aclnnStatus`.

use super::types::*;
use crate::abi::acl::boundary::set_last_error;
use crate::abi::failure::{Failure, Outcome, answer, complete};
use crate::abi::shown::{self, Called, Kind};
use crate::diagnostics::{hooks, log, recent};
use crate::error::{Error, Object, Reason};

/// Runs the body of an entry point. No panic leaves it, and no error leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> aclnnStatus {
    complete(call, body, fail, ACLNN_ERR_INNER).map_or_else(|code| code, |()| ACLNN_SUCCESS)
}

/// Runs the body of an entry point, which creates an object and returns its handle; 0 if it fails.
pub fn create<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome<usize>) -> usize {
    let body = || {
        let handle = body()?;
        if hooks::on() {
            shown::written("handle", Kind::Pointer, handle as u64);
        }
        Ok(handle)
    };
    answer(call, body, fail, ACLNN_ERR_INNER).unwrap_or(0)
}

/// Keeps the message of a failure; gives its code.
#[cold]
fn fail(function: &'static str, failure: Failure) -> aclnnStatus {
    let (code, error) = (failure.code(), failure.error);
    log::install();
    let code = code.unwrap_or_else(|| status(&error));
    set_last_error(code);
    let (title, number) = match code {
        ..200_000 => ("AclNN_Parameter_Error", "EZ1001"),
        200_000..500_000 => ("AclNN_Runtime_Error", "EZ9903"),
        _ => ("AclNN_Inner_Error", "EZ9999"),
    };
    let text = format!("{function}: {error}");
    ::log::error!("{text} ({code})");
    recent::record(title, number, text);
    code
}

/// The status that CANN documents for each error. No `_` arm: a new error must choose.
fn status(error: &Error) -> aclnnStatus {
    match error.reason() {
        Reason::Null { .. }
        | Reason::NoData { .. }
        | Reason::Handle {
            kind: Object::Executor,
            ..
        } => ACLNN_ERR_PARAM_NULLPTR,
        Reason::Handle { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::OutOfBounds { .. }
        | Reason::Workspace { .. } => ACLNN_ERR_PARAM_INVALID,
        Reason::NoContext
        | Reason::NoDevice { .. }
        | Reason::DeviceNotSet { .. }
        | Reason::OtherContext { .. }
        | Reason::OutOfMemory { .. }
        | Reason::State(_)
        | Reason::Timeout { .. }
        | Reason::Aborted
        | Reason::Capture(_)
        | Reason::Task { .. }
        | Reason::Ranks { .. } => ACLNN_ERR_RUNTIME_ERROR,
        Reason::Run { error, .. } => status(error),
        Reason::Storage { .. } => ACLNN_ERR_INNER_NULLPTR,
        Reason::NotSupported(_) => ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        Reason::Exhausted { .. } => ACLNN_ERR_INNER_CREATE_EXECUTOR,
        Reason::Internal(_) => ACLNN_ERR_INNER,
    }
}
