//! `hccl/hccl.h`: messages between two ranks.
//!
//! Sends and receives of a pair of ranks belong together in the order in which they are called. A send ends when it has been received.

use std::ffi::c_void;

use super::argument::{communicator, element, memory, rank};
use super::boundary::Outcome;
use super::groups::submit;
use super::open_enums::{HcclDataType, HcclResult, HcclSendRecvType};
use super::types::{HcclComm, HcclSendRecvItem};
use crate::abi::acl::types::aclrtStream;
use crate::abi::parameter::Array;
use crate::abi::pointer::not_null;
use crate::collective::{Group, Message, Operation, Work};
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// The other end of a message.
fn peer(arg: &'static str, number: u32, group: &Group) -> Outcome<u32> {
    let number = rank(arg, number, group)?;
    if number == group.rank() {
        return Err(Error::value(arg, format!("{number}, this rank"), "another rank").into());
    }
    Ok(number)
}

fn messages(sends: Vec<Message>, receives: Vec<Message>) -> Operation {
    Operation {
        signature: None,
        work: Work::Exchange { sends, receives },
    }
}

/// Queues the sending of memory to the rank `destRank`, which calls `HcclRecv` for as many bytes.
///
/// Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, a number of this or no rank, memory that is
/// not aligned or passes the end of its allocation; HCCL_E_NOT_SUPPORT for another type; HCCL_E_RUNTIME without a device;
/// HCCL_E_REMOTE if a rank is gone.
#[entry(hccl)]
fn HcclSend(
    send_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    dest_rank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let peer = peer("destRank", dest_rank, &group)?;
    let span = memory("sendBuf", send_buf, 0, count, element)?;
    let operation = messages(vec![Message { peer, span }], Vec::new());
    submit(&group, stream, operation)
}

/// Queues the receiving of memory from the rank `srcRank`, which calls `HcclSend` for as many bytes.
///
/// Returns what `HcclSend` does.
#[entry(hccl)]
fn HcclRecv(
    recv_buf: *mut c_void,
    count: u64,
    data_type: HcclDataType,
    src_rank: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    let element = element("dataType", data_type)?;
    let peer = peer("srcRank", src_rank, &group)?;
    let span = memory("recvBuf", recv_buf, 0, count, element)?;
    let operation = messages(Vec::new(), vec![Message { peer, span }]);
    submit(&group, stream, operation)
}

/// Queues sends and receives that proceed at once, so that rings of ranks do not wait for each other. The array is copied in the call.
///
/// Returns what `HcclSend` does; HCCL_E_PARA for no item, or an item that is neither a send nor a receive.
#[entry(hccl)]
fn HcclBatchSendRecv(
    #[length(item_num)]
    #[not_const]
    send_recv_info: Array<'_, HcclSendRecvItem>,
    item_num: u32,
    comm: HcclComm,
    stream: aclrtStream,
) -> Outcome {
    let group = communicator(comm)?;
    not_null("sendRecvInfo", send_recv_info)?;
    if item_num == 0 {
        return Err(Error::value("itemNum", 0, "1 or more").into());
    }
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    for item in send_recv_info.get()? {
        let element = element("dataType", item.dataType)?;
        let peer = peer("remoteRank", item.remoteRank, &group)?;
        let span = memory("buf", item.buf, 0, item.count, element)?;
        match item.sendRecvType {
            HcclSendRecvType::HCCL_SEND => sends.push(Message { peer, span }),
            HcclSendRecvType::HCCL_RECV => receives.push(Message { peer, span }),
            other => {
                let allowed = "HCCL_SEND (0) or HCCL_RECV (1)";
                return Err(Error::value("sendRecvType", other, allowed).into());
            }
        }
    }
    submit(&group, stream, messages(sends, receives))
}
