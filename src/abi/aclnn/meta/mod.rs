//! `aclnn/acl_meta.h`: tensors, scalars, arrays, lists, executors.

#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
