//! `hccl/hccl.h`: operations in which memory goes from rank to rank.
//!
//! All ranks of a communicator call the same ones in the same order. What a rank gives must stay as it is, and what it takes must
//! not be touched, until its stream has done the operation. If the ranks disagree, the operation fails on all of them with a
//! sentence that says who called what.

use std::ffi::c_void;
use std::sync::Arc;

use super::argument::{bytes_of_numbers, communicator, element, memory, rank};
use super::boundary::Outcome;
use super::groups::submit;
use super::layout::Layout;
use super::open_enums::{HcclDataType, HcclResult};
use super::types::HcclComm;
use crate::abi::acl::types::aclrtStream;
use crate::abi::parameter::ReadableMemory;
use crate::abi::pointer::not_null;
use crate::collective::{Element, Group, Kind, Message, Operation, Signature, Span, Work};
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// A message of the same memory for each rank.
fn to_all(span: Span, group: &Group) -> Vec<Message> {
    (0..group.size())
        .map(|peer| Message { peer, span })
        .collect()
}

/// Queues an exchange.
fn exchange(
    group: &Arc<Group>,
    stream: aclrtStream,
    signature: Signature,
    sends: Vec<Message>,
    receives: Vec<Message>,
) -> Outcome {
    let operation = Operation {
        signature: Some(signature),
        work: Work::Exchange { sends, receives },
    };
    submit(group, stream, operation)
}

/// Queues a broadcast: `buf` of every rank becomes that of the rank `root`.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, a root that is no rank, memory that is not
/// aligned or passes the end of its allocation; HCCL_E_NOT_SUPPORT for another type; HCCL_E_RUNTIME without a device;
/// HCCL_E_REMOTE if a rank is gone.
#[entry(hccl)]
fn HcclBroadcast(
    buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let root = rank("root", root, &group)?;
    let span = memory("buf", buf, 0, count, element)?;
    let mut signature = Signature::new(Kind::Broadcast, Some(element), count);
    signature.root = Some(root);
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    if root == group.rank() {
        sends = to_all(span, &group);
        sends.remove(root as usize);
    } else {
        receives.push(Message { peer: root, span });
    }
    exchange(&group, stream, signature, sends, receives)
}

/// Queues an all-gather: `recvBuf` of every rank becomes the `sendCount` elements of rank 0, then those of rank 1, and so on. `sendBuf`
/// may be this rank's place in `recvBuf`.
///
/// Returns what `HcclBroadcast` does.
#[entry(hccl)]
fn HcclAllGather(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    send_count: u64,
    data_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let input = memory("sendBuf", send_buf, 0, send_count, element)?;
    let layout = Layout::even(send_count, &group)?;
    let receives = layout.messages("recvBuf", recv_buf, element)?;
    let signature = Signature::new(Kind::AllGather, Some(element), send_count);
    exchange(&group, stream, signature, to_all(input, &group), receives)
}

/// Queues an all-gather of different counts: `recvCounts` and `recvDispls` say for each rank how many elements it gives, and where they
/// go in `recvBuf`.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA if `sendCount` is not this rank's count.
#[entry(hccl)]
fn HcclAllGatherV(
    send_buf: *mut c_void,
    send_count: u64,
    recv_buf: *mut c_void,
    #[length(bytes_of_numbers(comm, 1))] recv_counts: ReadableMemory,
    #[length(bytes_of_numbers(comm, 1))] recv_displs: ReadableMemory,
    data_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let names = ("recvCounts", "recvDispls");
    let layout = Layout::read(names, recv_counts, recv_displs)?;
    layout.check_own("sendCount", send_count, &group)?;
    let input = memory("sendBuf", send_buf, 0, send_count, element)?;
    let receives = layout.messages("recvBuf", recv_buf, element)?;
    let signature = Signature::new(Kind::AllGatherV, Some(element), 0);
    exchange(&group, stream, signature, to_all(input, &group), receives)
}

