//! The two phases that all operators share. `#[aclnn]` writes calls of them.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::boundary::guard;
use super::meta::executor;
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::{Code, Outcome};
use crate::abi::operation::Operation;
use crate::abi::pointer::{not_null, out};
use crate::abi::shown::{self, Called, Kind, Word as _};
use crate::abi::streams::stream_for_work;
use crate::abi::watch;
use crate::config::{self, Schedule};
use crate::device::{Stream, Task};
use crate::diagnostics::{check, hooks};
use crate::error::{Error, Reason, Result};
use crate::ops::{BoundCall, Call};

/// The result of a function under `#[aclnn]`: a checked call, or why there is none.
pub type Planned = Outcome<Call>;

/// The last two parameters of a first phase.
#[derive(Clone, Copy)]
pub struct Prologue {
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
}

impl Prologue {
    /// Refuses a null `workspaceSize` or `executor`.
    pub fn check(self) -> Result<()> {
        not_null("workspaceSize", self.workspace_size)?;
        not_null("executor", self.executor)
    }

    /// The same in the order of the operators whose interface the vendor generates.
    pub fn check_executor_first(self) -> Result<()> {
        not_null("executor", self.executor)?;
        not_null("workspaceSize", self.workspace_size)
    }
}

/// The first phase of an operator, called `function`: plans the call, and writes the two outputs only when the executor
/// exists. `plan` reads the arguments, and looks at the two outputs when the vendor does.
///
/// # Safety
/// The contract of [`crate::abi`].
pub unsafe fn first_phase(
    function: &'static str,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
    plan: &mut dyn FnMut(Prologue) -> Planned,
) -> aclnnStatus {
    guard(Called::FirstPhase(function), || {
        // Scalars are converted by kernels while the call is planned.
        config::isa();
        let call = plan(Prologue {
            workspace_size,
            executor,
        })?;
        // SAFETY: out pointers, by the contract.
        let (size, handle) = unsafe {
            (
                out("workspaceSize", workspace_size)?,
                out("executor", executor)?,
            )
        };
        call.check_outputs()?;
        let needed = call.plan().workspace_size() as u64;
        check_addressable(needed)?;
        let executor = *handle.write(executor::insert(call)? as *mut aclOpExecutor);
        size.write(needed);
        if hooks::on() {
            shown::written("workspaceSize", Kind::Unsigned, needed);
            shown::written("executor", Kind::Pointer, executor.word());
        }
        Ok(())
    })
}

/// Refuses a workspace that no address space holds: strides of 0 can describe more elements than there is memory.
fn check_addressable(needed: u64) -> Result<()> {
    if needed < 1 << 47 {
        return Ok(());
    }
    let got = format!("{needed} bytes for tensors of these shapes");
    let allowed = "less than 2^47 bytes, the address space of a process";
    Err(Error::value("workspaceSize", got, allowed))
}

/// The second phase of an operator, called `function`: queues the plan. The executor is used up, whatever happens, unless it
/// was made repeatable. `code` replaces the code of every refusal.
///
/// # Safety
/// The contract of [`crate::abi`].
pub unsafe fn second_phase(
    function: &'static str,
    code: Option<aclnnStatus>,
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    let arguments = [
        workspace.word(),
        workspace_size,
        executor.word(),
        stream.word(),
    ];
    guard(Called::SecondPhase(function, &arguments), || {
        let queued = queue(function, workspace, workspace_size, executor, stream);
        match code {
            Some(code) => queued.code(code),
            None => queued,
        }
    })
}

