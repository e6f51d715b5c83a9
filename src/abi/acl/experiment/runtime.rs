//! The runtime below AscendCL, by which frameworks launch kernels that they compiled: every call says that there are none here.

use std::ffi::{c_char, c_void};

use super::runtime_types::*;
use crate::abi::acl::boundary::guard;
use crate::abi::acl::rt::kernel::no_kernels;
use crate::abi::failure::Outcome;
use crate::abi::pointer::not_null;
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Refuses compiled kernels. Returns 100000 for null, 207000 otherwise.
#[entry(acl, status = rtError_t by guard)]
fn rtDevBinaryRegister(bin: *const rtDevBinary_t, hdl: *mut *mut c_void) -> Outcome {
    not_null("bin", bin)?;
    not_null("hdl", hdl)?;
    no_kernels()
}

/// Refuses a kernel, for no compiled kernels were registered. Returns 100000 for null, 207000 otherwise.
#[entry(acl, status = rtError_t by guard)]
fn rtFunctionRegister(
    bin_handle: *mut c_void,
    _stub_func: *const c_void,
    _stub_name: *const c_char,
    _kernel_info_ext: *const c_void,
    _func_mode: u32,
) -> Outcome {
    not_null("binHandle", bin_handle)?;
    no_kernels()
}

/// Refuses to launch a kernel, for none was registered. Returns 100000 for null, 207000 otherwise.
#[entry(acl, status = rtError_t by guard)]
fn rtKernelLaunch(
    stub_func: *const c_void,
    _num_blocks: u32,
    _args: *mut c_void,
    _args_size: u32,
    _sm_desc: *mut rtSmDesc_t,
    _stm: rtStream_t,
) -> Outcome {
    not_null("stubFunc", stub_func)?;
    no_kernels()
}

/// Refuses the address by which the cores of a device signal to each other: there are no cores. Returns 100000 for null, 207000 otherwise.
#[entry(acl, status = rtError_t by guard)]
fn rtGetC2cCtrlAddr(addr: *mut u64, len: *mut u32) -> Outcome {
    not_null("addr", addr)?;
    not_null("len", len)?;
    let why = "signals between the cores of a device: there are no cores here";
    Err(Reason::NotSupported(why.into()).into())
}
