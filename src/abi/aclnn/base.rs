//! `aclnn/aclnn_base.h`: start and end of the operator library.

use std::ffi::c_char;

use super::boundary::guard;
use super::types::*;
use crate::abi::shown::called;
use crate::diagnostics::log;

/// Starts the operator library. Optional, in any order with `aclInit`; `configPath` is not needed for anything here and may
/// be null or name no file. Returns 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnInit(config_path: *const c_char) -> aclnnStatus {
    let call = called!("aclnnInit", config_path);
    guard(call, || {
        log::install();
        ::log::info!("aclnnInit({config_path:p})");
        Ok(())
    })
}

/// Finalizes the operator library. Returns 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnFinalize() -> aclnnStatus {
    let call = called!("aclnnFinalize");
    guard(call, || Ok(()))
}