/// Queues a scatter: `recvBuf` of rank r becomes the `recvCount` elements from `recvCount` × r on of `sendBuf` of the rank `root`. The
/// others need no `sendBuf`.
///
/// Returns what `HcclBroadcast` does.
#[entry(hccl)]
fn HcclScatter(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let root = rank("root", root, &group)?;
    let span = memory("recvBuf", recv_buf, 0, recv_count, element)?;
    let sends = match root == group.rank() {
        true => Layout::even(recv_count, &group)?.messages("sendBuf", send_buf, element)?,
        false => Vec::new(),
    };
    let mut signature = Signature::new(Kind::Scatter, Some(element), recv_count);
    signature.root = Some(root);
    let receives = vec![Message { peer: root, span }];
    exchange(&group, stream, signature, sends, receives)
}

/// The one type of an all-to-all.
fn one_type(send_type: HcclDataType, recv_type: HcclDataType) -> Outcome<Element> {
    let element = element("sendType", send_type)?;
    if recv_type == send_type {
        return Ok(element);
    }
    Err(Error::value("recvType", recv_type, format!("{send_type}, as `sendType`")).into())
}

/// Queues an all-to-all: rank r gives rank s its `sendCount` elements from `sendCount` × s on, which go to `sendCount` × r on there.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types, or two counts.
#[entry(hccl)]
fn HcclAlltoAll(
    send_buf: *const c_void,
    send_count: u64,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    recv_count: u64,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = one_type(send_type, recv_type)?;
    if recv_count != send_count {
        let allowed = format!("{send_count}, as `sendCount`");
        return Err(Error::value("recvCount", recv_count, allowed).into());
    }
    let layout = Layout::even(send_count, &group)?;
    let sends = layout.messages("sendBuf", send_buf, element)?;
    let receives = layout.messages("recvBuf", recv_buf, element)?;
    let signature = Signature::new(Kind::AllToAll, Some(element), send_count);
    exchange(&group, stream, signature, sends, receives)
}

/// Queues an all-to-all of different counts: `sendCounts` and `sdispls` say for each rank how many elements it gets, and from which on;
/// `recvCounts` and `rdispls` how many come from it, and where they go.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
#[entry(hccl)]
fn HcclAlltoAllV(
    send_buf: *const c_void,
    #[length(bytes_of_numbers(comm, 1))] send_counts: ReadableMemory,
    #[length(bytes_of_numbers(comm, 1))] sdispls: ReadableMemory,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    #[length(bytes_of_numbers(comm, 1))] recv_counts: ReadableMemory,
    #[length(bytes_of_numbers(comm, 1))] rdispls: ReadableMemory,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = one_type(send_type, recv_type)?;
    let gives = Layout::read(("sendCounts", "sdispls"), send_counts, sdispls)?;
    let takes = Layout::read(("recvCounts", "rdispls"), recv_counts, rdispls)?;
    let sends = gives.messages("sendBuf", send_buf, element)?;
    let receives = takes.messages("recvBuf", recv_buf, element)?;
    let signature = Signature::new(Kind::AllToAllV, Some(element), 0);
    exchange(&group, stream, signature, sends, receives)
}

/// Queues an all-to-all of different counts: number r × n + s of `sendCountMatrix` says how many elements rank r gives rank s, of n
/// ranks. They lie one rank's after the other's in both buffers.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
#[entry(hccl)]
fn HcclAlltoAllVC(
    send_buf: *const c_void,
    #[length(bytes_of_numbers(comm, 2))] send_count_matrix: ReadableMemory,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = one_type(send_type, recv_type)?;
    let (size, rank) = (group.size() as usize, group.rank() as usize);
    not_null("sendCountMatrix", send_count_matrix)?;
    let matrix = send_count_matrix.numbers();
    let gives = matrix[rank * size..(rank + 1) * size].to_vec();
    let takes = (0..size).map(|from| matrix[from * size + rank]).collect();
    let sends = Layout::dense(gives)?.messages("sendBuf", send_buf, element)?;
    let receives = Layout::dense(takes)?.messages("recvBuf", recv_buf, element)?;
    let signature = Signature::new(Kind::AllToAllV, Some(element), 0);
    exchange(&group, stream, signature, sends, receives)
}
