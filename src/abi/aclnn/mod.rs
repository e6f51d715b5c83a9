//! aclnn: tensors, scalars, arrays, executors, and a file for each operator header, in folders of the vendor's categories.
#![expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `crate::abi` states the contract"
)]

pub mod activation;
pub mod argument;
pub mod attention;
pub mod base;
mod boundary;
pub mod by_name;
pub mod contract;
pub mod conv;
pub mod conversion;
mod dtype;
pub mod entry;
pub mod foreach;
pub mod index;
pub mod loss;
pub mod math;
pub mod matmul;
pub mod meta;
pub mod norm;
pub mod opdev;
pub mod optim;
pub mod phases;
pub mod pooling;
pub mod prelude;
pub mod quant;
pub mod random;
pub mod rnn;
pub mod scalar_value;
pub mod types;
pub mod vfusion;
