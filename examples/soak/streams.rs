//! Streams, events, host functions and queues from many threads: created, used, aborted, destroyed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::allocations::Growth;
use crate::c::*;
use crate::floating;
use crate::jobs::{Job, Prepared};
use hostnpu_test_support::Random;

pub fn run(random: &mut Random, threads: usize, end: Instant) {
    let mut growth = Growth::new();
    while Instant::now() < end {
        let seeds: Vec<u64> = (0..threads).map(|_| random.next()).collect();
        std::thread::scope(|scope| {
            for seed in seeds {
                scope.spawn(move || thread(&mut Random::new(seed)));
            }
        });
        growth.cycle();
    }
    growth.check();
    memory_is_free(0);
}

fn thread(random: &mut Random) {
    // SAFETY: device 0 exists.
    unsafe { ok("aclrtSetDevice", aclrtSetDevice(0)) };
    for _ in 0..20 {
        match random.below(10) {
            0..4 => one_stream(random),
            4 => two_streams(random),
            5 => abort(random),
            6 => host_functions(random),
            7 => own_context(random),
            8 => queue(random),
            _ => refusals(random),
        }
    }
    // SAFETY: this thread has set it once.
    unsafe { ok("aclrtResetDevice", aclrtResetDevice(0)) };
}

/// All device memory is free again.
pub fn memory_is_free(device: i32) {
    let (mut free, mut total) = (0, 0);
    // SAFETY: local variables.
    unsafe {
        ok("aclrtSetDevice", aclrtSetDevice(device));
        ok(
            "aclrtGetMemInfo",
            aclrtGetMemInfo(HBM_MEMORY, &raw mut free, &raw mut total),
        );
        ok("aclrtResetDevice", aclrtResetDevice(device));
    }
    if free != total {
        finding(&format!(
            "device {device}: {free} bytes of {total} are free after everything was freed"
        ));
    }
}

/// Waits for all streams of the device. Those that other threads have aborted are reported.
fn synchronize_device() {
    // SAFETY: no arguments.
    let status = unsafe { aclrtSynchronizeDevice() };
    refused("aclrtSynchronizeDevice", status, &[0, 107_023]);
}

fn stream(random: &mut Random) -> usize {
    let mut stream = 0;
    let status = floating::call(random.below(6), || {
        // SAFETY: a local variable.
        unsafe { aclrtCreateStream(&raw mut stream) }
    });
    created("aclrtCreateStream", status, stream)
}

fn event() -> usize {
    let mut event = 0;
    // SAFETY: a local variable.
    let status = unsafe { aclrtCreateEvent(&raw mut event) };
    created("aclrtCreateEvent", status, event)
}

/// Jobs on one stream, waited for in one of several ways.
fn one_stream(random: &mut Random) {
    let stream = if random.below(4) == 0 {
        0
    } else {
        stream(random)
    };
    let count = 1 + random.below(4);
    let jobs: Vec<_> = (0..count)
        .filter_map(|_| Prepared::new(Job::random(random)))
        .collect();
    for job in &jobs {
        ok("an operator", job.submit(stream, random.below(6)));
    }
    let way = random.below(3);
    // SAFETY: live handles; a local variable.
    floating::call(random.below(6), || unsafe {
        match way {
            0 => ok("aclrtSynchronizeStream", aclrtSynchronizeStream(stream)),
            1 => synchronize_device(),
            _ => {
                // ACL_STREAM_STATUS_NOT_READY.
                let mut status = 1;
                while status == 1 {
                    ok(
                        "aclrtStreamQuery",
                        aclrtStreamQuery(stream, &raw mut status),
                    );
                    std::thread::yield_now();
                }
            }
        }
    });
    for job in &jobs {
        job.check();
    }
    if stream != 0 {
        // SAFETY: created above.
        unsafe {
            ok("aclrtDestroyStream", aclrtDestroyStream(stream));
            refused(
                "aclrtDestroyStream of a destroyed stream",
                aclrtDestroyStream(stream),
                &[107_017],
            );
        }
    }
}

