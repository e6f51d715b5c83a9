//! The only way from a result to an `HcclResult`.

pub(super) use super::enums::HcclResult as Status;
use super::open_enums::HcclResult;
use crate::abi::acl::boundary::set_last_error;
use crate::abi::failure::answer;
pub use crate::abi::failure::{Failure, Outcome};
use crate::abi::shown::Called;
use crate::diagnostics::{console, log, recent};
use crate::error::{Error, Reason, Trouble};

/// Runs the body of an entry point. No panic leaves it, and no error leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> HcclResult {
    answer(call, body, fail, HcclResult::HCCL_E_INTERNAL)
        .map_or_else(|code| code, |()| HcclResult::HCCL_SUCCESS)
}

/// As [`guard`], for what forms a communicator: a refusal is written to the standard error stream too, because frameworks show a bare
/// number for it.
pub fn guard_forming<'a>(
    call: impl Into<Called<'a>>,
    body: impl FnOnce() -> Outcome,
) -> HcclResult {
    answer(call, body, fail_forming, HcclResult::HCCL_E_INTERNAL)
        .map_or_else(|code| code, |()| HcclResult::HCCL_SUCCESS)
}

#[cold]
fn fail_forming(function: &'static str, failure: Failure) -> HcclResult {
    console::failure(&format!("{function}: {}", failure.error));
    fail(function, failure)
}

#[cold]
fn fail(function: &'static str, failure: Failure) -> HcclResult {
    let (code, error) = (failure.code(), failure.error);
    log::install();
    let status = code.map_or_else(|| status(&error).into(), HcclResult::from_raw);
    set_last_error(status.raw());
    let (title, number) = kind(&error);
    let text = format!("{function}: {error}");
    ::log::error!("{text} ({status})");
    recent::record(title, number, text);
    status
}

/// The result that HCCL documents for each error. No `_` arm: a new error must choose.
pub(super) fn status(error: &Error) -> Status {
    match error.reason() {
        Reason::Null { .. } => Status::HCCL_E_PTR,
        Reason::Handle { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. }
        | Reason::OtherContext { .. } => Status::HCCL_E_PARA,
        Reason::Dtype { .. } | Reason::NotSupported(_) => Status::HCCL_E_NOT_SUPPORT,
        Reason::NoContext
        | Reason::NoDevice { .. }
        | Reason::DeviceNotSet { .. }
        | Reason::State(_)
        | Reason::Aborted
        | Reason::Capture(_)
        | Reason::Task { .. } => Status::HCCL_E_RUNTIME,
        Reason::OutOfMemory { .. } => Status::HCCL_E_MEMORY,
        Reason::Exhausted { .. } => Status::HCCL_E_UNAVAIL,
        Reason::Timeout { .. } => Status::HCCL_E_TIMEOUT,
        Reason::Run { error, .. } => status(error),
        Reason::Ranks { trouble, .. } => match trouble {
            Trouble::Late => Status::HCCL_E_TIMEOUT,
            Trouble::Disagreement => Status::HCCL_E_PARA,
            Trouble::NoEngine => Status::HCCL_E_UNAVAIL,
            Trouble::Unreachable => Status::HCCL_E_TCP_CONNECT,
            Trouble::Gone | Trouble::Destroyed => Status::HCCL_E_REMOTE,
            Trouble::Busy => Status::HCCL_E_AGAIN,
        },
        Reason::Internal(_) => Status::HCCL_E_INTERNAL,
    }
}

/// Title and number of a refusal in `aclGetRecentErrMsg`.
fn kind(error: &Error) -> (&'static str, &'static str) {
    match error.reason() {
        Reason::Ranks { trouble, .. } => match trouble {
            Trouble::Disagreement => ("Communication_Error_Inconsistent_Parameters", "EI0005"),
            Trouble::Late | Trouble::Unreachable | Trouble::NoEngine => {
                ("Communication_Error_Connection", "EI0006")
            }
            _ => ("Communication_Error", "EI0002"),
        },
        Reason::Internal(_) => ("Inner_Error", "EI9999"),
        _ => ("Invalid_Argument_Collective_Communication", "EI0003"),
    }
}
