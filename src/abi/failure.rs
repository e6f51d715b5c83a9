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

/// Runs the body of the entry point called `function` in the known floating-point environment. `report` keeps the message of a failure,
/// and returns its status. A panic is an internal error; should the report panic too, the status is `internal`.
#[inline]
pub fn answer<T, S>(
    function: &'static str,
    body: impl FnOnce() -> Outcome<T>,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> Result<T, S> {
    match run(body).unwrap_or_else(|panic| Err(panic.into())) {
        Ok(value) => Ok(value),
        Err(failure) => Err(reported(function, failure, report, internal)),
    }
}

#[cold]
fn reported<S>(
    function: &'static str,
    failure: Failure,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> S {
    run(|| report(function, failure)).unwrap_or(internal)
}

/// Runs the body of an entry point that has no status, in the known floating-point environment; returns `otherwise` after a panic.
#[inline]
pub fn without_status<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    run(body).unwrap_or(otherwise)
}

/// Runs a body in the known floating-point environment; a panic is an internal error.
#[inline]
fn run<T>(body: impl FnOnce() -> T) -> crate::error::Result<T> {
    let mut body = Some(body);
    let mut value = None;
    run_once(&mut || value = body.take().map(|body| body()))?;
    value.ok_or_else(|| Error::Internal("the body of an entry point was not run".into()))
}

/// One copy for all entry points: what it does around a body takes ten times the code of a short one.
#[inline(never)]
fn run_once(body: &mut dyn FnMut()) -> crate::error::Result<()> {
    environment::known(|| catch(body))
}
