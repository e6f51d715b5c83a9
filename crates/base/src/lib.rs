//! Shared by all layers above the kernels: settings of the process, errors and their texts, files that a caller names, locks that outlive panics, objects under keys.

pub mod config;
mod emulator;
pub mod error;
pub mod few;
pub mod files;
pub mod page;
pub mod per_thread;
pub mod slots;
pub mod sync;
pub mod thread;

pub use emulator::emulator;
