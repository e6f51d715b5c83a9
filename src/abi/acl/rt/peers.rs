//! Access of devices to each other's memory, and their connections.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::device::device_by_id;
use super::flags::ACL_RT_DEVS_TOPOLOGY_SYS;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out};
use crate::device::require_context;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A device, and another one whose memory it reaches.
type Pair = (i32, i32);

/// Access that programs have switched on. Nothing depends on it.
static ENABLED: Mutex<BTreeSet<Pair>> = Mutex::new(BTreeSet::new());

/// Reports whether one device could reach another's memory: always, if they are two.
///
/// Returns 100000 if both are the same, 107001 if one does not exist, 107000 for a null pointer.
#[entry(acl)]
fn aclrtDeviceCanAccessPeer(
    can_access_peer: Later<Out<i32>>,
    device_id: i32,
    peer_device_id: i32,
) -> Outcome {
    if device_id == peer_device_id {
        return refuse(
            "peerDeviceId",
            peer_device_id,
            "another device than deviceId",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    device_by_id("deviceId", device_id)?;
    device_by_id("peerDeviceId", peer_device_id)?;
    can_access_peer
        .get()
        .code(ACL_ERROR_RT_PARAM_INVALID)?
        .write(1);
    Ok(())
}

/// The current device and its peer, whose access is switched.
fn pair(peer_device_id: i32) -> Outcome<Pair> {
    let peer = device_by_id("peerDeviceId", peer_device_id)?;
    let own = require_context()?.device().id();
    if own == peer.id() {
        return refuse(
            "peerDeviceId",
            peer_device_id,
            "another device than the current one",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    Ok((own, peer.id()))
}

/// Lets the current device reach another's memory, which simulated devices always can.
///
/// Returns 200006 for flags other than 0, 100000 for the current device itself, 107001 if there is no such device.
#[entry(acl)]
fn aclrtDeviceEnablePeerAccess(peer_device_id: i32, flags: u32) -> Outcome {
    if flags != 0 {
        return refuse("flags", flags, "0", ACL_ERROR_FEATURE_UNSUPPORTED);
    }
    lock(&ENABLED).insert(pair(peer_device_id)?);
    Ok(())
}

/// The reverse of `aclrtDeviceEnablePeerAccess`, with the same checks.
#[entry(acl)]
fn aclrtDeviceDisablePeerAccess(peer_device_id: i32) -> Outcome {
    lock(&ENABLED).remove(&pair(peer_device_id)?);
    Ok(())
}

/// Returns 1 if `aclrtDeviceEnablePeerAccess` let a device reach another's memory and `aclrtDeviceDisablePeerAccess` did not end it, otherwise 0; copies work in any case.
///
/// Returns 107000 for null, or if there is no such device.
#[entry(acl)]
fn aclrtDevicePeerAccessStatus(
    device_id: i32,
    peer_device_id: i32,
    status: Later<Out<i32>>,
) -> Outcome {
    let target = status.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    let id = |arg, id| device_by_id(arg, id).map(|device| device.id());
    let own = id("deviceId", device_id).code(ACL_ERROR_RT_PARAM_INVALID)?;
    let peer = id("peerDeviceId", peer_device_id).code(ACL_ERROR_RT_PARAM_INVALID)?;
    target.write(lock(&ENABLED).contains(&(own, peer)).into());
    Ok(())
}

/// Returns how two devices are connected: through the memory of the host, `ACL_RT_DEVS_TOPOLOGY_SYS`. Returns 100000 for null, 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetDevicesTopo(device_id: u32, other_device_id: u32, value: Out<u64>) -> Outcome {
    for (arg, id) in [("deviceId", device_id), ("otherDeviceId", other_device_id)] {
        device_by_id(arg, i32::try_from(id).unwrap_or(-1))?;
    }
    value.write(ACL_RT_DEVS_TOPOLOGY_SYS);
    Ok(())
}
