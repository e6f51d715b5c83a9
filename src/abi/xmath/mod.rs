//! The XMOS xcore math entry point: the 32-bit scalar interface of lib_xcore_math.
//!
//! No function returns a status and none checks a range: what a function gives outside its documented domain is what the
//! vendor's portable build gives, to the bit (see `kernels::fixed`). Three things do stop a device or that build: a
//! division by zero, a chunk that is not aligned, a null pointer. Here such a call says so in one sentence in the log and
//! goes on; with `HOSTNPU_XMATH_TRAPS=1` the sentence goes to the standard error stream and the process ends.
//!
//! Where the C caller passes a pointer it is null or valid for what the function reads or writes through it: that is the
//! contract to which the SAFETY comments of this module refer.

pub mod memory;
pub mod scalar;
mod trap;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod types;
