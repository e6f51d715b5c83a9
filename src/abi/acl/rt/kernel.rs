//! Compiled kernels for the cores of a device, none of which runs on a host: every call says so.

use std::ffi::{c_char, c_void};

use crate::abi::acl::boundary::Outcome;
use crate::abi::acl::types::*;
use crate::abi::pointer::not_null;
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Refuses a kernel.
pub(crate) fn no_kernels() -> Outcome {
    let why = "compiled kernels for the cores of a device: there are none here, and their instructions are not those of the host";
    Err(Reason::NotSupported(why.into()).into())
}

/// Refuses a file of kernels. Returns 100000 for null, 207000 otherwise.
#[entry(acl)]
fn aclrtBinaryLoadFromData(
    data: *const c_void,
    _length: usize,
    _options: *const aclrtBinaryLoadOptions,
    bin_handle: *mut aclrtBinHandle,
) -> Outcome {
    not_null("data", data)?;
    not_null("binHandle", bin_handle)?;
    no_kernels()
}

/// Refuses to find a kernel, for no file of kernels was loaded. Returns 100000 for null, 207000 otherwise.
#[entry(acl)]
fn aclrtBinaryGetFunction(
    bin_handle: aclrtBinHandle,
    kernel_name: *const c_char,
    func_handle: *mut aclrtFuncHandle,
) -> Outcome {
    not_null("binHandle", bin_handle)?;
    not_null("kernelName", kernel_name)?;
    not_null("funcHandle", func_handle)?;
    no_kernels()
}

/// Refuses the addresses of a kernel, for none was loaded. Returns 100000 for null, 207000 otherwise.
#[entry(acl)]
fn aclrtGetFunctionAddr(
    func_handle: aclrtFuncHandle,
    aic_addr: *mut *mut c_void,
    aiv_addr: *mut *mut c_void,
) -> Outcome {
    not_null("funcHandle", func_handle)?;
    not_null("aicAddr", aic_addr)?;
    not_null("aivAddr", aiv_addr)?;
    no_kernels()
}
