//! `cnrt.h`: device and host memory, copies, fills.

use std::ffi::{c_int, c_void};

use super::boundary::{Documented, Status, context, queue, refuse};
use super::handles::cnrtQueue_t;
use super::open_enums::{cnrtMemTransDir_t, cnrtMemType_t, cnrtRet_t, cnrtUvaCacheMode_t};
use super::types::cnrtPointerAttributes_t;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out, ReadableMemory, WritableMemory, rows};
use crate::abi::pointer::not_null;
use crate::abi::watch::{Bytes, OnBytes, used_in_stream, used_now};
use crate::device::{
    Device, Kind, Policy, Stream, Task, allocate, allocation_at, available, bounds, device,
    devices, free,
};
use crate::error::{Error, Reason, Result};
use crate::ops::{self};
use hostnpu_aclnn_macros::entry;

/// Bytes up to which a copy or fill runs at once on an idle queue: less work than waking a thread.
const SMALL: usize = 64 << 10;

fn is_device(kind: Kind) -> bool {
    matches!(kind, Kind::Device(_))
}

/// Waits for all work that was queued so far on the device of memory of a kind, destroyed queues among it, and on all
/// devices for memory of the host: the memory may be freed then. Errors stay with their queues.
fn wait_for_users(kind: Kind) -> Result<()> {
    let own = |device: &Device| kind == Kind::Host || kind == Kind::Device(device.id());
    let mut devices = devices().iter().filter(|device| own(device));
    devices.try_for_each(|device| device.drain())
}

/// Frees memory of a kind that `accept` takes, after the work that may use it.
fn free_after_work(ptr: *mut c_void, accept: impl Fn(Kind) -> bool) -> Outcome {
    if ptr.is_null() {
        return Ok(());
    }
    if let Some(found) = allocation_at(ptr.addr()) {
        wait_for_users(found.kind)?;
    }
    free("ptr", ptr.addr(), accept).documented(Status::cnrtErrorCndrvFuncCall)
}

fn new_memory(target: Later<Out<*mut c_void>>, bytes: usize, on_device: bool) -> Outcome {
    let target = target.get()?;
    let context = context()?;
    let owner = on_device.then(|| context.as_ref());
    let address = if bytes == 0 {
        0
    } else {
        allocate(owner, bytes, Policy::Huge)?
    };
    target.write(address as *mut c_void);
    Ok(())
}

/// Allocates device memory. Without a size there is nothing to allocate: the address is null.
#[entry(cnrt, needs = device)]
fn cnrtMalloc(p_ptr: Later<Out<*mut c_void>>, bytes: usize) -> Outcome {
    new_memory(p_ptr, bytes, true)
}

/// Allocates device memory for constants: memory as any other here.
#[entry(cnrt, needs = device)]
fn cnrtMallocConstant(p_ptr: Later<Out<*mut c_void>>, bytes: usize) -> Outcome {
    new_memory(p_ptr, bytes, true)
}

/// Frees device memory, after the work that is queued. Null is fine.
#[entry(cnrt)]
fn cnrtFree(ptr: *mut c_void) -> Outcome {
    free_after_work(ptr, is_device)
}

/// Allocates host memory that a queue may copy from and to.
#[entry(cnrt, needs = device)]
fn cnrtHostMalloc(p_ptr: Later<Out<*mut c_void>>, bytes: usize) -> Outcome {
    new_memory(p_ptr, bytes, false)
}

/// Frees memory of cnrtHostMalloc, after the work that is queued. Null is fine.
#[entry(cnrt)]
fn cnrtFreeHost(ptr: *mut c_void) -> Outcome {
    free_after_work(ptr, |kind| kind == Kind::Host)
}

/// A rectangle of bytes to copy; a plain copy is one row.
#[derive(Clone, Copy)]
struct Copy2D {
    target: (WritableMemory, usize),
    source: (ReadableMemory, usize),
    width: usize,
    height: usize,
}

impl Copy2D {
    fn row(target: WritableMemory, source: ReadableMemory, bytes: usize) -> Self {
        Self {
            target: (target, bytes),
            source: (source, bytes),
            width: bytes,
            height: 1,
        }
    }

    /// Refuses addresses that are null or leave their allocations.
    fn check(&self) -> Outcome {
        if self.width == 0 {
            return Ok(());
        }
        let (to, from) = (self.target, self.source);
        for (arg, start, pitch) in [("dst", to.0.addr(), to.1), ("src", from.0.addr(), from.1)] {
            if start == 0 {
                return Err(Reason::Null { arg }.into());
            }
            let end = pitch
                .checked_mul(self.height - 1)
                .and_then(|before| before.checked_add(self.width))
                .and_then(|length| start.checked_add(length));
            let Some(end) = end else {
                let got = format!("{} rows, {pitch} bytes apart", self.height);
                return refuse(
                    arg,
                    got,
                    "what fits the address space",
                    Status::cnrtErrorArgsInvalid,
                );
            };
            bounds(arg, start, &(start..end))?;
        }
        Ok(())
    }

