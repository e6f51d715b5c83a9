//! The only way from a result to a `mluOpStatus_t`.

use std::io::Write;

pub(super) use super::enums::mluOpStatus_t as Status;
use super::open_enums::mluOpStatus_t;
use crate::abi::failure::{Failure, Outcome, answer};
use crate::abi::shown::Called;
use crate::config;
use crate::error::{Error, Reason};

/// Runs the body of an entry point. No panic leaves it, and no refusal leaves without a message.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> mluOpStatus_t {
    let internal = mluOpStatus_t::MLUOP_STATUS_INTERNAL_ERROR;
    answer(call, body, fail, internal)
        .map_or_else(|code| code, |()| mluOpStatus_t::MLUOP_STATUS_SUCCESS)
}

#[cold]
fn fail(function: &'static str, failure: Failure) -> mluOpStatus_t {
    let (code, error) = (failure.code(), failure.error);
    let status = code.map_or_else(|| status(&error).into(), mluOpStatus_t::from_raw);
    say(function, 2, "Error", &error.to_string());
    status
}

/// Writes a line to standard output, in MLU-OPS's manner, unless `MLUOP_MIN_LOG_LEVEL` asks for graver ones only
/// (0 information, 1 warnings, 2 errors, 3 fatal errors).
pub fn say(function: &str, level: u8, name: &str, text: &str) {
    if level >= *config::MLUOP_LOG_LEVEL.get() {
        let date = crate::diagnostics::text::stamp(std::time::SystemTime::now());
        // A log that cannot be written must not stop the program.
        let _ = writeln!(
            std::io::stdout(),
            "[{date}] [MLUOP] [{name}]: [{function}] {text}"
        );
    }
}

/// The status that MLU-OPS documents for each error. No `_` arm: a new error must choose.
fn status(error: &Error) -> Status {
    match error.reason() {
        Reason::Null { .. }
        | Reason::Handle { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. }
        | Reason::OtherContext { .. } => Status::MLUOP_STATUS_BAD_PARAM,
        Reason::NoContext | Reason::DeviceNotSet { .. } => Status::MLUOP_STATUS_NOT_INITIALIZED,
        Reason::OutOfMemory { .. } | Reason::Exhausted { .. } => Status::MLUOP_STATUS_ALLOC_FAILED,
        Reason::NotSupported(_) => Status::MLUOP_STATUS_NOT_SUPPORTED,
        Reason::State(_)
        | Reason::Timeout { .. }
        | Reason::Aborted
        | Reason::Capture(_)
        | Reason::Task { .. }
        | Reason::Ranks { .. } => Status::MLUOP_STATUS_EXECUTION_FAILED,
        Reason::Run { error, .. } => status(error),
        Reason::NoDevice { .. } | Reason::Internal(_) => Status::MLUOP_STATUS_INTERNAL_ERROR,
    }
}
