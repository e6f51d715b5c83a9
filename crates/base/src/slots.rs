//! Objects under keys, none of which is ever given twice.
//!
//! No thread has to be known here: entry points also run in threads whose own storage is gone, and in more of them than
//! there are slots. No lock is taken but to add a page. Slots are created in pages and stay where they are.

#[cfg(all(test, loom))]
mod loom_models;
mod memory;

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

use memory::{AtomicU32, AtomicU64, Mutex, Ordering, UnsafeCell, lock, own, pause};

/// Bits of a key.
pub const KEY_BITS: u32 = SLOT_BITS + GENERATION_BITS;
/// Objects that there can be at a time.
pub const LIMIT: usize = SHARDS * SHARD_SLOTS;

const SLOT_BITS: u32 = 25;
/// Lives of a slot. At its last one's end it is never used again: a stale key stays stale for ever.
const GENERATION_BITS: u32 = 33;

const SHARD_BITS: u32 = if cfg!(loom) { 1 } else { 4 };
const SHARDS: usize = 1 << SHARD_BITS;
/// Page `p` of a shard has `FIRST_PAGE << p` slots.
const FIRST_PAGE: usize = if cfg!(loom) { 2 } else { 32 };
const PAGES: usize = 16;
const SHARD_SLOTS: usize = FIRST_PAGE * ((1 << PAGES) - 1);
const _: () = assert!(SHARD_SLOTS <= 1 << (SLOT_BITS - SHARD_BITS));

/// Bits of a list's head that say its first slot.
const FIRST_BITS: u32 = 24;
const FIRST: u32 = (1 << FIRST_BITS) - 1;
const _: () = assert!(SHARD_SLOTS < FIRST as usize);

/// Objects of one type. Each thread mostly uses one shard to insert, so that threads do not wait for each other.
pub struct Slots<T> {
    shards: [Shard<T>; SHARDS],
}

#[repr(align(128))]
struct Shard<T> {
    /// The list of free slots: in its lower bits the first one, see [`first_free`], above them a count of its changes, which
    /// tells a list from an earlier one that began with the same slot.
    free: AtomicU64,
    pages: [OnceLock<Box<[Slot<T>]>>; PAGES],
    /// Pages that exist; locked to add one.
    page_count: Mutex<usize>,
}

struct Slot<T> {
    state: AtomicU64,
    /// The next slot in the list of free ones, as the list's head has it.
    next: AtomicU32,
    value: UnsafeCell<MaybeUninit<T>>,
}

/// Lowest bits of a slot's state: how many look at the object. Above them [`CHANGING`] and [`LIVE`], then the generation.
const VISITORS: u64 = CHANGING - 1;
/// A call changes the object, when all calls that look at it have ended; all others wait.
const CHANGING: u64 = LIVE >> 1;
/// The slot has an object that may be looked at.
const LIVE: u64 = 1 << (GENERATION_SHIFT - 1);
const GENERATION_SHIFT: u32 = u64::BITS - GENERATION_BITS;

// SAFETY: objects are looked at from several threads at once, and moved between threads; the state of a slot says which of the
// two may happen.
unsafe impl<T: Send + Sync> Sync for Slot<T> {}