/// The second stream waits for an event of the first, and the host for one of the second.
fn two_streams(random: &mut Random) {
    let streams = [stream(random), stream(random)];
    let events = [event(), event()];
    let jobs: Vec<_> = (0..4)
        .filter_map(|_| Prepared::new(Job::random(random)))
        .collect();
    let mut filled = vec![0_u8; 4096];
    let mut device = 0;
    // SAFETY: live handles; memory of its length, alive until the last event.
    unsafe {
        for job in &jobs[..jobs.len() / 2] {
            ok("an operator", job.submit(streams[0], random.below(6)));
        }
        let had = fair(
            "aclrtMalloc",
            aclrtMalloc(&raw mut device, filled.len(), HUGE_FIRST),
        );
        if had {
            ok(
                "aclrtMemsetAsync",
                aclrtMemsetAsync(device, filled.len(), 0x5A, filled.len(), streams[0]),
            );
        }
        ok("aclrtRecordEvent", aclrtRecordEvent(events[0], streams[0]));
        ok(
            "aclrtStreamWaitEvent",
            aclrtStreamWaitEvent(streams[1], events[0]),
        );
        for job in &jobs[jobs.len() / 2..] {
            ok("an operator", job.submit(streams[1], random.below(6)));
        }
        if had {
            let to = filled.as_mut_ptr().addr();
            let status = aclrtMemcpyAsync(
                to,
                filled.len(),
                device,
                filled.len(),
                DEVICE_TO_HOST,
                streams[1],
            );
            ok("aclrtMemcpyAsync", status);
        }
        ok("aclrtRecordEvent", aclrtRecordEvent(events[1], streams[1]));
        ok("aclrtSynchronizeEvent", aclrtSynchronizeEvent(events[1]));
        let mut status = 0;
        ok(
            "aclrtQueryEventStatus",
            aclrtQueryEventStatus(events[0], &raw mut status),
        );
        if status != 1 || (had && filled.iter().any(|&byte| byte != 0x5A)) {
            finding("an event was complete before what it waits for");
        }
        for job in &jobs {
            job.check();
        }
        if had {
            ok("aclrtFree", aclrtFree(device));
        }
        for event in events {
            ok("aclrtDestroyEvent", aclrtDestroyEvent(event));
        }
        for stream in streams {
            ok("aclrtDestroyStream", aclrtDestroyStream(stream));
        }
    }
}

/// A stream that is ended with work queued; its memory is freed at once.
fn abort(random: &mut Random) {
    let stream = stream(random);
    let jobs: Vec<_> = (0..6)
        .filter_map(|_| Prepared::new(Job::random(random)))
        .collect();
    for job in &jobs {
        ok("an operator", job.submit(stream, random.below(6)));
    }
    // SAFETY: a live handle.
    unsafe {
        if random.below(2) == 0 {
            ok("aclrtStreamAbort", aclrtStreamAbort(stream));
        }
        ok("aclrtDestroyStreamForce", aclrtDestroyStreamForce(stream));
    }
    drop(jobs);
}

