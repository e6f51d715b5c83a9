//! Copies whose addresses are in device memory when they run: in a description, or in a word for each side.

use std::ffi::c_void;
use std::ptr::with_exposed_provenance;

use super::copy::{at_most, check_bounds, copy_async, queue_run};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::{Null, not_null};
use crate::abi::streams::stream_for_work;
use crate::abi::watch::Bytes;
use crate::device::{bounds, check_live, frees, require_context};
use crate::diagnostics::{check, hooks};
use crate::error::{Error, Reason, Result};
use crate::ops::{self, ReadableBytes, WritableBytes};
use hostnpu_aclnn_macros::entry;

/// Queues a copy, as `aclrtMemcpyAsync` does, and returns the same.
#[entry(acl, needs = device)]
fn aclrtMemcpyAsyncWithCondition(
    #[length(count)] dst: WritableMemory,
    dest_max: usize,
    #[length(count)] src: ReadableMemory,
    count: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    copy_async(dst, dest_max, src, count, kind, stream)
}

/// Refuses a kind of copy other than within a device.
fn check_kind(kind: aclrtMemcpyKind) -> Outcome {
    if kind == aclrtMemcpyKind::ACL_MEMCPY_INNER_DEVICE_TO_DEVICE {
        return Ok(());
    }
    let allowed = "ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6)";
    refuse("kind", kind, allowed, ACL_ERROR_RT_PARAM_INVALID)
}

/// The words of a description of a copy: [`MARK`], the two addresses, the size, and four that are reserved.
type Description = [u64; 8];

/// First word of each description.
const MARK: u64 = 0x6870_6e75_6370_7931;

/// A description's address.
fn description(desc: impl Null, address: usize) -> Outcome<usize> {
    not_null("desc", desc)?;
    if !address.is_multiple_of(8) {
        let got = format!("{address:#x}");
        return refuse("desc", got, "a multiple of 8", ACL_ERROR_RT_PARAM_INVALID);
    }
    check_bounds("desc", address, size_of::<Description>())?;
    Ok(address)
}

/// Copies between addresses that are known by now. They may have been freed since the copy was submitted, when [`frees`] returned `since`.
///
/// # Safety
/// Memory outside the library's allocations is taken to have the bytes.
unsafe fn copy(to: usize, from: usize, count: usize, since: u64) -> Result<()> {
    for (arg, address) in [("dst", to), ("src", from)] {
        if address == 0 {
            return Err(Reason::Null { arg }.into());
        }
        check_live(arg, address, since)?;
        bounds(arg, address, &(address..address.saturating_add(count)))?;
    }
    // SAFETY: the bytes were looked at just now, or are the caller's.
    let (to, from) = unsafe { (WritableBytes::at(to, count), ReadableBytes::at(from, count)) };
    ops::copy(to, from);
    Ok(())
}

/// Returns the bytes of a description of a copy. Returns 100000 for null, 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE.
#[entry(acl, needs = device)]
fn aclrtGetMemcpyDescSize(kind: aclrtMemcpyKind, desc_size: Out<usize>) -> Outcome {
    check_kind(kind)?;
    desc_size.write(size_of::<Description>());
    Ok(())
}

/// Writes a description of a copy to device memory, at once. `config` is reserved and must be null.
///
/// Returns 100000 for null or count 0; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, a `config`, a description that is not aligned to 8 or
/// leaves its allocation, or memory past the end of its own; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtSetMemcpyDesc(
    #[length(size_of::<Description>())] desc: WritableMemory,
    kind: aclrtMemcpyKind,
    src_addr: *mut c_void,
    dst_addr: *mut c_void,
    count: usize,
    config: *mut c_void,
) -> Outcome {
    description(desc, desc.addr())?;
    not_null("srcAddr", src_addr)?;
    not_null("dstAddr", dst_addr)?;
    if count == 0 {
        return refuse("count", 0, "1 or more", ACL_ERROR_INVALID_PARAM);
    }
    check_kind(kind)?;
    if !config.is_null() {
        return refuse("config", "not null", "null", ACL_ERROR_RT_PARAM_INVALID);
    }
    require_context()?;
    check_bounds("srcAddr", src_addr.addr(), count)?;
    check_bounds("dstAddr", dst_addr.addr(), count)?;
    let (from, to) = (src_addr.expose_provenance(), dst_addr.expose_provenance());
    desc.write_words::<8>([MARK, from as u64, to as u64, count as u64, 0, 0, 0, 0]);
    Ok(())
}

