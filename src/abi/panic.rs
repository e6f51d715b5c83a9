//! No panic leaves an entry point.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;

/// Runs the body of an entry point; a panic becomes an internal error.
pub(super) fn catch<T, E: From<Error>>(body: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a panic without a message");
        Err(Error::Internal(text.into()).into())
    })
}
