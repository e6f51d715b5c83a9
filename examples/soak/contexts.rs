//! Threads that race through the calls that begin and end devices and contexts.

use std::sync::RwLock;
use std::time::Instant;

use crate::allocations::Growth;
use crate::c::*;
use crate::jobs::{Job, Prepared};
use crate::streams::memory_is_free;
use hostnpu_test_support::Random;

const DEVICES: usize = 2;

/// Held for writing while a device may be reset, for reading while a thread needs all of its work done: a reset drops what has not
/// begun, and frees the memory of contexts that were destroyed.
static RESETS: RwLock<()> = RwLock::new(());

pub fn run(random: &mut Random, threads: usize, end: Instant) {
    let mut growth = Growth::new();
    while Instant::now() < end {
        let seeds: Vec<u64> = (0..threads).map(|_| random.next()).collect();
        std::thread::scope(|scope| {
            for seed in seeds {
                scope.spawn(move || thread(&mut Random::new(seed)));
            }
        });
        for device in 0..DEVICES as i32 {
            // Remains of destroyed contexts go with a reset, which needs a device that is set.
            // SAFETY: no thread uses it any more.
            unsafe {
                ok("aclrtSetDevice", aclrtSetDevice(device));
                ok("aclrtResetDeviceForce", aclrtResetDeviceForce(device));
            };
            memory_is_free(device);
        }
        growth.cycle();
    }
    growth.check();
}

fn thread(random: &mut Random) {
    let mut contexts = Vec::new();
    for _ in 0..60 {
        let device = random.below(DEVICES) as i32;
        // SAFETY: local variables; whatever is passed as a handle is looked up.
        unsafe {
            match random.below(8) {
                0 | 1 => {
                    ok("aclrtSetDevice", aclrtSetDevice(device));
                }
                2 => {
                    let mut context = 0;
                    let status = aclrtCreateContext(&raw mut context, device);
                    contexts.push(created("aclrtCreateContext", status, context));
                }
                3 => {
                    if let Some(context) = contexts.pop() {
                        ok("aclrtDestroyContext", aclrtDestroyContext(context));
                    }
                }
                4 => {
                    if let Some(&context) = contexts.last() {
                        ok("aclrtSetCurrentContext", aclrtSetCurrentContext(context));
                    }
                }
                5 => use_and_reset(random, device),
                6 => {
                    let _order = RESETS.write();
                    let status = if random.below(2) == 0 {
                        aclrtResetDevice(device)
                    } else {
                        aclrtResetDeviceForce(device)
                    };
                    refused("aclrtResetDevice", status, &[0, 507_007]);
                }
                _ => {
                    let mut stream = 0;
                    if fair("aclrtCreateStream", aclrtCreateStream(&raw mut stream)) {
                        created("aclrtCreateStream", 0, stream);
                        fair("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
                        fair("aclrtDestroyStream", aclrtDestroyStream(stream));
                    }
                }
            }
        }
    }
    for context in contexts {
        // SAFETY: a handle of this thread.
        unsafe { ok("aclrtDestroyContext", aclrtDestroyContext(context)) };
    }
}

/// Queues work in a context of its own and then, with the work still queued, resets the device or destroys the context.
fn use_and_reset(random: &mut Random, device: i32) {
    let mut context = 0;
    // SAFETY: local variables; live handles.
    unsafe {
        let order = RESETS.read();
        let status = aclrtCreateContext(&raw mut context, device);
        created("aclrtCreateContext", status, context);
        let jobs: Vec<_> = (0..4)
            .filter_map(|_| Prepared::new(Job::random(random)))
            .collect();
        for job in &jobs {
            ok("an operator", job.submit(0, random.below(6)));
        }
        if random.below(2) == 0 {
            ok("aclrtDestroyContext", aclrtDestroyContext(context));
            ok("aclrtSetDevice", aclrtSetDevice(device));
            for job in &jobs {
                job.check();
            }
            drop(jobs);
            drop(order);
        } else {
            drop(order);
            let _order = RESETS.write();
            // If the device is not set, nothing is reset and the work goes on; destroying the context waits for it.
            let status = aclrtResetDeviceForce(device);
            refused("aclrtResetDeviceForce", status, &[0, 507_007]);
            ok("aclrtDestroyContext", aclrtDestroyContext(context));
            // The memory of a context that was destroyed stays until the next reset.
            drop(jobs);
        }
    }
}
