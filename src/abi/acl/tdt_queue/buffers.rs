//! Buffers: device memory that queues carry without copying it, alone or in chains.

use std::ffi::c_void;
use std::ptr::{with_exposed_provenance_mut, without_provenance_mut};

use super::open_enums::acltdtAllocBufType;
use super::types::acltdtBuf;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::device::queue::{Block, Message, Part, USER_BYTES};
use crate::device::require_context;
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// Buffers of a chain at most.
const LONGEST_CHAIN: usize = 128;
/// Bytes of a buffer at most.
const LARGEST: usize = 4 << 30;

/// A buffer, and those that follow it where it is the first of a chain.
struct Buffer {
    part: Part,
    chain: Vec<usize>,
    /// True if it follows another one.
    is_chained: bool,
}

static BUFFERS: Table<Buffer> = Table::new(Object::SharedBuffer);

fn insert(part: Part) -> Outcome<usize> {
    Ok(BUFFERS.insert(Buffer {
        part,
        chain: Vec::new(),
        is_chained: false,
    })?)
}

fn with<R>(buf: acltdtBuf, look: impl FnOnce(&Buffer) -> R) -> Outcome<R> {
    Ok(BUFFERS.with("buf", buf.addr(), look)?)
}

/// A buffer that does not follow another one: it goes with its chain.
fn head(buf: acltdtBuf) -> Outcome<Vec<usize>> {
    let (is_chained, chain) = with(buf, |buffer| (buffer.is_chained, buffer.chain.clone()))?;
    if is_chained {
        let got = "a buffer that follows another one in a chain";
        return refuse(
            "buf",
            got,
            "the first one of the chain",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    Ok(chain)
}

/// The contents of a buffer and its chain.
pub(super) fn message(buf: acltdtBuf) -> Outcome<Message> {
    let chain = head(buf)?;
    let all = std::iter::once(buf.addr()).chain(chain);
    all.map(|handle| Ok(BUFFERS.with("buf", handle, |buffer| buffer.part.clone())?))
        .collect()
}

/// Takes the handles of a buffer and its chain back.
pub(super) fn forget(buf: acltdtBuf) {
    if let Ok(buffer) = BUFFERS.take("buf", buf.addr()) {
        for handle in buffer.chain {
            // It belongs to the chain alone.
            let _ = BUFFERS.take("buf", handle);
        }
    }
}

/// Makes buffers of what a queue carried. Returns the first one's handle.
pub(super) fn buffers(message: Message) -> Outcome<acltdtBuf> {
    let mut handles = Vec::with_capacity(message.len());
    for part in message {
        handles.push(insert(part)?);
    }
    let chain = handles.split_off(1.min(handles.len()));
    let first = handles.first().copied().unwrap_or(0);
    for &handle in &chain {
        BUFFERS.change("buf", handle, |buffer| buffer.is_chained = true)?;
    }
    BUFFERS.change("buf", first, |buffer| buffer.chain = chain)?;
    Ok(without_provenance_mut(first))
}

/// Refuses bytes outside those for the program's own use.
fn check_user(size: usize, offset: usize) -> Outcome {
    match size.checked_add(offset) {
        Some(end) if end <= USER_BYTES => Ok(()),
        _ => {
            let got = format!("{size}, from {offset} on");
            refuse(
                "size",
                got,
                "at most 96 with the offset",
                ACL_ERROR_RT_PARAM_INVALID,
            )
        }
    }
}

/// Allocates a buffer of `size` bytes of the current device, which hold 0; none of them is data yet.
///
/// Returns 100000 for null, or another kind than ACL_TDT_NORMAL_MEM; 107000 for no bytes or more than 4 GiB; 107002 without a current context; 207000 for
/// ACL_TDT_DVPP_MEM; 207001 if there is not as much.
#[entry(acl)]
fn acltdtAllocBuf(size: usize, type_: u32, buf: Later<Out<acltdtBuf>>) -> Outcome {
    match acltdtAllocBufType::from_raw(type_.cast_signed()) {
        acltdtAllocBufType::ACL_TDT_NORMAL_MEM => {}
        acltdtAllocBufType::ACL_TDT_DVPP_MEM => {
            let text = "`type` is ACL_TDT_DVPP_MEM, and there is no such memory";
            return Err(Reason::NotSupported(text.into()).into());
        }
        other => {
            let allowed = "ACL_TDT_NORMAL_MEM (0)";
            return refuse("type", other, allowed, ACL_ERROR_INVALID_PARAM);
        }
    }
    let target = buf.get()?;
    if size == 0 || size > LARGEST {
        return refuse("size", size, "1 to 4294967296", ACL_ERROR_RT_PARAM_INVALID);
    }
    let block = Block::new(require_context()?.device(), size)?;
    let part = Part {
        block,
        length: 0,
        user: [0; USER_BYTES],
    };
    target.write(without_provenance_mut(insert(part)?));
    Ok(())
}

/// Frees a buffer, with its chain; the memory goes with the last buffer that shares it.
///
/// Returns 100000 for null, 107000 for one that follows another in a chain, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtFreeBuf(buf: acltdtBuf) -> Outcome {
    head(buf)?;
    forget(buf);
    Ok(())
}

/// Returns the address and the bytes of a buffer's memory. Returns 100000 for null, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtGetBufData(
    buf: acltdtBuf,
    data_ptr: Later<Out<*mut c_void>>,
    size: Later<Out<usize>>,
) -> Outcome {
    let (start, bytes) = with(buf, |buffer| {
        (buffer.part.block.start(), buffer.part.block.size())
    })?;
    let (address, count) = (data_ptr.get()?, size.get()?);
    address.write(with_exposed_provenance_mut(start));
    count.write(bytes);
    Ok(())
}

