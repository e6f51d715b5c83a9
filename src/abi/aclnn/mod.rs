//! aclnn: tensors, scalars, arrays, executors, and the two phases of all operators, whose files are in `crates/aclnn-operators`, over `crates/aclnn-arguments`.

pub mod base;
pub mod boundary;
pub mod dtype;
pub mod meta;
pub mod opdev;
pub mod phases;
pub mod scalar_value;
pub mod types;
