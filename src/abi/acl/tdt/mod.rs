//! `acl/acl_tdt.h`: channels of tensors.

pub mod channels;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod items;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
mod wait;

pub(super) use wait::{refused, wait_limit};
