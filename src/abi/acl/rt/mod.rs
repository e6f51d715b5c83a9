//! `acl/acl_rt.h`: the runtime.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod flags;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod types;
