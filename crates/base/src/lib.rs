//! Shared by all layers above the kernels: settings of the process, errors and their texts, files that a caller names, locks that outlive panics.

pub mod config;
mod emulator;
pub mod error;
pub mod files;
pub mod page;
pub mod per_thread;
pub mod sync;
pub mod thread;

pub use emulator::emulator;
