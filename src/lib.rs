//! Programs written for AI accelerators compile, link, run and are checked on a plain CPU, without changing a line.
//!
//! The crate is one shared library. Its entry points (`abi`) are the vendors' C interfaces; behind them stands one simulated
//! device (`hostnpu_simulator`). `docs/architecture.md` is the map.

pub mod abi;
use hostnpu_simulator::sync;
pub use hostnpu_simulator::{
    collective, config, device, diagnostics, error, files, kernels, numeric, ops, tensor,
};

/// Where the build script has left the headers.
#[doc(hidden)]
pub const DERIVED_HEADERS: &str = concat!(env!("OUT_DIR"), "/include");
