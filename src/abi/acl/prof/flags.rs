//! Flags of `acl/acl_prof.h`: what a profile records. Calls, tasks and marks are recorded whatever is asked for.

/// Calls of AscendCL.
pub const ACL_PROF_ACL_API: u64 = 0x0001u64;
/// Times of tasks.
pub const ACL_PROF_TASK_TIME: u64 = 0x0002u64;
/// Counters of hardware units.
pub const ACL_PROF_AICORE_METRICS: u64 = 0x0004u64;
/// Tasks of the CPU of a card.
pub const ACL_PROF_AICPU: u64 = 0x0008u64;
/// Counters of a cache.
pub const ACL_PROF_L2CACHE: u64 = 0x0010u64;
/// Collective communication.
pub const ACL_PROF_HCCL_TRACE: u64 = 0x0020u64;
/// Steps of a training.
pub const ACL_PROF_TRAINING_TRACE: u64 = 0x0040u64;
/// Marks and ranges.
pub const ACL_PROF_MSPROFTX: u64 = 0x0080u64;
/// Calls of the runtime.
pub const ACL_PROF_RUNTIME_API: u64 = 0x0100u64;
/// Times of tasks alone.
pub const ACL_PROF_TASK_TIME_L0: u64 = 0x0800u64;
/// Memory of tasks.
pub const ACL_PROF_TASK_MEMORY: u64 = 0x1000u64;
/// Times of tasks, with more of their layers.
pub const ACL_PROF_TASK_TIME_L2: u64 = 0x2000u64;
/// Attributes of operators.
pub const ACL_PROF_OP_ATTR: u64 = 0x4000u64;
