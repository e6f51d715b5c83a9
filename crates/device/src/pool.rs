//! Pools of device memory, from which streams take it and to which they give it back in their own order.
//!
//! Memory that was given back is taken again by the same stream at once, for the order of its tasks keeps both users apart, and by others when the
//! stream has come to the place where it was given back.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use super::allocations::{self, Kind};
use super::memory::{self, NO_CONTEXT, Policy};
use super::{Device, Stream, Task, in_use};
use hostnpu_base::error::{Error, Memory, Reason, Result};
use hostnpu_base::sync::lock;

/// Sizes are multiples of this.
const STEP: usize = 512;

/// Blocks of memory of one device.
#[derive(Debug)]
pub struct Pool {
    device: Arc<Device>,
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    busy: HashMap<usize, usize>,
    idle: Vec<Idle>,
    threshold: usize,
    reserved: Use,
    used: Use,
    is_destroyed: bool,
}

/// Bytes, and the most that they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Bytes now.
    pub current: usize,
    /// The most since the start, or since it was forgotten.
    pub high: usize,
}

impl Use {
    fn add(&mut self, bytes: usize) {
        self.current += bytes;
        self.high = self.high.max(self.current);
    }
}

/// A block that was given back.
#[derive(Debug)]
struct Idle {
    start: usize,
    size: usize,
    /// The stream that gave it back, and whether it has come there.
    stream: u64,
    is_reached: Arc<AtomicBool>,
}

impl Idle {
    fn is_reached(&self) -> bool {
        self.is_reached.load(Ordering::Acquire)
    }
}

/// Pools that are not destroyed: where there is none, nothing else need be looked at.
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// The pools of blocks that are in use, by their addresses.
static BUSY: LazyLock<Mutex<HashMap<usize, Arc<Pool>>>> = LazyLock::new(Mutex::default);

/// Pools with a threshold, which synchronisation trims.
static ALL: Mutex<Vec<Arc<Pool>>> = Mutex::new(Vec::new());

/// The locks of all pools, for a fork. Guards come before what they guard.
pub(super) struct LockedPools {
    _busy: MutexGuard<'static, HashMap<usize, Arc<Pool>>>,
    _states: Vec<LockedPool>,
    _all: MutexGuard<'static, Vec<Arc<Pool>>>,
}

struct LockedPool {
    _state: MutexGuard<'static, State>,
    _pool: Arc<Pool>,
}

/// Locks all pools, for a fork.
pub(super) fn lock_pools() -> LockedPools {
    let all = lock(&ALL);
    let hold = |pool: &Arc<Pool>| {
        // SAFETY: only a lifetime changes; the pool is kept beside the guard, which is dropped first.
        let state = unsafe {
            std::mem::transmute::<MutexGuard<'_, State>, MutexGuard<'static, State>>(lock(
                &pool.state,
            ))
        };
        LockedPool {
            _state: state,
            _pool: pool.clone(),
        }
    };
    let states = all.iter().map(hold).collect();
    LockedPools {
        _busy: lock(&BUSY),
        _states: states,
        _all: all,
    }
}

impl Pool {
    /// Creates a pool without memory, which takes at most `limit` bytes of its device; all of them for 0.
    pub fn new(arg: &'static str, device: &Arc<Device>, limit: usize) -> Result<Arc<Self>> {
        let most = device.memory_size();
        if limit > most {
            let allowed = format!("at most {most}, the memory of device {}", device.id());
            return Err(Error::value(arg, limit, allowed));
        }
        let pool = Arc::new(Self {
            device: device.clone(),
            limit: if limit == 0 {
                most
            } else {
                limit.next_multiple_of(STEP)
            },
            state: Mutex::default(),
        });
        lock(&ALL).push(pool.clone());
        LIVE.fetch_add(1, Ordering::Release);
        Ok(pool)
    }

    /// Takes `size` bytes for the tasks that `stream` is given from now on. Returns their address.
    pub fn take(self: &Arc<Self>, size: usize, stream: &Stream) -> Result<usize> {
        let wanted = size.checked_next_multiple_of(STEP);
        let size = wanted.ok_or_else(|| Error::out_of_host_memory(size))?;
        let start = match self.take_idle(size, stream) {
            Some(start) => start,
            None => self.allocate(size)?,
        };
        lock(&BUSY).insert(start, self.clone());
        Ok(start)
    }

    /// Takes a block that was given back.
    fn take_idle(&self, size: usize, stream: &Stream) -> Option<usize> {
        let state = &mut *lock(&self.state);
        let mut fitting: Vec<usize> = (0..state.idle.len()).collect();
        fitting.retain(|&at| {
            let block = &state.idle[at];
            block.size >= size && (block.stream == stream.number() || block.is_reached())
        });
        let best = fitting.into_iter().min_by_key(|&at| state.idle[at].size)?;
        let block = state.idle.swap_remove(best);
        state.busy.insert(block.start, block.size);
        state.used.add(block.size);
        Some(block.start)
    }

