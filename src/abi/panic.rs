//! No panic leaves an entry point.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::sync::panic_text;

/// Runs the body of an entry point; a panic becomes an internal error.
pub(super) fn catch<T, E: From<Error>>(body: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|panic| Err(Error::Internal(panic_text(&*panic).into()).into()))
}
