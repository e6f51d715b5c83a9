//! The driver, `libascend_hal.so`: what is asked of it beside the runtime.

use std::ffi::c_int;

use crate::abi::parameter::Slot;
use crate::device::devices;
use hostnpu_aclnn_macros::entry;

/// Status of a call of the driver.
#[expect(non_camel_case_types, reason = "name of the C header")]
pub type drvError_t = i32;

/// The driver's version of a toolkit 9.0.0: 7, 35, 24 in a byte each.
const VERSION: c_int = 0x07_23_18;

const NONE: drvError_t = 0;
const INVALID_VALUE: drvError_t = 3;

/// Writes what a caller asks for, unless it is null.
fn tell<T>(target: Slot<T>, value: T) -> drvError_t {
    match target.write(value) {
        true => NONE,
        false => INVALID_VALUE,
    }
}

/// Returns the version of the driver. Returns 3 for null.
#[entry(acl, otherwise = INVALID_VALUE)]
fn halGetAPIVersion(hal_api_version: Slot<c_int>) -> drvError_t {
    tell(hal_api_version, VERSION)
}

/// Returns the number of devices. Returns 3 for null.
#[entry(acl, otherwise = INVALID_VALUE)]
fn drvGetDevNum(num_dev: Slot<u32>) -> drvError_t {
    tell(num_dev, devices().len() as u32)
}
