//! `acl/acl_tdt_queue.h`: queues of buffers, and routes between them.

pub mod attributes;
pub mod buffers;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod flags;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod queues;
pub mod routes;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
