//! The operators of aclnn: a file for each of the vendor's headers, in folders of the vendor's categories.
//!
//! What they share (arguments, contracts, phases) is in `hostnpu::abi::aclnn`, and so is the contract of pointers (`hostnpu::abi`).
#![expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `hostnpu::abi` states the contract"
)]

pub mod activation;
pub mod attention;
pub mod by_name;
pub mod conv;
pub mod conversion;
pub mod entry;
pub mod foreach;
pub mod image;
pub mod index;
pub mod loss;
pub mod math;
pub mod matmul;
pub mod norm;
pub mod optim;
pub mod pooling;
pub mod quant;
pub mod random;
pub mod rnn;
pub mod vfusion;

// Paths are written as in `hostnpu`.
use hostnpu::abi;
use hostnpu_base::error;
use {hostnpu_device as device, hostnpu_ops as ops, hostnpu_tensor as tensor};

/// Where the build script has left the headers of the operators.
#[doc(hidden)]
pub const DERIVED_HEADERS: &str = concat!(env!("OUT_DIR"), "/include");