impl<T> Slots<T> {
    /// No objects, and no page for any.
    #[cfg(not(loom))]
    #[expect(
        clippy::new_without_default,
        reason = "tables are static, and `default` is not const"
    )]
    pub const fn new() -> Self {
        Self {
            shards: [const { Shard::new() }; SHARDS],
        }
    }

    /// Takes an object in, and returns its key; `None` if no slot is left, or no memory for one.
    #[inline(always)]
    pub fn insert(&self, object: T) -> Option<u64> {
        let own = own_shard();
        let (shard, number) = self.free_slot(own)?;
        let slot = self.shards[shard].slot(number)?;
        // SAFETY: the slot is free, and this call alone has its number.
        slot.value
            .with_mut(|value| unsafe { (*value).write(object) });
        let generation = slot.state.load(Ordering::Relaxed) >> GENERATION_SHIFT;
        slot.state
            .store(generation << GENERATION_SHIFT | LIVE, Ordering::Release);
        let index = u64::from(number) << SHARD_BITS | shard as u64;
        Some(generation << SLOT_BITS | index)
    }

    /// Shows the object of a key to `visit`; `None` if it has none any more. `visit` must not take it out.
    #[inline(always)]
    pub fn with<R>(&self, key: u64, visit: impl FnOnce(&T) -> R) -> Option<R> {
        let (slot, live) = self.find(key)?;
        slot.change(live, |state| state + 1)?;
        let _visit = EndVisit(slot);
        // SAFETY: the slot was live when this call became one of its visitors; it keeps its object until they have ended.
        Some(
            slot.value
                .with(|value| visit(unsafe { (*value).assume_init_ref() })),
        )
    }

    /// Shows the object of a key to `visit`, which may change it, when all calls that look at it have ended; `None` if it has none any more.
    /// `visit` must not use the key.
    pub fn change<R>(&self, key: u64, visit: impl FnOnce(&mut T) -> R) -> Option<R> {
        let (slot, live) = self.find(key)?;
        slot.change(live, |state| state | CHANGING)?;
        let _change = EndChange(slot);
        slot.wait_for_visitors();
        // SAFETY: the slot is live, this call alone changes it, and the calls that looked at it have ended.
        Some(
            slot.value
                .with_mut(|value| visit(unsafe { (*value).assume_init_mut() })),
        )
    }

    /// Takes an object out, when all calls that look at it have ended. Of several callers, one gets it.
    pub fn take(&self, key: u64) -> Option<T> {
        let (slot, live) = self.find(key)?;
        slot.change(live, |state| state & !LIVE)?;
        Some(self.taken(key, slot, live))
    }

    /// Takes an object out if `condition` holds for it, which must not take it out itself; `Some(None)` if it does not hold.
    #[inline(always)]
    pub fn take_if(&self, key: u64, condition: impl Fn(&T) -> bool) -> Option<Option<T>> {
        let (slot, live) = self.find(key)?;
        loop {
            slot.change(live, |state| state + 1)?;
            let visit = EndVisit(slot);
            // SAFETY: as for `with`.
            let look =
                |value: *const MaybeUninit<T>| condition(unsafe { (*value).assume_init_ref() });
            if !slot.value.with(look) {
                return Some(None);
            }
            // Ends the look and the object's life at once.
            if slot.change_now(live, |state| (state - 1) & !LIVE)? {
                std::mem::forget(visit);
                return Some(Some(self.taken(key, slot, live)));
            }
            // Another call waits for this look to end, to change the object.
        }
    }

    /// Moves the object out of a slot whose life the caller ended: `live` was its state until then.
    #[inline(always)]
    fn taken(&self, key: u64, slot: &Slot<T>, live: u64) -> T {
        slot.wait_for_visitors();
        // SAFETY: it was live until the caller ended that, so it has an object, and now has no visitors.
        let object = slot
            .value
            .with_mut(|value| unsafe { (*value).assume_init_read() });
        let generation = (live >> GENERATION_SHIFT) + 1;
        if generation >> GENERATION_BITS == 0 {
            slot.state
                .store(generation << GENERATION_SHIFT, Ordering::Release);
            let index = key & ((1 << SLOT_BITS) - 1);
            self.shards[index as usize % SHARDS].push((index >> SHARD_BITS) as u32);
        }
        object
    }

    /// The slot of a key, and the state that it has while the key is valid, without visitors.
    #[inline(always)]
    fn find(&self, key: u64) -> Option<(&Slot<T>, u64)> {
        let index = key & ((1 << SLOT_BITS) - 1);
        let slot = self.shards[index as usize % SHARDS].slot((index >> SHARD_BITS) as u32)?;
        Some((slot, (key >> SLOT_BITS) << GENERATION_SHIFT | LIVE))
    }

    /// Takes a free slot, if possible of the caller's own shard: that shard's number, and the slot's.
    #[inline(always)]
    fn free_slot(&self, own: usize) -> Option<(usize, u32)> {
        let mut in_turn = (0..SHARDS).map(|i| (own + i) % SHARDS);
        in_turn.find_map(|i| Some((i, self.shards[i].pop()?)))
    }
}

/// The shard in which the calling thread inserts: by the place of its own storage, which no two threads share.
#[inline(always)]
fn own_shard() -> usize {
    thread_local! {
        // It needs no destructor, so it is there for as long as the thread runs.
        static PLACE: Cell<u8> = const { Cell::new(0) };
    }
    let place = PLACE.with(|place| std::ptr::from_ref(place).addr() as u64);
    (place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SHARD_BITS)) as usize
}

