//! Children of `fork()`: they may use the library, or are refused; they never hang, and the parent goes on.

use std::time::Instant;

use crate::c::*;
use crate::jobs::{Job, Prepared};
use hostnpu_test_support::Random;

/// Seconds after which a child that hangs is ended by SIGALRM: many, for the machine may be busy.
const PATIENCE: u32 = 60;

pub fn run(random: &mut Random, threads: usize, end: Instant) {
    // SAFETY: device 0 exists; local variables and live handles.
    unsafe {
        ok("aclrtSetDevice", aclrtSetDevice(0));
        while Instant::now() < end {
            let mut stream = 0;
            let status = aclrtCreateStream(&raw mut stream);
            created("aclrtCreateStream", status, stream);
            let seeds: Vec<u64> = (0..threads).map(|_| random.next()).collect();
            std::thread::scope(|scope| {
                for seed in seeds {
                    scope.spawn(move || work(&mut Random::new(seed), stream));
                }
            });
            work(random, stream);
            fork_once(random, stream);
            // The parent is as it was.
            work(random, stream);
            ok("aclrtDestroyStream", aclrtDestroyStream(stream));
        }
        ok("aclrtResetDevice", aclrtResetDevice(0));
    }
}

fn work(random: &mut Random, stream: usize) {
    // SAFETY: device 0 exists; a live handle.
    unsafe {
        ok("aclrtSetDevice", aclrtSetDevice(0));
        if let Some(job) = Prepared::new(Job::random(random)) {
            ok("an operator", job.submit(stream, random.below(6)));
            ok("aclrtSynchronizeStream", aclrtSynchronizeStream(stream));
            job.check();
        }
        ok("aclrtResetDevice", aclrtResetDevice(0));
    }
}

/// Forks where no other thread is in a call, half of the time with work queued, and waits for the child.
fn fork_once(random: &mut Random, stream: usize) {
    let mut random = Random::new(random.next());
    let mut busy = 0;
    // SAFETY: a local variable.
    let status = unsafe { aclrtCreateStream(&raw mut busy) };
    created("aclrtCreateStream", status, busy);
    let queued: Vec<_> = (0..random.below(2) * 6)
        .filter_map(|_| Prepared::new(Job::random(&mut random)))
        .collect();
    for job in &queued {
        ok("an operator", job.submit(busy, random.below(6)));
    }
    // SAFETY: no thread of this program holds a lock; the child ends by `_exit`.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::alarm(PATIENCE);
            in_child(&mut random, stream, busy);
            libc::_exit(0);
        }
        if child < 0 {
            finding("fork failed");
        }
        let mut status = 0;
        if libc::waitpid(child, &raw mut status, 0) != child {
            finding("waitpid failed");
        }
        if libc::WIFSIGNALED(status) {
            let signal = libc::WTERMSIG(status);
            finding(&format!(
                "a forked child ended by signal {signal} ({} is that of a hang)",
                libc::SIGALRM
            ));
        }
        if libc::WEXITSTATUS(status) != 0 {
            finding("a forked child found something");
        }
        ok("aclrtSynchronizeStream", aclrtSynchronizeStream(busy));
        for job in &queued {
            job.check();
        }
        ok("aclrtDestroyStream", aclrtDestroyStream(busy));
    }
}

/// Every call is made or refused; what is accepted has the right values.
fn in_child(random: &mut Random, parents: usize, busy: usize) {
    // SAFETY: local variables; whatever is passed as a handle is looked up.
    unsafe {
        if random.below(2) == 0 {
            // It may have had work in the parent, of which the child has no thread.
            fair("aclrtSynchronizeStream", aclrtSynchronizeStream(busy));
            attempt(random, busy);
            fair("aclrtDestroyStream", aclrtDestroyStream(busy));
        }
        if random.below(2) == 0 {
            // The parent's stream.
            fair("aclrtSynchronizeStream", aclrtSynchronizeStream(parents));
            attempt(random, parents);
        }
        let mut stream = 0;
        if fair("aclrtSetDevice", aclrtSetDevice(0))
            && fair("aclrtCreateStream", aclrtCreateStream(&raw mut stream))
        {
            attempt(random, stream);
            fair("aclrtDestroyStream", aclrtDestroyStream(stream));
        }
        fair("aclrtResetDevice", aclrtResetDevice(0));
    }
}

fn attempt(random: &mut Random, stream: usize) {
    let Some(job) = Prepared::new(Job::random(random)) else {
        return;
    };
    // SAFETY: whatever is passed as a handle is looked up.
    unsafe {
        if fair("an operator", job.submit(stream, random.below(6)))
            && fair("aclrtSynchronizeStream", aclrtSynchronizeStream(stream))
        {
            job.check();
        }
    }
}
