//! Refusals on their way to a status code.

use std::cell::{Cell, RefCell};
use std::num::NonZeroI32;

use super::c_enum::CEnum;
use super::panic::{self, catch};
use super::shown::{self, Called};
use crate::diagnostics::hooks;
use crate::error::{Error, Reason};
use crate::numeric::environment;

/// A refusal, with the code that this call documents for it where that is not the vendor's usual one.
#[derive(Debug)]
pub struct Failure {
    /// Why.
    pub error: Error,
    code: Option<FailureCode>,
}

/// A code other than `NO_CODE`, so that an outcome is returned in two registers.
#[derive(Clone, Copy, Debug)]
struct FailureCode(NonZeroI32);

/// No vendor has it.
const NO_CODE: i32 = i32::MIN;

impl Failure {
    /// A refusal under a code.
    pub fn under(error: Error, code: i32) -> Self {
        let code = NonZeroI32::new(code ^ NO_CODE).map(FailureCode);
        Self { error, code }
    }

    /// The code of this call, if it has its own.
    pub fn code(&self) -> Option<i32> {
        self.code.map(|code| code.0.get() ^ NO_CODE)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, code: None }
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Error::from(reason).into()
    }
}

/// The result of the body of an entry point.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Reports which code a call documents for a refusal.
pub trait Code<T> {
    /// The same result, its failure under `code`.
    fn code(self, code: i32) -> Outcome<T>;

    /// The same result, its failure under `code` if that is what the call documents for such a reason.
    fn code_if(self, is_such: impl FnOnce(&Reason) -> bool, code: i32) -> Outcome<T>;
}

impl<T> Code<T> for crate::error::Result<T> {
    fn code(self, code: i32) -> Outcome<T> {
        self.map_err(|error| Failure::under(error, code))
    }

    fn code_if(self, is_such: impl FnOnce(&Reason) -> bool, code: i32) -> Outcome<T> {
        self.map_err(Failure::from).code_if(is_such, code)
    }
}

impl<T> Code<T> for Outcome<T> {
    fn code(self, code: i32) -> Outcome<T> {
        self.map_err(|Failure { error, .. }| Failure::under(error, code))
    }

