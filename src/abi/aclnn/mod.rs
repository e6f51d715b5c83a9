//! aclnn: tensors, scalars, arrays, executors, and a file for each operator header.
#![expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `crate::abi` states the contract"
)]

mod args;
pub mod base;
mod boundary;
mod dtype;
pub mod lgamma;
pub mod meta;
pub mod opdev;
pub mod sin;
pub mod types;
