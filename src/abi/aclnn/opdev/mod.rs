//! `aclnn/opdev/`: status codes.

pub mod op_errno;
