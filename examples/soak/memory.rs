//! Memory that cannot be had: on the device (`HOSTNPU_DEVICE_MEMORY`, which the parent sets) and on the host (`RLIMIT_AS`).

use std::sync::Mutex;
use std::time::Instant;

use crate::allocations::Growth;
use crate::c::*;
use crate::jobs::{Job, Prepared};
use crate::streams::memory_is_free;
use hostnpu_test_support::Random;

/// The parent's value of `HOSTNPU_DEVICE_MEMORY`.
pub const DEVICE_MEMORY: &str = "8M";

/// Address space that is left after the warm-up.
const LEFT: u64 = 768 << 20;

/// Held by the one thread that tries large amounts of host memory: small allocations of the others then still succeed.
static LARGE: Mutex<()> = Mutex::new(());

pub fn run(random: &mut Random, threads: usize, end: Instant) {
    share_arenas();
    // Helpers and tables exist before memory gets short.
    operators(random);
    limit_address_space();
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

/// Has all threads share two arenas of the C library: each reserves 64 MiB of addresses, a dozen of them all that the limit leaves.
fn share_arenas() {
    // SAFETY: a parameter of the allocator; the program has one thread.
    if unsafe { libc::mallopt(libc::M_ARENA_MAX, 2) } != 1 {
        finding("the number of arenas could not be limited");
    }
}

fn limit_address_space() {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text
        .split(' ')
        .next()
        .and_then(|pages| pages.parse().ok())
        .unwrap_or(0);
    let limit = libc::rlimit {
        rlim_cur: pages * 4096 + LEFT,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: a structure of its own.
    if pages == 0 || unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) } != 0 {
        finding("the address space could not be limited");
    }
}

fn thread(random: &mut Random) {
    // SAFETY: device 0 exists; local variables; live handles.
    unsafe {
        ok("aclrtSetDevice", aclrtSetDevice(0));
        for _ in 0..20 {
            match random.below(4) {
                0 => {
                    let mut address = 0;
                    let size = random.below(16 << 20) + 1;
                    let status = aclrtMalloc(&raw mut address, size, HUGE_FIRST);
                    refused("aclrtMalloc", status, &[0, 207_001]);
                    if status == 0 {
                        ok("aclrtFree", aclrtFree(address));
                    }
                }
                1 => {
                    let _alone = LARGE.lock();
                    let mut address = 0;
                    let status = aclrtMallocHost(&raw mut address, 2 << 30);
                    refused(
                        "aclrtMallocHost of more than the address space",
                        status,
                        &[207_001, 207_000, 107_000],
                    );
                    let status = aclrtMallocHost(&raw mut address, 1 << 20);
                    refused("aclrtMallocHost", status, &[0, 207_001]);
                    if status == 0 {
                        ok("aclrtFreeHost", aclrtFreeHost(address));
                    }
                }
                2 => shared_elements(random),
                _ => operators(random),
            }
        }
        ok("aclrtResetDevice", aclrtResetDevice(0));
    }
}

fn operators(random: &mut Random) {
    // SAFETY: device 0 exists; the default stream.
    unsafe {
        ok("aclrtSetDevice", aclrtSetDevice(0));
        let jobs: Vec<_> = (0..3)
            .filter_map(|_| Prepared::new(Job::random(random)))
            .collect();
        for job in &jobs {
            ok("an operator", job.submit(0, random.below(6)));
        }
        ok("aclrtSynchronizeStream", aclrtSynchronizeStream(0));
        for job in &jobs {
            job.check();
        }
        drop(jobs);
        ok("aclrtResetDevice", aclrtResetDevice(0));
    }
}

/// A shape of 2^30 elements on a few bytes: read first as documented, it needs more memory than there is.
fn shared_elements(random: &mut Random) {
    let _alone = LARGE.lock();
    let side = 1_i64 << 15;
    let (shape, strides) = ([side, side], random.one_of(&[[1_i64, 1], [0, 0], [0, 1]]));
    let storage = 2 * side;
    let mut address = 0;
    // SAFETY: local variables; live handles.
    unsafe {
        if !fair(
            "aclrtMalloc",
            aclrtMalloc(&raw mut address, storage as usize * 4 + 64, HUGE_FIRST),
        ) {
            return;
        }
        let view = |data| {
            aclCreateTensor(
                shape.as_ptr(),
                2,
                FLOAT,
                strides.as_ptr(),
                0,
                FORMAT_ND,
                &raw const storage,
                1,
                data,
            )
        };
        let tensors = [view(address), view(address + 4)];
        if tensors.contains(&0) {
            finding("aclCreateTensor of a view whose elements share memory gave null");
        }
        let (mut size, mut executor) = (0, 0);
        let status =
            aclnnSinGetWorkspaceSize(tensors[0], tensors[1], &raw mut size, &raw mut executor);
        refused("an output whose elements share memory", status, &[161_002]);
        for tensor in tensors {
            ok("aclDestroyTensor", aclDestroyTensor(tensor));
        }
        ok("aclrtFree", aclrtFree(address));
    }
}
