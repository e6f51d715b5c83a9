//! Limits of waits in milliseconds.

use std::time::Duration;

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;

/// Returns a limit in milliseconds as a duration; -1 is none.
pub(crate) fn time_limit(arg: &'static str, milliseconds: i32) -> Outcome<Option<Duration>> {
    match milliseconds {
        -1 => Ok(None),
        1.. => Ok(Some(Duration::from_millis(
            milliseconds.unsigned_abs().into(),
        ))),
        _ => refuse(
            arg,
            milliseconds,
            "-1 (no limit), or 1 or more milliseconds",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}
