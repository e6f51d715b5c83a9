//! Channels: what one thread sends, another receives.

use std::ffi::CString;
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::{Arc, Mutex, Weak};

use super::items::{Sent, check_receiver, pack, unpack};
use super::types::{acltdtChannelHandle, acltdtDataset};
use super::{refused, wait_limit};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::rt::device::device_by_id;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out, Text};
use crate::device::queue::Channel;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Room of a channel without a capacity.
const DEFAULT_ROOM: usize = 8192;
/// Bytes of a name, its end included.
pub(in crate::abi::acl) const MOST_NAME: usize = 128;
/// Rooms that channels and queues may have.
pub(in crate::abi::acl) const ROOMS: std::ops::RangeInclusive<usize> = 2..=8192;

/// A channel, and where it is.
struct Known {
    device: u32,
    name: CString,
    channel: Arc<Channel<Vec<Sent>>>,
}

static CHANNELS: Table<Arc<Known>> = Table::new(Object::Channel);

/// All that are not destroyed, for their names.
static NAMES: Mutex<Vec<Weak<Known>>> = Mutex::new(Vec::new());

fn known(handle: *const acltdtChannelHandle) -> Outcome<Arc<Known>> {
    Ok(CHANNELS.get("handle", handle.addr())?)
}

fn create(device_id: u32, name: Later<Text>, room: usize) -> Outcome<*mut acltdtChannelHandle> {
    let name = name.get()?.get();
    if name.count_bytes() >= MOST_NAME {
        let got = format!("a text of {} bytes", name.count_bytes());
        return refuse("name", got, "at most 127", ACL_ERROR_INVALID_PARAM);
    }
    if !ROOMS.contains(&room) {
        return refuse("capacity", room, "2 to 8192", ACL_ERROR_INVALID_PARAM);
    }
    device_by_id("deviceId", i32::try_from(device_id).unwrap_or(i32::MAX))?;
    let mut names = lock(&NAMES);
    names.retain(|known| known.strong_count() > 0);
    let mut live = names.iter().filter_map(Weak::upgrade);
    if live.any(|known| known.device == device_id && *known.name == *name) {
        let got = format!("{name:?}, the name of a live channel of the device");
        return refuse("name", got, "another name", ACL_ERROR_INVALID_PARAM);
    }
    let new = Arc::new(Known {
        device: device_id,
        name: name.to_owned(),
        channel: Channel::new(room),
    });
    names.push(Arc::downgrade(&new));
    Ok(without_provenance_mut(CHANNELS.insert(new)?))
}

/// Creates a channel of a device with room for 8192 data sets. What is sent into it is received from it, in this process: there is no operator that would.
///
/// Returns null for a null name, one of more than 127 bytes or that a live channel of the device has, or a device that there is not.
#[entry(acl, otherwise = null_mut())]
fn acltdtCreateChannel(device_id: u32, name: Later<Text>) -> Outcome<*mut acltdtChannelHandle> {
    create(device_id, name, DEFAULT_ROOM)
}

/// As `acltdtCreateChannel`, with room for `capacity` data sets. Returns null for a capacity outside 2 to 8192 too.
#[entry(acl, otherwise = null_mut())]
fn acltdtCreateChannelWithCapacity(
    device_id: u32,
    name: Later<Text>,
    capacity: usize,
) -> Outcome<*mut acltdtChannelHandle> {
    create(device_id, name, capacity)
}

/// Ends all waits for a channel: threads that send or receive, now or from here on, are refused.
///
/// Returns 100000 for null, 107017 for what is no live channel.
#[entry(acl)]
fn acltdtStopChannel(handle: *mut acltdtChannelHandle) -> Outcome {
    known(handle)?.channel.stop();
    Ok(())
}

/// Destroys a channel with what waits in it; threads that send or receive are refused. Returns 100000 for null, 107017 for what is no live channel.
#[entry(acl)]
fn acltdtDestroyChannel(handle: *mut acltdtChannelHandle) -> Outcome {
    CHANNELS.take("handle", handle.addr())?.channel.stop();
    Ok(())
}

/// Sends a copy of a data set, for at most `timeout` milliseconds (-1: no limit, 0: at once).
///
/// Returns 100000 for null; 107000 for another limit, or data past the end of its allocation; 107017 for what is no live channel, data set or item; 207014 if there
/// is no room; 500001 if the channel was stopped.
#[entry(acl)]
fn acltdtSendTensor(
    handle: *const acltdtChannelHandle,
    dataset: *const acltdtDataset,
    timeout: i32,
) -> Outcome {
    let known = known(handle)?;
    let limit = wait_limit(timeout)?;
    refused(known.channel.put(pack(dataset)?, limit))
}

/// Receives a data set, for at most `timeout` milliseconds (-1: no limit, 0: at once): its items take the places of those that were received before, and end with it.
///
/// Returns 100000 for null, or a data set with items of the program's own; 107000 for another limit; 107017 for what is no live channel or data set; 207013 if
/// there is none; 500001 if the channel was stopped.
#[entry(acl)]
fn acltdtReceiveTensor(
    handle: *const acltdtChannelHandle,
    dataset: *mut acltdtDataset,
    timeout: i32,
) -> Outcome {
    let known = known(handle)?;
    let limit = wait_limit(timeout)?;
    check_receiver(dataset)?;
    unpack(dataset, refused(known.channel.take(limit))?)
}

/// Returns how many data sets wait in a channel. Returns 100000 for null, 107017 for what is no live channel.
#[entry(acl)]
fn acltdtQueryChannelSize(handle: *const acltdtChannelHandle, size: Later<Out<usize>>) -> Outcome {
    let known = known(handle)?;
    size.get()?.write(known.channel.len());
    Ok(())
}

/// Removes all that waits in a channel. Returns 100000 for null, 107017 for what is no live channel.
#[entry(acl)]
fn acltdtCleanChannel(handle: *mut acltdtChannelHandle) -> Outcome {
    known(handle)?.channel.clear();
    Ok(())
}
