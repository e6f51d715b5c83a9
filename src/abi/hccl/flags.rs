//! Sizes and values of `hccl/hccl_types.h`.

/// Bytes of `HcclRootInfo`.
pub const HCCL_ROOT_INFO_BYTES: usize = 4108;
/// Bytes of a communicator's name, its zero included.
pub const COMM_NAME_MAX_LENGTH: usize = 128;
/// Bytes of the name of a communicator's buffer, its zero included.
pub const BUFFER_NAME_MAX_LENGTH: usize = 128;
/// Bytes of the free text of a configuration, its zero included.
pub const UDI_MAX_LENGTH: usize = 128;
/// Bytes of the algorithm of a configuration, its zero included.
pub const HCCL_COMM_ALGO_MAX_LENGTH: usize = 1600;
/// Bytes of the retry switch of a configuration, its zero included.
pub const HCCL_COMM_RETRY_ENABLE_MAX_LENGTH: usize = 50;
/// Bytes of the retry parameters of a configuration, its zero included.
pub const HCCL_COMM_RETRY_PARAMS_MAX_LENGTH: usize = 128;

/// Bytes of the head of `HcclCommConfig`.
pub const HCCL_COMM_CONFIG_INFO_BYTES: usize = 24;
/// Mark of an `HcclCommConfig` that `HcclCommConfigInit` has filled.
pub const HCCL_COMM_CONFIG_MAGIC_WORD: u32 = 0xf0f0_f0f0;
/// Version of `HcclCommConfig`.
pub const HCCL_COMM_CONFIG_VERSION: u32 = 10;
/// Size of a communicator's buffer in MiB.
pub const HCCL_COMM_DEFAULT_BUFFSIZE: u32 = 200;
/// The size of the buffer is not set.
pub const HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET: u32 = 0xffff_ffff;
/// Sums need not be deterministic.
pub const HCCL_COMM_DEFAULT_DETERMINISTIC: u32 = 0;
/// Determinism of sums is not set.
pub const HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET: u32 = 0xffff_ffff;
/// Where operations are expanded is not set.
pub const HCCL_COMM_DEFAULT_OP_EXPANSION_MODE: u32 = 0;
/// The traffic class is not set.
pub const HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET: u32 = 0xffff_ffff;
/// The service level is not set.
pub const HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET: u32 = 0xffff_ffff;
/// The longest wait of an operation is not set.
pub const HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET: i32 = -1;
/// The quality of service is not set.
pub const HCCL_COMM_QOS_CONFIG_NOT_SET: u32 = 0xffff_ffff;
/// Size in GiB of symmetric memory.
pub const HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE: u64 = 16;
