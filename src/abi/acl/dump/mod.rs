//! `acl/acl_dump.h`: dumps that the program takes itself, what operators were called with, and what it saves of a failure.

pub mod arguments;
pub mod callback;
pub(in crate::abi::acl) mod chunk;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod exception;
pub mod flags;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_snake_case, reason = "names of the C header")]
pub mod types;
