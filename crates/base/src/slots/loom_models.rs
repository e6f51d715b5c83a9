//! Models that `loom` runs in all orders of their threads, and with each value that a load may see: see docs/testing.md.
//!
//! The `OnceLock`s of pages are not modelled: all threads see their contents at once.

use std::array::from_fn;
use std::sync::atomic::AtomicUsize as Count;

use loom::sync::Arc;
use loom::thread::{self, JoinHandle};

use super::*;

// Atomics of `loom` are not made in constants.
impl<T> Slots<T> {
    fn new() -> Self {
        Self {
            shards: from_fn(|_| Shard {
                free: AtomicU64::new(0),
                pages: from_fn(|_| OnceLock::new()),
                page_count: Mutex::new(0),
            }),
        }
    }
}

/// Counts how often it was dropped; `loom` does not see these counts.
struct Object {
    name: u32,
    drops: std::sync::Arc<Count>,
}

impl Drop for Object {
    fn drop(&mut self) {
        self.drops.fetch_add(1, Ordering::Relaxed);
    }
}

type Table = Arc<Slots<Object>>;

/// Objects of one run of a model, and how often all of them together were dropped.
#[derive(Default)]
struct Objects {
    made: Count,
    drops: std::sync::Arc<Count>,
}

impl Objects {
    fn named(&self, name: u32) -> Object {
        self.made.fetch_add(1, Ordering::Relaxed);
        Object {
            name,
            drops: self.drops.clone(),
        }
    }

    fn alive(&self) -> usize {
        self.made.load(Ordering::Relaxed) - self.drops.load(Ordering::Relaxed)
    }
}

fn spawn<R: 'static>(
    table: &Table,
    work: impl FnOnce(&Slots<Object>) -> R + 'static,
) -> JoinHandle<R> {
    let table = table.clone();
    thread::spawn(move || work(&table))
}

fn name(object: &Object) -> u32 {
    object.name
}

/// The slot of a key, without its generation.
fn slot(key: u64) -> u64 {
    key & ((1 << SLOT_BITS) - 1)
}

/// Runs a model. Three preemptions of threads show nearly all faults, and keep the number of orders small.
fn model(run: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(run);
}

#[test]
fn a_stale_key_never_finds_the_next_object_of_its_slot() {
    model(|| {
        let objects = std::sync::Arc::new(Objects::default());
        let table = Table::new(Slots::new());
        let first = table.insert(objects.named(1)).unwrap();
        let reuse = spawn(&table, {
            let objects = objects.clone();
            move |table| {
                assert_eq!(table.take(first).map(|object| name(&object)), Some(1));
                assert_eq!(objects.alive(), 0);
                let second = table.insert(objects.named(2)).unwrap();
                assert_eq!(slot(first), slot(second), "the slot is used again");
                assert!(table.with(first, name).is_none());
                second
            }
        });
        let look = spawn(&table, move |table| {
            assert!(matches!(table.with(first, name), None | Some(1)));
        });
        assert!(matches!(table.with(first, name), None | Some(1)));
        look.join().unwrap();
        let second = reuse.join().unwrap();
        assert!(table.take(first).is_none());
        assert!(table.change(first, |_| ()).is_none());
        assert_eq!(table.with(second, name), Some(2));
        drop(table);
        assert_eq!(objects.alive(), 0);
    });
}

#[test]
fn a_key_finds_nothing_or_all_of_an_object_that_is_inserted() {
    model(|| {
        let objects = Objects::default();
        let table = Table::new(Slots::new());
        let first = table.insert(objects.named(1)).unwrap();
        drop(table.take(first));
        // Not yet given out: programs may also guess keys.
        let next = first + (1 << SLOT_BITS);
        let look = spawn(&table, move |table| table.with(next, name));
        assert_eq!(table.insert(objects.named(2)), Some(next));
        assert!(matches!(look.join().unwrap(), None | Some(2)));
        drop(table);
        assert_eq!(objects.alive(), 0);
    });
}

