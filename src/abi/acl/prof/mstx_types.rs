//! Types of `mstx/ms_tools_ext.h` as C lays them out; the header has them from `crates/headers/text/`, since two have members without a name.

use std::ffi::{c_int, c_void};

/// A pool of memory.
pub struct mstxMemHeap_st {
    _private: [u8; 0],
}

/// A pool of memory: known by its address.
pub type mstxMemHeapHandle_t = *mut mstxMemHeap_st;

/// A part of a pool that it has handed out.
pub struct mstxMemRegion_st {
    _private: [u8; 0],
}

/// A part of a pool: known by its address.
pub type mstxMemRegionHandle_t = *mut mstxMemRegion_st;

/// Memory is described by addresses.
pub const MSTX_MEM_TYPE_VIRTUAL_ADDRESS: c_int = 0;

/// Memory of a device.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mstxMemVirtualRangeDesc_t {
    /// The device.
    pub deviceId: u32,
    /// Where it begins.
    pub ptr: *const c_void,
    /// Bytes of it.
    pub size: u64,
}

/// A pool.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mstxMemHeapDesc_t {
    /// Its purpose.
    pub usage: c_int,
    /// The kind of the description of its memory.
    pub r#type: c_int,
    /// One [`mstxMemVirtualRangeDesc_t`].
    pub typeSpecificDesc: *const c_void,
}

/// Regions that a pool hands out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mstxMemRegionsRegisterBatch_t {
    /// The pool.
    pub heap: mstxMemHeapHandle_t,
    /// The kind of their descriptions.
    pub regionType: c_int,
    /// Their number.
    pub regionCount: usize,
    /// As many [`mstxMemVirtualRangeDesc_t`].
    pub regionDescArray: *const c_void,
    /// Room for as many handles.
    pub regionHandleArrayOut: *mut mstxMemRegionHandle_t,
}

/// A region, by its address or its handle, which is the same.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mstxMemRegionRef_t {
    /// Its number among them.
    pub refType: c_int,
    /// The address.
    pub pointer: *const c_void,
}

/// Regions that a pool has back.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mstxMemRegionsUnregisterBatch_t {
    /// Their number.
    pub refCount: usize,
    /// The items.
    pub refArray: *const mstxMemRegionRef_t,
}
