//! Options of contexts and of the process. They are remembered: results are always deterministic and ordered.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::abi::acl::boundary::{Code, Outcome, guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::out;
use crate::abi::shown::called;
use crate::device::{Settings, require_context};

/// The name under which settings hold options, by their numbers.
const OPTION: &str = "system option";

/// The options of the process.
static OPTIONS: Settings = Settings::new();

fn check(opt: aclSysParamOpt) -> Outcome<i32> {
    match opt.raw() {
        known @ 0..=2 => Ok(known),
        _ => refuse(
            "opt",
            opt,
            "ACL_OPT_DETERMINISTIC (0), ACL_OPT_ENABLE_DEBUG_KERNEL (1) or ACL_OPT_STRONG_CONSISTENCY (2)",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// Reads an option by `find`.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn get(
    opt: aclSysParamOpt,
    value: *mut i64,
    find: impl FnOnce(i32) -> Outcome<i64>,
) -> Outcome {
    // SAFETY: an out pointer, by the contract.
    let target = unsafe { out("value", value) }.code(ACL_ERROR_RT_PARAM_INVALID)?;
    target.write(find(check(opt)?)?);
    Ok(())
}

/// Sets an option of the current context. Returns 107000 for another option, 107002 without a current context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCtxSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> aclError {
    let call = called!("aclrtCtxSetSysParamOpt", opt, value);
    guard(call, || {
        let opt = check(opt)?;
        require_context()?.settings().set(OPTION, opt, value);
        Ok(())
    })
}

/// Returns an option of the current context.
///
/// Returns 107000 for null, or another option; 107002 without a current context; 107021 for an option that was not set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCtxGetSysParamOpt(opt: aclSysParamOpt, value: *mut i64) -> aclError {
    let call = called!("aclrtCtxGetSysParamOpt", opt, value);
    guard(call, || {
        // SAFETY: the contract is the caller's.
        unsafe {
            get(opt, value, |number| {
                let context = require_context()?;
                match context.settings().get(OPTION, number) {
                    Some(found) => Ok(found),
                    None => refuse(
                        "opt",
                        opt,
                        "an option that was set",
                        ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                    ),
                }
            })
        }
    })
}

/// Sets an option of the process. Returns 107000 for another option.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> aclError {
    let call = called!("aclrtSetSysParamOpt", opt, value);
    guard(call, || {
        OPTIONS.set(OPTION, check(opt)?, value);
        Ok(())
    })
}

/// Returns an option of the process; 0 for one that was not set. Returns 107000 for null, or another option.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetSysParamOpt(opt: aclSysParamOpt, value: *mut i64) -> aclError {
    let call = called!("aclrtGetSysParamOpt", opt, value);
    guard(call, || {
        // SAFETY: the contract is the caller's.
        unsafe { get(opt, value, |opt| Ok(OPTIONS.get(OPTION, opt).unwrap_or(0))) }
    })
}

/// Milliseconds that an operator may take at most; 0 is the most possible.
static OPERATOR_LIMIT: AtomicU64 = AtomicU64::new(0);

/// The unit of limits, in microseconds.
const LIMIT_UNIT: u64 = 1000;

fn limit_operators(milliseconds: u64) {
    OPERATOR_LIMIT.store(milliseconds, Ordering::Relaxed);
    log::debug!("operators may take {milliseconds} ms: not limited here");
}

/// Sets how many seconds an operator may take at most; 0 is the most possible. Kept, without effect: operators end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetOpExecuteTimeOut(timeout: u32) -> aclError {
    let call = called!("aclrtSetOpExecuteTimeOut", timeout);
    guard(call, || {
        limit_operators(u64::from(timeout) * 1000);
        Ok(())
    })
}

/// As `aclrtSetOpExecuteTimeOut`, in milliseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetOpExecuteTimeOutWithMs(timeout: u32) -> aclError {
    let call = called!("aclrtSetOpExecuteTimeOutWithMs", timeout);
    guard(call, || {
        limit_operators(timeout.into());
        Ok(())
    })
}

/// As `aclrtSetOpExecuteTimeOut`, in microseconds; returns the limit that is kept: rounded up to whole milliseconds. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtSetOpExecuteTimeOutV2(
    timeout: u64,
    actual_timeout: *mut u64,
) -> aclError {
    let call = called!("aclrtSetOpExecuteTimeOutV2", timeout, actual_timeout);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("actualTimeout", actual_timeout)? };
        let milliseconds = timeout.div_ceil(LIMIT_UNIT);
        limit_operators(milliseconds);
        target.write(milliseconds.saturating_mul(LIMIT_UNIT));
        Ok(())
    })
}

/// Returns the unit of the limit, in microseconds. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetOpTimeOutInterval(interval: *mut u64) -> aclError {
    let call = called!("aclrtGetOpTimeOutInterval", interval);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        unsafe { out("interval", interval)? }.write(LIMIT_UNIT);
        Ok(())
    })
}

/// Returns the limit that was set, in milliseconds; 0 if none was. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetOpExecuteTimeout(timeout_ms: *mut u32) -> aclError {
    let call = called!("aclrtGetOpExecuteTimeout", timeout_ms);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("timeoutMs", timeout_ms)? };
        let milliseconds = OPERATOR_LIMIT.load(Ordering::Relaxed);
        target.write(u32::try_from(milliseconds).unwrap_or(u32::MAX));
        Ok(())
    })
}
