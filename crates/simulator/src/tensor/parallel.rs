//! Threads: where they start, and how work is cut.
//!
//! Work is cut at borders that depend on its size only, so that results do not depend on the number of threads.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};
use smallvec::SmallVec;

use crate::config;
use crate::numeric::environment;
use crate::sync::{lock, stop};

/// The number of threads that compute: `HOSTNPU_THREADS`.
pub fn threads() -> usize {
    *config::THREADS.get()
}

/// How long helpers wait for more work before they end: a process whose main thread ends by itself ends after that time.
const IDLE: Duration = Duration::from_millis(500);

/// The helpers of the threads that call, of one process.
///
/// A forked child has a copy of them, and none of the threads: it makes its own, and never touches the parent's, whose lock some
/// thread may have held.
struct Helpers {
    process: u32,
    started: Mutex<Option<Started>>,
}

/// One thread fewer than [`threads`], or none where they could not be started.
type Started = Option<Arc<ThreadPool>>;

static HELPERS: AtomicPtr<Helpers> = AtomicPtr::new(null_mut());

/// How often helpers were asked for.
static USES: AtomicU64 = AtomicU64::new(0);

impl Helpers {
    /// Those of this process; they live as long as it.
    fn get() -> &'static Self {
        let process = std::process::id();
        loop {
            let known = HELPERS.load(Ordering::Acquire);
            // SAFETY: what is stored there is never freed.
            match unsafe { known.as_ref() } {
                Some(helpers) if helpers.process == process => return helpers,
                _ => {
                    let helpers = Box::into_raw(Box::new(Self {
                        process,
                        started: Mutex::new(None),
                    }));
                    let stored = HELPERS.compare_exchange(
                        known,
                        helpers,
                        Ordering::AcqRel,
                        Ordering::Relaxed,
                    );
                    if stored.is_err() {
                        // SAFETY: it was made above, and no other thread has seen it.
                        drop(unsafe { Box::from_raw(helpers) });
                    }
                }
            }
        }
    }

    /// Starts them if there are none.
    fn pool(&'static self, count: usize) -> Started {
        let started = &mut *lock(&self.started);
        USES.fetch_add(1, Ordering::Relaxed);
        let start = || {
            let pool = ThreadPoolBuilder::new()
                .num_threads(count)
                .thread_name(|i| format!("hostnpu-{i}"))
                .build()
                .inspect_err(|error| log::warn!("computing on one thread only: {error}"));
            let pool = pool.ok().map(Arc::new);
            if pool.is_some() {
                let end = thread::Builder::new().name("hostnpu-idle".into());
                // Without it they stay.
                let _ = end.spawn(|| self.end_when_idle());
            }
            pool
        };
        started.get_or_insert_with(start).clone()
    }

    /// Ends them when they were idle for a while.
    fn end_when_idle(&self) {
        let mut uses = USES.load(Ordering::Relaxed);
        loop {
            thread::sleep(IDLE);
            let started = &mut *lock(&self.started);
            let now = USES.load(Ordering::Relaxed);
            let pool = started.as_ref().and_then(Option::as_ref);
            let is_in_use = pool.is_some_and(|pool| Arc::strong_count(pool) > 1);
            if now == uses && !is_in_use {
                *started = None;
                return;
            }
            uses = now;
        }
    }
}

/// Returns the helpers; starts them if there are none.
fn pool() -> Started {
    let count = threads().checked_sub(1).filter(|&count| count > 0)?;
    Helpers::get().pool(count)
}

/// Calls `work` for each number below `pieces`, each once, on all threads. The calling thread takes part and starts at
/// once; the others join as they wake. Between two pieces each looks whether its stream's work is to stop.
pub fn for_each_piece(pieces: usize, work: impl Fn(usize) + Sync) {
    for_each_piece_on(threads(), pieces, work);
}

/// As [`for_each_piece`], with at most `threads` threads.
pub fn for_each_piece_on(threads: usize, pieces: usize, work: impl Fn(usize) + Sync) {
    let helpers = threads.min(pieces).saturating_sub(1);
    match (helpers > 0).then(pool).flatten() {
        None => {
            for piece in 0..pieces {
                stop::check();
                work(piece);
            }
        }
        Some(pool) => {
            let next = AtomicUsize::new(0);
            let take_all = || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        break;
                    }
                    stop::check();
                    work(piece);
                }
            };
            share(&pool, helpers.min(pool.current_num_threads()), &take_all);
        }
    }
}

/// Mutable memory that is cut into parts, which share none of it.
///
/// # Safety
/// The parts of different pieces share no memory.
pub unsafe trait Cut: Sync {
    /// One part.
    type Part;

