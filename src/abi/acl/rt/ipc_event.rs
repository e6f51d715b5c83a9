//! Events that processes share.

use std::ffi::c_char;
use std::ptr::without_provenance_mut;

use super::event::{EVENTS, next_number};
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::LiveEvent;
use crate::abi::parameter::Out;
use crate::device::{Event, require_context};
use hostnpu_aclnn_macros::entry;

/// Returns what another process needs to open an event that was made with ACL_EVENT_IPC.
///
/// Returns 100000 for null, 107000 for another event, 107017 for what is no live event.
#[entry(acl)]
fn aclrtIpcGetEventHandle(event: LiveEvent, handle: Out<aclrtIpcEventHandle>) -> Outcome {
    let Some(key) = event.share() else {
        let allowed = "an event of aclrtCreateEventExWithFlag with ACL_EVENT_IPC (0x40)";
        let got = format!("an event with flags {:#x}", event.flags());
        return refuse("event", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
    };
    let mut shared = aclrtIpcEventHandle {
        reserved: [0; ACL_IPC_EVENT_HANDLE_SIZE],
    };
    for (to, from) in shared.reserved.iter_mut().zip(key?.to_ne_bytes()) {
        *to = from.cast_signed() as c_char;
    }
    handle.write(shared);
    Ok(())
}

/// Opens another process's event. A wait for a record ends with an error when the process that made the record has died.
///
/// Returns 100000 for null, 107000 for an event that no live process shares, 107002 without a current context.
#[entry(acl)]
fn aclrtIpcOpenEventHandle(handle: aclrtIpcEventHandle, event: Out<aclrtEvent>) -> Outcome {
    let target = event;
    let context = require_context()?;
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(handle.reserved) {
        *to = from as u8;
    }
    let (id, key) = (next_number(), u64::from_ne_bytes(bytes));
    let event = Event::open_shared(id, ACL_EVENT_IPC, context.number(), key)?;
    target.write(without_provenance_mut(EVENTS.insert(event)?));
    Ok(())
}
