//! Limits on cores by stream, and which of them a thread uses.

use std::cell::Cell;

use super::limits::{core, core_limit};
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::AnyStream;
use crate::abi::parameter::Out;
use crate::abi::streams::stream_or_default;
use crate::device::Stream;
use hostnpu_aclnn_macros::entry;

/// The two kinds of core.
pub(super) const KINDS: [aclrtDevResLimitType; 2] = [
    aclrtDevResLimitType::ACL_RT_DEV_RES_CUBE_CORE,
    aclrtDevResLimitType::ACL_RT_DEV_RES_VECTOR_CORE,
];

thread_local! {
    /// The number of the stream whose limits the thread uses, and those limits for each kind of core.
    static USED: Cell<Option<(u64, [u32; 2])>> = const { Cell::new(None) };
}

/// The limit of the stream that the calling thread uses, if it uses one.
pub(super) fn used_limit(kind: aclrtDevResLimitType) -> Option<u32> {
    let (_, limits) = USED.get()?;
    limits.get(kind.raw() as usize).copied()
}

fn limit(stream: &Stream, (name, all): (&'static str, u32)) -> u32 {
    let own = stream.settings().get(name, 0);
    own.map_or_else(
        || core_limit(stream.device(), (name, all)),
        |limit| limit as u32,
    )
}

/// Sets how many cores of a kind a stream may use. The number is remembered; operators run on all cores of the host.
///
/// Returns 107000 for another kind, or more cores than there are; 107017 for what is no live stream.
#[entry(acl)]
fn aclrtSetStreamResLimit(stream: aclrtStream, type_: aclrtDevResLimitType, value: u32) -> Outcome {
    let (name, all) = core(type_)?;
    let stream = stream_or_default("stream", stream.addr())?;
    if value > all {
        let allowed = format!("0 to {all} (all {name})");
        return refuse("value", value, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    stream.settings().set(name, 0, value.into());
    Ok(())
}

/// Returns how many cores of a kind a stream may use; those of its device, if it has no limit of its own. Returns 100000 for null, 107000 for
/// another kind, 107017 for what is no live stream.
#[entry(acl)]
fn aclrtGetStreamResLimit(
    stream: aclrtStream,
    type_: aclrtDevResLimitType,
    value: Out<u32>,
) -> Outcome {
    let core = core(type_)?;
    value.write(limit(&*stream_or_default("stream", stream.addr())?, core));
    Ok(())
}

/// Takes a stream's own limits away. Returns 107017 for what is no live stream.
#[entry(acl)]
fn aclrtResetStreamResLimit(stream: AnyStream) -> Outcome {
    for kind in KINDS {
        stream.settings().remove(core(kind)?.0, 0);
    }
    Ok(())
}

/// Has the calling thread use a stream's limits, as they are now: `aclrtGetResInCurrentThread` returns them. Returns 107017 for what is no live
/// stream.
#[entry(acl)]
fn aclrtUseStreamResInCurrentThread(stream: AnyStream) -> Outcome {
    let mut limits = [0; 2];
    for (to, kind) in limits.iter_mut().zip(KINDS) {
        *to = limit(&stream, core(kind)?);
    }
    USED.set(Some((stream.number(), limits)));
    Ok(())
}

/// Ends the use of a stream's limits in the calling thread. Returns 107000 if the thread uses those of another stream, or none; 107017 for what is
/// no live stream.
#[entry(acl)]
fn aclrtUnuseStreamResInCurrentThread(stream: AnyStream) -> Outcome {
    let used = USED.get().map(|(number, _)| number);
    if used != Some(stream.number()) {
        let allowed = "the stream whose limits this thread uses";
        let got = format!("stream {}", stream.id());
        return refuse("stream", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    USED.set(None);
    Ok(())
}
