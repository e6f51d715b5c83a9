//! `aclOpExecutor`: a planned call between its two phases, used up by the second one unless it is made repeatable.

use std::sync::{LazyLock, Mutex};

use crate::abi::aclnn::boundary::guard;
use crate::abi::aclnn::types::*;
use crate::abi::failure::{Code, Outcome};
use crate::abi::handle::{Object, Table};
use crate::device::frees;
use crate::error::{Error, Result};
use crate::ops::{Addresses, Call};
use crate::sync::lock;

/// A planned call, the memory that it runs on next, and whether it runs again.
pub(crate) struct Executor {
    pub(crate) call: Call,
    pub(crate) addresses: Addresses,
    /// What `frees` returned when the addresses were checked.
    pub(crate) checked_at: u64,
    is_repeatable: bool,
}

static EXECUTORS: LazyLock<Table<Mutex<Executor>>> = LazyLock::new(|| Table::new(Object::Executor));

/// Takes a call in; gives the executor's handle.
pub(crate) fn insert(call: Call) -> Result<usize> {
    let addresses = call.addresses();
    EXECUTORS.insert(Mutex::new(Executor {
        call,
        addresses,
        checked_at: frees(),
        is_repeatable: false,
    }))
}

/// The call to run now, on which memory, and when that was checked. An executor that is not repeatable is gone then.
pub(crate) fn take(arg: &'static str, handle: usize) -> Result<(Call, Addresses, u64)> {
    let kept = EXECUTORS.with(arg, handle, |executor| {
        let executor = lock(executor);
        executor.is_repeatable.then(|| {
            (
                executor.call.clone(),
                executor.addresses.clone(),
                executor.checked_at,
            )
        })
    })?;
    match kept {
        Some(kept) => Ok(kept),
        None => {
            let executor = EXECUTORS.take(arg, handle)?;
            let executor = executor
                .into_inner()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok((executor.call, executor.addresses, executor.checked_at))
        }
    }
}

/// Shows a live executor to `visit`.
pub(crate) fn with<R>(handle: usize, visit: impl FnOnce(&mut Executor) -> R) -> Result<R> {
    EXECUTORS.with("executor", handle, |executor| visit(&mut lock(executor)))
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
/// Returns 561103 if `executor` is null; 561000 if it is none, or if it cannot run twice because its output is its input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclSetAclOpExecutorRepeatable(
    executor: *mut aclOpExecutor,
) -> aclnnStatus {
    guard("aclSetAclOpExecutorRepeatable", || {
        with(executor.addr(), |executor| -> Outcome {
            if executor.call.overwrites_input() {
                let text = "the operator writes to its own input, so it cannot run twice on it";
                return Err(Error::State(text.into())).code(ACLNN_ERR_INNER);
            }
            executor.is_repeatable = true;
            Ok(())
        })
        .code(bad_executor(executor))?
    })
}

/// Destroys an executor: a repeatable one, or one whose second phase is never called.
///
/// Returns 561103 if `executor` is null; 561000 if it is none (any more).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclDestroyAclOpExecutor(executor: *mut aclOpExecutor) -> aclnnStatus {
    guard("aclDestroyAclOpExecutor", || {
        EXECUTORS
            .take("executor", executor.addr())
            .code(bad_executor(executor))?;
        Ok(())
    })
}
