//! `cnrt.h`: error names and texts, the last error, versions.

use std::ffi::{CStr, CString, c_char, c_int};
use std::sync::LazyLock;

use super::boundary::{clear_last_error, last_error};
use super::enums::{self, cnrtRet_t as Status};
use super::figures::DRIVER_VERSION;
use super::flags::{CNRT_MAJOR_VERSION, CNRT_MINOR_VERSION, CNRT_PATCH_VERSION};
use super::open_enums::cnrtRet_t;
use crate::abi::c_enum::Enumerators;
use crate::abi::failure::Outcome;
use crate::abi::parameter::Out;
use hostnpu_aclnn_macros::entry;

/// The sentence for a status, never null.
#[entry(cnrt)]
fn cnrtGetErrorStr(err_code: cnrtRet_t) -> *const c_char {
    sentence(err_code).as_ptr()
}

/// The name of a status, never null.
#[entry(cnrt)]
fn cnrtGetErrorName(err_code: cnrtRet_t) -> *const c_char {
    static NAMES: LazyLock<Vec<(i32, CString)>> = LazyLock::new(|| {
        let names = enums::cnrtRet_t::NAMES.iter();
        names
            .map(|&(value, name)| (value, CString::new(name).unwrap_or_default()))
            .collect()
    });
    let known = NAMES.iter().find(|(value, _)| *value == err_code.raw());
    known
        .map_or(c"cnrtErrorUnknown", |(_, name)| name.as_c_str())
        .as_ptr()
}

fn sentence(code: cnrtRet_t) -> &'static CStr {
    const TEXTS: &[(Status, &CStr)] = &[
        (Status::cnrtSuccess, c"no error"),
        (Status::cnrtErrorNotReady, c"the work is not finished yet"),
        (Status::cnrtErrorInit, c"the runtime could not start"),
        (Status::cnrtErrorNoDevice, c"there is no device"),
        (
            Status::cnrtErrorDeviceInvalid,
            c"there is no device with this number",
        ),
        (Status::cnrtErrorArgsInvalid, c"an argument is invalid"),
        (Status::cnrtErrorSys, c"the operating system refused"),
        (Status::cnrtErrorSysNoMem, c"host memory is used up"),
        (
            Status::cnrtErrorInvalidResourceHandle,
            c"a handle is not a live one of its kind",
        ),
        (
            Status::cnrtErrorIllegalState,
            c"the state of the object does not allow this call",
        ),
        (Status::cnrtErrorNotSupport, c"this is not supported"),
        (
            Status::cnrtErrorOpsNotPermitted,
            c"this operation is not permitted",
        ),
        (Status::cnrtErrorQueue, c"a queue could not be made or used"),
        (Status::cnrtErrorNoMem, c"device memory is used up"),
        (
            Status::cnrtErrorAssert,
            c"an assertion of a device task failed",
        ),
        (Status::cnrtErrorKernelTrap, c"a task of the queue failed"),
        (
            Status::cnrtErrorKernelUserTrap,
            c"a device task stopped itself",
        ),
        (Status::cnrtErrorNotFound, c"not found"),
        (Status::cnrtErrorInvalidKernel, c"this is no device task"),
        (
            Status::cnrtErrorUnsupportedKernelVersion,
            c"the device task is of another version",
        ),
        (
            Status::cnrtErrorQueueCaptureUnsupported,
            c"the call cannot be captured",
        ),
        (
            Status::cnrtErrorQueueCaptureInvalidated,
            c"the capture was made invalid",
        ),
        (
            Status::cnrtErrorQueueCaptureWrongThread,
            c"the capture belongs to another thread",
        ),
        (
            Status::cnrtErrorQueueCaptureMerged,
            c"the capture would merge two others",
        ),
        (
            Status::cnrtErrorQueueCaptureUnjoined,
            c"a forked queue was not joined to the capture",
        ),
        (
            Status::cnrtErrorQueueCaptureIsolation,
            c"a dependency would cross the capture's border",
        ),
        (
            Status::cnrtErrorQueueCaptureUnmatched,
            c"the capture began on another queue",
        ),
        (
            Status::cnrtErrorTaskTopoEntityUpdateFailure,
            c"the task graph could not be updated",
        ),
        (Status::cnrtErrorNoKernel, c"there is no such device task"),
        (Status::cnrtErrorNoModule, c"there is no such module"),
        (
            Status::cnrtErrorSetOnActiveProcess,
            c"the device is in use and cannot be set up now",
        ),
        (Status::cnrtErrorDevice, c"the device failed"),
        (Status::cnrtErrorNoAttribute, c"there is no such attribute"),
        (
            Status::cnrtErrorMemcpyDirectionInvalid,
            c"there is no such direction of a copy",
        ),
        (Status::cnrtErrorBusy, c"the work is not finished yet"),
        (Status::cnrtErrorCndrvFuncCall, c"the driver refused"),
        (
            Status::cnrtErrorCndevFuncCall,
            c"the device management refused",
        ),
        (Status::cnrtErrorNoCnrtContext, c"the thread has no context"),
        (
            Status::cnrtErrorCndrvFuncNotFound,
            c"the driver lacks the function",
        ),
        (Status::cnrtErrorInvalidSymbol, c"there is no such symbol"),
        (Status::cnrtErrorUnknown, c"unknown error"),
        (
            Status::cnrtErrorMax,
            c"not a status: the end of their range",
        ),
    ];
    let known = TEXTS.iter().find(|&&(status, _)| code == status);
    known.map_or(c"unknown error: this number is no status", |(_, text)| text)
}

/// The thread's last refusal; forgets it.
#[entry(cnrt)]
fn cnrtGetLastError() -> Outcome<cnrtRet_t> {
    let last = last_error();
    clear_last_error();
    Ok(last)
}

/// The thread's last refusal; keeps it.
#[entry(cnrt)]
fn cnrtPeekAtLastError() -> Outcome<cnrtRet_t> {
    Ok(last_error())
}

/// Writes the version of this interface.
#[entry(cnrt)]
fn cnrtGetLibVersion(major: Out<c_int>, minor: Out<c_int>, patch: Out<c_int>) -> Outcome {
    let own = [CNRT_MAJOR_VERSION, CNRT_MINOR_VERSION, CNRT_PATCH_VERSION];
    write_version(own, [major, minor, patch]);
    Ok(())
}

/// Writes the version of the driver.
#[entry(cnrt)]
fn cnrtDriverGetVersion(major: Out<c_int>, minor: Out<c_int>, patch: Out<c_int>) -> Outcome {
    write_version(DRIVER_VERSION, [major, minor, patch]);
    Ok(())
}

pub(crate) fn write_version(version: [c_int; 3], targets: [Out<c_int>; 3]) {
    for (target, number) in targets.into_iter().zip(version) {
        target.write(number);
    }
}