impl<T> Shard<T> {
    #[cfg(not(loom))]
    const fn new() -> Self {
        Self {
            free: AtomicU64::new(0),
            pages: [const { OnceLock::new() }; PAGES],
            page_count: Mutex::new(0),
        }
    }

    /// The slot of a number, if its page exists.
    #[inline(always)]
    fn slot(&self, number: u32) -> Option<&Slot<T>> {
        let place = number as usize + FIRST_PAGE;
        let page = (place / FIRST_PAGE).ilog2() as usize;
        let slots = self.pages.get(page)?.get()?;
        slots.get(place - (FIRST_PAGE << page))
    }

    /// Takes the number of a free slot, of a new page if need be.
    #[inline(always)]
    fn pop(&self) -> Option<u32> {
        loop {
            let head = self.free.load(Ordering::Acquire);
            let Some(number) = first_free(head) else {
                self.grow(head)?;
                continue;
            };
            let next = self.slot(number)?.next.load(Ordering::Relaxed);
            if self.set_first_free(head, next) {
                return Some(number);
            }
        }
    }

    #[inline(always)]
    fn push(&self, number: u32) {
        let Some(slot) = self.slot(number) else {
            return;
        };
        loop {
            let head = self.free.load(Ordering::Relaxed);
            slot.next.store(head as u32 & FIRST, Ordering::Relaxed);
            if self.set_first_free(head, number + 1) {
                return;
            }
        }
    }

    /// Sets the first free slot, unless the list has changed since `head` was read.
    #[inline(always)]
    fn set_first_free(&self, head: u64, first: u32) -> bool {
        let changes = (head >> FIRST_BITS) + 1;
        let new = changes << FIRST_BITS | u64::from(first);
        let exchange = self
            .free
            .compare_exchange(head, new, Ordering::AcqRel, Ordering::Relaxed);
        exchange.is_ok()
    }

    /// Adds a page of free slots, unless the list has changed since `head` was read.
    #[cold]
    fn grow(&self, head: u64) -> Option<()> {
        let mut pages = lock(&self.page_count);
        if self.free.load(Ordering::Acquire) != head {
            return Some(());
        }
        let (page, size) = (self.pages.get(*pages)?, FIRST_PAGE << *pages);
        let first = size - FIRST_PAGE;
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).ok()?;
        slots.resize_with(size, Slot::new);
        // Only this call fills it, under the lock.
        let _ = page.set(slots.into());
        *pages += 1;
        // The lowest number last: it is the next.
        (first..first + size)
            .rev()
            .for_each(|number| self.push(number as u32));
        Some(())
    }
}

/// The number of the first free slot in a shard's list: the head's lowest bits are one more, or 0 for none.
#[inline(always)]
fn first_free(head: u64) -> Option<u32> {
    (head as u32 & FIRST).checked_sub(1)
}

impl<T> Slot<T> {
    fn new() -> Self {
        Self {
            state: AtomicU64::new(0),
            next: AtomicU32::new(0),
            value: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// Changes the state if it is `live` with any number of visitors, when no call changes the object.
    #[inline(always)]
    fn change(&self, live: u64, to: impl Fn(u64) -> u64) -> Option<()> {
        let mut looks = 0;
        while !self.change_now(live, &to)? {
            pause(&mut looks);
        }
        Some(())
    }

    /// As [`Slot::change`], without waiting: `Some(false)` if a call changes the object.
    #[inline(always)]
    fn change_now(&self, live: u64, to: impl Fn(u64) -> u64) -> Option<bool> {
        let mut state = self.state.load(Ordering::Relaxed);
        while state & !VISITORS == live {
            match self.state.compare_exchange_weak(
                state,
                to(state),
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(true),
                Err(other) => state = other,
            }
        }
        (state & !VISITORS == live | CHANGING).then_some(false)
    }

    #[inline(always)]
    fn wait_for_visitors(&self) {
        let mut looks = 0;
        while self.state.load(Ordering::Acquire) & VISITORS != 0 {
            pause(&mut looks);
        }
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        if own(&mut self.state) & LIVE != 0 {
            // SAFETY: a live slot has an object, and nothing else can reach it now.
            self.value
                .with_mut(|value| unsafe { (*value).assume_init_drop() });
        }
    }
}

/// Ends a change of a slot's object.
struct EndChange<'a, T>(&'a Slot<T>);

impl<T> Drop for EndChange<'_, T> {
    fn drop(&mut self) {
        self.0.state.fetch_and(!CHANGING, Ordering::Release);
    }
}

