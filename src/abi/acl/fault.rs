//! The vendor's title and number for each kind of refusal, which stand before the sentence in `aclGetRecentErrMsg`.

use super::types::*;
use crate::error::{Error, Memory, Reason};

/// Returns true if a code is the runtime layer's: those of six digits from 107000, 207000 and 507000 on.
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
    match error.reason() {
        Reason::Null { .. } if is_runtime => ("Invalid_Argument_Null_Pointer", "EE1004"),
        Reason::Null { .. } => ("Invalid_Argument_Null_Pointer", "EH0002"),
        Reason::Value { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::NoDevice { .. }
            if is_runtime =>
        {
            ("Invalid_Argument", "EE1003")
        }
        Reason::Handle { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. }
            if is_runtime =>
        {
            ("Invalid_Argument", "EE1011")
        }
        Reason::Value { .. }
        | Reason::Dtype { .. }
        | Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::NoDevice { .. }
        | Reason::Handle { .. }
        | Reason::Storage { .. }
        | Reason::OutOfBounds { .. }
        | Reason::NoData { .. }
        | Reason::Workspace { .. } => ("Invalid_Argument", "EH0001"),
        Reason::NoContext | Reason::DeviceNotSet { .. } | Reason::OtherContext { .. } => {
            ("Execution_Error_Invalid_Context", "EE1010")
        }
        Reason::State(_) => ("Invalid_Argument_API_Call_Sequence", "EE1018"),
        Reason::NotSupported(_) if is_runtime => ("Not_Supported", "EE1006"),
        Reason::NotSupported(_) => ("Not_Supported", "EH0006"),
        Reason::Timeout { .. } => ("Execution_Error_Stream_Synchronize_Timeout", "EE1002"),
        Reason::OutOfMemory {
            memory: Memory::Host,
            ..
        } => ("Resource_Error_Insufficient_Host_Memory", "EE1013"),
        Reason::OutOfMemory { .. } | Reason::Exhausted { .. } => ("Resource_Error", "EE1023"),
        Reason::Aborted | Reason::Task { .. } => ("Execution_Error", "EE1019"),
        Reason::Ranks { .. } => ("Communication_Error", "EI0002"),
        Reason::Capture(_) => ("Execution_Error_Stream_Capture", "EE1016"),
        Reason::Run { error, .. } => kind(error, code),
        Reason::Internal(_) => ("Inner_Error", "EE9999"),
    }
}
