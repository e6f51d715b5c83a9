//! The only way from a result to a `CNresult`.

use super::enums::CNresult as Status;
use super::open_enums::CNresult;
use crate::abi::cnrt::boundary as cnrt;
use crate::abi::failure::{Failure, Outcome, answer};
use crate::abi::shown::Called;
use crate::error::{Error, Memory, Reason};

/// Runs the body of an entry point. No panic leaves it, and no refusal leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> CNresult {
    answer(call, body, fail, CNresult::CN_ERROR_UNKNOWN)
        .map_or_else(|code| code, |()| CNresult::CN_SUCCESS)
}

#[cold]
fn fail(function: &'static str, failure: Failure) -> CNresult {
    let (code, error) = (failure.code(), failure.error);
    let status = code.map_or_else(|| status(&error).into(), CNresult::from_raw);
    cnrt::report("cndrvError", &format!("{function}: {error} ({status})"));
    status
}

/// The status that the driver documents for each error. No `_` arm: a new error must choose.
fn status(error: &Error) -> Status {
    match error.reason() {
        Reason::Null { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Storage { .. }
        | Reason::Workspace { .. } => Status::CN_ERROR_INVALID_VALUE,
        Reason::OutOfBounds { .. } | Reason::NoData { .. } => {
            Status::CN_MEMORY_ERROR_INVALID_ADDRESS
        }
        Reason::Handle { .. } => Status::CN_ERROR_INVALID_HANDLE,
        Reason::NoContext | Reason::DeviceNotSet { .. } | Reason::OtherContext { .. } => {
            Status::CN_CONTEXT_ERROR_INVALID
        }
        Reason::NoDevice { .. } => Status::CN_ERROR_INVALID_DEVICE,
        Reason::State(_) | Reason::Aborted | Reason::Capture(_) => Status::CN_ERROR_ILLEGAL_STATE,
        Reason::OutOfMemory {
            memory: Memory::Host,
            ..
        } => Status::CN_ERROR_SYSTEM_OUT_OF_MEMORY,
        Reason::OutOfMemory { .. } => Status::CN_MEMORY_ERROR_OUT_OF_MEMORY,
        Reason::Exhausted { .. } => Status::CN_ERROR_OPERATING_SYSTEM,
        Reason::NotSupported(_) => Status::CN_OPS_ERROR_NOT_SUPPORTED,
        Reason::Timeout { .. } => Status::CN_ERROR_NOT_READY,
        Reason::Run { error, .. } => status(error),
        Reason::Task { .. } | Reason::Ranks { .. } => Status::CN_INVOKE_ERROR,
        Reason::Internal(_) => Status::CN_ERROR_UNKNOWN,
    }
}
