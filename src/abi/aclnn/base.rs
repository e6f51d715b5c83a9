//! `aclnn/aclnn_base.h`: start and end of the operator library.

use std::ffi::c_char;

use super::types::*;
use crate::abi::failure::Outcome;
use crate::diagnostics::log;
use hostnpu_aclnn_macros::entry;

/// Starts the operator library. Optional, in any order with `aclInit`; `configPath` is not needed for anything here and may
/// be null or name no file. Returns 0.
#[entry(aclnn)]
fn aclnnInit(config_path: *const c_char) -> Outcome {
    log::install();
    ::log::info!("aclnnInit({config_path:p})");
    Ok(())
}

/// Finalizes the operator library. Returns 0.
#[entry(aclnn)]
fn aclnnFinalize() -> Outcome {
    Ok(())
}
