//! Dumps of the tensors of operators, which are not written: every call says so.

use std::ffi::c_char;

use crate::abi::acl::boundary::{Outcome, guard};
use crate::abi::acl::types::*;
use crate::abi::pointer::not_null;
use crate::error::Error;

fn no_dumps() -> Outcome {
    let why = "dumps of the tensors of operators: none are written";
    Err(Error::NotSupported(why.into()).into())
}

/// Refuses dumps. Returns 207000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlInitDump() -> aclError {
    guard("aclmdlInitDump", no_dumps)
}

/// Refuses dumps. Returns 100000 for null, 207000 otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlSetDump(dump_cfg_path: *const c_char) -> aclError {
    guard("aclmdlSetDump", || {
        not_null("dumpCfgPath", dump_cfg_path)?;
        no_dumps()
    })
}

/// Refuses dumps. Returns 207000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclmdlFinalizeDump() -> aclError {
    guard("aclmdlFinalizeDump", no_dumps)
}
