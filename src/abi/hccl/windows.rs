//! `hccl/hccl_comm.h`: memory of a rank to which operators of other ranks write.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::time::Duration;

use super::argument::{communicator, rank};
use super::open_enums::HcclResult;
use super::types::HcclComm;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::not_null;
use crate::collective::Span;
use crate::config;
use crate::device::allocation_at;
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// Registers memory of the device for a communicator, to which operators of other ranks may write after `HcclCommExchangeMem`; `handle` gets what names it. `flag` has no effect.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, and for no bytes, an address that 4 does not divide, or memory that is not all in one allocation;
/// HCCL_E_NOT_SUPPORT for a communicator with ranks in other processes.
#[entry(hccl)]
fn HcclCommRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    handle: Later<Out<*mut c_void>>,
    _flag: u32,
) -> Outcome {
    let group = communicator(comm)?;
    not_null("addr", addr)?;
    let target = handle.get()?;
    let address = addr.expose_provenance();
    let end = usize::try_from(size)
        .ok()
        .and_then(|size| address.checked_add(size));
    let found = allocation_at(address).map(|found| found.bytes());
    let fits = |end: usize| found.is_some_and(|found| end <= found.end);
    let Some(end) = end.filter(|&end| end > address && address.is_multiple_of(4) && fits(end))
    else {
        let got = format!("{size} bytes at {addr:p}");
        let allowed = "memory of the device, all in one allocation, at an address that 4 divides";
        return Err(Error::value("addr", got, allowed).into());
    };
    let memory = Span {
        address,
        bytes: end - address,
    };
    target.write(without_provenance_mut(group.register(memory)?));
    Ok(())
}

/// Forgets registered memory: other ranks no longer write to it.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, or a handle that `HcclCommRegister` has not given for it.
#[entry(hccl)]
fn HcclCommDeregister(comm: HcclComm, handle: *mut c_void) -> Outcome {
    let group = communicator(comm)?;
    not_null("handle", handle)?;
    Ok(group.deregister(handle.addr())?)
}

/// Shows registered memory to `peerRankNum` ranks, and returns when these have shown theirs to this one. Later operators write there in place of a buffer of the communicator.
///
/// Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, a handle that `HcclCommRegister` has not given for it, or a rank out of range; HCCL_E_TIMEOUT if a rank did
/// not come within HCCL_CONNECT_TIMEOUT seconds; HCCL_E_REMOTE if one is gone.
#[entry(hccl)]
fn HcclCommExchangeMem(
    comm: HcclComm,
    window_handle: *mut c_void,
    #[length(peer_rank_num)]
    #[not_const]
    peer_ranks: Array<'_, u32>,
    peer_rank_num: u32,
) -> Outcome {
    let group = communicator(comm)?;
    not_null("windowHandle", window_handle)?;
    not_null("peerRanks", peer_ranks)?;
    let peers = peer_ranks.get()?;
    for &peer in peers {
        rank("peerRanks", peer, &group)?;
    }
    let limit = Duration::from_secs(*config::HCCL_CONNECT_TIMEOUT.get());
    Ok(group.exchange_window(window_handle.addr(), peers, limit)?)
}
