//! Waits of channels and queues: limits and statuses.

use std::time::Duration;

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::device::queue::Refused;
use crate::error::{Error, Reason};

/// A limit in milliseconds as a duration; -1 is none, 0 does not wait.
pub(in crate::abi::acl) fn wait_limit(milliseconds: i32) -> Outcome<Option<Duration>> {
    match milliseconds {
        -1 => Ok(None),
        0.. => Ok(Some(Duration::from_millis(
            milliseconds.unsigned_abs().into(),
        ))),
        _ => {
            let allowed = "-1 (no limit), or 0 or more milliseconds";
            refuse("timeout", milliseconds, allowed, ACL_ERROR_RT_PARAM_INVALID)
        }
    }
}

/// The status of a wait that came to nothing.
pub(in crate::abi::acl) fn refused<T>(result: Result<T, Refused>) -> Outcome<T> {
    let (text, code) = match result {
        Ok(done) => return Ok(done),
        Err(Refused::Full) => ("there is no room for a message", ACL_ERROR_RT_QUEUE_FULL),
        Err(Refused::Empty) => ("there is no message", ACL_ERROR_RT_QUEUE_EMPTY),
        Err(Refused::Stopped) => ("it was stopped or destroyed", ACL_ERROR_FAILURE),
    };
    Err(Error::from(Reason::State(text.into()))).code(code)
}
