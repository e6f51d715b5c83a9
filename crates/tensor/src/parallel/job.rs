//! Work that helpers borrow from the thread that calls.

use std::any::Any;
use std::array::from_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hostnpu_base::sync::lock;
use hostnpu_base::sync::stop;
use hostnpu_numeric::environment;

/// A panic of a helper.
pub(super) type Panic = Box<dyn Any + Send>;

/// A function of the number of a piece or a lane. Not `dyn Fn`: its table has a second copy of each function, which takes it by value.
pub(super) trait Work: Sync {
    /// Calls the function.
    fn run(&self, number: usize);
}

impl<F: Fn(usize) + Sync> Work for F {
    fn run(&self, number: usize) {
        self(number);
    }
}

/// Work of all threads of a call, by the number of their lane. It lies on the stack of the thread that calls.
pub(super) struct Job {
    /// Alive until the job has no users.
    work: *const dyn Work,
    flag: stop::Flag,
    /// Helpers to which the job was given and that have neither ended nor lost it, and [`SLEEPS`].
    users: AtomicUsize,
    /// The first panic of a helper.
    panic: Mutex<Option<Panic>>,
}

// SAFETY: what `work` points to may be called from all threads.
unsafe impl Sync for Job {}

/// The owner sleeps until there are no users.
const SLEEPS: usize = 1 << (usize::BITS - 1);

impl Job {
    /// # Safety
    /// `work` lives, and the job stays where it is, until [`Job::is_unused`].
    pub unsafe fn new(work: &dyn Work) -> Self {
        Self {
            // SAFETY: only a lifetime changes, of which a pointer promises nothing.
            work: unsafe {
                std::mem::transmute::<*const (dyn Work + '_), *const (dyn Work + 'static)>(work)
            },
            flag: stop::current(),
            users: AtomicUsize::new(0),
            panic: Mutex::new(None),
        }
    }

    /// Counts a user before the job is given to it: only the owner does.
    pub fn expect_user(&self) {
        self.users.fetch_add(1, Ordering::Relaxed);
    }

    /// For a user that has not got the job.
    pub fn forget_user(&self) {
        self.users.fetch_sub(1, Ordering::Relaxed);
    }

    pub fn is_unused(&self) -> bool {
        self.users.load(Ordering::Acquire) & !SLEEPS == 0
    }

    /// The last user has to wake the owner from now on.
    pub fn announce_sleep(&self) {
        self.users.fetch_or(SLEEPS, Ordering::Relaxed);
    }

    /// Works, as one of the users.
    pub fn run(&self, lane: usize) -> Option<Panic> {
        // SAFETY: it lives while there are users.
        let work = unsafe { &*self.work };
        // SAFETY: what computes here ends before the owner's work does.
        let work = || unsafe { stop::with_shared(self.flag, || work.run(lane)) };
        environment::known(|| catch_unwind(AssertUnwindSafe(work))).err()
    }

    /// Ends a use. Returns true if the owner has to be woken.
    ///
    /// # Safety
    /// The caller is a user, and does not touch the job again.
    pub unsafe fn end_use(job: NonNull<Self>, panic: Option<Panic>) -> bool {
        // SAFETY: alive until the subtraction.
        let users = unsafe {
            if let Some(panic) = panic {
                lock(&job.as_ref().panic).get_or_insert(panic);
            }
            &raw const (*job.as_ptr()).users
        };
        // SAFETY: as above.
        unsafe { &*users }.fetch_sub(1, Ordering::Release) == SLEEPS + 1
    }

    pub fn take_panic(&self) -> Option<Panic> {
        lock(&self.panic).take()
    }
}

/// Most lanes.
const LANES: usize = 16;

/// Pieces by lanes: each thread begins with neighbouring ones, which are the same ones in each call of a size, so that what it wrote lies in its cache still.
pub(super) struct Lanes {
    lanes: [Lane; LANES],
    count: usize,
}

/// Pieces that are taken from the first one on, in lines of the cache of their own.
#[repr(align(128))]
struct Lane {
    next: AtomicUsize,
    end: usize,
}

impl Lanes {
    pub fn new(pieces: usize, threads: usize) -> Self {
        let count = threads.clamp(1, LANES);
        let border = |lane: usize| {
            let lane = lane.min(count);
            lane * (pieces / count) + lane.min(pieces % count)
        };
        Self {
            lanes: from_fn(|lane| Lane {
                next: AtomicUsize::new(border(lane)),
                end: border(lane + 1),
            }),
            count,
        }
    }

    /// Calls `work` with pieces that no thread has taken, those of the lane first, until there are none.
    pub fn take_all(&self, lane: usize, work: &dyn Work) {
        for k in 0..self.count {
            let Lane { next, end } = &self.lanes[(lane + k) % self.count];
            // A look first: the line stays with those that take pieces from it.
            while next.load(Ordering::Relaxed) < *end {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= *end {
                    break;
                }
                stop::check();
                work.run(piece);
            }
        }
    }
}
