//! `aclnn/acl_meta.h`: tensors, scalars, arrays, lists, executors.

pub mod address;
pub mod array;
pub mod described;
pub mod dump;
pub mod executor;
pub mod list;
pub mod scalar;
pub mod tensor;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
