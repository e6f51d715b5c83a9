//! `acl/acl_base_rt.h`: data types, formats, handles, status codes, data helpers.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod functions;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod status;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
