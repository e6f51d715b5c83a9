//! The checks that there are, and those that are on.

use std::sync::atomic::{AtomicU32, Ordering};

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
/// Resources that are not given back.
pub const LEAK: u32 = 32;
/// Calls that return an error.
pub const API: u32 = 64;
/// Memory and work that nothing has a use for.
pub const WASTE: u32 = 256;

/// Checks that follow the order of tasks.
pub(super) const ORDER: u32 = IN_FLIGHT | INIT | WASTE;

/// Memory that is freed while work of streams may still use it: a part of both [`MEMORY`] and [`RACE`].
pub(super) const IN_FLIGHT: u32 = 128;

/// The checks that are on.
pub(super) static CHECKS: AtomicU32 = AtomicU32::new(0);

/// Returns true if one of these checks is on. To be asked where [`on`](crate::hooks::on) says yes.
pub fn is_on(checks: u32) -> bool {
    CHECKS.load(Ordering::Relaxed) & checks != 0
}
