//! Queues: buffers and copies of memory go in and out.

use super::attributes::{ATTRIBUTES, Attributes};
use super::buffers::{buffers, forget, message};
use super::types::{acltdtBuf, acltdtQueueAttr};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::rt::copy::check_bounds;
use crate::abi::acl::tdt::channels::ROOMS;
use crate::abi::acl::tdt::{refused, wait_limit};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::{Null, not_null};
use crate::device::queue::{self, Block, Message, Part, USER_BYTES};
use crate::device::require_context;
use crate::error::Error;
use crate::ops::{self, ReadableBytes, WritableBytes};
use hostnpu_aclnn_macros::entry;

/// Creates a queue with these attributes (null: no name, and room for 8 messages), and returns its number.
///
/// Returns 100000 for null, or a name that a live queue has; 107000 for a depth outside 2 to 8192; 107017 for what are no live attributes.
#[entry(acl)]
fn acltdtCreateQueue(attr: *const acltdtQueueAttr, qid: Out<u32>) -> Outcome {
    let copy = |known: &Attributes| Attributes {
        name: known.name.clone(),
        depth: known.depth,
    };
    let attributes = match attr.is_null() {
        true => Attributes::default(),
        false => ATTRIBUTES.with("attr", attr.addr(), copy)?,
    };
    let depth = attributes.depth as usize;
    if !ROOMS.contains(&depth) {
        return refuse(
            "attr->depth",
            depth,
            "2 to 8192",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    match queue::make(attributes.name.to_bytes(), depth) {
        Some(number) => {
            qid.write(number);
            Ok(())
        }
        None => {
            let got = format!("{:?}, the name of a live queue", attributes.name);
            refuse("attr->name", got, "another name", ACL_ERROR_INVALID_PARAM)
        }
    }
}

/// Destroys a queue with what waits in it and its routes; threads that wait for it are refused. Returns 107000 for the number of no live queue.
#[entry(acl)]
fn acltdtDestroyQueue(qid: u32) -> Outcome {
    Ok(queue::destroy("qid", qid)?)
}

/// Puts a buffer with its chain into a queue, for at most `timeout` milliseconds (-1: no limit, 0: at once). Its handle is the queue's then.
///
/// Returns 100000 for null; 107000 for the number of no live queue, another limit, or a buffer that follows another in a chain; 107017 for what is no live
/// buffer; 207014 if there is no room; 500001 if the queue was destroyed.
#[entry(acl)]
fn acltdtEnqueue(qid: u32, buf: acltdtBuf, timeout: i32) -> Outcome {
    let message = message(buf)?;
    let limit = wait_limit(timeout)?;
    refused(queue::put("qid", qid, &message, limit)?)?;
    forget(buf);
    Ok(())
}

/// Takes a buffer with its chain out of a queue, for at most `timeout` milliseconds (-1: no limit, 0: at once).
///
/// Returns 100000 for null; 107000 for the number of no live queue, or another limit; 207013 if there is none; 500001 if the queue was destroyed.
#[entry(acl)]
fn acltdtDequeue(qid: u32, buf: Out<acltdtBuf>, timeout: i32) -> Outcome {
    let limit = wait_limit(timeout)?;
    buf.write(buffers(refused(queue::take("qid", qid, limit)?)?)?);
    Ok(())
}

/// Refuses bytes of the program's own that are too many, or not there.
fn check_user(user: impl Null, size: usize) -> Outcome {
    if size > USER_BYTES {
        return refuse(
            "userDataSize",
            size,
            "at most 96",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    if size > 0 {
        not_null("userData", user)?;
    }
    Ok(())
}

/// Puts a copy of memory, of the host or the device, into a queue, with up to 96 bytes of the program's own. `rsv` is reserved and must be 0.
///
/// Returns 100000 for null; 107000 for no bytes, more than 96 bytes of the program's own, memory past the end of its allocation, another `rsv`, the number of no
/// live queue, or another limit; 107002 without a current context; 207014 if there is no room; 500001 if the queue was destroyed.
#[entry(acl)]
fn acltdtEnqueueData(
    qid: u32,
    #[length(data_size)] data: ReadableMemory,
    data_size: usize,
    #[length(user_data_size)] user_data: ReadableMemory,
    user_data_size: usize,
    timeout: i32,
    rsv: u32,
) -> Outcome {
    not_null("data", data)?;
    if data_size == 0 {
        return refuse("dataSize", 0, "1 or more", ACL_ERROR_RT_PARAM_INVALID);
    }
    check_user(user_data, user_data_size)?;
    if rsv != 0 {
        return refuse("rsv", rsv, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let limit = wait_limit(timeout)?;
    check_bounds("data", data.addr(), data_size)?;
    let block = Block::new(require_context()?.device(), data_size)?;
    let mut user = [0; USER_BYTES];
    // SAFETY: the block was made with as many bytes.
    let to = unsafe { WritableBytes::at(block.start(), data_size) };
    ops::copy(to, data.bytes());
    user_data.copy_to(&mut user);
    let message = vec![Part {
        block,
        length: data_size,
        user,
    }];
    refused(queue::put("qid", qid, &message, limit)?)
}

/// Takes a message out of a queue into memory of the host or the device: the data of all its buffers, one behind the other, and the first one's bytes of the
/// program's own. Returns how many bytes of data there were.
///
/// Returns 100000 for null; 107000 for less room than the data needs (the message stays), more than 96 bytes of the program's own, memory past the end of its
/// allocation, the number of no live queue, or another limit; 207013 if there is none; 500001 if the queue was destroyed.
#[entry(acl)]
fn acltdtDequeueData(
    qid: u32,
    #[length(data_size)] data: WritableMemory,
    data_size: usize,
    ret_data_size: Later<Out<usize>>,
    #[length(user_data_size)] user_data: WritableMemory,
    user_data_size: usize,
    timeout: i32,
) -> Outcome {
    not_null("data", data)?;
    let target = ret_data_size.get()?;
    check_user(user_data, user_data_size)?;
    let limit = wait_limit(timeout)?;
    check_bounds("data", data.addr(), data_size)?;
    let bytes = |message: &Message| message.iter().map(|part| part.length).sum::<usize>();
    let fits = |message: &Message| match bytes(message) {
        needed if needed > data_size => {
            let allowed = format!("{needed} or more, the bytes of the message");
            Err(Error::value("dataSize", data_size, allowed))
        }
        _ => Ok(()),
    };
    let message = refused(queue::take_if("qid", qid, limit, fits)?)?;
    let mut at = 0;
    for part in &message {
        // SAFETY: the block has as many bytes.
        let from = unsafe { ReadableBytes::at(part.block.start(), part.length) };
        ops::copy(data.part(at, part.length), from);
        at += part.length;
    }
    if let Some(first) = message.first() {
        user_data.write(&first.user);
    }
    target.write(bytes(&message));
    Ok(())
}
