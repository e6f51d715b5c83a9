//! The numbers and names of devices: as the program counts them, as the process sees them, as the machine has them.

use std::ffi::c_char;

use super::device::{device_by_id, id_of};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::device::{Device, devices};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Returns 16 bytes that name a device in all processes. Returns 100000 for null, 107001 if there is no such device.
#[entry(acl)]
fn aclrtDeviceGetUuid(device_id: i32, uuid: Out<aclrtUuid>) -> Outcome {
    let device = device_by_id("deviceId", device_id)?;
    let mut name = aclrtUuid { bytes: [0; 16] };
    let text = b"hostnpu-".iter().copied();
    let number = device.id().to_be_bytes();
    for (to, from) in name.bytes.iter_mut().zip(text.chain([0; 4]).chain(number)) {
        *to = from as c_char;
    }
    uuid.write(name);
    Ok(())
}

/// The number that the machine gives to the device that a program calls `id`.
fn to_machine(arg: &'static str, id: i32, target: Out<i32>) -> Outcome {
    target.write(device_by_id(arg, id)?.id());
    Ok(())
}

/// The number that a program gives to a device of the machine.
fn to_program(arg: &'static str, id: i32, target: Out<i32>) -> Outcome {
    let last = devices().len() as i64 - 1;
    let device = usize::try_from(id).ok().and_then(|at| devices().get(at));
    let got = i64::from(id);
    let device = device.ok_or(Reason::NoDevice { arg, got, last })?;
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
fn same(arg: &'static str, id: i32, target: Out<i32>) -> Outcome {
    device_by_id(arg, id)?;
    target.write(id);
    Ok(())
}

/// Returns the number by which the process sees the device that the program calls `userDevid`: the same. Returns 100000 for null, 107001 if there is no
/// such device.
#[entry(acl)]
fn aclrtGetLogicDevIdByUserDevId(user_devid: i32, logic_dev_id: Out<i32>) -> Outcome {
    same("userDevid", user_devid, logic_dev_id)
}

/// The reverse of `aclrtGetLogicDevIdByUserDevId`.
#[entry(acl)]
fn aclrtGetUserDevIdByLogicDevId(logic_dev_id: i32, user_devid: Out<i32>) -> Outcome {
    same("logicDevId", logic_dev_id, user_devid)
}

/// Returns the machine's number of a device: where `ASCEND_RT_VISIBLE_DEVICES` lists devices, what it lists. Returns 100000 for null, 107001 if there
/// is no such device.
#[entry(acl)]
fn aclrtGetPhyDevIdByLogicDevId(logic_dev_id: i32, phy_dev_id: Out<i32>) -> Outcome {
    to_machine("logicDevId", logic_dev_id, phy_dev_id)
}

/// As `aclrtGetPhyDevIdByLogicDevId`.
#[entry(acl)]
fn aclrtGetPhyDevIdByUserDevId(user_dev_id: i32, phy_dev_id: Out<i32>) -> Outcome {
    to_machine("userDevId", user_dev_id, phy_dev_id)
}

/// The reverse of `aclrtGetPhyDevIdByLogicDevId`. Returns 107001 also for a device that the process does not see.
#[entry(acl)]
fn aclrtGetLogicDevIdByPhyDevId(phy_dev_id: i32, logic_dev_id: Out<i32>) -> Outcome {
    to_program("phyDevId", phy_dev_id, logic_dev_id)
}

/// As `aclrtGetLogicDevIdByPhyDevId`.
#[entry(acl)]
fn aclrtGetUserDevIdByPhyDevId(phy_dev_id: i32, user_dev_id: Out<i32>) -> Outcome {
    to_program("phyDevId", phy_dev_id, user_dev_id)
}

/// Bytes of the name of a device on its bus, its end included.
const BUS_NAME: usize = 13;

/// The name of a device on a bus, each on one of its own.
fn bus_name(device: &Device) -> String {
    format!("0000:{:02x}:00.0", device.id() + 1)
}

/// Writes the name of a device on its bus, as `0000:01:00.0`. Returns 100000 for null, 107000 for a `len` below 13, 107001 for a device that there is not.
#[entry(acl)]
fn aclrtDeviceGetPCIBusId(
    device_id: i32,
    #[length(len)] pci_bus_id: Room<'_, c_char>,
    len: i32,
) -> Outcome {
    not_null("pciBusId", pci_bus_id)?;
    if usize::try_from(len).unwrap_or(0) < BUS_NAME {
        return refuse("len", len, "13 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    let name = bus_name(device_by_id("deviceId", device_id)?);
    pci_bus_id.write_text(name.as_bytes());
    Ok(())
}

/// Returns the number of the device with a name on its bus. Returns 100000 for null, 107000 for a name that no visible device has.
#[entry(acl)]
fn aclrtDeviceGetByPCIBusId(pci_bus_id: Text, device_id: Later<Out<i32>>) -> Outcome {
    let target = device_id.get()?;
    let name = pci_bus_id.to_string_lossy();
    let mut all = (0..).map_while(|id| Some((id, device_by_id("deviceId", id).ok()?)));
    match all.find(|(_, device)| bus_name(device) == name) {
        Some((id, _)) => {
            target.write(id);
            Ok(())
        }
        None => {
            let allowed = "what aclrtDeviceGetPCIBusId writes";
            refuse(
                "pciBusId",
                format!("{name:?}"),
                allowed,
                ACL_ERROR_RT_PARAM_INVALID,
            )
        }
    }
}
