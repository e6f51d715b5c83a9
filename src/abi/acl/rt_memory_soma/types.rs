//! Types of `acl/acl_rt_memory_soma.h`.

use std::ffi::c_void;

use crate::abi::acl::rt::open_enums::{aclrtMemAllocationType, aclrtMemHandleType};
use crate::abi::acl::rt::types::aclrtMemLocation;

/// A memory pool.
pub type aclrtMemPool = *mut c_void;

/// Properties of a memory pool.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemPoolProps {
    /// Must be `ACL_MEM_ALLOCATION_TYPE_PINNED`.
    pub allocType: aclrtMemAllocationType,
    /// Must be `ACL_MEM_HANDLE_TYPE_NONE`.
    pub handleType: aclrtMemHandleType,
    /// The device.
    pub location: aclrtMemLocation,
    /// Bytes at most; 0 for all of the device.
    pub maxSize: usize,
    /// Reserved; 0.
    pub reserved: [u8; 32],
}
