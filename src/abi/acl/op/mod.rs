//! `acl/acl_op.h`: of single operators the engine's kind and the attributes.

pub mod attributes;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
