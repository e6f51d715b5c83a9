//! `aclOpExecutor`: a planned call between its two phases, used up by the second one unless it is made repeatable.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::abi::aclnn::types::*;
use crate::abi::failure::{Code, Outcome};
use crate::abi::handle::{Object, Table};
use crate::device::frees;
use crate::error::{Error, Reason, Result};
use crate::ops::{BoundCall, Call};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A planned call, and the memory that it runs on next.
pub(crate) struct Executor {
    pub(crate) bound: BoundCall,
    /// The result of `frees` when the addresses were checked.
    pub(crate) checked_at: u64,
}

/// The object of an executor's handle.
struct Entry {
    executor: Mutex<Executor>,
    /// True if it runs again. Beside the lock, which a call that runs once need not take.
    is_repeatable: AtomicBool,
}

static EXECUTORS: Table<Entry> = Table::new(Object::Executor);

/// Takes a call in; gives the executor's handle.
pub(crate) fn insert(call: Call) -> Result<usize> {
    EXECUTORS.insert(Entry {
        executor: Mutex::new(Executor {
            bound: BoundCall::new(call),
            checked_at: frees(),
        }),
        is_repeatable: AtomicBool::new(false),
    })
}

/// The call to run now, and when its memory was checked. An executor that is not repeatable is gone then.
pub(crate) fn take(arg: &'static str, handle: usize) -> Result<(BoundCall, u64)> {
    let runs_once = |entry: &Entry| !entry.is_repeatable.load(Ordering::Acquire);
    if let Some(entry) = EXECUTORS.take_if(arg, handle, runs_once)? {
        let executor = entry.executor.into_inner();
        let executor = executor.unwrap_or_else(PoisonError::into_inner);
        return Ok((executor.bound, executor.checked_at));
    }
    EXECUTORS.with(arg, handle, |entry| {
        let executor = lock(&entry.executor);
        (executor.bound.clone(), executor.checked_at)
    })
}

/// Shows a live executor to `visit`.
pub(crate) fn with<R>(handle: usize, visit: impl FnOnce(&mut Executor) -> R) -> Result<R> {
    EXECUTORS.with("executor", handle, |entry| {
        visit(&mut lock(&entry.executor))
    })
}

/// The code of a bad executor: null has its own.
fn bad_executor(handle: *mut aclOpExecutor) -> aclnnStatus {
    if handle.is_null() {
        ACLNN_ERR_INNER_NULLPTR
    } else {
        ACLNN_ERR_INNER
    }
}

/// Lets an executor run any number of times. To be called between the two phases; end it with
/// `aclDestroyAclOpExecutor`.
///
/// Returns 561103 if `executor` is null; 561000 if it is none, or if it cannot run twice: its output is its input, or gets its shape
/// when it runs.
#[entry(aclnn)]
fn aclSetAclOpExecutorRepeatable(executor: *mut aclOpExecutor) -> Outcome {
    EXECUTORS
        .with("executor", executor.addr(), |entry| -> Outcome {
            if lock(&entry.executor).bound.call().overwrites_input() {
                let text = "the operator writes to its own input, so it cannot run twice on it";
                return Err(Error::from(Reason::State(text.into()))).code(ACLNN_ERR_INNER);
            }
            if lock(&entry.executor).bound.call().plan().sets_shapes() {
                let text = "the operator gives an output its shape, which is another one each time";
                return Err(Error::from(Reason::State(text.into()))).code(ACLNN_ERR_INNER);
            }
            entry.is_repeatable.store(true, Ordering::Release);
            Ok(())
        })
        .code(bad_executor(executor))?
}

/// Destroys an executor: a repeatable one, or one whose second phase is never called.
///
/// Returns 561103 if `executor` is null; 561000 if it is none (any more).
#[entry(aclnn)]
fn aclDestroyAclOpExecutor(executor: *mut aclOpExecutor) -> Outcome {
    EXECUTORS
        .take("executor", executor.addr())
        .code(bad_executor(executor))?;
    Ok(())
}