/// As the second phase, for an executor whose operator takes its workspace from the host's memory. What runs is what `change` makes of its plan; `kept` lives
/// until it has run.
pub fn queue_with_own_memory(
    function: &'static str,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
    kept: Vec<Arc<[u8]>>,
    change: impl FnOnce(Call) -> Result<Call>,
) -> Outcome {
    let (bound, _) = executor::take("executor", executor.addr())?;
    let call = change(bound.call().clone())?;
    let addresses = call.addresses();
    call.check_addresses(&addresses)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let small = call.is_small();
    if hooks::on() {
        watch::describe(function, &call, (&addresses, &kept), (0, 0), &stream);
    }
    let work = Operation {
        name: Some(function),
        bound: BoundCall::new(call),
        workspace: (0, 0),
        kept,
    };
    Ok(stream.submit_named(function, small, work)?)
}

/// Queues a call in which ranks meet: it gets its number with its place in the stream.
#[cold]
fn queue_of_ranks(function: &'static str, stream: &Arc<Stream>, work: Operation) -> Result<()> {
    if let Some(of_ranks) = work.bound.call().plan().of_ranks() {
        of_ranks.check()?;
    }
    if hooks::on() {
        let checks = check::RACE | check::INIT | check::HOST;
        check::give_up(checks, "a call of several ranks");
    }
    stream.submit_step(function, move |stream| {
        stream.submit_with(false, |_| {
            let call = work.bound.call();
            let call = match call.plan().of_ranks() {
                Some(of_ranks) => of_ranks.begin(call.args(), stream),
                None => call.clone(),
            };
            Task::Blocking(Arc::new(Operation {
                name: work.name,
                bound: work.bound.of(call),
                workspace: work.workspace,
                kept: (),
            }))
        })
    })
}

fn queue(
    function: &'static str,
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> Outcome {
    let (bound, checked_at) = executor::take("executor", executor.addr())?;
    let call = bound.call();
    if workspace_size > 0 {
        not_null("workspace", workspace)?;
    }
    let needed = call.plan().workspace_size() as u64;
    if workspace_size < needed {
        return Err(Reason::Workspace {
            got: workspace_size,
            needed,
        }
        .into());
    }
    bound.check(checked_at)?;
    let stream = stream_for_work("stream", stream.addr()).code(ACLNN_ERR_RUNTIME_ERROR)?;
    let (small, sets_shapes) = (call.is_small(), call.plan().sets_shapes());
    let workspace = workspace.addr();
    let is_watched = hooks::on();
    if is_watched {
        let workspace = (workspace, needed as usize);
        watch::describe(
            function,
            call,
            (&bound.addresses(), &[]),
            workspace,
            &stream,
        );
    }
    let work = Operation {
        name: Some(function),
        bound,
        workspace: (workspace, needed as usize),
        kept: (),
    };
    if work.bound.call().plan().of_ranks().is_some() {
        return queue_of_ranks(function, &stream, work).code(ACLNN_ERR_RUNTIME_ERROR);
    }
    let queued = match sets_shapes {
        // As on the device, where the second phase reads the shape back.
        true => stream.run_now(work),
        false => stream.submit_named(function, small, work),
    };
    queued.code(ACLNN_ERR_RUNTIME_ERROR)?;
    if is_watched {
        error_at_once(function, &stream).code(ACLNN_ERR_RUNTIME_ERROR)?;
    }
    Ok(())
}

/// Under `HOSTNPU_DEBUG` the error of an operator is the status of the call that queues it, until one waits for what the program does later.
#[cold]
#[inline(never)]
fn error_at_once(function: &str, stream: &Arc<Stream>) -> Result<()> {
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    if !*config::DEBUG.get()
        || *config::SCHEDULE.get() != Schedule::Eager
        || IS_OVER.load(Ordering::Relaxed)
    {
        return Ok(());
    }
    // Shorter than what counts as a hang: it is not the program that waits.
    let limit = Duration::from_secs(2).min(*config::HANG.get() / 2);
    if !stream.error_at_once(limit)? && !IS_OVER.swap(true, Ordering::Relaxed) {
        check::note(&format!(
            "HOSTNPU_DEBUG: {function} is not over after {limit:?}: from here on errors of operators come with the next synchronisation"
        ));
    }
    Ok(())
}
