//! CNRT, the runtime below MLU-OPS: devices, memory, queues, notifiers, error text.
//!
//! The streams, contexts and memory are those of AscendCL: a queue is a stream of the thread's current context. A thread
//! that never called `cnrtSetDevice` works on the device that `CNRT_DEFAULT_DEVICE` names, or on device 0.

pub mod boundary;
pub mod cast;
pub mod device;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod error;
pub(crate) mod figures;
pub mod flags;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod handles;
pub mod memory;
pub mod notifier;
#[expect(
    non_camel_case_types,
    non_upper_case_globals,
    missing_docs,
    reason = "names of the C header"
)]
pub mod open_enums;
pub mod queue;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod types;
