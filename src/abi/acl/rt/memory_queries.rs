//! Use of device memory, and owners of addresses.

use std::ffi::{c_char, c_void};

use super::device::device_by_id;
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{self, Kind, allocation_at};
use hostnpu_aclnn_macros::entry;

/// Writes how much memory of a device each component uses, the largest first: there is one, the program. `inputNum` says for how many there is room.
///
/// Returns 100000 for null, 107000 for no room, 107001 for a device that there is not.
#[entry(acl)]
fn aclrtGetMemUsageInfo(
    device_id: i32,
    mem_usage_info: Out<aclrtMemUsageInfo>,
    input_num: usize,
    output_num: Out<usize>,
) -> Outcome {
    let (target, count) = (mem_usage_info, output_num);
    if input_num == 0 {
        return refuse("inputNum", 0, "1 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    let id = device_by_id("deviceId", device_id)?.id();
    let mut info = aclrtMemUsageInfo {
        name: [0; 32],
        curMemSize: device::used(id) as u64,
        memPeakSize: device::most_used(id) as u64,
        reserved: [0; 8],
    };
    for (to, &from) in info.name.iter_mut().zip(b"program") {
        *to = from as c_char;
    }
    target.write(info);
    count.write(1);
    Ok(())
}

/// Writes 1 if each address is in memory of a device, else 0. Kinds of memory are bits: ACL_RT_MEM_TYPE_DEV (2), which all memory here is, and
/// ACL_RT_MEM_TYPE_DVPP (8) and ACL_RT_MEM_TYPE_RSVD (16), which none is. `reserve` is reserved and must be 0.
///
/// Returns 100000 for null, 107000 for no address, other kinds, or a `reserve`.
#[entry(acl)]
fn aclrtCheckMemType(
    #[length(size)]
    #[not_const]
    addr_list: Array<'_, *mut c_void>,
    size: u32,
    mem_type: u32,
    check_result: Later<Out<u32>>,
    reserve: u32,
) -> Outcome {
    const ALL: u32 = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
    not_null("addrList", addr_list)?;
    let target = check_result.get()?;
    for (arg, got, is_right, allowed) in [
        ("size", size, size > 0, "1 or more"),
        (
            "memType",
            mem_type,
            mem_type & ALL != 0 && mem_type & !ALL == 0,
            "bits of 2, 8 and 16",
        ),
        ("reserve", reserve, reserve == 0, "0"),
    ] {
        if !is_right {
            return refuse(arg, got, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    }
    let addresses = addr_list.get()?;
    let is_of_device = |address: &*mut c_void| {
        allocation_at(address.addr()).is_some_and(|found| matches!(found.kind, Kind::Device(_)))
    };
    let is_match = mem_type & ACL_RT_MEM_TYPE_DEV != 0 && addresses.iter().all(is_of_device);
    target.write(is_match.into());
    Ok(())
}
