//! Options of contexts and of the process. They are remembered: results are always deterministic and ordered.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out};
use crate::device::{Settings, require_context};
use hostnpu_aclnn_macros::entry;

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
fn get(
    opt: aclSysParamOpt,
    value: Later<Out<i64>>,
    find: impl FnOnce(i32) -> Outcome<i64>,
) -> Outcome {
    let target = value.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    target.write(find(check(opt)?)?);
    Ok(())
}

/// Sets an option of the current context. Returns 107000 for another option, 107002 without a current context.
#[entry(acl)]
fn aclrtCtxSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> Outcome {
    let opt = check(opt)?;
    require_context()?.settings().set(OPTION, opt, value);
    Ok(())
}

/// Returns an option of the current context.
///
/// Returns 107000 for null, or another option; 107002 without a current context; 107021 for an option that was not set.
#[entry(acl)]
fn aclrtCtxGetSysParamOpt(opt: aclSysParamOpt, value: Later<Out<i64>>) -> Outcome {
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

/// Sets an option of the process. Returns 107000 for another option.
#[entry(acl)]
fn aclrtSetSysParamOpt(opt: aclSysParamOpt, value: i64) -> Outcome {
    OPTIONS.set(OPTION, check(opt)?, value);
    Ok(())
}

/// Returns an option of the process; 0 for one that was not set. Returns 107000 for null, or another option.
#[entry(acl)]
fn aclrtGetSysParamOpt(opt: aclSysParamOpt, value: Later<Out<i64>>) -> Outcome {
    get(opt, value, |opt| Ok(OPTIONS.get(OPTION, opt).unwrap_or(0)))
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
#[entry(acl)]
fn aclrtSetOpExecuteTimeOut(timeout: u32) -> Outcome {
    limit_operators(u64::from(timeout) * 1000);
    Ok(())
}

/// As `aclrtSetOpExecuteTimeOut`, in milliseconds.
#[entry(acl)]
fn aclrtSetOpExecuteTimeOutWithMs(timeout: u32) -> Outcome {
    limit_operators(timeout.into());
    Ok(())
}

/// As `aclrtSetOpExecuteTimeOut`, in microseconds; returns the limit that is kept: rounded up to whole milliseconds. Returns 100000 for null.
#[entry(acl)]
fn aclrtSetOpExecuteTimeOutV2(timeout: u64, actual_timeout: Out<u64>) -> Outcome {
    let milliseconds = timeout.div_ceil(LIMIT_UNIT);
    limit_operators(milliseconds);
    actual_timeout.write(milliseconds.saturating_mul(LIMIT_UNIT));
    Ok(())
}

/// Returns the unit of the limit, in microseconds. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetOpTimeOutInterval(interval: Out<u64>) -> Outcome {
    interval.write(LIMIT_UNIT);
    Ok(())
}

/// Returns the limit that was set, in milliseconds; 0 if none was. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetOpExecuteTimeout(timeout_ms: Out<u32>) -> Outcome {
    let milliseconds = OPERATOR_LIMIT.load(Ordering::Relaxed);
    timeout_ms.write(u32::try_from(milliseconds).unwrap_or(u32::MAX));
    Ok(())
}
