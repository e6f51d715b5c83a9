//! The only way from a result to a `CNresult`.

use super::enums::CNresult as Status;
use super::open_enums::CNresult;
use crate::abi::cnrt::boundary as cnrt;
use crate::abi::failure::{Failure, Outcome, answer};
use crate::abi::shown::Called;
use crate::error::{Error, Memory};

/// Runs the body of an entry point. No panic leaves it, and no refusal leaves without a message.
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> CNresult {
    answer(call, body, fail, CNresult::CN_ERROR_UNKNOWN)
        .map_or_else(|code| code, |()| CNresult::CN_SUCCESS)
}

#[cold]
fn fail(function: &'static str, Failure { error, code }: Failure) -> CNresult {
    let status = code.map_or_else(|| status(&error).into(), CNresult::from_raw);
    cnrt::report("cndrvError", &format!("{function}: {error} ({status})"));
    status
}

/// The status that the driver documents for each error. No `_` arm: a new error must choose.
fn status(error: &Error) -> Status {
    match error {
        Error::Null { .. }
        | Error::Dtype { .. }
        | Error::Format { .. }
        | Error::Rank { .. }
        | Error::Shape { .. }
        | Error::Value { .. }
        | Error::Storage { .. }
        | Error::Workspace { .. } => Status::CN_ERROR_INVALID_VALUE,
        Error::OutOfBounds { .. } | Error::NoData { .. } => Status::CN_MEMORY_ERROR_INVALID_ADDRESS,
        Error::Handle { .. } => Status::CN_ERROR_INVALID_HANDLE,
        Error::NoContext | Error::DeviceNotSet { .. } | Error::OtherContext { .. } => {
            Status::CN_CONTEXT_ERROR_INVALID
        }
        Error::NoDevice { .. } => Status::CN_ERROR_INVALID_DEVICE,
        Error::State(_) | Error::Aborted | Error::Capture(_) => Status::CN_ERROR_ILLEGAL_STATE,
        Error::OutOfMemory {
            memory: Memory::Host,
            ..
        } => Status::CN_ERROR_SYSTEM_OUT_OF_MEMORY,
        Error::OutOfMemory { .. } => Status::CN_MEMORY_ERROR_OUT_OF_MEMORY,
        Error::Exhausted { .. } => Status::CN_ERROR_OPERATING_SYSTEM,
        Error::NotSupported(_) => Status::CN_OPS_ERROR_NOT_SUPPORTED,
        Error::Timeout { .. } => Status::CN_ERROR_NOT_READY,
        Error::Run { error, .. } => status(error),
        Error::Task { .. } | Error::Ranks { .. } => Status::CN_INVOKE_ERROR,
        Error::Internal(_) => Status::CN_ERROR_UNKNOWN,
    }
}