    fn uses(&self) -> [Bytes; 2] {
        let (to, from) = (self.target, self.source);
        [
            Bytes::read("src", from.0.addr(), self.width).in_rows(from.1, self.height),
            Bytes::written("dst", to.0.addr(), self.width).in_rows(to.1, self.height),
        ]
    }

    fn run(self) {
        let (to, to_pitch) = self.target;
        let (from, from_pitch) = self.source;
        ops::copy(
            to.rows(to_pitch, self.width, self.height),
            from.rows(from_pitch, self.width, self.height),
        );
    }

    /// Copies now, after the work of the default queue.
    fn now(self, dir: cnrtMemTransDir_t) -> Outcome {
        direction(dir)?;
        self.check()?;
        let default = context()?.default_stream().clone();
        default.drain_all()?;
        used_now(&self.uses());
        self.run();
        Ok(())
    }

    /// Queues the copy.
    fn later(self, queue_handle: cnrtQueue_t, dir: cnrtMemTransDir_t) -> Outcome {
        direction(dir)?;
        self.check()?;
        let stream = queue("queue", queue_handle)?;
        let work = move || {
            self.run();
            Ok(())
        };
        used_in_stream(&self.uses());
        let small = self.width.saturating_mul(self.height) <= SMALL;
        let uses = self.uses();
        Ok(stream.submit(Task::work(OnBytes { uses, work }), small)?)
    }
}

fn direction(dir: cnrtMemTransDir_t) -> Outcome {
    if dir.is_named() {
        return Ok(());
    }
    refuse(
        "dir",
        dir.raw(),
        "a cnrtMemTransDir_t, 0 to 5",
        Status::cnrtErrorMemcpyDirectionInvalid,
    )
}

/// Copies bytes, and returns when they are copied.
#[entry(cnrt, needs = device)]
fn cnrtMemcpy(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)]
    #[not_const]
    src: ReadableMemory,
    bytes: usize,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).now(dir)
}

/// Queues a copy.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)]
    #[not_const]
    src: ReadableMemory,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// Queues a copy, as cnrtMemcpyAsync.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync_V2(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)]
    #[not_const]
    src: ReadableMemory,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// Queues a copy, as cnrtMemcpyAsync.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync_V3(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)]
    #[not_const]
    src: ReadableMemory,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// The rectangle of a two-dimensional copy; no number may be 0, no pitch less than the width.
fn rectangle(
    (dst, dpitch): (WritableMemory, usize),
    (src, spitch): (ReadableMemory, usize),
    width: usize,
    height: usize,
) -> Outcome<Copy2D> {
    not_null("dst", dst)?;
    not_null("src", src)?;
    for (arg, value, least) in [
        ("width", width, 1),
        ("height", height, 1),
        ("dpitch", dpitch, width),
        ("spitch", spitch, width),
    ] {
        if value < least {
            return refuse(
                arg,
                value,
                format!("{least} or more"),
                Status::cnrtErrorArgsInvalid,
            );
        }
    }
    Ok(Copy2D {
        target: (dst, dpitch),
        source: (src, spitch),
        width,
        height,
    })
}

/// Copies rows of bytes, and returns when they are copied.
#[entry(cnrt, needs = device)]
fn cnrtMemcpy2D(
    #[length(rows(dpitch, width, height))] dst: WritableMemory,
    dpitch: usize,
    #[length(rows(spitch, width, height))] src: ReadableMemory,
    spitch: usize,
    width: usize,
    height: usize,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    rectangle((dst, dpitch), (src, spitch), width, height)?.now(dir)
}

/// Queues a copy of rows of bytes.
#[entry(cnrt, needs = device)]
fn cnrtMemcpy2DAsync(
    #[length(rows(dpitch, width, height))] dst: WritableMemory,
    dpitch: usize,
    #[length(rows(spitch, width, height))] src: ReadableMemory,
    spitch: usize,
    width: usize,
    height: usize,
    dir: cnrtMemTransDir_t,
    queue: cnrtQueue_t,
) -> Outcome {
    rectangle((dst, dpitch), (src, spitch), width, height)?.later(queue, dir)
}

