//! `acl/acl_op.h`: of single operators only the engine's kind.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
