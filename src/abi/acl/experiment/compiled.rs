//! Files of compiled kernels, which libraries register when they are loaded, and their launches. Nothing here runs such code; kernels whose names are known are computed.

use std::ffi::c_void;
use std::slice::from_raw_parts;

use super::kernel_names::kernel_names;
use super::known_kernels::known;
use super::runtime_types::*;
use crate::abi::acl::boundary::guard;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::operation::Operation;
use crate::abi::parameter::{In, Later, Out};
use crate::abi::pointer::{array, not_null};
use crate::abi::streams::stream_for_work;
use crate::diagnostics::{check, hooks};
use crate::ops::BoundCall;
use hostnpu_aclnn_macros::entry;

/// Numbers and names of the kernels of each file.
static FILES: Table<Vec<(u64, String)>> = Table::new(Object::KernelFile);

/// Registers a file of compiled kernels, whose names are read. Returns 100000 for null.
#[entry(acl, status = rtError_t by guard)]
fn rtRegisterAllKernel(bin: In<rtDevBinary_t>, hdl: Out<*mut c_void>) -> Outcome {
    not_null("data", bin.data)?;
    // SAFETY: the contract of `abi`: as many bytes as the structure says.
    let file = unsafe { array("data", bin.data.cast::<u8>(), bin.length)? };
    hdl.write(FILES.insert(kernel_names(file))? as *mut c_void);
    Ok(())
}

/// Ends the registration of a file of kernels. Returns 100000 for null, 107017 for what is no such file.
#[entry(acl, status = rtError_t by guard)]
fn rtDevBinaryUnRegister(hdl: *mut c_void) -> Outcome {
    FILES.take("hdl", hdl.addr())?;
    Ok(())
}

/// Queues what a kernel computes, if its name is known: the kernels `bgmv_shrink`, `bgmv_expand`, `sgmv_shrink` and `sgmv_expand` of vllm-ascend for FLOAT16 and
/// BFLOAT16, and `get_masked_input_and_mask`. Returns 207000 for others, 100000 for null, 107000 for parameters that the kernel does not take.
#[entry(acl, status = rtError_t by guard)]
fn rtKernelLaunchWithHandle(
    hdl: *mut c_void,
    tiling_key: u64,
    num_blocks: u32,
    #[not_const] args_info: Later<In<rtArgsEx_t>>,
    _sm_desc: *mut rtSmDesc_t,
    stm: rtStream_t,
    _kernel_info: *const c_void,
) -> Outcome {
    let kernel = FILES.with("hdl", hdl.addr(), |names| {
        let mut names = names.iter();
        let name = names.find(|(number, _)| *number == tiling_key);
        known(name.map(|(_, name)| &**name))
    })??;
    let given = args_info.get()?;
    not_null("args", given.args)?;
    // SAFETY: the contract of `abi`: as many bytes as the structure says.
    let bytes = unsafe { from_raw_parts(given.args.cast::<u8>(), given.argsSize as usize) };
    let Some(call) = kernel.plan(num_blocks, bytes)? else {
        return Ok(());
    };
    let stream = stream_for_work("stm", stm.addr())?;
    if hooks::on() {
        // How many matrices a kernel reads is known when it runs.
        let checks = check::RACE | check::INIT | check::HOST;
        check::give_up(checks, "a kernel that was launched by its name");
    }
    let small = call.is_small();
    let work = Operation {
        name: Some(kernel.0),
        bound: BoundCall::new(call),
        workspace: (0, 0),
        kept: (),
    };
    Ok(stream.submit_named(kernel.0, small, work)?)
}
