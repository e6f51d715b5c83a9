//! `acl/acl_op_compiler.h`: options of the operator compiler.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod functions;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
