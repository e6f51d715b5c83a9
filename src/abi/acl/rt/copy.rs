//! Copying and setting memory, at once or in a stream.

use std::sync::Arc;

use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{ReadableMemory, WritableMemory, rows};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::abi::watch::{Bytes, OnBytes, copied, used_in_stream, used_now};
use crate::device::{Stream, allocation_at, bounds, check_unsafe, require_context};
use crate::error::{Error, Reason};
use crate::ops::{self};
use hostnpu_aclnn_macros::entry;

/// Bytes that may be moved at once on an idle stream: less work than waking a thread.
const SMALL: usize = 64 << 10;

/// Refuses a kind of copy that the plain calls do not have.
fn check_kind(kind: aclrtMemcpyKind) -> Outcome {
    match kind.raw() {
        0..=5 => Ok(()),
        _ => refuse(
            "kind",
            kind,
            "ACL_MEMCPY_HOST_TO_HOST (0) to ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE (5)",
            ACL_ERROR_INVALID_PARAM,
        ),
    }
}

/// Returns true if a copy of this kind touches a device.
fn needs_context(kind: aclrtMemcpyKind) -> bool {
    kind != aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST
}

/// Refuses bytes past the end of an allocation.
pub(in crate::abi::acl) fn check_bounds(
    arg: &'static str,
    address: usize,
    count: usize,
) -> Outcome {
    let end = address
        .checked_add(count)
        .ok_or_else(|| Error::value("count", count, "what fits the address space"))?;
    Ok(bounds(arg, address, &(address..end))?)
}

pub(super) fn at_most(arg: &'static str, count: usize, most_arg: &str, most: usize) -> Outcome {
    if count <= most {
        return Ok(());
    }
    refuse(
        arg,
        count,
        format!("at most {most} (`{most_arg}`)"),
        ACL_ERROR_RT_PARAM_INVALID,
    )
}

/// Copies memory, and returns when it is done; work in streams is not waited for. The kind says which way, but any memory
/// is fine for any kind. `destMax` is the size of the destination.
///
/// Count 0 succeeds. Returns 100000 for null or an unknown kind; 107000 if `count` is more than `destMax`, or if the copy
/// passes the end of the allocation it starts in; 107002 without a current context, unless it is from host to host.
#[entry(acl, needs = device)]
fn aclrtMemcpy(
    #[length(count)] dst: WritableMemory,
    dest_max: usize,
    #[length(count)] src: ReadableMemory,
    count: usize,
    kind: aclrtMemcpyKind,
) -> Outcome {
    if count == 0 {
        return Ok(());
    }
    check_copy(dst, dest_max, src, count, kind)?;
    check_unsafe()?;
    let (to, from) = (dst.addr(), src.addr());
    used_now(&[
        Bytes::read("src", from, count),
        Bytes::written("dst", to, count),
    ]);
    ops::copy(dst.bytes(), src.bytes());
    Ok(())
}

fn check_copy(
    dst: WritableMemory,
    dest_max: usize,
    src: ReadableMemory,
    count: usize,
    kind: aclrtMemcpyKind,
) -> Outcome {
    not_null("dst", dst)?;
    not_null("src", src)?;
    check_kind(kind)?;
    at_most("count", count, "destMax", dest_max)?;
    if needs_context(kind) {
        require_context()?;
    }
    check_bounds("dst", dst.addr(), count)?;
    check_bounds("src", src.addr(), count)?;
    copied(kind.raw() as u32, dst.addr(), src.addr());
    Ok(())
}

/// Queues work on memory in a stream. Where the program's own pageable memory takes part, the work is waited for: such memory
/// may be gone when the call has returned.
pub(super) fn queue(
    stream: &Arc<Stream>,
    uses: impl AsRef<[Bytes]> + Send + Sync + 'static,
    bytes: usize,
    work: impl Fn() + Send + Sync + 'static,
) -> Outcome {
    queue_run(stream, uses, bytes, move || {
        work();
        Ok(())
    })
}

/// As [`queue`], for work that may find something wrong.
pub(super) fn queue_run(
    stream: &Arc<Stream>,
    uses: impl AsRef<[Bytes]> + Send + Sync + 'static,
    bytes: usize,
    work: impl Fn() -> Result<(), Error> + Send + Sync + 'static,
) -> Outcome {
    used_in_stream(uses.as_ref());
    let is_pageable = |bytes: &Bytes| allocation_at(bytes.start()).is_none();
    if uses.as_ref().iter().any(is_pageable) {
        // A capture that may take it reads and writes the memory when it is replayed.
        check_unsafe().code(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC)?;
        if stream.capture().is_none() {
            return Ok(stream.run_now(OnBytes { uses, work })?);
        }
    }
    Ok(stream.submit_work(bytes <= SMALL, OnBytes { uses, work })?)
}

/// Refuses a copy from host to host, which no stream does.
fn check_async_kind(kind: aclrtMemcpyKind) -> Outcome {
    check_kind(kind)?;
    if kind == aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST {
        return Err(Reason::NotSupported(
            "`kind` is ACL_MEMCPY_HOST_TO_HOST, which no stream copies".into(),
        )
        .into());
    }
    Ok(())
}

/// Queues a copy. With memory that is neither the device's nor of `aclrtMallocHost`, the copy is waited for, as on the card.
///
/// Returns what `aclrtMemcpy` does; 207000 for host to host; 107003 for a stream of another context; 107023 for a stream that
/// was aborted; where it would wait, 107000 in a function that the stream waits for.
#[entry(acl, needs = device)]
fn aclrtMemcpyAsync(
    #[length(count)] dst: WritableMemory,
    dest_max: usize,
    #[length(count)] src: ReadableMemory,
    count: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    copy_async(dst, dest_max, src, count, kind, stream)
}

