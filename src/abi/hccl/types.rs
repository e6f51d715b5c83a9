//! Handles and structures of `hccl/hccl_types.h`.

use std::ffi::{c_char, c_void};

use super::flags::{
    BUFFER_NAME_MAX_LENGTH, COMM_NAME_MAX_LENGTH, HCCL_COMM_ALGO_MAX_LENGTH,
    HCCL_COMM_CONFIG_INFO_BYTES, HCCL_COMM_RETRY_ENABLE_MAX_LENGTH,
    HCCL_COMM_RETRY_PARAMS_MAX_LENGTH, HCCL_ROOT_INFO_BYTES, UDI_MAX_LENGTH,
};
use super::open_enums::{HcclDataType, HcclSendRecvType};

/// A communicator: one rank of a group.
pub type HcclComm = *mut c_void;

/// Opaque bytes that one rank makes and all others need to form a communicator.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclRootInfo {
    /// The bytes.
    pub internal: [c_char; HCCL_ROOT_INFO_BYTES],
}

/// Value of a setting; the setting tells which member.
#[repr(C)]
#[derive(Clone, Copy)]
pub union HcclConfigValue {
    /// For HCCL_DETERMINISTIC: 0, 1 or 2.
    pub value: i32,
}

/// One message of `HcclBatchSendRecv`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HcclSendRecvItem {
    /// Its direction.
    pub sendRecvType: HcclSendRecvType,
    /// Its memory.
    pub buf: *mut c_void,
    /// Number of elements.
    pub count: u64,
    /// Their type.
    pub dataType: HcclDataType,
    /// The other rank.
    pub remoteRank: u32,
}

/// Settings of a communicator. Fill it with `HcclCommConfigInit`, then set fields. What this library does not name below is
/// accepted and has no effect on a CPU.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HcclCommConfig {
    /// Size, magic word and version.
    pub reserved: [c_char; HCCL_COMM_CONFIG_INFO_BYTES],
    /// Size of the buffer in MiB: no effect.
    pub hcclBufferSize: u32,
    /// 1 for deterministic sums: they always are.
    pub hcclDeterministic: u32,
    /// Name of the communicator; empty: one is made.
    pub hcclCommName: [c_char; COMM_NAME_MAX_LENGTH],
    /// A text of the program's own: no effect.
    pub hcclUdi: [c_char; UDI_MAX_LENGTH],
    /// No effect.
    pub hcclOpExpansionMode: u32,
    /// No effect.
    pub hcclRdmaTrafficClass: u32,
    /// No effect.
    pub hcclRdmaServiceLevel: u32,
    /// No effect.
    pub hcclWorldRankID: u32,
    /// No effect.
    pub hcclJobID: u64,
    /// No effect.
    pub aclGraphZeroCopyEnable: u8,
    /// Seconds for which an operation waits for the other ranks; 0: for ever.
    pub hcclExecTimeOut: i32,
    /// No effect.
    pub hcclAlgo: [c_char; HCCL_COMM_ALGO_MAX_LENGTH],
    /// No effect.
    pub hcclRetryEnable: [c_char; HCCL_COMM_RETRY_ENABLE_MAX_LENGTH],
    /// No effect.
    pub hcclRetryParams: [c_char; HCCL_COMM_RETRY_PARAMS_MAX_LENGTH],
    /// No effect.
    pub hcclBufferName: [c_char; BUFFER_NAME_MAX_LENGTH],
    /// No effect.
    pub hcclQos: u32,
    /// No effect.
    pub hcclSymWinMaxMemSizePerRank: u64,
}
