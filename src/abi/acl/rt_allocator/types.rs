//! Types of `acl/acl_rt_allocator.h`.

use std::ffi::c_void;

/// An allocator of a program's own.
pub type aclrtAllocator = *mut c_void;

/// An allocator's object and functions.
pub type aclrtAllocatorDesc = *mut c_void;

/// A block of an allocator's memory.
pub type aclrtAllocatorBlock = *mut c_void;

/// An address in an allocator's memory.
pub type aclrtAllocatorAddr = *mut c_void;

/// Allocates a block.
pub type aclrtAllocatorAllocFunc =
    Option<unsafe extern "C" fn(allocator: aclrtAllocator, size: usize) -> *mut c_void>;

/// Frees a block.
pub type aclrtAllocatorFreeFunc =
    Option<unsafe extern "C" fn(allocator: aclrtAllocator, block: aclrtAllocatorBlock)>;

/// Allocates a block, if possible at an address.
pub type aclrtAllocatorAllocAdviseFunc = Option<
    unsafe extern "C" fn(
        allocator: aclrtAllocator,
        size: usize,
        addr: aclrtAllocatorAddr,
    ) -> *mut c_void,
>;

/// Returns the address of a block.
pub type aclrtAllocatorGetAddrFromBlockFunc =
    Option<unsafe extern "C" fn(block: aclrtAllocatorBlock) -> *mut c_void>;
