//! aclnn: tensors, scalars, arrays, executors, and what the operators share. Their files are in `crates/aclnn-operators`.
#![expect(
    clippy::missing_safety_doc,
    reason = "the docs are for C readers; `crate::abi` states the contract"
)]

pub mod argument;
pub mod base;
pub mod boundary;
pub mod contract;
pub mod dtype;
pub mod meta;
pub mod opdev;
pub mod phases;
pub mod prelude;
pub mod scalar_value;
pub mod types;
