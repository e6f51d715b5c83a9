//! The simulated device: its memory, streams, tensors and operators, the settings, errors and messages. It serves the entry points of all vendors,
//! which `hostnpu` has: only settings and diagnostics know how the vendors name theirs.
//!
//! A package of its own, so that it is compiled beside the kernels below it and the entry points above it.

pub mod collective;
pub mod config;
pub mod device;
pub mod diagnostics;
pub mod error;
pub mod files;
pub use hostnpu_kernels as kernels;
pub use hostnpu_numeric as numeric;
pub mod ops;
pub mod per_thread;
pub mod sync;
pub mod tensor;
