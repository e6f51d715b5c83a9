//! The locks of the checks, held over a fork: a child has none of the threads that might give them back.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard};

use super::enabled::CHECKS;
use super::{blocks, handles, indices, pools, race, report, shadow, unseen, waste};
use crate::hooks;
use crate::stack;
use hostnpu_base::sync::lock;

/// A lock that is held.
pub trait ForkGuard {}

impl<T> ForkGuard for MutexGuard<'static, T> {}

fn hold<T>(mutex: &'static Mutex<T>) -> Box<dyn ForkGuard> {
    Box::new(lock(mutex))
}

/// Takes all locks of what watches calls, and of the checks that are on, in the order in which checks take one while they hold another.
pub fn lock_all() -> Vec<Box<dyn ForkGuard>> {
    let observers = hold(&hooks::OBSERVERS);
    if CHECKS.load(Ordering::Relaxed) == 0 {
        return vec![observers];
    }
    vec![
        observers,
        hold(&race::RACES),
        hold(&shadow::WRITTEN),
        hold(&waste::USES),
        hold(&pools::POOLS),
        hold(&blocks::BLOCKS),
        hold(&handles::OBJECTS),
        hold(&unseen::ERRORS),
        hold(&indices::READERS),
        hold(&report::WRITTEN),
        hold(&stack::STACKS),
    ]
}
