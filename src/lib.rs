//! Programs written for AI accelerators compile, link, run and are checked on a plain CPU, without a changed line.
//!
//! The crate is one shared library. Its entry points (`abi`) are the vendors' C interfaces; behind them stands one simulated
//! device. `docs/architecture.md` is the map.

pub mod abi;
pub mod config;
pub mod device;
pub mod diagnostics;
pub mod error;
pub use hostnpu_kernels as kernels;
pub use hostnpu_numeric as numeric;
pub mod ops;
mod per_thread;
mod sync;
pub mod tensor;
