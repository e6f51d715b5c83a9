//! Structures of `acl/acl_rt.h` for virtual memory and for memory that processes share.

use std::ffi::{c_char, c_void};

use super::flags::ACL_IPC_EVENT_HANDLE_SIZE;
use super::open_enums::{
    aclrtMemAccessFlags, aclrtMemAllocationType, aclrtMemAttr, aclrtMemHandleType,
};
use super::types::aclrtMemLocation;

/// Physical memory.
pub type aclrtDrvMemHandle = *mut c_void;

/// Shareable handle across servers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemFabricHandle {
    /// The identity of the memory.
    pub data: [u8; 128],
}

/// Properties of physical memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtPhysicalMemProp {
    /// Must be `ACL_MEM_HANDLE_TYPE_NONE`.
    pub handleType: aclrtMemHandleType,
    /// Must be `ACL_MEM_ALLOCATION_TYPE_PINNED`.
    pub allocationType: aclrtMemAllocationType,
    /// Kind of memory.
    pub memAttr: aclrtMemAttr,
    /// Where it is.
    pub location: aclrtMemLocation,
    /// Reserved.
    pub reserve: u64,
}

/// Rights to mapped memory from one place.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemAccessDesc {
    /// The rights.
    pub flags: aclrtMemAccessFlags,
    /// From where.
    pub location: aclrtMemLocation,
    /// Reserved.
    pub rsv: [u8; 12],
}

/// Memory that a component uses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemUsageInfo {
    /// The component's name.
    pub name: [c_char; 32],
    /// Bytes now.
    pub curMemSize: u64,
    /// The most bytes until now.
    pub memPeakSize: u64,
    /// Reserved.
    pub reserved: [usize; 8],
}

/// Name of a device that is the same in all processes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtUuid {
    /// The name.
    pub bytes: [c_char; 16],
}

/// An event that processes share.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtIpcEventHandle {
    /// Its identity.
    pub reserved: [c_char; ACL_IPC_EVENT_HANDLE_SIZE],
}

/// Owners of the memory of the pieces of a batch of copies.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemcpyBatchAttr {
    /// Where they go.
    pub dstLoc: aclrtMemLocation,
    /// Where they come from.
    pub srcLoc: aclrtMemLocation,
    /// Reserved.
    pub rsv: [u8; 16],
}
