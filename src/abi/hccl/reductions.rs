//! `hccl/hccl.h`: operations in which elements of all ranks become one.
//!
//! All ranks of a communicator call the same ones in the same order. What a rank gives must stay as it is, and what it takes must
//! not be touched, until its stream has done the operation. If the ranks disagree, the operation fails on all of them with a
//! sentence that says who called what.

use std::ffi::c_void;
use std::sync::Arc;

use super::argument::{bytes_of_numbers, communicator, memory, rank, reduction};
use super::boundary::Outcome;
use super::groups::submit;
use super::layout::Layout;
use super::open_enums::{HcclDataType, HcclReduceOp, HcclResult};
use super::types::HcclComm;
use crate::abi::acl::types::aclrtStream;
use crate::abi::parameter::ReadableMemory;
use crate::collective::{Group, Kind, Operation, Results, Signature, Span, Work};
use hostnpu_aclnn_macros::entry;

/// Queues a reduction.
fn reduce(
    group: &Arc<Group>,
    stream: aclrtStream,
    signature: Signature,
    input: Span,
    results: Results,
) -> Outcome {
    let operation = Operation {
        signature: Some(signature),
        work: Work::Reduce { input, results },
    };
    submit(group, stream, operation)
}

/// Queues an all-reduce: each element of every rank's `recvBuf` becomes the sum, product, maximum or minimum of the ranks' elements in
/// `sendBuf`, which may be the same memory. Floating-point numbers are combined in DOUBLE, in the order of the ranks, and
/// rounded once; integers wrap; NaN wins.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, another operation, memory that is not
/// aligned, overlaps, or passes the end of its allocation; HCCL_E_NOT_SUPPORT for a type outside INT8, INT16, INT32, INT64,
/// UINT64, FP16, BFP16, FP32, FP64 (a product: without INT16 and BFP16); HCCL_E_RUNTIME without a device; HCCL_E_REMOTE if a
/// rank is gone.
#[entry(hccl)]
fn HcclAllReduce(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let (element, combination) = reduction(data_type, op, true)?;
    let input = memory("sendBuf", send_buf, 0, count, element)?;
    let output = memory("recvBuf", recv_buf, 0, count, element)?;
    let mut signature = Signature::new(Kind::AllReduce, Some(element), count);
    signature.combination = Some(combination);
    reduce(
        &group,
        stream,
        signature,
        input,
        Results::All(output.address),
    )
}

/// Queues a reduction whose results only the rank `root` gets, in `recvBuf`, which the others need not have.
///
/// Returns what `HcclAllReduce` does, and HCCL_E_PARA for a root that is no rank.
#[entry(hccl)]
fn HcclReduce(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let (element, combination) = reduction(data_type, op, true)?;
    let root = rank("root", root, &group)?;
    let input = memory("sendBuf", send_buf, 0, count, element)?;
    let output = match root == group.rank() {
        true => memory("recvBuf", recv_buf, 0, count, element)?.address,
        false => 0,
    };
    let mut signature = Signature::new(Kind::Reduce, Some(element), count);
    (signature.combination, signature.root) = (Some(combination), Some(root));
    reduce(
        &group,
        stream,
        signature,
        input,
        Results::Root(root, output),
    )
}

/// Queues a reduction of which each rank gets its own `recvCount` elements: rank r those from `recvCount` × r on. `recvBuf` may be their
/// place in `sendBuf`.
///
/// Returns what `HcclAllReduce` does.
#[entry(hccl)]
fn HcclReduceScatter(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let (element, combination) = reduction(data_type, op, true)?;
    let layout = Layout::even(recv_count, &group)?;
    let input = memory("sendBuf", send_buf, 0, layout.extent(), element)?;
    let output = memory("recvBuf", recv_buf, 0, recv_count, element)?;
    let mut signature = Signature::new(Kind::ReduceScatter, Some(element), recv_count);
    signature.combination = Some(combination);
    let results = layout.slices(output.address);
    reduce(&group, stream, signature, input, results)
}

/// Queues a reduction of which each rank gets its own elements: `sendCounts` and `sendDispls` say for each rank how many, and from
/// which on; all ranks pass the same.
///
/// Returns what `HcclAllReduce` does; HCCL_E_NOT_SUPPORT also for UINT64 and FP64; HCCL_E_PARA if `recvCount` is not this rank's
/// count.
#[entry(hccl)]
fn HcclReduceScatterV(
    send_buf: *mut c_void,
    #[length(bytes_of_numbers(comm, 1))] send_counts: ReadableMemory,
    #[length(bytes_of_numbers(comm, 1))] send_displs: ReadableMemory,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let (element, combination) = reduction(data_type, op, false)?;
    let names = ("sendCounts", "sendDispls");
    let layout = Layout::read(names, send_counts, send_displs)?;
    layout.check_own("recvCount", recv_count, &group)?;
    let input = memory("sendBuf", send_buf, 0, layout.extent(), element)?;
    let output = memory("recvBuf", recv_buf, 0, recv_count, element)?;
    let mut signature = Signature::new(Kind::ReduceScatterV, Some(element), layout.extent());
    signature.combination = Some(combination);
    let results = layout.slices(output.address);
    reduce(&group, stream, signature, input, results)
}