/// Queues the copy that a description in device memory says when it runs.
///
/// Returns 100000 for null; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, or a description that is not aligned to 8 or leaves its
/// allocation; 107002 without a current context; 107003 for a stream of another context. Memory that is no description by then, or a copy past the end of an
/// allocation, is an error of the stream.
#[entry(acl, needs = device)]
fn aclrtMemcpyAsyncWithDesc(
    #[length(size_of::<Description>())]
    #[not_const]
    desc: ReadableMemory,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    let address = description(desc, desc.addr())?;
    not_null("stream", stream)?;
    check_kind(kind)?;
    let stream = stream_for_work("stream", stream.addr())?;
    if hooks::on() {
        check::give_up(check::RACE | check::INIT, "a copy by a description");
    }
    let uses = [Bytes::read("desc", address, size_of::<Description>())];
    let since = frees();
    queue_run(&stream, uses, usize::MAX, move || {
        let [mark, from, to, count, ..] = desc.words::<8>();
        if mark != MARK {
            let got = format!("memory at {address:#x} that holds no description");
            return Err(Error::value("desc", got, "what aclrtSetMemcpyDesc wrote"));
        }
        // SAFETY: the contract: what the description names has the bytes.
        unsafe { copy(to as usize, from as usize, count as usize, since) }
    })
}

/// Queues a copy from the address that the word `src` points to holds when it runs, `srcDataOffset` bytes further on, to that of the word `dst` points to,
/// `dstDataOffset` bytes further on.
///
/// Count 0 succeeds. Returns 100000 for null; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, a `count` of more than `destMax`, or words that
/// are not aligned to 8 or leave their allocations; 107002 without a current context; 107003 for a stream of another context. A copy past the end of an
/// allocation is an error of the stream.
#[entry(acl, needs = device)]
fn aclrtMemcpyAsyncWithOffset(
    dst: *mut *mut c_void,
    dest_max: usize,
    dst_data_offset: usize,
    src: *mut *const c_void,
    count: usize,
    src_data_offset: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    not_null("dst", dst)?;
    not_null("src", src)?;
    check_kind(kind)?;
    at_most("count", count, "destMax", dest_max)?;
    let words = [
        ("dst", dst.expose_provenance()),
        ("src", src.expose_provenance()),
    ];
    for (arg, address) in words {
        if !address.is_multiple_of(8) {
            let got = format!("{address:#x}");
            return refuse(arg, got, "a multiple of 8", ACL_ERROR_RT_PARAM_INVALID);
        }
        check_bounds(arg, address, 8)?;
    }
    let stream = stream_for_work("stream", stream.addr())?;
    if count == 0 {
        return Ok(());
    }
    let [to, from] = words.map(|(_, address)| address);
    if hooks::on() {
        check::give_up(check::RACE | check::INIT, "a copy by addresses in memory");
    }
    let uses = [Bytes::read("dst", to, 8), Bytes::read("src", from, 8)];
    let since = frees();
    queue_run(&stream, uses, count, move || {
        // SAFETY: aligned words in memory, by the contract there until the stream is synchronised.
        let base = |word| unsafe { with_exposed_provenance::<usize>(word).read_volatile() };
        let at = |arg, word, offset: usize| match base(word) {
            0 => Err(Error::from(Reason::Null { arg })),
            base => Ok(base.saturating_add(offset)),
        };
        let (to, from) = (
            at("dst", to, dst_data_offset)?,
            at("src", from, src_data_offset)?,
        );
        // SAFETY: the contract: what the words name has the bytes.
        unsafe { copy(to, from, count, since) }
    })
}
