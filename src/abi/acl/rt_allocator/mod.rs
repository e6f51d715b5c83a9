//! `acl/acl_rt_allocator.h`: allocators of a program's own, by stream.

pub mod functions;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