    /// How many there are.
    fn pieces(&self) -> usize;

    /// Returns a part.
    ///
    /// # Safety
    /// Each piece is asked for once.
    unsafe fn part(&self, piece: usize) -> Self::Part;
}

/// Calls `work` with each part, on all threads. Of several things that are cut together there are as many parts as of the first.
pub fn for_each_part<C: Cut>(cut: C, work: impl Fn(usize, C::Part) + Sync) {
    let pieces = cut.pieces();
    // SAFETY: each piece is worked on once, and nobody else has `cut`.
    for_each_piece(pieces, |piece| work(piece, unsafe { cut.part(piece) }));
}

/// As [`for_each_part`], on this thread alone if there is little work.
pub fn for_each_part_if<C: Cut>(is_worth_it: bool, cut: C, work: impl Fn(usize, C::Part) + Sync) {
    let threads = if is_worth_it { threads() } else { 1 };
    // SAFETY: as above.
    let each = |piece| work(piece, unsafe { cut.part(piece) });
    for_each_piece_on(threads, cut.pieces(), each);
}

/// Parts of a slice, side by side.
pub struct Chunks<'a, T> {
    first: *mut T,
    count: usize,
    size: usize,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for a mutable slice, of which each thread gets other parts.
unsafe impl<T: Send> Sync for Chunks<'_, T> {}

/// Cuts a slice into parts of `size`, of which the last may be shorter.
pub fn chunks<T: Send>(of: &mut [T], size: usize) -> Chunks<'_, T> {
    Chunks {
        first: of.as_mut_ptr(),
        count: of.len(),
        size: size.max(1),
        of: PhantomData,
    }
}

// SAFETY: parts lie side by side.
unsafe impl<'a, T: Send> Cut for Chunks<'a, T> {
    type Part = &'a mut [T];

    fn pieces(&self) -> usize {
        self.count.div_ceil(self.size)
    }

    unsafe fn part(&self, piece: usize) -> &'a mut [T] {
        let first = self.count.min(piece.saturating_mul(self.size));
        let size = self.size.min(self.count - first);
        // SAFETY: inside the slice, whose elements nobody else has, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(first), size) }
    }
}

/// Parts of a slice with borders of their own.
pub struct Ranges<'a, T> {
    first: *mut T,
    ends: Vec<usize>,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Ranges<'_, T> {}

/// Cuts a slice at each of `ends`, which rise. Panics if they do not, or pass the slice.
pub fn ranges<T: Send>(of: &mut [T], ends: Vec<usize>) -> Ranges<'_, T> {
    assert!(ends.is_sorted() && ends.last().is_none_or(|&last| last <= of.len()));
    Ranges {
        first: of.as_mut_ptr(),
        ends,
        of: PhantomData,
    }
}

// SAFETY: parts lie side by side.
unsafe impl<'a, T: Send> Cut for Ranges<'a, T> {
    type Part = &'a mut [T];

    fn pieces(&self) -> usize {
        self.ends.len()
    }

    unsafe fn part(&self, piece: usize) -> &'a mut [T] {
        let start = piece.checked_sub(1).map_or(0, |before| self.ends[before]);
        // SAFETY: inside the slice, whose elements nobody else has, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), self.ends[piece] - start) }
    }
}

/// Parts of planes of three axes: some planes, and of them some columns.
pub struct Blocks<'a, T> {
    first: *mut T,
    extents: [usize; 3],
    /// Planes and columns of a part.
    size: [usize; 2],
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Blocks<'_, T> {}

/// Cuts a dense tensor of three axes along the first and the last one, into parts of about `most` elements of both. Panics if it has other extents.
pub fn blocks<T: Send>(of: &mut [T], extents: [usize; 3], most: usize) -> Blocks<'_, T> {
    let [planes, rows, columns] = extents;
    assert_eq!(of.len(), planes * rows * columns);
    let width = columns.clamp(1, most.max(1));
    Blocks {
        first: of.as_mut_ptr(),
        extents,
        size: [(most / width).max(1), width],
        of: PhantomData,
    }
}

/// A part of planes.
pub struct BlockMut<'p, T> {
    /// Its planes.
    pub planes: Range<usize>,
    /// Its columns.
    pub columns: Range<usize>,
    first: *mut T,
    extents: [usize; 3],
    of: PhantomData<&'p mut [T]>,
}

