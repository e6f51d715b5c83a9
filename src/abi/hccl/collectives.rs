//! `hccl/hccl.h`: operations of all ranks.
//!
//! All ranks of a communicator call the same ones in the same order. What a rank gives must stay as it is, and what it takes must
//! not be touched, until its stream has done the operation. If the ranks disagree, the operation fails on all of them with a
//! sentence that says who called what.

use std::ffi::c_void;
use std::sync::Arc;

use super::argument::{communicator, element, memory, rank, reduction};
use super::boundary::{Outcome, guard};
use super::groups::submit;
use super::open_enums::{HcclDataType, HcclReduceOp, HcclResult};
use super::types::HcclComm;
use crate::abi::acl::types::aclrtStream;
use crate::abi::pointer::array;
use crate::abi::shown::called;
use crate::collective::{Element, Group, Kind, Message, Operation, Results, Signature, Span, Work};
use crate::error::Error;

/// Elements of memory that belong to each rank in turn.
struct Layout {
    /// Where each rank's begin.
    offsets: Vec<u64>,
    /// How many each has.
    counts: Vec<u64>,
}

impl Layout {
    /// `count` elements for each rank, one rank after the other.
    fn even(count: u64, group: &Group) -> Outcome<Self> {
        Self::dense(vec![count; group.size() as usize])
    }

    /// Each rank's elements after those of the rank before it.
    fn dense(counts: Vec<u64>) -> Outcome<Self> {
        let mut next = 0_u64;
        let mut offsets = Vec::with_capacity(counts.len());
        for &count in &counts {
            offsets.push(next);
            next = next
                .checked_add(count)
                .ok_or_else(|| Error::value("count", count, "what fits the address space"))?;
        }
        Ok(Self { offsets, counts })
    }

    /// What a program says: arrays of counts and displacements in its memory.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]: each array has a number for each rank.
    unsafe fn read(
        names: (&'static str, &'static str),
        counts: *const c_void,
        displacements: *const c_void,
        group: &Group,
    ) -> Outcome<Self> {
        let size = u64::from(group.size());
        // SAFETY: as promised.
        let (counts, offsets) = unsafe {
            (
                array(names.0, counts.cast::<u64>(), size)?,
                array(names.1, displacements.cast::<u64>(), size)?,
            )
        };
        Ok(Self {
            offsets: offsets.to_vec(),
            counts: counts.to_vec(),
        })
    }

    /// The number of elements from the first to behind the last one.
    fn extent(&self) -> u64 {
        let ends = self.offsets.iter().zip(&self.counts);
        let ends = ends.filter(|(_, count)| **count > 0);
        ends.map(|(offset, count)| offset.saturating_add(*count))
            .max()
            .unwrap_or(0)
    }

    /// A message for each rank.
    fn messages(
        &self,
        arg: &'static str,
        base: *const c_void,
        element: Element,
    ) -> Outcome<Vec<Message>> {
        let parts = self.offsets.iter().zip(&self.counts).zip(0..);
        let messages = parts.map(|((&offset, &count), peer)| {
            let span = memory(arg, base, offset, count, element)?;
            Ok(Message { peer, span })
        });
        messages.collect()
    }
}

/// A message of the same memory for each rank.
fn to_all(span: Span, group: &Group) -> Vec<Message> {
    (0..group.size())
        .map(|peer| Message { peer, span })
        .collect()
}

/// Queues an exchange.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn exchange(
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
    // SAFETY: as promised.
    unsafe { submit(group, stream, operation) }
}

/// Queues a reduction.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn reduce(
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
    // SAFETY: as promised.
    unsafe { submit(group, stream, operation) }
}

/// Queues an all-reduce: each element of every rank's `recvBuf` becomes the sum, product, maximum or minimum of the ranks' elements in
/// `sendBuf`, which may be the same memory. Floating-point numbers are combined in DOUBLE, in the order of the ranks, and
/// rounded once; integers wrap; NaN wins.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, another operation, memory that is not
/// aligned, overlaps, or passes the end of its allocation; HCCL_E_NOT_SUPPORT for a type outside INT8, INT16, INT32, INT64,
/// UINT64, FP16, BFP16, FP32, FP64 (a product: without INT16 and BFP16); HCCL_E_RUNTIME without a device; HCCL_E_REMOTE if a
/// rank is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllReduce(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAllReduce",
        send_buf,
        recv_buf,
        count,
        data_type,
        op,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let (element, combination) = reduction(data_type, op, true)?;
        let input = memory("sendBuf", send_buf, 0, count, element)?;
        let output = memory("recvBuf", recv_buf, 0, count, element)?;
        let mut signature = Signature::new(Kind::AllReduce, Some(element), count);
        signature.combination = Some(combination);
        // SAFETY: the contract.
        unsafe {
            reduce(
                &group,
                stream,
                signature,
                input,
                Results::All(output.address),
            )
        }
    })
}

