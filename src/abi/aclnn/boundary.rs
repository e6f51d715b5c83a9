//! The only way from a result to an `aclnnStatus`.

use std::ffi::c_void;

use super::types::*;
use crate::abi::acl::boundary::set_last_error;
use crate::abi::failure::{Failure, Outcome, answer, complete};
use crate::abi::shown::{self, Called};
use crate::diagnostics::{hooks, log, recent};
use crate::error::{Error, Object, Reason};

/// Runs the body of an entry point. No panic leaves it, and no error leaves without a message.
pub fn guard<'a>(call: impl Into<Called<'a>>, body: impl FnOnce() -> Outcome) -> aclnnStatus {
    complete(call, body, fail, ACLNN_ERR_INNER).map_or_else(|code| code, |()| ACLNN_SUCCESS)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Awaited, Capturing, Handle, Resource, Trouble};

    /// One of each error, with the code it has unless a call says otherwise. An error that is missing here is found by
    /// `every_error_has_its_code`, whose match has no `_` arm.
    fn every_error() -> Vec<(Error, aclnnStatus)> {
        let (arg, got, allowed) = ("self", String::new(), String::new());
        vec![
            (Error::from(Reason::Null { arg }), 161_001),
            (
                Error::from(Reason::Handle {
                    arg,
                    kind: Object::Tensor,
                    got: Handle::Stale,
                }),
                161_002,
            ),
            (
                Error::from(Reason::Dtype {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                }),
                161_002,
            ),
            (
                Error::from(Reason::Format {
                    arg,
                    got: got.clone(),
                    allowed: allowed.clone(),
                }),
                161_002,
            ),
            (
                Error::from(Reason::Rank {
                    arg,
                    got: 9,
                    allowed: allowed.clone(),
                }),
                161_002,
            ),
            (
                Error::from(Reason::Shape {
                    arg,
                    got: vec![1],
                    allowed: allowed.clone(),
                }),
                161_002,
            ),
            (Error::from(Reason::Value { arg, got, allowed }), 161_002),
            (
                Error::from(Reason::Storage {
                    arg,
                    lowest: 0,
                    highest: 1,
                    storage: 1,
                }),
                561_103,
            ),
            (
                Error::from(Reason::OutOfBounds {
                    arg,
                    start: 0,
                    reach: 9,
                    size: 8,
                }),
                161_002,
            ),
            (Error::from(Reason::NoData { arg }), 161_001),
            (
                Error::from(Reason::Workspace { got: 0, needed: 1 }),
                161_002,
            ),
            (Error::from(Reason::NoContext), 361_001),
            (
                Error::from(Reason::NoDevice {
                    arg,
                    got: 1,
                    last: 0,
                }),
                361_001,
            ),
            (Error::from(Reason::DeviceNotSet { device: 0 }), 361_001),
            (Error::from(Reason::OtherContext { arg }), 361_001),
            (Error::out_of_host_memory(2), 361_001),
            (
                Error::from(Reason::Exhausted {
                    what: Resource::Object(Object::Executor),
                    limit: 1,
                }),
                561_101,
            ),
            (Error::from(Reason::NotSupported("x".into())), 561_003),
            (Error::from(Reason::State("x".into())), 361_001),
            (
                Error::from(Reason::Timeout {
                    what: Awaited::Stream,
                    limit: "1ms".into(),
                }),
                361_001,
            ),
            (Error::from(Reason::Aborted), 361_001),
            (Error::from(Reason::Capture(Capturing::Stream)), 361_001),
            (Error::ranks(Trouble::Gone, "x"), 361_001),
            (
                Error::from(Reason::Task {
                    stream: 0,
                    task: 1,
                    reason: "x".into(),
                }),
                361_001,
            ),
            (
                Error::from(Reason::Null { arg }).of_run("aclnnSin"),
                161_001,
            ),
            (Error::from(Reason::Internal("x".into())), 561_000),
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
