//! `cnrt.h`: device and host memory, copies, fills.

use std::ffi::{c_int, c_void};

use super::boundary::{Documented, Status, context, queue, refuse};
use super::handles::cnrtQueue_t;
use super::open_enums::{cnrtMemTransDir_t, cnrtMemType_t, cnrtRet_t, cnrtUvaCacheMode_t};
use super::types::cnrtPointerAttributes_t;
use crate::abi::failure::Outcome;
use crate::abi::parameter::Out;
use crate::abi::pointer::{not_null, out};
use crate::abi::watch::{Bytes, OnBytes, used_in_stream, used_now};
use crate::device::{
    Device, Kind, Policy, Stream, Task, allocate, allocation_at, available, bounds, device,
    devices, free,
};
use crate::error::{Error, Reason, Result};
use crate::ops::{self, ReadableBytes, WritableBytes};
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

fn new_memory(
    arg: &'static str,
    target: *mut *mut c_void,
    bytes: usize,
    on_device: bool,
) -> Outcome {
    // SAFETY: an out pointer, by the contract of `crate::abi`.
    let target = unsafe { out(arg, target)? };
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
fn cnrtMalloc(p_ptr: *mut *mut c_void, bytes: usize) -> Outcome {
    new_memory("pPtr", p_ptr, bytes, true)
}

/// Allocates device memory for constants: memory as any other here.
#[entry(cnrt, needs = device)]
fn cnrtMallocConstant(p_ptr: *mut *mut c_void, bytes: usize) -> Outcome {
    new_memory("pPtr", p_ptr, bytes, true)
}

/// Frees device memory, after the work that is queued. Null is fine.
#[entry(cnrt)]
fn cnrtFree(ptr: *mut c_void) -> Outcome {
    free_after_work(ptr, is_device)
}

/// Allocates host memory that a queue may copy from and to.
#[entry(cnrt, needs = device)]
fn cnrtHostMalloc(p_ptr: *mut *mut c_void, bytes: usize) -> Outcome {
    new_memory("pPtr", p_ptr, bytes, false)
}

/// Frees memory of cnrtHostMalloc, after the work that is queued. Null is fine.
#[entry(cnrt)]
fn cnrtFreeHost(ptr: *mut c_void) -> Outcome {
    free_after_work(ptr, |kind| kind == Kind::Host)
}

/// A rectangle of bytes to copy; a plain copy is one row.
#[derive(Clone, Copy)]
struct Copy2D {
    target: (usize, usize),
    source: (usize, usize),
    width: usize,
    height: usize,
}

impl Copy2D {
    fn row(target: *mut c_void, source: *const c_void, bytes: usize) -> Self {
        Self {
            target: (target.addr(), bytes),
            source: (source.addr(), bytes),
            width: bytes,
            height: 1,
        }
    }

    /// Refuses addresses that are null or leave their allocations.
    fn check(&self) -> Outcome {
        if self.width == 0 {
            return Ok(());
        }
        for (arg, (start, pitch)) in [("dst", self.target), ("src", self.source)] {
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
            Bytes::read("src", from.0, self.width).in_rows(from.1, self.height),
            Bytes::written("dst", to.0, self.width).in_rows(to.1, self.height),
        ]
    }

    /// # Safety
    /// The bytes may be read and written, by no other thread meanwhile.
    unsafe fn run(self) {
        // SAFETY: the caller's promise.
        let (to, from) = unsafe {
            let to = WritableBytes::rows(self.target.0, self.target.1, self.width, self.height);
            let from = ReadableBytes::rows(self.source.0, self.source.1, self.width, self.height);
            (to, from)
        };
        ops::copy(to, from);
    }

    /// Copies now, after the work of the default queue.
    fn now(self, dir: cnrtMemTransDir_t) -> Outcome {
        direction(dir)?;
        self.check()?;
        let default = context()?.default_stream().clone();
        default.drain_all()?;
        used_now(&self.uses());
        // SAFETY: the contract of `crate::abi`: data pointers.
        unsafe { self.run() };
        Ok(())
    }

    /// Queues the copy.
    fn later(self, queue_handle: cnrtQueue_t, dir: cnrtMemTransDir_t) -> Outcome {
        direction(dir)?;
        self.check()?;
        let stream = queue("queue", queue_handle)?;
        let work = move || {
            // SAFETY: the contract of `crate::abi`: data pointers, until the queue is synchronised.
            unsafe { self.run() };
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
fn cnrtMemcpy(dst: *mut c_void, src: *mut c_void, bytes: usize, dir: cnrtMemTransDir_t) -> Outcome {
    Copy2D::row(dst, src, bytes).now(dir)
}

/// Queues a copy.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync(
    dst: *mut c_void,
    src: *mut c_void,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// Queues a copy, as cnrtMemcpyAsync.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync_V2(
    dst: *mut c_void,
    src: *mut c_void,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// Queues a copy, as cnrtMemcpyAsync.
#[entry(cnrt, needs = device)]
fn cnrtMemcpyAsync_V3(
    dst: *mut c_void,
    src: *mut c_void,
    bytes: usize,
    queue: cnrtQueue_t,
    dir: cnrtMemTransDir_t,
) -> Outcome {
    Copy2D::row(dst, src, bytes).later(queue, dir)
}

/// The rectangle of a two-dimensional copy; no number may be 0, no pitch less than the width.
fn rectangle(
    (dst, dpitch): (*mut c_void, usize),
    (src, spitch): (*const c_void, usize),
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
        target: (dst.addr(), dpitch),
        source: (src.addr(), spitch),
        width,
        height,
    })
}

/// Copies rows of bytes, and returns when they are copied.
#[entry(cnrt, needs = device)]
fn cnrtMemcpy2D(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
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
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
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
    dst: *mut c_void,
    dst_device: c_int,
    src: *mut c_void,
    src_device: c_int,
    bytes: usize,
) -> Outcome {
    device("dstDevice", dst_device)?;
    device("srcDevice", src_device)?;
    Copy2D::row(dst, src, bytes).now(cnrtMemTransDir_t::cnrtMemcpyPeerToPeer)
}

fn fill(stream: &std::sync::Arc<Stream>, ptr: *mut c_void, value: c_int, bytes: usize) -> Outcome {
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
        // SAFETY: the contract of `crate::abi`: data pointers, until the queue is synchronised. The value is a byte.
        let target = unsafe { WritableBytes::at(start, bytes) };
        ops::fill(target, value as u8);
        Ok(())
    };
    used_in_stream(&[Bytes::written("ptr", start, bytes)]);
    let uses = [Bytes::written("ptr", start, bytes)];
    let task = Task::work(OnBytes { uses, work });
    Ok(stream.submit(task, bytes <= SMALL)?)
}

/// Sets bytes to the lowest byte of value, and returns when they are set.
#[entry(cnrt, needs = device)]
fn cnrtMemset(ptr: *mut c_void, value: c_int, bytes: usize) -> Outcome {
    let default = context()?.default_stream().clone();
    default.check_wait()?;
    fill(&default, ptr, value, bytes)?;
    Ok(default.drain_all()?)
}

/// Queues the setting of bytes to the lowest byte of value.
#[entry(cnrt, needs = device)]
fn cnrtMemsetAsync(ptr: *mut c_void, value: c_int, bytes: usize, queue: cnrtQueue_t) -> Outcome {
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
fn cnrtMemAllocAsync(p_ptr: *mut *mut c_void, byte_size: usize, queue: cnrtQueue_t) -> Outcome {
    super::boundary::queue("queue", queue)?;
    new_memory("pPtr", p_ptr, byte_size, true)
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
