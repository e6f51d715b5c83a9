//! aclnn: tensors, scalars, arrays, executors, and a file for each operator header.

pub mod meta;
pub mod opdev;
pub mod types;
