//! Refusals on their way to a status code.

use super::panic::catch;
use crate::error::Error;
use crate::numeric::environment;

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
    Err(Error::value(arg, got, allowed)).code(code)
}

/// Runs the body of an entry point in the known floating-point environment. `report` keeps the message of a failure, and
/// returns its status. A panic is an internal error; should the report panic too, the status is `internal`.
#[inline]
pub fn answer<T, S>(
    body: impl FnOnce() -> Outcome<T>,
    report: impl FnOnce(Failure) -> S,
    internal: S,
) -> Result<T, S> {
    environment::known(|| {
        catch(body).map_err(|failure| catch(|| Ok::<_, Error>(report(failure))).unwrap_or(internal))
    })
}

/// Runs the body of an entry point that has no status, in the known floating-point environment; returns `otherwise` after a panic.
#[inline]
pub fn without_status<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    environment::known(|| catch(|| Ok::<_, Error>(body()))).unwrap_or(otherwise)
}
