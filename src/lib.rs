//! Programs written for AI accelerators compile, link, run and are checked on a plain CPU, without changing a line.
//!
//! The crate is one shared library. Its entry points (`abi`) are the vendors' C interfaces; behind them stands one simulated
//! device (`hostnpu_device`) and what runs on it. `docs/architecture.md` is the map.

pub mod abi;
pub use hostnpu_base::{config, error, files};
use hostnpu_base::{slots, sync, thread};
pub use {
    hostnpu_collective as collective, hostnpu_device as device, hostnpu_diagnostics as diagnostics,
    hostnpu_kernels as kernels, hostnpu_numeric as numeric, hostnpu_ops as ops,
    hostnpu_tensor as tensor,
};

/// Where the build script has left the headers.
#[doc(hidden)]
pub const DERIVED_HEADERS: &str = concat!(env!("OUT_DIR"), "/include");
