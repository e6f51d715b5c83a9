//! Reports of frameworks to the profiler. Nothing collects reports: as on a device while no profile is taken, they are dropped.

use std::ffi::{c_char, c_void};
use std::sync::LazyLock;
use std::time::Instant;

use super::prof_types::*;
use crate::abi::acl::boundary::guard;
use crate::abi::failure::Outcome;
use crate::abi::parameter::Array;
use crate::abi::pointer::not_null;
use hostnpu_aclnn_macros::entry;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the time by a clock that never goes back, in nanoseconds.
#[entry(acl, otherwise = 1)]
fn MsprofSysCycleTime() -> u64 {
    // Never 0, which reports take for no time.
    START.elapsed().as_nanos() as u64 + 1
}

/// Returns a number that stands for `length` bytes of text in reports: the same for the same text. Returns 0 for null.
#[entry(acl, otherwise = 0)]
fn MsprofGetHashId(#[length(length)] hash_info: Array<'_, c_char>, length: usize) -> u64 {
    if hash_info.is_null() {
        return 0;
    }
    let text = hash_info.get();
    // FNV-1a.
    let start = 0xCBF2_9CE4_8422_2325_u64;
    text.unwrap_or_default().iter().fold(start, |hash, &byte| {
        (hash ^ u64::from(byte as u8)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Registers a function to be called when a profile begins or ends. It is not called: reports are not collected. Returns 100000 for null.
#[entry(acl, status = i32 by guard)]
fn MsprofRegisterCallback(module_id: u32, handle: ProfCommandHandle) -> Outcome {
    not_null(
        "handle",
        handle.map_or(std::ptr::null(), |handle| handle as *const c_void),
    )?;
    log::debug!("module {module_id} would be told of profiles");
    Ok(())
}

/// Takes the times of a call, and drops them. Returns 100000 for null.
#[entry(acl, status = i32 by guard)]
fn MsprofReportApi(_non_persistant_flag: u32, api: *const MsprofApi) -> Outcome {
    Ok(not_null("api", api)?)
}

/// Takes a report, and drops it. Returns 100000 for null.
#[entry(
    acl,
    status = i32 by guard,
    also("MsprofReportAdditionalInfo", "Takes a report, and drops it. Returns 100000 for null.")
)]
fn MsprofReportCompactInfo(
    _non_persistant_flag: u32,
    data: *const c_void,
    _length: u32,
) -> Outcome {
    Ok(not_null("data", data)?)
}