    /// Allocates a new block. Those that no stream needs any more are freed first, where there is no room otherwise.
    fn allocate(&self, size: usize) -> Result<usize> {
        let unused = {
            let state = &mut *lock(&self.state);
            let needed = state.reserved.current.saturating_add(size);
            take_unused(state, needed.saturating_sub(self.limit))
        };
        free_all(unused);
        let state = &mut *lock(&self.state);
        let free = self.limit.saturating_sub(state.reserved.current);
        if size > free {
            let memory = Memory::Device {
                device: self.device.id(),
                free,
                total: self.limit,
            };
            return Err(Reason::OutOfMemory {
                memory,
                asked: size,
            }
            .into());
        }
        let kind = Kind::Device(self.device.id());
        let start = memory::allocate_for(kind, NO_CONTEXT, size, Policy::Huge)?;
        state.reserved.add(size);
        state.busy.insert(start, size);
        state.used.add(size);
        Ok(start)
    }

    /// Appends to `stream` the return of a block. Where the stream refuses, the block stays in use.
    fn give_back(self: &Arc<Self>, start: usize, stream: &Arc<Stream>) -> Result<()> {
        let mut is_taken = false;
        stream.submit_with(true, |_| {
            let state = &mut *lock(&self.state);
            let Some(size) = state.busy.remove(&start) else {
                return Task::compute(|| Ok(()));
            };
            is_taken = true;
            lock(&BUSY).remove(&start);
            let is_reached = Arc::new(AtomicBool::new(false));
            state.used.current -= size;
            state.idle.push(Idle {
                start,
                size,
                stream: stream.number(),
                is_reached: is_reached.clone(),
            });
            let mark = FreeMark {
                pool: self.clone(),
                is_reached,
            };
            Task::compute(move || {
                drop(mark);
                Ok(())
            })
        })?;
        if is_taken {
            Ok(())
        } else {
            let got = format!("{start:#x}, which was given back already");
            let allowed = "memory of a pool that is in use";
            Err(Error::value("ptr", got, allowed))
        }
    }

    /// Frees blocks that no stream needs any more until at most `keep` bytes of blocks that are not in use are left.
    pub fn trim(&self, keep: usize) {
        let unused = {
            let state = &mut *lock(&self.state);
            let idle = state.reserved.current - state.used.current;
            take_unused(state, idle.saturating_sub(keep))
        };
        free_all(unused);
    }

    /// Destroys the pool. What streams have not given back yet goes when they come there; what is in use must be given back before.
    pub fn destroy(self: &Arc<Self>) -> Result<()> {
        let unused = {
            let state = &mut *lock(&self.state);
            if !state.busy.is_empty() {
                return Err(Reason::State(format!(
                    "{} blocks of the memory pool are in use, {} bytes",
                    state.busy.len(),
                    state.used.current
                ))
                .into());
            }
            state.is_destroyed = true;
            take_unused(state, usize::MAX)
        };
        free_all(unused);
        lock(&ALL).retain(|known| !Arc::ptr_eq(known, self));
        LIVE.fetch_sub(1, Ordering::Release);
        Ok(())
    }

    /// The bytes that it has, and those of them that are in use.
    pub fn uses(&self) -> [Use; 2] {
        let state = lock(&self.state);
        [state.reserved, state.used]
    }

    /// Forgets the most bytes that it had, or that were in use.
    pub fn forget_high(&self, of_used: bool) {
        let state = &mut *lock(&self.state);
        let which = if of_used {
            &mut state.used
        } else {
            &mut state.reserved
        };
        which.high = which.current;
    }

    /// Bytes that synchronisation leaves it, besides those in use.
    pub fn threshold(&self) -> usize {
        lock(&self.state).threshold
    }

    /// Sets [`Pool::threshold`].
    pub fn set_threshold(&self, bytes: usize) {
        lock(&self.state).threshold = bytes;
    }
}

/// Takes out blocks that no stream needs any more, the largest first, until they have `bytes`. They are to be freed without the pool's lock, which
/// tasks take that are made under the lock of a stream.
#[must_use]
fn take_unused(state: &mut State, bytes: usize) -> Vec<usize> {
    state
        .idle
        .sort_by_key(|block| std::cmp::Reverse(block.size));
    let mut left = bytes;
    let mut freed = Vec::new();
    state.idle.retain(|block| {
        let is_freed = left > 0 && block.is_reached();
        if is_freed {
            left = left.saturating_sub(block.size);
            state.reserved.current -= block.size;
            freed.push(block.start);
        }
        !is_freed
    });
    freed
}

/// Frees blocks that were taken out of a pool.
fn free_all(blocks: Vec<usize>) {
    for start in blocks {
        // The block is the pool's alone, so that it is there.
        let _ = memory::free("ptr", start, |kind| matches!(kind, Kind::Device(_)));
    }
}

/// Says that a stream has come to the place where it gave a block back, or never will, when it is dropped.
struct FreeMark {
    pool: Arc<Pool>,
    is_reached: Arc<AtomicBool>,
}