/// Sets how many bytes of a buffer are data. Returns 100000 for null, 107000 for more than it has, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtSetBufDataLen(buf: acltdtBuf, len: usize) -> Outcome {
    let size = with(buf, |buffer| buffer.part.block.size())?;
    if len > size {
        let allowed = format!("at most {size}, the bytes of the buffer");
        return refuse("len", len, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    Ok(BUFFERS.change("buf", buf.addr(), |buffer| buffer.part.length = len)?)
}

/// Returns how many bytes of a buffer are data. Returns 100000 for null, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtGetBufDataLen(buf: acltdtBuf, len: Later<Out<usize>>) -> Outcome {
    let length = with(buf, |buffer| buffer.part.length)?;
    len.get()?.write(length);
    Ok(())
}

/// Copies bytes into those of a buffer that are for the program's own use, 96 of them.
///
/// Returns 100000 for null, 107000 for bytes outside them, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtSetBufUserData(
    buf: acltdtBuf,
    #[length(size)] data_ptr: ReadableMemory,
    size: usize,
    offset: usize,
) -> Outcome {
    with(buf, |_| ())?;
    not_null("dataPtr", data_ptr)?;
    check_user(size, offset)?;
    Ok(BUFFERS.change("buf", buf.addr(), |buffer| {
        let to = &mut buffer.part.user[offset..offset + size];
        data_ptr.copy_to(to);
    })?)
}

/// Copies bytes of a buffer that are for the program's own use. Returns what `acltdtSetBufUserData` does.
#[entry(acl)]
fn acltdtGetBufUserData(
    buf: acltdtBuf,
    #[length(size)] data_ptr: WritableMemory,
    size: usize,
    offset: usize,
) -> Outcome {
    let user = with(buf, |buffer| buffer.part.user)?;
    not_null("dataPtr", data_ptr)?;
    check_user(size, offset)?;
    data_ptr.write(&user[offset..]);
    Ok(())
}

/// Returns a second buffer on the same memory, with the same data and bytes of the program's own. Returns 100000 for null, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtCopyBufRef(buf: acltdtBuf, new_buf: Later<Out<acltdtBuf>>) -> Outcome {
    let part = with(buf, |buffer| buffer.part.clone())?;
    let target = new_buf.get()?;
    target.write(without_provenance_mut(insert(part)?));
    Ok(())
}

/// Appends a buffer to the chain of another one, with which it goes from now on.
///
/// Returns 100000 for null; 107000 for a buffer of a chain, one appended to itself, or a chain of 128; 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtAppendBufChain(head_buf: acltdtBuf, buf: acltdtBuf) -> Outcome {
    not_null("headBuf", head_buf)?;
    let chain = head(head_buf)?;
    if !head(buf)?.is_empty() || head_buf == buf {
        let got = "a buffer with a chain, or the first one itself";
        return refuse("buf", got, "a buffer alone", ACL_ERROR_RT_PARAM_INVALID);
    }
    if chain.len() + 1 >= LONGEST_CHAIN {
        let got = "a chain of 128 buffers";
        return refuse("headBuf", got, "a shorter one", ACL_ERROR_RT_PARAM_INVALID);
    }
    BUFFERS.change("buf", buf.addr(), |buffer| buffer.is_chained = true)?;
    Ok(BUFFERS.change("headBuf", head_buf.addr(), |first| {
        first.chain.push(buf.addr())
    })?)
}

/// Returns the number of buffers of a chain, the first one included. Returns 100000 for null, 107000 for one that follows another, 107017 for what is no live buffer.
#[entry(acl)]
fn acltdtGetBufChainNum(head_buf: acltdtBuf, num: Later<Out<u32>>) -> Outcome {
    let chain = head(head_buf)?;
    num.get()?.write(chain.len() as u32 + 1);
    Ok(())
}

/// Returns a buffer of a chain, 0 for the first one. Returns 100000 for null, 107000 for one that follows another, or another number; 107017 for what is no live
/// buffer.
#[entry(acl)]
fn acltdtGetBufFromChain(head_buf: acltdtBuf, index: u32, buf: Later<Out<acltdtBuf>>) -> Outcome {
    let chain = head(head_buf)?;
    let target = buf.get()?;
    let found = match index.checked_sub(1) {
        None => Some(head_buf.addr()),
        Some(at) => chain.get(at as usize).copied(),
    };
    match found {
        Some(handle) => {
            target.write(without_provenance_mut(handle));
            Ok(())
        }
        None => {
            let allowed = format!("0 to {}", chain.len());
            refuse("index", index, allowed, ACL_ERROR_RT_PARAM_INVALID)
        }
    }
}
