//! Refusals on their way to a status code.

use super::panic::catch;
use crate::error::Error;

/// A refusal, with the code that this call documents for it where that is not the vendor's usual one.
#[derive(Debug)]
pub struct Failure {
    /// Why.
    pub error: Error,
    /// The code of this call, if it has its own.
    pub code: Option<i32>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, code: None }
    }
}

/// What the body of an entry point gives.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Reports which code a call documents for a refusal.
pub trait Code<T> {
    /// The same result, its failure under `code`.
    fn code(self, code: i32) -> Outcome<T>;
}

impl<T> Code<T> for crate::error::Result<T> {
    fn code(self, code: i32) -> Outcome<T> {
        self.map_err(|error| Failure {
            error,
            code: Some(code),
        })
    }
}

impl<T> Code<T> for Outcome<T> {
    fn code(self, code: i32) -> Outcome<T> {
        self.map_err(|Failure { error, .. }| Failure {
            error,
            code: Some(code),
        })
    }
}

/// Refuses a value under a code.
pub fn refuse<T>(
    arg: &'static str,
    got: impl ToString,
    allowed: impl Into<String>,
    code: i32,
) -> Outcome<T> {
    Err(Error::Value {
        arg,
        got: got.to_string(),
        allowed: allowed.into(),
    })
    .code(code)
}

/// Runs the body of an entry point. No panic leaves it: it is an internal error.
pub fn run<T>(body: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    catch(body)
}
