//! Operators with two contracts: the published one, and the wider one of the toolkit's own operator (`HOSTNPU_CONTRACT`).

use crate::abi::acl::rt::torch_npu;
use crate::config::{CONTRACT, Contract};
use crate::error::{Error, Reason, Result};

/// Checks by the contract that the process has chosen. What only the published one refuses, the refusal says how to allow.
#[inline(always)]
pub fn published_or_toolkit<T>(
    published: impl FnOnce() -> Result<T>,
    toolkit: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let choice = *CONTRACT.get();
    if choice == Contract::Toolkit {
        return toolkit();
    }
    published().or_else(|refusal| match toolkit() {
        Err(_) => Err(refusal),
        Ok(checked) if choice == Contract::Auto && torch_npu::was_loaded() => Ok(checked),
        Ok(_) => Err(with_the_way_out(refusal)),
    })
}

fn with_the_way_out(refusal: Error) -> Error {
    let mut reason = refusal.into_reason();
    if let Reason::Dtype { allowed, .. } | Reason::Format { allowed, .. } = &mut reason {
        *allowed +=
            " (the published contract; HOSTNPU_CONTRACT=toolkit allows what the toolkit does)";
    }
    reason.into()
}
