//! Notifies, and words of memory that streams write and wait for.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out, WritableMemory};
use crate::abi::pointer::{Null, not_null};
use crate::abi::streams::stream_for_work;
use crate::abi::watch::{Bytes, OnBytes, word_in_stream};
use crate::device::{Comparison, Notify, Task, WordWait, bounds, require_context};
use crate::diagnostics::check::{self, Edge};
use crate::diagnostics::hooks;
use hostnpu_aclnn_macros::entry;

pub(super) static NOTIFIES: Table<Arc<Notify>> = Table::new(Object::Notify);

/// Returns a number for a new notify.
pub(super) fn next_number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// A notify by its handle.
pub(super) fn notify(handle: aclrtNotify) -> Outcome<Arc<Notify>> {
    Ok(NOTIFIES.get("notify", handle.addr())?)
}

/// Creates a notify, not set. Flags: ACL_NOTIFY_DEFAULT (0) or ACL_NOTIFY_DEVICE_USE_ONLY (1).
///
/// Returns 100000 for null, 107000 for another flag, 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtCreateNotify(notify: Out<aclrtNotify>, flag: u64) -> Outcome {
    if flag > u64::from(ACL_NOTIFY_DEVICE_USE_ONLY) {
        return refuse(
            "flag",
            format!("{flag:#x}"),
            "ACL_NOTIFY_DEFAULT (0) or ACL_NOTIFY_DEVICE_USE_ONLY (1)",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    require_context()?;
    let handle = NOTIFIES.insert(Notify::new(next_number()))?;
    notify.write(without_provenance_mut(handle));
    Ok(())
}

/// Destroys a notify; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no
/// live notify.
#[entry(acl)]
fn aclrtDestroyNotify(notify: aclrtNotify) -> Outcome {
    NOTIFIES.take("notify", notify.addr())?;
    Ok(())
}

/// Queues the setting of a notify: it releases one wait.
///
/// Returns 100000 for a null notify, 107002 without a current context, 107003 for a stream of another context, 107017 for what
/// is no live notify or stream.
#[entry(acl, needs = device)]
fn aclrtRecordNotify(notify_: aclrtNotify, stream: aclrtStream) -> Outcome {
    let notify = notify(notify_)?;
    Ok(notify.record(&stream_for_work("stream", stream.addr())?)?)
}

/// Queues a wait for a notify, which clears it, for at most `timeout` seconds (0: no limit).
///
/// Returns what `aclrtRecordNotify` does.
#[entry(acl, waits = stream, needs = device)]
fn aclrtWaitAndResetNotify(notify_: aclrtNotify, stream: aclrtStream, timeout: u32) -> Outcome {
    let notify = notify(notify_)?;
    let limit = (timeout > 0).then(|| Duration::from_secs(timeout.into()));
    Ok(notify.stream_wait(&stream_for_work("stream", stream.addr())?, limit)?)
}

/// Returns a notify's number. Returns 100000 for null, 107017 for what is no live notify.
#[entry(acl)]
fn aclrtGetNotifyId(notify_: aclrtNotify, notify_id: Later<Out<u32>>) -> Outcome {
    let notify = notify(notify_)?;
    notify_id.get()?.write(notify.id());
    Ok(())
}

/// Address of a word of device memory: aligned to its eight bytes, and within its allocation.
fn word(pointer: impl Null, address: usize) -> Outcome<usize> {
    not_null("devAddr", pointer)?;
    if !address.is_multiple_of(8) {
        return refuse(
            "devAddr",
            format!("{address:#x}"),
            "a multiple of 8",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let Some(end) = address.checked_add(8) else {
        return refuse(
            "devAddr",
            format!("{address:#x}"),
            "an address of memory",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    };
    bounds("devAddr", address, &(address..end))?;
    Ok(address)
}

/// Queues the writing of a word of eight bytes to device memory. `flag` is reserved and must be 0.
///
/// Returns 100000 for null; 107000 for another flag, or an address that is no multiple of 8; 107002 without a current context;
/// 107003 for a stream of another context.
#[entry(acl)]
fn aclrtValueWrite(
    #[length(8)] dev_addr: WritableMemory,
    value: u64,
    flag: u32,
    stream: aclrtStream,
) -> Outcome {
    let address = word(dev_addr, dev_addr.addr())?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let stream = stream_for_work("stream", stream.addr())?;
    let uses = [Bytes::written("devAddr", address, size_of::<u64>())];
    let work = move || {
        dev_addr.store_word(value);
        Ok(())
    };
    word_in_stream(address, value);
    Ok(stream.submit_named("value write", true, OnBytes { uses, work })?)
}

/// Queues a wait until a word of eight bytes of device memory compares with `value`: by `flag`, (word - value) is, signed, not
/// negative (0), both are equal (1), (word & value) is not 0 (2), ~(word | value) is not 0 (3).
///
/// Returns 100000 for null; 107000 for another flag, or an address that is no multiple of 8; 107002 without a current context;
/// 107003 for a stream of another context.
#[entry(acl, waits = stream, needs = device)]
fn aclrtValueWait(dev_addr: *mut c_void, value: u64, flag: u32, stream: aclrtStream) -> Outcome {
    let address = word(dev_addr, dev_addr.expose_provenance())?;
    let comparison = match flag {
        ACL_STREAM_WAIT_VALUE_GEQ => Comparison::AtLeast,
        ACL_STREAM_WAIT_VALUE_EQ => Comparison::Equal,
        ACL_STREAM_WAIT_VALUE_AND => Comparison::AnyBit,
        ACL_STREAM_WAIT_VALUE_NOR => Comparison::AnyClear,
        _ => return refuse("flag", flag, "0 to 3", ACL_ERROR_RT_PARAM_INVALID),
    };
    let stream = stream_for_work("stream", stream.addr())?;
    Ok(stream.submit_step("value wait", move |stream| {
        if hooks::on() {
            let holds = comparison.function();
            check::ordered(stream.number(), Edge::Await(address, value, holds));
        }
        // SAFETY: an aligned word of device memory, by the contract there until the stream is synchronised.
        let wait = unsafe { WordWait::new(address, value, comparison) };
        stream.submit(Task::wait(Arc::new(wait), None), true)
    })?)
}