#[test]
fn one_of_several_takers_gets_the_object_and_looks_end_before() {
    model(|| {
        let objects = Objects::default();
        let table = Table::new(Slots::new());
        let key = table.insert(objects.named(1)).unwrap();
        let drops = objects.drops.clone();
        let look = spawn(&table, move |table| {
            table.with(key, |object| {
                assert_eq!((name(object), drops.load(Ordering::Relaxed)), (1, 0));
            });
        });
        let take_if = spawn(&table, move |table| {
            table.take_if(key, |object| name(object) == 1).is_some()
        });
        let taken = table.take(key).is_some();
        look.join().unwrap();
        assert!(taken != take_if.join().unwrap());
        assert_eq!(objects.drops.load(Ordering::Relaxed), 1);
        assert!(table.with(key, name).is_none());
    });
}

/// Runs `beside` while another thread changes the name of an object from 2 over 3 to 4. Whether that found it, and the result of `beside`.
fn changed<R: 'static>(beside: impl FnOnce(&Slots<Object>, u64) -> R + 'static) -> (bool, R) {
    let objects = Objects::default();
    let table = Table::new(Slots::new());
    let key = table.insert(objects.named(2)).unwrap();
    let change = spawn(&table, move |table| {
        let changed = table.change(key, |object| {
            object.name = 3;
            object.name += 1;
        });
        changed.is_some()
    });
    let beside = spawn(&table, move |table| beside(table, key));
    let is_changed = change.join().unwrap();
    let result = beside.join().unwrap();
    drop(table);
    assert_eq!(objects.alive(), 0);
    (is_changed, result)
}

#[test]
fn looks_see_an_object_before_a_change_or_after_it() {
    model(|| {
        let (is_changed, name) = changed(|table, key| table.with(key, name));
        assert!(is_changed);
        assert!(matches!(name, Some(2 | 4)));
    });
}

#[test]
fn an_object_is_taken_before_a_change_or_after_it() {
    model(|| {
        let (is_changed, taken) = changed(|table, key| {
            let taken = table.take_if(key, |object| name(object).is_multiple_of(2));
            taken.flatten().map(|object| name(&object))
        });
        assert_eq!(taken, Some(if is_changed { 4 } else { 2 }));
    });
}

#[test]
fn no_slot_is_given_twice() {
    model(|| {
        let objects = std::sync::Arc::new(Objects::default());
        let table = Table::new(Slots::new());
        // A page of two free slots.
        let key = table.insert(objects.named(0)).unwrap();
        drop(table.take(key));
        let other = spawn(&table, {
            let objects = objects.clone();
            move |table| {
                let keys = [1, 2].map(|name| table.insert(objects.named(name)).unwrap());
                assert_eq!(table.take(keys[0]).map(|object| name(&object)), Some(1));
                keys[1]
            }
        });
        let own = table.insert(objects.named(3)).unwrap();
        let other = other.join().unwrap();
        assert_ne!(slot(own), slot(other));
        let last = table.insert(objects.named(4)).unwrap();
        assert!(![slot(own), slot(other)].contains(&slot(last)));
        let names = [other, own, last].map(|key| table.with(key, name));
        assert_eq!(names, [Some(2), Some(3), Some(4)]);
        drop(table);
        assert_eq!(objects.alive(), 0);
    });
}

#[test]
fn threads_that_find_no_page_add_one_together() {
    model(|| {
        let objects = std::sync::Arc::new(Objects::default());
        let table = Table::new(Slots::new());
        let other = spawn(&table, {
            let objects = objects.clone();
            move |table| table.insert(objects.named(1)).unwrap()
        });
        let own = table.insert(objects.named(2)).unwrap();
        let other = other.join().unwrap();
        assert_ne!(slot(own), slot(other));
        assert_eq!(
            [own, other].map(|key| table.with(key, name)),
            [Some(2), Some(1)]
        );
        drop(table);
        assert_eq!(objects.alive(), 0);
    });
}
