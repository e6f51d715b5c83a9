//! `acl/acl_base_mdl.h`: descriptions of tensors for the single operators of AscendCL.

pub mod description;
pub mod getters;
pub mod setters;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
