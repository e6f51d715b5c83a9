//! The vendor's title and number for each kind of refusal, which stand before the sentence in `aclGetRecentErrMsg`.

use super::types::*;
use crate::error::{Error, Memory};

/// Whether a code is the runtime layer's: those of six digits from 107000, 207000 and 507000 on.
pub(super) fn is_runtime(code: aclError) -> bool {
    code % 100_000 >= 7_000
}

/// Title and number of the refusal `error`, which is answered with `code`. No `_` arm: a new error must choose.
pub(super) fn kind(error: &Error, code: aclError) -> (&'static str, &'static str) {
    let is_runtime = is_runtime(code);
    match code {
        ACL_ERROR_INVALID_FILE => return ("File_Operation_Error_Invalid_Path", "EH0003"),
        ACL_ERROR_PARSE_FILE => return ("File_Operation_Error", "EH0004"),
        _ => {}
    }
    match error {
        Error::Null { .. } if is_runtime => ("Invalid_Argument_Null_Pointer", "EE1004"),
        Error::Null { .. } => ("Invalid_Argument_Null_Pointer", "EH0002"),
        Error::Value { .. }
        | Error::Dtype { .. }
        | Error::Format { .. }
        | Error::Rank { .. }
        | Error::Shape { .. }
        | Error::NoDevice { .. }
            if is_runtime =>
        {
            ("Invalid_Argument", "EE1003")
        }
        Error::Handle { .. }
        | Error::Storage { .. }
        | Error::OutOfBounds { .. }
        | Error::NoData { .. }
        | Error::Workspace { .. }
            if is_runtime =>
        {
            ("Invalid_Argument", "EE1011")
        }
        Error::Value { .. }
        | Error::Dtype { .. }
        | Error::Format { .. }
        | Error::Rank { .. }
        | Error::Shape { .. }
        | Error::NoDevice { .. }
        | Error::Handle { .. }
        | Error::Storage { .. }
        | Error::OutOfBounds { .. }
        | Error::NoData { .. }
        | Error::Workspace { .. } => ("Invalid_Argument", "EH0001"),
        Error::NoContext | Error::DeviceNotSet { .. } | Error::OtherContext { .. } => {
            ("Execution_Error_Invalid_Context", "EE1010")
        }
        Error::State(_) => ("Invalid_Argument_API_Call_Sequence", "EE1018"),
        Error::NotSupported(_) if is_runtime => ("Not_Supported", "EE1006"),
        Error::NotSupported(_) => ("Not_Supported", "EH0006"),
        Error::Timeout { .. } => ("Execution_Error_Stream_Synchronize_Timeout", "EE1002"),
        Error::OutOfMemory {
            memory: Memory::Host,
            ..
        } => ("Resource_Error_Insufficient_Host_Memory", "EE1013"),
        Error::OutOfMemory { .. } | Error::Exhausted { .. } => ("Resource_Error", "EE1023"),
        Error::Aborted | Error::Task { .. } => ("Execution_Error", "EE1019"),
        Error::Ranks { .. } => ("Communication_Error", "EI0002"),
        Error::Capture(_) => ("Execution_Error_Stream_Capture", "EE1016"),
        Error::Run { error, .. } => kind(error, code),
        Error::Internal(_) => ("Inner_Error", "EE9999"),
    }
}