impl<T: Copy> BlockMut<'_, T> {
    /// Writes a value to all elements.
    pub fn fill(&mut self, value: T) {
        let [_, rows, columns] = self.extents;
        if self.columns.len() == columns {
            let (start, count) = (
                self.planes.start * rows * columns,
                self.planes.len() * rows * columns,
            );
            // SAFETY: whole planes, which this part alone has.
            unsafe { std::slice::from_raw_parts_mut(self.first.add(start), count) }.fill(value);
            return;
        }
        for plane in self.planes.clone() {
            (0..rows).for_each(|row| self.row(plane, row).fill(value));
        }
    }

    /// One element. Panics outside the part.
    #[inline]
    pub fn at(&mut self, plane: usize, row: usize, column: usize) -> &mut T {
        let first = self.columns.start;
        &mut self.row(plane, row)[column.wrapping_sub(first)]
    }

    /// The elements of a row that are in this part. Panics for a row outside it.
    #[inline]
    pub fn row(&mut self, plane: usize, row: usize) -> &mut [T] {
        let [_, rows, columns] = self.extents;
        assert!(
            self.planes.contains(&plane) && row < rows,
            "outside the part"
        );
        let start = (plane * rows + row) * columns + self.columns.start;
        // SAFETY: in the planes and columns that this part alone has.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), self.columns.len()) }
    }
}

// SAFETY: parts are of other planes or of other columns.
unsafe impl<'a, T: Send> Cut for Blocks<'a, T> {
    type Part = BlockMut<'a, T>;

    fn pieces(&self) -> usize {
        let [planes, _, columns] = self.extents;
        planes.div_ceil(self.size[0]) * columns.div_ceil(self.size[1])
    }

    unsafe fn part(&self, piece: usize) -> BlockMut<'a, T> {
        let [planes, _, columns] = self.extents;
        let across = columns.div_ceil(self.size[1]).max(1);
        let part = |number: usize, size: usize, count: usize| {
            count.min(number * size)..count.min((number + 1) * size)
        };
        BlockMut {
            planes: part(piece / across, self.size[0], planes),
            columns: part(piece % across, self.size[1], columns),
            first: self.first,
            extents: self.extents,
            of: PhantomData,
        }
    }
}

macro_rules! cut_together {
    ($first:ident $(, $cut:ident)*) => {
        // SAFETY: each of them keeps its promise.
        unsafe impl<$first: Cut, $($cut: Cut),*> Cut for ($first, $($cut,)*) {
            type Part = ($first::Part, $($cut::Part,)*);

            fn pieces(&self) -> usize {
                self.0.pieces()
            }

            unsafe fn part(&self, piece: usize) -> Self::Part {
                #[allow(non_snake_case)]
                let ($first, $($cut,)*) = self;
                // SAFETY: the caller's promise.
                unsafe { ($first.part(piece), $($cut.part(piece),)*) }
            }
        }
    };
}

cut_together!(A);
cut_together!(A, B);
cut_together!(A, B, C);
cut_together!(A, B, C, D);
cut_together!(A, B, C, D, E);
cut_together!(A, B, C, D, E, F);

// SAFETY: it keeps its promise.
unsafe impl<C: Cut> Cut for Option<C> {
    type Part = Option<C::Part>;

    fn pieces(&self) -> usize {
        self.as_ref().map_or(0, Cut::pieces)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        self.as_ref().map(|cut| unsafe { cut.part(piece) })
    }
}

// SAFETY: each keeps its promise.
unsafe impl<C: Cut> Cut for Vec<C> {
    type Part = SmallVec<[C::Part; 8]>;

    fn pieces(&self) -> usize {
        self.first().map_or(0, Cut::pieces)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        self.iter().map(|cut| unsafe { cut.part(piece) }).collect()
    }
}

/// Cuts one after the other: the parts of the first, then those of the second, and so on. Each part comes with the number of its cut and its
/// own number there.
pub struct Chained<C> {
    cuts: Vec<C>,
    /// Number of parts up to the end of each cut.
    ends: Vec<usize>,
}

/// Chains cuts, so that the parts of all are shared among threads.
pub fn chained<C: Cut>(cuts: Vec<C>) -> Chained<C> {
    let ends = cuts.iter().scan(0, |sum, cut| {
        *sum += cut.pieces();
        Some(*sum)
    });
    Chained {
        ends: ends.collect(),
        cuts,
    }
}

// SAFETY: each cut keeps its promise, and is a borrow of its own.
unsafe impl<C: Cut> Cut for Chained<C> {
    type Part = ([usize; 2], C::Part);

    fn pieces(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        let number = self.ends.partition_point(|&end| end <= piece);
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        // SAFETY: the caller's promise: each piece of each cut is asked for once.
        let part = unsafe { self.cuts[number].part(piece - first) };
        ([number, piece - first], part)
    }
}

