//! `acl/acl_rt.h`: the runtime.

pub mod cache;
pub mod callback;
pub mod context;
pub mod copy;
pub mod copy_batch;
pub mod copy_indirect;
pub mod count_notify;
pub mod device;
pub mod device_numbers;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod error;
pub mod event;
pub mod exception;
pub mod flags;
pub mod host_memory;
pub mod init;
pub mod ipc_event;
pub mod ipc_memory;
pub mod ipc_notify;
pub mod kernel;
pub mod label;
pub mod limits;
pub mod mapped_memory;
pub mod memory;
pub mod memory_queries;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod memory_types;
pub mod model_build;
pub mod model_capture;
pub mod model_condition;
mod model_handles;
pub mod model_report;
pub mod model_run;
pub mod model_tasks;
pub mod notify;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod options;
pub mod peers;
pub mod random;
pub mod recovery;
pub mod reduce;
pub mod shareable;
pub mod stream;
pub mod stream_config;
pub mod stream_limits;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod task_types;
mod time_limit;
pub mod torch_npu;
#[expect(non_camel_case_types, non_snake_case, reason = "names of the C header")]
pub mod types;
pub mod version;
pub mod virtual_memory;
