//! The operators of aclnn: a file for each of the vendor's headers, in folders of the vendor's categories.
//!
//! Beside them is `contract`, the checks of families of operators; arguments, and the checks of many families, are in `hostnpu-aclnn-arguments`. Tensors, executors and the two
//! phases are in `hostnpu::abi::aclnn`, and the contract of pointers is that of `hostnpu::abi`.

pub mod activation;
pub mod attention;
pub mod by_name;
pub mod contract;
pub mod control;
pub mod conv;
pub mod conversion;
pub mod entry;
pub mod ffn;
pub mod foreach;
pub mod image;
pub mod index;
pub mod loss;
pub mod mamba;
pub mod math;
pub mod matmul;
pub mod mc2;
pub mod mhc;
pub mod moe;
pub mod norm;
pub mod objdetect;
pub mod optim;
pub mod pooling;
pub mod posembedding;
pub mod prelude;
pub mod quant;
pub mod random;
pub mod rnn;
pub mod vfusion;

// Paths are written as in `hostnpu`.
use hostnpu::abi;
pub use hostnpu_aclnn_arguments::argument;
use hostnpu_base::{config, error};
use {
    hostnpu_device as device, hostnpu_diagnostics as diagnostics,
    hostnpu_distributed as distributed, hostnpu_ops as ops, hostnpu_tensor as tensor,
};

/// Folder of the operators' headers, which the build script has derived.
#[doc(hidden)]
pub const DERIVED_HEADERS: &str = concat!(env!("OUT_DIR"), "/include");