    fn code_if(self, is_such: impl FnOnce(&Reason) -> bool, code: i32) -> Outcome<T> {
        match &self {
            Err(failure) if is_such(failure.error.reason()) => self.code(code),
            _ => self,
        }
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

/// A status as C sees it.
pub trait Status: Copy {
    /// Its number.
    fn number(self) -> i64;
}

impl Status for i32 {
    fn number(self) -> i64 {
        self.into()
    }
}

impl<E> Status for CEnum<E>
where
    CEnum<E>: Copy,
{
    fn number(self) -> i64 {
        self.raw().into()
    }
}

/// Runs the body of an entry point in the known floating-point environment. `report` keeps the message of a failure,
/// and returns its status. A panic is an internal error; should the report panic too, the status is `internal`.
#[inline]
pub fn answer<'a, T, S: Status>(
    call: impl Into<Called<'a>>,
    body: impl FnOnce() -> Outcome<T>,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> Result<T, S> {
    let mut value = None;
    let fill = || body().map(|of| value = Some(of));
    complete(call, fill, report, internal)?;
    value.ok_or(internal)
}

/// As [`answer`], for a body without a value.
// Inlined into each entry point, so that its body is not moved on the way.
#[inline(always)]
pub fn complete<'a, S: Status>(
    call: impl Into<Called<'a>>,
    body: impl FnOnce() -> Outcome,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> Result<(), S> {
    complete_once(&call.into(), &mut Some(body), report, internal)
}

/// A function that is called once. Not `dyn FnMut`: its table has a second copy of each function, which takes it by value.
trait Once<T> {
    fn call(&mut self) -> T;
}

impl<F: FnOnce() -> Outcome> Once<Outcome> for Option<F> {
    fn call(&mut self) -> Outcome {
        match self.take() {
            Some(body) => body(),
            None => Err(not_run().into()),
        }
    }
}

/// A function, and what it returned.
struct Returned<T, F> {
    body: Option<F>,
    value: Option<T>,
}

impl<T, F: FnOnce() -> T> Once<()> for Returned<T, F> {
    fn call(&mut self) {
        self.value = self.body.take().map(|body| body());
    }
}

/// One copy for each kind of status.
#[inline(never)]
fn complete_once<S: Status>(
    call: &Called,
    body: &mut dyn Once<Outcome>,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> Result<(), S> {
    let mut outcome = None;
    let ran = if hooks::on() {
        run_watched(call, &mut || {
            outcome = Some(body.call());
            matches!(outcome, Some(Ok(())))
        })
    } else {
        panic::run(&mut || outcome = Some(body.call())).map_err(Failure::from)
    };
    match ran.and_then(|()| outcome.unwrap_or_else(|| Err(not_run().into()))) {
        Ok(()) => Ok(()),
        Err(failure) => Err(reported(call, failure, report, internal)),
    }
}

#[cold]
fn reported<S: Status>(
    call: &Called,
    failure: Failure,
    report: fn(&'static str, Failure) -> S,
    internal: S,
) -> S {
    let error = hooks::on().then(|| failure.error.clone());
    IS_ANSWER.set(false);
    let status = run(|| report(call.name(), failure)).unwrap_or(internal);
    if let Some(error) = &error {
        failed(call, status.number(), error);
    }
    status
}

/// Runs the body of an entry point that has no status, in the known floating-point environment; returns `otherwise` after a panic.
#[inline]
pub fn without_status<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    run(body).unwrap_or(otherwise)
}

/// Runs a body in the known floating-point environment; a panic is an internal error.
#[inline]
fn run<T>(body: impl FnOnce() -> T) -> crate::error::Result<T> {
    let mut returned = Returned {
        body: Some(body),
        value: None,
    };
    run_unwatched(&mut returned)?;
    returned.value.ok_or_else(not_run)
}

fn not_run() -> Error {
    Error::from(Reason::Internal(
        "the body of an entry point was not run".into(),
    ))
}

#[inline(never)]
fn run_unwatched(body: &mut dyn Once<()>) -> crate::error::Result<()> {
    panic::run(&mut || body.call())
}

thread_local! {
    /// The call of this thread that has failed and whose status is not known yet.
    static FAILED: RefCell<Option<hooks::CallGuard>> = const { RefCell::new(None) };
    /// True while the failure that is reported is an answer.
    static IS_ANSWER: Cell<bool> = const { Cell::new(false) };
}

/// Says that the failure which is being reported is an answer for which programs ask, and no mistake.
pub fn is_answer() {
    IS_ANSWER.set(true);
}

/// Runs the body of an entry point, which returns whether it has succeeded, before what watches calls.
#[cold]
#[inline(never)]
fn run_watched(call: &Called, body: &mut dyn FnMut() -> bool) -> Outcome {
    let ran = environment::known(|| {
        catch(|| {
            hooks::start_with(super::watch::start);
            shown::forget();
            let (entered, refusal) = hooks::enter(call.name(), call);
            let ran = match &refusal {
                None => catch(&mut *body),
                Some(_) => Ok(false),
            };
            if let Some(entered) = entered {
                if matches!(ran, Ok(true)) {
                    let ended = hooks::Ended {
                        code: 0,
                        error: None,
                        is_answer: false,
                    };
                    hooks::leave(entered, call.name(), call, ended);
                } else {
                    FAILED.set(Some(entered));
                }
            }
            match refusal {
                None => ran.map(drop).map_err(Failure::from),
                Some(hooks::Refusal { error, code }) => Err(match code {
                    Some(code) => Failure::under(error, code),
                    None => error.into(),
                }),
            }
        })
    });
    ran?
}

/// Tells what watches that a call has failed.
#[cold]
fn failed(call: &Called, code: i64, error: &Error) {
    let told = run(|| {
        if let Some(entered) = FAILED.take() {
            let ended = hooks::Ended {
                code,
                error: Some(error),
                is_answer: IS_ANSWER.get(),
            };
            hooks::leave(entered, call.name(), call, ended);
        }
    });
    // What cannot be told must not change the status.
    drop(told);
}
