//! `acl/acl_rt_memory_soma.h`: memory pools, stream-ordered allocation.

#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod functions;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod types;