/// Queues a reduction whose results only the rank `root` gets, in `recvBuf`, which the others need not have.
///
/// Returns what `HcclAllReduce` does, and HCCL_E_PARA for a root that is no rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduce(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclReduce",
        send_buf,
        recv_buf,
        count,
        data_type,
        op,
        root,
        comm,
        stream
    );
    guard(call, || {
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
        // SAFETY: the contract.
        unsafe {
            reduce(
                &group,
                stream,
                signature,
                input,
                Results::Root(root, output),
            )
        }
    })
}

/// The slices of a reduction of which each rank gets its own.
fn slices(layout: &Layout) -> Results {
    let parts = layout.offsets.iter().zip(&layout.counts);
    let ranges = parts.map(|(&offset, &count)| offset as usize..(offset + count) as usize);
    Results::Slices(ranges.collect(), 0)
}

/// Queues a reduction of which each rank gets its own `recvCount` elements: rank r those from `recvCount` × r on. `recvBuf` may be their
/// place in `sendBuf`.
///
/// Returns what `HcclAllReduce` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatter(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclReduceScatter",
        send_buf,
        recv_buf,
        recv_count,
        data_type,
        op,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let (element, combination) = reduction(data_type, op, true)?;
        let layout = Layout::even(recv_count, &group)?;
        let input = memory("sendBuf", send_buf, 0, layout.extent(), element)?;
        let output = memory("recvBuf", recv_buf, 0, recv_count, element)?;
        let mut signature = Signature::new(Kind::ReduceScatter, Some(element), recv_count);
        signature.combination = Some(combination);
        let Results::Slices(ranges, _) = slices(&layout) else {
            return Ok(());
        };
        let results = Results::Slices(ranges, output.address);
        // SAFETY: the contract.
        unsafe { reduce(&group, stream, signature, input, results) }
    })
}

/// Queues a reduction of which each rank gets its own elements: `sendCounts` and `sendDispls` say for each rank how many, and from
/// which on; all ranks pass the same.
///
/// Returns what `HcclAllReduce` does; HCCL_E_NOT_SUPPORT also for UINT64 and FP64; HCCL_E_PARA if `recvCount` is not this rank's
/// count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclReduceScatterV(
    send_buf: *mut c_void,
    send_counts: *const c_void,
    send_displs: *const c_void,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    op: HcclReduceOp,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclReduceScatterV",
        send_buf,
        send_counts,
        send_displs,
        recv_buf,
        recv_count,
        data_type,
        op,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let (element, combination) = reduction(data_type, op, false)?;
        let names = ("sendCounts", "sendDispls");
        // SAFETY: the contract.
        let layout = unsafe { Layout::read(names, send_counts, send_displs, &group)? };
        own_count("recvCount", recv_count, &layout, &group)?;
        let input = memory("sendBuf", send_buf, 0, layout.extent(), element)?;
        let output = memory("recvBuf", recv_buf, 0, recv_count, element)?;
        let mut signature = Signature::new(Kind::ReduceScatterV, Some(element), layout.extent());
        signature.combination = Some(combination);
        let Results::Slices(ranges, _) = slices(&layout) else {
            return Ok(());
        };
        let results = Results::Slices(ranges, output.address);
        // SAFETY: the contract.
        unsafe { reduce(&group, stream, signature, input, results) }
    })
}

/// Refuses a count that is not the calling rank's.
fn own_count(arg: &'static str, count: u64, layout: &Layout, group: &Group) -> Outcome {
    let own = layout.counts[group.rank() as usize];
    if count == own {
        return Ok(());
    }
    let allowed = format!("{own}, the count of this rank ({})", group.rank());
    Err(Error::value(arg, count, allowed).into())
}

/// Queues a broadcast: `buf` of every rank becomes that of the rank `root`.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, a root that is no rank, memory that is not
/// aligned or passes the end of its allocation; HCCL_E_NOT_SUPPORT for another type; HCCL_E_RUNTIME without a device;
/// HCCL_E_REMOTE if a rank is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclBroadcast(
    buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!("HcclBroadcast", buf, count, data_type, root, comm, stream);
    guard(call, || {
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
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, sends, receives) }
    })
}

/// Queues an all-gather: `recvBuf` of every rank becomes the `sendCount` elements of rank 0, then those of rank 1, and so on. `sendBuf`
/// may be this rank's place in `recvBuf`.
///
/// Returns what `HcclBroadcast` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGather(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    send_count: u64,
    data_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAllGather",
        send_buf,
        recv_buf,
        send_count,
        data_type,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let element = element("dataType", data_type)?;
        let input = memory("sendBuf", send_buf, 0, send_count, element)?;
        let layout = Layout::even(send_count, &group)?;
        let receives = layout.messages("recvBuf", recv_buf, element)?;
        let signature = Signature::new(Kind::AllGather, Some(element), send_count);
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, to_all(input, &group), receives) }
    })
}