/// Copies bytes from one device to another, and returns when they are copied.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyPeer(
    #[length(bytes)] dst: WritableMemory,
    dst_device: c_int,
    #[length(bytes)]
    #[not_const]
    src: ReadableMemory,
    src_device: c_int,
    bytes: usize,
) -> Outcome {
    device("dstDevice", dst_device)?;
    device("srcDevice", src_device)?;
    Copy2D::row(dst, src, bytes).now(cnrtMemTransDir_t::cnrtMemcpyPeerToPeer)
}

fn fill(
    stream: &std::sync::Arc<Stream>,
    ptr: WritableMemory,
    value: c_int,
    bytes: usize,
) -> Outcome {
    if bytes == 0 {
        return Ok(());
    }
    not_null("ptr", ptr)?;
    let start = ptr.addr();
    let end = start
        .checked_add(bytes)
        .ok_or_else(|| Error::value("bytes", bytes, "what fits the address space"))?;
    bounds("ptr", start, &(start..end))?;
    let work = move || {
        // The value is a byte.
        ops::fill(ptr.bytes(), value as u8);
        Ok(())
    };
    used_in_stream(&[Bytes::written("ptr", start, bytes)]);
    let uses = [Bytes::written("ptr", start, bytes)];
    let task = Task::work(OnBytes { uses, work });
    Ok(stream.submit(task, bytes <= SMALL)?)
}

/// Sets bytes to the lowest byte of value, and returns when they are set.
#[entry(cnrt, needs = device)]
fn cnrtMemset(#[length(bytes)] ptr: WritableMemory, value: c_int, bytes: usize) -> Outcome {
    let default = context()?.default_stream().clone();
    default.check_wait()?;
    fill(&default, ptr, value, bytes)?;
    Ok(default.drain_all()?)
}

/// Queues the setting of bytes to the lowest byte of value.
#[entry(cnrt, needs = device)]
fn cnrtMemsetAsync(
    #[length(bytes)] ptr: WritableMemory,
    value: c_int,
    bytes: usize,
    queue: cnrtQueue_t,
) -> Outcome {
    fill(&super::boundary::queue("queue", queue)?, ptr, value, bytes)
}

/// Writes the bytes of the thread's device that are free, and all that it has.
#[entry(cnrt)]
fn cnrtMemGetInfo(free: Out<usize>, total: Out<usize>) -> Outcome {
    let context = context()?;
    free.write(available(context.device()));
    total.write(context.device().memory_size());
    Ok(())
}

/// Writes whose memory an address is.
#[entry(cnrt)]
fn cnrtPointerGetAttributes(attr: Out<cnrtPointerAttributes_t>, ptr: *const c_void) -> Outcome {
    let null = std::ptr::null_mut();
    let address = ptr.cast_mut();
    let mut found = cnrtPointerAttributes_t {
        r#type: cnrtMemType_t::cnrtMemTypeUnregistered,
        device: -1,
        size: 0,
        devicePointer: null,
        hostPointer: address,
        cacheMode: cnrtUvaCacheMode_t::cnrtUvaUnknown,
        deviceBasePointer: null,
    };
    if let Some(allocation) = allocation_at(ptr.addr()) {
        found.size = allocation.size;
        found.devicePointer = address;
        found.deviceBasePointer = allocation.start as *mut c_void;
        if let Kind::Device(device) = allocation.kind {
            found.r#type = cnrtMemType_t::cnrtMemTypeDevice;
            found.device = device;
            found.hostPointer = null;
        } else {
            found.r#type = cnrtMemType_t::cnrtMemTypeHost;
        }
    }
    attr.write(found);
    Ok(())
}

/// Allocates device memory for the use of a queue.
#[entry(cnrt)]
fn cnrtMemAllocAsync(
    p_ptr: Later<Out<*mut c_void>>,
    byte_size: usize,
    queue: cnrtQueue_t,
) -> Outcome {
    super::boundary::queue("queue", queue)?;
    new_memory(p_ptr, byte_size, true)
}

/// Frees device memory when the queue gets there. Null is fine.
#[entry(cnrt)]
fn cnrtMemFreeAsync(mlu_addr: *mut c_void, queue: cnrtQueue_t) -> Outcome {
    let stream = super::boundary::queue("queue", queue)?;
    let start = mlu_addr.addr();
    if start == 0 {
        return Ok(());
    }
    if !allocation_at(start).is_some_and(|found| found.start == start && is_device(found.kind)) {
        let got = format!("{start:#x}");
        let allowed = "the start of live device memory";
        return refuse("mluAddr", got, allowed, Status::cnrtErrorCndrvFuncCall);
    }
    Ok(stream.submit(
        Task::compute(move || free("mluAddr", start, is_device)),
        true,
    )?)
}
