//! The only way from a result to an `aclnnStatus`.

use std::ffi::c_void;

use super::types::*;
use crate::abi::failure::{Failure, Outcome, answer};
use crate::abi::shown::{self, Called};
use crate::diagnostics::{hooks, log, recent};
use crate::error::{Error, Object};

/// Runs the body of an entry point. No panic leaves it, and no error leaves without a message.
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> aclnnStatus {
    answer(call, body, fail, ACLNN_ERR_INNER).map_or_else(|code| code, |()| ACLNN_SUCCESS)
}

/// Runs the body of an entry point, which creates an object and returns its handle; 0 if it fails.
pub fn create<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome<usize>) -> usize {
    let body = || {
        let handle = body()?;
        if hooks::on() {
            shown::written("handle", &(handle as *const c_void));
        }
        Ok(handle)
    };
    answer(call, body, fail, ACLNN_ERR_INNER).unwrap_or(0)
}

/// Keeps the message of a failure; gives its code.
#[cold]
fn fail(function: &'static str, Failure { error, code }: Failure) -> aclnnStatus {
    log::install();
    let code = code.unwrap_or_else(|| status(&error));
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
    match error {
        Error::Null { .. }
        | Error::NoData { .. }
        | Error::Handle {
            kind: Object::Executor,
            ..
        } => ACLNN_ERR_PARAM_NULLPTR,
        Error::Handle { .. }
        | Error::Dtype { .. }
        | Error::Format { .. }
        | Error::Rank { .. }
        | Error::Shape { .. }
        | Error::Value { .. }
        | Error::OutOfBounds { .. }
        | Error::Workspace { .. } => ACLNN_ERR_PARAM_INVALID,
        Error::NoContext
        | Error::NoDevice { .. }
        | Error::DeviceNotSet { .. }
        | Error::OtherContext { .. }
        | Error::OutOfMemory { .. }
        | Error::State(_)
        | Error::Timeout { .. }
        | Error::Aborted
        | Error::Capture(_)
        | Error::Task { .. }
        | Error::Ranks { .. } => ACLNN_ERR_RUNTIME_ERROR,
        Error::Run { error, .. } => status(error),
        Error::Storage { .. } => ACLNN_ERR_INNER_NULLPTR,
        Error::NotSupported(_) => ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
        Error::Exhausted { .. } => ACLNN_ERR_INNER_CREATE_EXECUTOR,
        Error::Internal(_) => ACLNN_ERR_INNER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Awaited, Capturing, Handle, Resource, Trouble};

    /// One of each error, with the code it has unless a call says otherwise. An error that is missing here is found by
    /// `every_error_has_its_code`, whose match has no `_` arm.
    fn every_error() -> Vec<(Error, aclnnStatus)> {
        let (arg, got, allowed) = ("self", String::new(), String::new());
        vec![
            (Error::Null { arg }, 161_001),
            (
                Error::Handle {
                    arg,
                    kind: Object::Tensor,
                    got: Handle::Stale,
                },
                161_002,
            ),
            (
                Error::Dtype {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                },
                161_002,
            ),
            (
                Error::Format {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                },
                161_002,
            ),
            (
                Error::Rank {
                    arg,
                    got: 9,
                    allowed: allowed.clone(),
                },
                161_002,
            ),
            (
                Error::Shape {
                    arg,
                    got: vec![1],
                    allowed: allowed.clone(),
                },
                161_002,
            ),
            (Error::Value { arg, got, allowed }, 161_002),
            (
                Error::Storage {
                    arg,
                    lowest: 0,
                    highest: 1,
                    storage: 1,
                },
                561_103,
            ),
            (
                Error::OutOfBounds {
                    arg,
                    start: 0,
                    reach: 9,
                    size: 8,
                },
                161_002,
            ),
            (Error::NoData { arg }, 161_001),
            (Error::Workspace { got: 0, needed: 1 }, 161_002),
            (Error::NoContext, 361_001),
            (
                Error::NoDevice {
                    arg,
                    got: 1,
                    last: 0,
                },
                361_001,
            ),
            (Error::DeviceNotSet { device: 0 }, 361_001),
            (Error::OtherContext { arg }, 361_001),
            (Error::out_of_host_memory(2), 361_001),
            (
                Error::Exhausted {
                    what: Resource::Object(Object::Executor),
                    limit: 1,
                },
                561_101,
            ),
            (Error::NotSupported("x".into()), 561_003),
            (Error::State("x".into()), 361_001),
            (
                Error::Timeout {
                    what: Awaited::Stream,
                    limit: "1ms".into(),
                },
                361_001,
            ),
            (Error::Aborted, 361_001),
            (Error::Capture(Capturing::Stream), 361_001),
            (Error::ranks(Trouble::Gone, "x"), 361_001),
            (
                Error::Task {
                    stream: 0,
                    task: 1,
                    reason: "x".into(),
                },
                361_001,
            ),
            (Error::Null { arg }.of_run("aclnnSin"), 161_001),
            (Error::Internal("x".into()), 561_000),
        ]
    }

    #[test]
    fn every_error_has_its_code() {
        let errors = every_error();
        let kinds: std::collections::HashSet<_> = errors
            .iter()
            .map(|(error, _)| std::mem::discriminant(error))
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