impl Drop for FreeMark {
    fn drop(&mut self) {
        self.is_reached.store(true, Ordering::Release);
        let unused = {
            let state = &mut *lock(&self.pool.state);
            match state.is_destroyed {
                true => take_unused(state, usize::MAX),
                false => Vec::new(),
            }
        };
        free_all(unused);
    }
}

/// Appends to `stream` the return of memory of a pool. Says whether it is of one.
pub fn give_back(start: usize, stream: &Arc<Stream>) -> Result<bool> {
    if LIVE.load(Ordering::Acquire) == 0 {
        return Ok(false);
    }
    let pool = lock(&BUSY).get(&start).cloned();
    match pool {
        Some(pool) => pool.give_back(start, stream).map(|()| true),
        None => Ok(false),
    }
}

/// Gives memory back at once, whose users have been synchronised: what tasks still use is taken again when they have ended. Says whether it is of a pool.
pub fn give_back_now(start: usize) -> bool {
    if LIVE.load(Ordering::Acquire) == 0 {
        return false;
    }
    let Some(pool) = lock(&BUSY).remove(&start) else {
        return false;
    };
    let is_reached = Arc::new(AtomicBool::new(false));
    let size = {
        let state = &mut *lock(&pool.state);
        let Some(size) = state.busy.remove(&start) else {
            return true;
        };
        state.used.current -= size;
        state.idle.push(Idle {
            start,
            size,
            stream: 0,
            is_reached: is_reached.clone(),
        });
        size
    };
    let mark = FreeMark { pool, is_reached };
    in_use::when_unused(&(start..start + size), move || drop(mark));
    true
}

/// Appends to `stream` the freeing of memory that is of no pool.
pub fn free_later(arg: &'static str, start: usize, stream: &Arc<Stream>) -> Result<()> {
    let is_start = allocations::allocation_at(start)
        .is_some_and(|found| found.start == start && matches!(found.kind, Kind::Device(_)));
    if !is_start {
        let got = format!("{start:#x}");
        return Err(Error::value(arg, got, "the start of live device memory"));
    }
    let free = move || memory::free(arg, start, |kind| matches!(kind, Kind::Device(_)));
    stream.submit(Task::compute(free), true)
}

/// Frees what pools have beyond their thresholds and no stream needs any more: at a synchronisation.
#[inline]
pub fn trim_after_wait() {
    if LIVE.load(Ordering::Relaxed) != 0 {
        trim_all();
    }
}

#[cold]
fn trim_all() {
    let pools = lock(&ALL).clone();
    pools.iter().for_each(|pool| pool.trim(pool.threshold()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Condition, Ending, devices};

    /// A wait that ends when the flag is set.
    struct Held(AtomicBool);

    impl Condition for Held {
        fn is_ready(&self) -> bool {
            self.0.load(Ordering::Acquire)
        }
        fn subscribe(&self, _: &Arc<Stream>) {}
        fn poll_interval(&self) -> Option<std::time::Duration> {
            Some(std::time::Duration::from_micros(100))
        }
        fn name(&self) -> &'static str {
            "the test"
        }
    }

    #[test]
    fn a_block_is_taken_again_where_the_order_of_tasks_allows_it() {
        let device = &devices()[0];
        let [first, second] = [0, 1].map(|_| Stream::new(device).unwrap());
        let pool = Pool::new("maxSize", device, 4096).unwrap();
        let block = pool.take(1000, &first).unwrap();
        let held = Arc::new(Held(AtomicBool::new(false)));
        first.submit(Task::wait(held.clone(), None), true).unwrap();
        assert!(give_back(block, &first).unwrap());
        let other = pool.take(1000, &second).unwrap();
        assert_ne!(other, block, "the first stream has not come to its return");
        assert_eq!(pool.take(900, &first).unwrap(), block);
        assert_eq!(pool.uses().map(|of| of.current), [2048, 2048]);
        assert!(pool.take(4096, &first).is_err());
        assert!(give_back(block, &first).unwrap());
        assert!(pool.destroy().is_err());
        held.0.store(true, Ordering::Release);
        first.synchronize(None).unwrap();
        assert!(give_back_now(other) && !give_back_now(other));
        assert_eq!(pool.take(1024, &second).unwrap() % 512, 0);
        assert_eq!(pool.uses().map(|of| of.current), [2048, 1024]);
        // A task of another test that runs meanwhile may count as a user of the block.
        let started = std::time::Instant::now();
        while pool.uses()[0].current > 1024 && started.elapsed().as_secs() < 10 {
            pool.trim(0);
        }
        assert_eq!(
            pool.uses()[0],
            Use {
                current: 1024,
                high: 2048
            }
        );
        let busy: Vec<usize> = lock(&pool.state).busy.keys().copied().collect();
        assert!(busy.into_iter().all(give_back_now));
        pool.destroy().unwrap();
        for stream in [first, second] {
            stream.close(Ending::Finish).unwrap();
        }
    }
}
