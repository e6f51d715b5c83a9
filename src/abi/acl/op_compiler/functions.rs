//! Options of the operator compiler. One of them acts here: `ACL_OP_SELECT_IMPL_MODE`.

use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::sync::{LazyLock, Mutex};

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Room, Text};
use crate::abi::pointer::not_null;
use crate::ops::{ImplMode, impl_mode, set_impl_mode};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

static OPTIONS: LazyLock<Mutex<HashMap<i32, CString>>> = LazyLock::new(Mutex::default);

/// An option's text: the one set last; empty if it was never set, except for the mode in which operators run.
fn option(opt: aclCompileOpt) -> CString {
    let stored = lock(&OPTIONS).get(&opt.raw()).cloned();
    stored.unwrap_or_else(|| match (opt, impl_mode()) {
        (aclCompileOpt::ACL_OP_SELECT_IMPL_MODE, ImplMode::HighPrecision) => {
            c"high_precision".into()
        }
        (aclCompileOpt::ACL_OP_SELECT_IMPL_MODE, ImplMode::HighPerformance) => {
            c"high_performance".into()
        }
        _ => CString::default(),
    })
}

fn check(opt: aclCompileOpt) -> Outcome {
    if opt.is_named() {
        return Ok(());
    }
    refuse(
        "opt",
        opt,
        "a value of aclCompileOpt",
        ACL_ERROR_INVALID_PARAM,
    )
}

/// Sets an option. `ACL_OP_SELECT_IMPL_MODE` chooses, for operators planned from now on, between `high_precision` (correctly
/// rounded where feasible) and `high_performance`, each also with `_for_all`; the other options are remembered.
///
/// Returns 100000 for null, another option, or another mode.
#[entry(acl)]
fn aclSetCompileopt(opt: aclCompileOpt, value: Text) -> Outcome {
    let value = value.get();
    check(opt)?;
    let mut options = lock(&OPTIONS);
    if opt == aclCompileOpt::ACL_OP_SELECT_IMPL_MODE {
        let Some(mode) = value.to_str().ok().and_then(ImplMode::from_name) else {
            return refuse(
                "value",
                format!("{value:?}"),
                "\"high_precision\" or \"high_performance\", each also with \"_for_all\"",
                ACL_ERROR_INVALID_PARAM,
            );
        };
        set_impl_mode(mode);
    }
    options.insert(opt.raw(), value.to_owned());
    Ok(())
}

/// Returns an option's text, its final zero byte included; empty if it was never set.
///
/// Returns 100000 for null, another option, or a `length` below `aclGetCompileoptSize`.
#[entry(acl)]
fn aclGetCompileopt(
    opt: aclCompileOpt,
    #[length(length)] value: Room<'_, c_char>,
    length: usize,
) -> Outcome {
    not_null("value", value)?;
    check(opt)?;
    let found = option(opt);
    let bytes = found.as_bytes_with_nul();
    if length < bytes.len() {
        let allowed = format!("{} or more, as aclGetCompileoptSize gives", bytes.len());
        return refuse("length", length, allowed, ACL_ERROR_INVALID_PARAM);
    }
    value.write_text(found.to_bytes());
    Ok(())
}

/// Returns the bytes of an option's text, its final zero byte included; 0 for another option.
#[entry(acl, otherwise = 0)]
fn aclGetCompileoptSize(opt: aclCompileOpt) -> Outcome<usize> {
    check(opt)?;
    Ok(option(opt).as_bytes_with_nul().len())
}
