//! What frameworks report to the profiler. Nothing collects reports: as on a device while no profile is taken, they are dropped.

use std::ffi::{c_char, c_void};
use std::sync::LazyLock;
use std::time::Instant;

use super::prof_types::*;
use crate::abi::acl::boundary::guard;
use crate::abi::failure::without_status;
use crate::abi::pointer::{array, not_null};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the time by a clock that never goes back, in nanoseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofSysCycleTime() -> u64 {
    // Never 0, which reports take for no time.
    without_status(1, || START.elapsed().as_nanos() as u64 + 1)
}

/// Returns a number that stands for `length` bytes of text in reports: the same for the same text. Returns 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofGetHashId(hash_info: *const c_char, length: usize) -> u64 {
    without_status(0, || {
        if hash_info.is_null() {
            return 0;
        }
        // SAFETY: an array with its length, by the contract.
        let text = unsafe { array("hashInfo", hash_info.cast::<u8>(), length as u64) };
        // FNV-1a.
        let start = 0xCBF2_9CE4_8422_2325_u64;
        text.unwrap_or_default().iter().fold(start, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    })
}

/// Registers a function to be called when a profile begins or ends. It is not called: reports are not collected. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofRegisterCallback(module_id: u32, handle: ProfCommandHandle) -> i32 {
    guard("MsprofRegisterCallback", || {
        not_null(
            "handle",
            handle.map_or(std::ptr::null(), |handle| handle as *const c_void),
        )?;
        log::debug!("module {module_id} would be told of profiles");
        Ok(())
    })
}

fn drop_report<T>(function: &'static str, arg: &'static str, report: *const T) -> i32 {
    guard(function, || Ok(not_null(arg, report)?))
}

/// Takes the times of a call, and drops them. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofReportApi(_non_persistant_flag: u32, api: *const MsprofApi) -> i32 {
    drop_report("MsprofReportApi", "api", api)
}

/// Takes a report, and drops it. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofReportCompactInfo(
    _non_persistant_flag: u32,
    data: *const c_void,
    _length: u32,
) -> i32 {
    drop_report("MsprofReportCompactInfo", "data", data)
}

/// Takes a report, and drops it. Returns 100000 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MsprofReportAdditionalInfo(
    _non_persistant_flag: u32,
    data: *const c_void,
    _length: u32,
) -> i32 {
    drop_report("MsprofReportAdditionalInfo", "data", data)
}
