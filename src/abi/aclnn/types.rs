//! All that an entry point of aclnn names, beside [`crate::abi::acl::types`].

pub use super::meta::types::*;
pub use super::opdev::op_errno::*;