/// Runs `work` here and on up to `helpers` threads of the pool at once, and returns when all that have begun have ended.
///
/// Unlike a scope of rayon, it does not wait for a helper that has not woken yet: waking one takes as long as a medium-sized
/// operator, and by then nothing may be left to do. Nor does it sleep at once when it has to wait.
fn share(pool: &ThreadPool, helpers: usize, work: &(dyn Fn() + Sync)) {
    // SAFETY: only a lifetime changes, of which a pointer promises nothing.
    let shared = Shared(unsafe {
        std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work)
    });
    let borrow = Arc::new(Borrow::default());
    let end = EndOnDrop(&borrow);
    let flag = stop::current();
    for _ in 0..helpers {
        let borrow = borrow.clone();
        pool.spawn(move || {
            if borrow.begin_use() {
                // SAFETY: `work` lives as long as it has users: dropping `end`, at the end or while a panic unwinds, returns
                // only when there are none and never will be.
                let work = unsafe { shared.get() };
                // SAFETY: what computes here does so until then, too.
                let work = || unsafe { stop::with_shared(flag, work) };
                let result = environment::known(|| catch_unwind(AssertUnwindSafe(work)));
                borrow.end_use(result.err());
            }
        });
    }
    work();
    drop(end);
    let panic = lock(&borrow.ending).panic.take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// The closure that helpers borrow.
#[derive(Clone, Copy)]
struct Shared(*const (dyn Fn() + Sync));

// SAFETY: what it points to may be called from all threads.
unsafe impl Send for Shared {}

impl Shared {
    /// # Safety
    /// The closure is alive until the last use of what this returns.
    unsafe fn get<'a>(self) -> &'a (dyn Fn() + Sync) {
        // SAFETY: the caller's promise.
        unsafe { &*self.0 }
    }
}

/// Counts the helpers that use a borrowed closure.
#[derive(Default)]
struct Borrow {
    /// How many there are, and [`CLOSED`] once there may be no more.
    users: AtomicUsize,
    ending: Mutex<Ending>,
    /// The last user is gone, and the owner sleeps.
    ended: Condvar,
}

#[derive(Default)]
struct Ending {
    owner_sleeps: bool,
    /// The first panic of a helper.
    panic: Option<Box<dyn Any + Send>>,
}

const CLOSED: usize = 1 << (usize::BITS - 1);

/// How often the owner looks before it sleeps: for about as long as waking it would take.
const LOOKS: usize = 4000;

impl Borrow {
    /// Whether the caller is a user now: then it has to end that.
    fn begin_use(&self) -> bool {
        let may = |users| (users & CLOSED == 0).then_some(users + 1);
        self.users
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, may)
            .is_ok()
    }

    fn end_use(&self, panic: Option<Box<dyn Any + Send>>) {
        if let Some(panic) = panic {
            lock(&self.ending).panic.get_or_insert(panic);
        }
        if self.users.fetch_sub(1, Ordering::Release) == CLOSED + 1
            && lock(&self.ending).owner_sleeps
        {
            self.ended.notify_one();
        }
    }

    /// Admits no more users, and waits until there are none.
    fn end(&self) {
        self.users.fetch_or(CLOSED, Ordering::Relaxed);
        let is_over = || self.users.load(Ordering::Acquire) == CLOSED;
        for _ in 0..LOOKS {
            if is_over() {
                return;
            }
            std::hint::spin_loop();
        }
        // Not by parking: a thread whose destructors run has no `thread::current` any more.
        let mut ending = lock(&self.ending);
        ending.owner_sleeps = true;
        while !is_over() {
            ending = self
                .ended
                .wait(ending)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Ends the borrow when it is dropped.
struct EndOnDrop<'a>(&'a Borrow);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_runs_once() {
        for threads in [1, 2, 3, 8] {
            let counts: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
            for_each_piece_on(threads, counts.len(), |piece| {
                counts[piece].fetch_add(1, Ordering::Relaxed);
            });
            assert!(
                counts
                    .iter()
                    .all(|count| count.load(Ordering::Relaxed) == 1),
                "with {threads} threads"
            );
        }
    }

    #[test]
    fn no_helper_works_after_the_call() {
        // What the closure borrows lives on this stack: a helper that came late would write to it after the round.
        for round in 0..2000 {
            let done = AtomicUsize::new(0);
            for_each_piece_on(8, 1 + round % 5, |_| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(done.into_inner(), 1 + round % 5);
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller() {
        for culprit in 0..20 {
            let caught = catch_unwind(|| {
                for_each_piece_on(8, 20, |piece| {
                    std::thread::yield_now();
                    assert_ne!(piece, culprit, "the piece that fails");
                });
            });
            assert!(caught.is_err(), "piece {culprit}");
        }
    }
}