/// Host functions run in order, and may not wait for their own stream.
fn host_functions(random: &mut Random) {
    static RAN: AtomicUsize = AtomicUsize::new(0);
    extern "C" fn count(counter: usize) {
        // SAFETY: the counter lives until the stream was synchronised.
        unsafe { &*std::ptr::with_exposed_provenance::<AtomicUsize>(counter) }
            .fetch_add(1, Ordering::Relaxed);
        RAN.fetch_add(1, Ordering::Relaxed);
    }
    extern "C" fn wait_for_own_stream(stream: usize) {
        // SAFETY: a live handle.
        let status = unsafe { aclrtSynchronizeStream(stream) };
        if status == 0 {
            finding("a host function could synchronise its own stream");
        }
    }
    let stream = stream(random);
    let counter = AtomicUsize::new(0);
    let times = 1 + random.below(20);
    // SAFETY: a live handle; the counter outlives the synchronisation.
    unsafe {
        for _ in 0..times {
            let status =
                aclrtLaunchHostFunc(stream, count, (&raw const counter).expose_provenance());
            ok("aclrtLaunchHostFunc", status);
        }
        ok(
            "aclrtLaunchHostFunc",
            aclrtLaunchHostFunc(stream, wait_for_own_stream, stream),
        );
        ok("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
        if counter.load(Ordering::Relaxed) != times {
            finding("a stream was synchronised before its host functions had run");
        }
        ok("aclrtDestroyStream", aclrtDestroyStream(stream));
    }
}

/// A context of the thread's own, destroyed with or without its streams.
fn own_context(random: &mut Random) {
    let (mut former, mut context) = (0, 0);
    // SAFETY: local variables; live handles.
    unsafe {
        ok(
            "aclrtGetCurrentContext",
            aclrtGetCurrentContext(&raw mut former),
        );
        let status = aclrtCreateContext(&raw mut context, 0);
        created("aclrtCreateContext", status, context);
        one_stream(random);
        let left = stream(random);
        if let Some(job) = Prepared::new(Job::random(random)) {
            ok("an operator", job.submit(left, random.below(6)));
            // Destroying the context waits for its streams.
            ok("aclrtDestroyContext", aclrtDestroyContext(context));
            ok("aclrtSetCurrentContext", aclrtSetCurrentContext(former));
            job.check();
        } else {
            ok("aclrtDestroyContext", aclrtDestroyContext(context));
            ok("aclrtSetCurrentContext", aclrtSetCurrentContext(former));
        }
        refused(
            "aclrtDestroyContext of a destroyed context",
            aclrtDestroyContext(context),
            &[107_002],
        );
    }
}

/// MLU-OPS on a queue that is destroyed while it computes; `cnrtFree` waits.
fn queue(random: &mut Random) {
    let job = Job::random_mlu(random);
    let memory = job.memory();
    let bytes = size_of_val(&*memory);
    let (mut queue, mut handle, mut descriptor, mut from, mut to) = (0, 0, 0, 0, 0);
    let mut result = vec![0_f32; job.len()];
    let shape = job.len() as i32;
    // SAFETY: local variables; live handles; memory of its length.
    unsafe {
        ok("cnrtSetDevice", cnrtSetDevice(0));
        let status = cnrtQueueCreate(&raw mut queue);
        created("cnrtQueueCreate", status, queue);
        ok("mluOpCreate", mluOpCreate(&raw mut handle));
        ok("mluOpSetQueue", mluOpSetQueue(handle, queue));
        ok(
            "mluOpCreateTensorDescriptor",
            mluOpCreateTensorDescriptor(&raw mut descriptor),
        );
        let status =
            mluOpSetTensorDescriptor(descriptor, LAYOUT_ARRAY, MLUOP_FLOAT, 1, &raw const shape);
        ok("mluOpSetTensorDescriptor", status);
        let had = fair("cnrtMalloc", cnrtMalloc(&raw mut from, bytes))
            && fair("cnrtMalloc", cnrtMalloc(&raw mut to, bytes));
        if had {
            ok(
                "cnrtMemcpy",
                cnrtMemcpy(from, memory.as_ptr().addr(), bytes, 0),
            );
            let status = floating::call(random.below(6), || {
                mluOpLgamma(handle, descriptor, from, descriptor, to)
            });
            ok("mluOpLgamma", status);
            if random.below(2) == 0 {
                // The copy follows the default queue, not this one.
                synchronize_device();
                ok(
                    "cnrtMemcpy",
                    cnrtMemcpy(result.as_mut_ptr().addr(), to, bytes, 2),
                );
                job.check(&result);
            }
        }
        ok("cnrtQueueDestroy", cnrtQueueDestroy(queue));
        for address in [from, to] {
            if address != 0 {
                ok("cnrtFree", cnrtFree(address));
            }
        }
        ok(
            "mluOpDestroyTensorDescriptor",
            mluOpDestroyTensorDescriptor(descriptor),
        );
        ok("mluOpDestroy", mluOpDestroy(handle));
        // Takes back what cnrtSetDevice retained.
        ok("aclrtResetDevice", aclrtResetDevice(0));
    }
}

/// Calls that are refused and change nothing.
fn refusals(random: &mut Random) {
    let stream = stream(random);
    let mut address = 0;
    // SAFETY: local variables; whatever is passed as a handle is looked up.
    unsafe {
        let status = aclrtMalloc(&raw mut address, usize::MAX / 2, HUGE_FIRST);
        refused(
            "aclrtMalloc of half the address space",
            status,
            &[207_001, 107_000],
        );
        if address != 0 {
            finding("a refused aclrtMalloc wrote an address");
        }
        refused(
            "aclrtFree of an invented address",
            aclrtFree(8 + random.below(1 << 12)),
            &[107_000, 100_000],
        );
        refused(
            "aclrtRecordEvent of a stream",
            aclrtRecordEvent(stream, stream),
            &[107_017],
        );
        ok("aclrtDestroyStream", aclrtDestroyStream(stream));
        refused(
            "aclrtStreamAbort of a destroyed stream",
            aclrtStreamAbort(stream),
            &[107_017],
        );
        let shape = [i64::MAX / 3, 4];
        let tensor = aclCreateTensor(
            shape.as_ptr(),
            2,
            FLOAT,
            std::ptr::null(),
            0,
            FORMAT_ND,
            shape.as_ptr(),
            2,
            0,
        );
        if tensor != 0 {
            let (mut size, mut executor) = (0, 0);
            let status = aclnnSinGetWorkspaceSize(tensor, tensor, &raw mut size, &raw mut executor);
            refused(
                "aclnnSinGetWorkspaceSize of an impossible shape",
                status,
                &[161_002, 161_001],
            );
            ok("aclDestroyTensor", aclDestroyTensor(tensor));
        }
    }
}