/// Does what `aclrtMemcpyAsync` documents.
pub(super) fn copy_async(
    dst: WritableMemory,
    dest_max: usize,
    src: ReadableMemory,
    count: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    if count == 0 {
        return Ok(());
    }
    not_null("dst", dst)?;
    not_null("src", src)?;
    check_async_kind(kind)?;
    check_copy(dst, dest_max, src, count, kind)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let (to, from) = (dst.addr(), src.addr());
    let uses = [
        Bytes::read("src", from, count),
        Bytes::written("dst", to, count),
    ];
    let work = move || ops::copy(dst.bytes(), src.bytes());
    queue(&stream, uses, count, work)
}

fn check_set(dev_ptr: WritableMemory, max_count: usize, count: usize) -> Outcome {
    not_null("devPtr", dev_ptr)?;
    at_most("count", count, "maxCount", max_count)?;
    require_context()?;
    check_bounds("devPtr", dev_ptr.addr(), count)
}

/// Sets bytes, and returns when it is done; work in streams is not waited for.
///
/// Count 0 succeeds. Returns 100000 for null; 107000 if `count` is more than `maxCount` or passes the end of the
/// allocation; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemset(
    #[length(count)] dev_ptr: WritableMemory,
    max_count: usize,
    value: i32,
    count: usize,
) -> Outcome {
    if count == 0 {
        return Ok(());
    }
    check_set(dev_ptr, max_count, count)?;
    check_unsafe()?;
    used_now(&[Bytes::written("devPtr", dev_ptr.addr(), count)]);
    ops::fill(dev_ptr.bytes(), value as u8);
    Ok(())
}

/// Queues the setting of bytes. Returns what `aclrtMemset` does; 107003 for a stream of another context.
#[entry(acl, needs = device)]
fn aclrtMemsetAsync(
    #[length(count)] dev_ptr: WritableMemory,
    max_count: usize,
    value: i32,
    count: usize,
    stream: aclrtStream,
) -> Outcome {
    if count == 0 {
        return Ok(());
    }
    check_set(dev_ptr, max_count, count)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let uses = [Bytes::written("devPtr", dev_ptr.addr(), count)];
    let work = move || ops::fill(dev_ptr.bytes(), value as u8);
    queue(&stream, uses, count, work)
}

/// Rows of memory.
#[derive(Clone, Copy)]
struct Rows {
    to: (WritableMemory, usize),
    from: (ReadableMemory, usize),
    width: usize,
    height: usize,
}

impl Rows {
    fn check(self, kind: aclrtMemcpyKind) -> Outcome {
        let Rows {
            to,
            from,
            width,
            height,
        } = self;
        not_null("dst", to.0)?;
        not_null("src", from.0)?;
        check_kind(kind)?;
        for (arg, pitch) in [("dpitch", to.1), ("spitch", from.1)] {
            if width > pitch {
                let allowed = format!("at most {pitch} (`{arg}`)");
                return refuse("width", width, allowed, ACL_ERROR_INVALID_PARAM);
            }
        }
        if needs_context(kind) {
            require_context()?;
        }
        for (arg, address, pitch) in [("dst", to.0.addr(), to.1), ("src", from.0.addr(), from.1)] {
            let span = pitch
                .checked_mul(height - 1)
                .and_then(|rows| rows.checked_add(width));
            check_bounds(arg, address, span.unwrap_or(usize::MAX))?;
        }
        Ok(())
    }

    fn uses(self) -> [Bytes; 2] {
        let (to, from) = (self.to, self.from);
        [
            Bytes::read("src", from.0.addr(), self.width).in_rows(from.1, self.height),
            Bytes::written("dst", to.0.addr(), self.width).in_rows(to.1, self.height),
        ]
    }

    fn copy(self) {
        let (to, to_pitch) = self.to;
        let (from, from_pitch) = self.from;
        ops::copy(
            to.rows(to_pitch, self.width, self.height),
            from.rows(from_pitch, self.width, self.height),
        );
    }
}

/// Copies `height` rows of `width` bytes that are `dpitch` and `spitch` bytes apart, and returns when it is done.
///
/// Width or height 0 succeeds. Returns 100000 for null, an unknown kind, or a width greater than a pitch; 107000 for rows
/// past the end of an allocation; 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtMemcpy2d(
    #[length(rows(dpitch, width, height))] dst: WritableMemory,
    dpitch: usize,
    #[length(rows(spitch, width, height))] src: ReadableMemory,
    spitch: usize,
    width: usize,
    height: usize,
    kind: aclrtMemcpyKind,
) -> Outcome {
    if width == 0 || height == 0 {
        return Ok(());
    }
    let rows = Rows {
        to: (dst, dpitch),
        from: (src, spitch),
        width,
        height,
    };
    rows.check(kind)?;
    check_unsafe()?;
    used_now(&rows.uses());
    rows.copy();
    Ok(())
}

/// Queues what `aclrtMemcpy2d` does. Returns the same; 207000 for host to host; 107003 for a stream of another context.
#[entry(acl, needs = device)]
fn aclrtMemcpy2dAsync(
    #[length(rows(dpitch, width, height))] dst: WritableMemory,
    dpitch: usize,
    #[length(rows(spitch, width, height))] src: ReadableMemory,
    spitch: usize,
    width: usize,
    height: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> Outcome {
    if width == 0 || height == 0 {
        return Ok(());
    }
    let rows = Rows {
        to: (dst, dpitch),
        from: (src, spitch),
        width,
        height,
    };
    rows.check(kind)?;
    check_async_kind(kind)?;
    let stream = stream_for_work("stream", stream.addr())?;
    let bytes = width.saturating_mul(height);
    queue(&stream, rows.uses(), bytes, move || rows.copy())
}