/// Ends a look at a slot's object.
struct EndVisit<'a, T>(&'a Slot<T>);

impl<T> Drop for EndVisit<'_, T> {
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn every_slot_has_its_place() {
        let slots = Slots::new();
        let keys: Vec<u64> = (0..10_000).map(|i| slots.insert(i).unwrap()).collect();
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(slots.with(key, |&object| object), Some(i));
        }
        let last = u64::from(SHARD_SLOTS as u32 - 1) << SHARD_BITS;
        assert_eq!(slots.with(last, |_| ()), None);
        assert_eq!(slots.with((1 << SLOT_BITS) - 1, |_| ()), None);
        assert_eq!(slots.with(u64::MAX, |_| ()), None);
    }

    #[test]
    fn a_change_waits_for_looks_and_looks_for_a_change() {
        let slots = Slots::new();
        let key = slots.insert([0_u64; 8]).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        let changed = slots.change(key, |numbers| {
                            for number in numbers {
                                *number += 1;
                            }
                        });
                        assert_eq!(changed, Some(()));
                    }
                });
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        let is_even = slots.with(key, |numbers| {
                            numbers.iter().all(|number| *number == numbers[0])
                        });
                        assert_eq!(is_even, Some(true));
                    }
                });
            }
        });
        assert_eq!(slots.take_if(key, |numbers| numbers[0] == 1), Some(None));
        assert_eq!(
            slots.take_if(key, |numbers| numbers[0] == 40_000),
            Some(Some([40_000; 8]))
        );
        assert_eq!(slots.change(key, |_| ()), None);
        assert_eq!(slots.take_if(key, |_| true), None);
    }

    #[test]
    fn a_stale_key_stays_stale_for_all_lives_of_its_slot() {
        let slots = Slots::new();
        let first = slots.insert(1).unwrap();
        assert_eq!(slots.take(first), Some(1));
        // As after 2^33 - 2 more lives of that slot, which take hours.
        let last = (1 << GENERATION_BITS) - 1;
        let (slot, _) = slots.find(first).unwrap();
        slot.state
            .store(last << GENERATION_SHIFT, Ordering::Relaxed);
        let key = slots.insert(2).unwrap();
        assert_eq!(key >> SLOT_BITS, last);
        assert_eq!(key & ((1 << SLOT_BITS) - 1), first & ((1 << SLOT_BITS) - 1));
        assert_eq!(slots.with(first, |_| ()), None);
        assert_eq!(slots.take(key), Some(2));
        let next = slots.insert(3).unwrap();
        assert_ne!(
            next & ((1 << SLOT_BITS) - 1),
            first & ((1 << SLOT_BITS) - 1),
            "a slot without a generation left is not used again"
        );
        assert_eq!((slots.take(first), slots.take(key)), (None, None));
    }

    #[test]
    fn an_object_is_taken_out_once_and_not_while_it_is_looked_at() {
        let slots = Slots::new();
        for round in 0..2000 {
            let object = Arc::new(round);
            let key = slots.insert(object.clone()).unwrap();
            let taken = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3)
                    .map(|thread| {
                        let slots = &slots;
                        scope.spawn(move || {
                            let seen = slots.with(key, |object| **object);
                            assert!(seen.is_none_or(|seen| seen == round));
                            thread > 0 && slots.take(key).is_some()
                        })
                    })
                    .collect();
                let takers = threads.into_iter().map(|thread| thread.join().unwrap());
                takers.filter(|&taken| taken).count()
            });
            assert_eq!(taken, 1);
            assert_eq!(Arc::strong_count(&object), 1);
        }
    }

    #[test]
    fn what_is_left_is_dropped_with_the_table() {
        let object = Arc::new(());
        let slots = Slots::new();
        let keys: Vec<u64> = (0..100)
            .map(|_| slots.insert(object.clone()).unwrap())
            .collect();
        assert!(slots.take(keys[7]).is_some());
        assert_eq!(Arc::strong_count(&object), 100);
        drop(slots);
        assert_eq!(Arc::strong_count(&object), 1);
    }

    #[test]
    fn a_look_that_panics_ends() {
        let slots = Slots::new();
        let key = slots.insert(5).unwrap();
        let look = || slots.with(key, |_| panic!("oh"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(look)).is_err());
        assert_eq!(slots.take(key), Some(5));
    }
}