/// Queues an all-gather of different counts: `recvCounts` and `recvDispls` say for each rank how many elements it gives, and where they
/// go in `recvBuf`.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA if `sendCount` is not this rank's count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAllGatherV(
    send_buf: *mut c_void,
    send_count: u64,
    recv_buf: *mut c_void,
    recv_counts: *const c_void,
    recv_displs: *const c_void,
    data_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAllGatherV",
        send_buf,
        send_count,
        recv_buf,
        recv_counts,
        recv_displs,
        data_type,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let element = element("dataType", data_type)?;
        let names = ("recvCounts", "recvDispls");
        // SAFETY: the contract.
        let layout = unsafe { Layout::read(names, recv_counts, recv_displs, &group)? };
        own_count("sendCount", send_count, &layout, &group)?;
        let input = memory("sendBuf", send_buf, 0, send_count, element)?;
        let receives = layout.messages("recvBuf", recv_buf, element)?;
        let signature = Signature::new(Kind::AllGatherV, Some(element), 0);
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, to_all(input, &group), receives) }
    })
}

/// Queues a scatter: `recvBuf` of rank r becomes the `recvCount` elements from `recvCount` × r on of `sendBuf` of the rank `root`. The
/// others need no `sendBuf`.
///
/// Returns what `HcclBroadcast` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclScatter(
    send_buf: *mut c_void,
    recv_buf: *mut c_void,
    recv_count: u64,
    data_type: HcclDataType,
    root: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclScatter",
        send_buf,
        recv_buf,
        recv_count,
        data_type,
        root,
        comm,
        stream
    );
    guard(call, || {
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
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, sends, receives) }
    })
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAll(
    send_buf: *const c_void,
    send_count: u64,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    recv_count: u64,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAlltoAll",
        send_buf,
        send_count,
        send_type,
        recv_buf,
        recv_count,
        recv_type,
        comm,
        stream
    );
    guard(call, || {
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
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, sends, receives) }
    })
}

/// Queues an all-to-all of different counts: `sendCounts` and `sdispls` say for each rank how many elements it gets, and from which on;
/// `recvCounts` and `rdispls` how many come from it, and where they go.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllV(
    send_buf: *const c_void,
    send_counts: *const c_void,
    sdispls: *const c_void,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    recv_counts: *const c_void,
    rdispls: *const c_void,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAlltoAllV",
        send_buf,
        send_counts,
        sdispls,
        send_type,
        recv_buf,
        recv_counts,
        rdispls,
        recv_type,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let element = one_type(send_type, recv_type)?;
        // SAFETY: the contract.
        let (gives, takes) = unsafe {
            (
                Layout::read(("sendCounts", "sdispls"), send_counts, sdispls, &group)?,
                Layout::read(("recvCounts", "rdispls"), recv_counts, rdispls, &group)?,
            )
        };
        let sends = gives.messages("sendBuf", send_buf, element)?;
        let receives = takes.messages("recvBuf", recv_buf, element)?;
        let signature = Signature::new(Kind::AllToAllV, Some(element), 0);
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, sends, receives) }
    })
}

/// Queues an all-to-all of different counts: number r × n + s of `sendCountMatrix` says how many elements rank r gives rank s, of n
/// ranks. They lie one rank's after the other's in both buffers.
///
/// Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn HcclAlltoAllVC(
    send_buf: *const c_void,
    send_count_matrix: *const c_void,
    send_type: HcclDataType,
    recv_buf: *const c_void,
    recv_type: HcclDataType,
    comm: HcclComm,
    stream: aclrtStream,
) -> HcclResult {
    let call = called!(
        "HcclAlltoAllVC",
        send_buf,
        send_count_matrix,
        send_type,
        recv_buf,
        recv_type,
        comm,
        stream
    );
    guard(call, || {
        let group = communicator(comm)?;
        let element = one_type(send_type, recv_type)?;
        let (size, rank) = (group.size() as usize, group.rank() as usize);
        let numbers = (size * size) as u64;
        // SAFETY: the contract.
        let matrix = unsafe { array("sendCountMatrix", send_count_matrix.cast::<u64>(), numbers)? };
        let gives = matrix[rank * size..(rank + 1) * size].to_vec();
        let takes = (0..size).map(|from| matrix[from * size + rank]).collect();
        let sends = Layout::dense(gives)?.messages("sendBuf", send_buf, element)?;
        let receives = Layout::dense(takes)?.messages("recvBuf", recv_buf, element)?;
        let signature = Signature::new(Kind::AllToAllV, Some(element), 0);
        // SAFETY: the contract.
        unsafe { exchange(&group, stream, signature, sends, receives) }
    })
}
