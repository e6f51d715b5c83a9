//! Checks of what programs do (`HOSTNPU_CHECK`): wrong use of handles and memory, missing order between streams, leaks.
//!
//! Reports never change a status. All host threads are one actor: locks and joins between them are not seen here, and a check
//! never calls "wrong" what they may have ordered.

mod blocks;
mod demangle;
mod exit;
pub mod handles;
mod leaks;
mod report;
mod stack;

use std::sync::atomic::{AtomicU32, Ordering};

pub use blocks::{Owner, allocated, freed, not_freed};

use super::hooks::{self, Feature};
use crate::config;

/// Addresses of device memory: freed, passed, of the wrong kind.
pub const MEMORY: u32 = 1;
/// Device memory that host code touches.
pub const HOST: u32 = 2;
/// Handles that are used after their end, or as what they are not.
pub const HANDLE: u32 = 4;
/// Work of streams on the same memory without an order.
pub const RACE: u32 = 8;
/// Memory that is read before it is written.
pub const INIT: u32 = 16;
/// What is not given back.
pub const LEAK: u32 = 32;

/// The checks that are on.
static CHECKS: AtomicU32 = AtomicU32::new(0);

/// Whether one of these checks is on. To be asked where [`hooks::on`] says yes.
pub fn is_on(checks: u32) -> bool {
    CHECKS.load(Ordering::Relaxed) & checks != 0
}

/// Turns on what `HOSTNPU_CHECK` asks for.
pub fn start() {
    let checks = *config::CHECK.get();
    if checks != 0 && CHECKS.swap(checks, Ordering::Relaxed) == 0 {
        exit::watch_process();
        hooks::watch(Feature::Check, &Watch);
    }
}

/// What the shared hooks tell the checks.
struct Watch;

impl hooks::Observer for Watch {}
