//! Ways to end a process with work queued: each ends with status 0 and prints nothing.

use std::cell::RefCell;
use std::sync::{Arc, Barrier, Mutex};

use crate::c::*;
use crate::jobs::{Job, Prepared};
use hostnpu_test_support::Random;

/// Objects that the thread's destructor, or the process's, cleans up.
#[derive(Clone, Copy)]
struct Objects {
    stream: usize,
    memory: usize,
}

impl Objects {
    fn new() -> Self {
        let (mut stream, mut memory) = (0, 0);
        // SAFETY: local variables.
        unsafe {
            ok("aclrtSetDevice", aclrtSetDevice(0));
            let status = aclrtCreateStream(&raw mut stream);
            created("aclrtCreateStream", status, stream);
            let status = aclrtMalloc(&raw mut memory, 4096, HUGE_FIRST);
            created("aclrtMalloc", status, memory);
        }
        Self { stream, memory }
    }

    /// As the destructor of a C++ object does, which looks at no status; none may be the code of a fault of the library.
    fn clean_up(self) {
        // SAFETY: whatever is passed as a handle is looked up.
        unsafe {
            fair(
                "aclrtSynchronizeStream",
                aclrtSynchronizeStream(self.stream),
            );
            fair("aclrtDestroyStream", aclrtDestroyStream(self.stream));
            fair("aclrtFree", aclrtFree(self.memory));
            fair("aclrtFree of a freed address", aclrtFree(self.memory));
            fair("aclrtResetDevice", aclrtResetDevice(0));
            fair("aclFinalize", aclFinalize());
        }
    }
}

struct InThread(Objects);

impl Drop for InThread {
    fn drop(&mut self) {
        self.0.clean_up();
    }
}

thread_local! {
    static FIRST: RefCell<Option<InThread>> = const { RefCell::new(None) };
}

static AT_EXIT: Mutex<Option<Objects>> = Mutex::new(None);

extern "C" fn at_exit() {
    if let Ok(mut objects) = AT_EXIT.lock()
        && let Some(objects) = objects.take()
    {
        objects.clean_up();
    }
}

/// Does not return where the process ends here.
pub fn run(random: &mut Random, threads: usize) {
    let way = random.below(8);
    let seeds: Vec<u64> = (0..threads).map(|_| random.next()).collect();
    // A thread-local whose destructor is registered before the library's own runs after them.
    if random.below(2) == 0 {
        FIRST.with(|first| *first.borrow_mut() = None);
    }
    let objects = Objects::new();
    let jobs: Vec<_> = (0..8)
        .filter_map(|_| Prepared::new(Job::random(random)))
        .collect();
    for job in &jobs {
        ok("an operator", job.submit(objects.stream, random.below(6)));
    }
    // Their memory stays: the work is still queued.
    jobs.into_iter().for_each(std::mem::forget);
    // All work is queued before the process begins to end: what a program does with memory that it resets is its own affair.
    let queued = Arc::new(Barrier::new(threads + 1));
    for seed in seeds {
        let queued = queued.clone();
        std::thread::spawn(move || {
            let objects = Objects::new();
            let job = Prepared::new(Job::random(&mut Random::new(seed)));
            if let Some(job) = job {
                fair("an operator", job.submit(objects.stream, 0));
                std::mem::forget(job);
            }
            FIRST.with(|first| *first.borrow_mut() = Some(InThread(objects)));
            queued.wait();
        });
    }
    queued.wait();
    // SAFETY: a plain function; the process ends.
    unsafe {
        match way {
            0 => {}
            1 => libc::exit(0),
            2 => libc::_exit(0),
            3 => FIRST.with(|first| *first.borrow_mut() = Some(InThread(objects))),
            4 | 5 => {
                *AT_EXIT.lock().expect("no other thread holds it") = Some(objects);
                libc::atexit(at_exit);
                refused(
                    "aclrtFree of an invented address",
                    aclrtFree(8),
                    &[107_000, 100_000],
                );
            }
            6 => ok("aclrtResetDeviceForce", aclrtResetDeviceForce(0)),
            _ => objects.clean_up(),
        }
    }
}
