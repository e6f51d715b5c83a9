//! The numbers and names of devices: as the program counts them, as the process sees them, as the machine has them.

use std::ffi::c_char;

use super::device::{device_by_id, id_of};
use crate::abi::acl::boundary::{Outcome, guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::out;
use crate::abi::shown::called;
use crate::device::devices;
use crate::error::Error;

/// Returns 16 bytes that name a device in all processes. Returns 100000 for null, 107001 if there is no such device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceGetUuid(device_id: i32, uuid: *mut aclrtUuid) -> aclError {
    let call = called!("aclrtDeviceGetUuid", device_id, uuid);
    guard(call, || {
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("uuid", uuid)? };
        let device = device_by_id("deviceId", device_id)?;
        let mut name = aclrtUuid { bytes: [0; 16] };
        let text = b"hostnpu-".iter().copied();
        let number = device.id().to_be_bytes();
        for (to, from) in name.bytes.iter_mut().zip(text.chain([0; 4]).chain(number)) {
            *to = from as c_char;
        }
        target.write(name);
        Ok(())
    })
}

/// The number that the machine gives to the device that a program calls `id`.
fn to_machine(arg: &'static str, id: i32, target: *mut i32, name: &'static str) -> Outcome {
    // SAFETY: an out pointer, by the contract.
    let target = unsafe { out(name, target)? };
    target.write(device_by_id(arg, id)?.id());
    Ok(())
}

/// The number that a program gives to a device of the machine.
fn to_program(arg: &'static str, id: i32, target: *mut i32, name: &'static str) -> Outcome {
    // SAFETY: an out pointer, by the contract.
    let target = unsafe { out(name, target)? };
    let last = devices().len() as i64 - 1;
    let device = usize::try_from(id).ok().and_then(|at| devices().get(at));
    let got = i64::from(id);
    let device = device.ok_or(Error::NoDevice { arg, got, last })?;
    let known = id_of(device);
    if device_by_id(arg, known).map(|device| device.id()) != Ok(id) {
        return refuse(
            arg,
            id,
            "a device that ASCEND_RT_VISIBLE_DEVICES lists",
            ACL_ERROR_RT_INVALID_DEVICEID,
        );
    }
    target.write(known);
    Ok(())
}

/// Returns the same number: programs and processes count the visible devices alike.
fn same(arg: &'static str, id: i32, target: *mut i32, name: &'static str) -> Outcome {
    // SAFETY: an out pointer, by the contract.
    let target = unsafe { out(name, target)? };
    device_by_id(arg, id)?;
    target.write(id);
    Ok(())
}

/// Returns the number by which the process sees the device that the program calls `userDevid`: the same. Returns 100000 for null, 107001 if there is no
/// such device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetLogicDevIdByUserDevId(
    user_devid: i32,
    logic_dev_id: *mut i32,
) -> aclError {
    let call = called!("aclrtGetLogicDevIdByUserDevId", user_devid, logic_dev_id);
    guard(call, || {
        same("userDevid", user_devid, logic_dev_id, "logicDevId")
    })
}

/// The reverse of `aclrtGetLogicDevIdByUserDevId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetUserDevIdByLogicDevId(
    logic_dev_id: i32,
    user_devid: *mut i32,
) -> aclError {
    let call = called!("aclrtGetUserDevIdByLogicDevId", logic_dev_id, user_devid);
    guard(call, || {
        same("logicDevId", logic_dev_id, user_devid, "userDevid")
    })
}

/// Returns the machine's number of a device: where `ASCEND_RT_VISIBLE_DEVICES` lists devices, what it lists. Returns 100000 for null, 107001 if there
/// is no such device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetPhyDevIdByLogicDevId(
    logic_dev_id: i32,
    phy_dev_id: *mut i32,
) -> aclError {
    let call = called!("aclrtGetPhyDevIdByLogicDevId", logic_dev_id, phy_dev_id);
    guard(call, || {
        to_machine("logicDevId", logic_dev_id, phy_dev_id, "phyDevId")
    })
}

/// As `aclrtGetPhyDevIdByLogicDevId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetPhyDevIdByUserDevId(
    user_dev_id: i32,
    phy_dev_id: *mut i32,
) -> aclError {
    let call = called!("aclrtGetPhyDevIdByUserDevId", user_dev_id, phy_dev_id);
    guard(call, || {
        to_machine("userDevId", user_dev_id, phy_dev_id, "phyDevId")
    })
}

/// The reverse of `aclrtGetPhyDevIdByLogicDevId`. Returns 107001 also for a device that the process does not see.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetLogicDevIdByPhyDevId(
    phy_dev_id: i32,
    logic_dev_id: *mut i32,
) -> aclError {
    let call = called!("aclrtGetLogicDevIdByPhyDevId", phy_dev_id, logic_dev_id);
    guard(call, || {
        to_program("phyDevId", phy_dev_id, logic_dev_id, "logicDevId")
    })
}

/// As `aclrtGetLogicDevIdByPhyDevId`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetUserDevIdByPhyDevId(
    phy_dev_id: i32,
    user_dev_id: *mut i32,
) -> aclError {
    let call = called!("aclrtGetUserDevIdByPhyDevId", phy_dev_id, user_dev_id);
    guard(call, || {
        to_program("phyDevId", phy_dev_id, user_dev_id, "userDevId")
    })
}
