//! Structures and callbacks of `cnrt.h`.

use std::ffi::{c_char, c_int, c_void};

use super::open_enums::{cnrtMemType_t, cnrtUvaCacheMode_t};

/// Extents of a device task.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cnrtDim3_t {
    /// Tasks along the first dimension.
    pub x: u32,
    /// Tasks along the second dimension.
    pub y: u32,
    /// Tasks along the third dimension.
    pub z: u32,
}

/// Memory of another process.
pub type cnrtIpcMemHandle = *mut c_void;

/// A function of the program that a queue calls in its order.
pub type cnrtHostFn_t = Option<unsafe extern "C" fn(userData: *mut c_void)>;

/// The target of a quantisation parameter's pointer.
pub struct cnrtQuantizedParam {
    _private: [u8; 0],
}

/// Position, scale and offset of a quantisation.
pub type cnrtQuantizedParam_t = *mut cnrtQuantizedParam;

/// Owners of the memory of an address.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cnrtPointerAttributes_t {
    /// Kind of memory.
    pub r#type: cnrtMemType_t,
    /// Its device, or -1.
    pub device: c_int,
    /// Bytes of the allocation.
    pub size: usize,
    /// The address as the device knows it.
    pub devicePointer: *mut c_void,
    /// The address as the host knows it.
    pub hostPointer: *mut c_void,
    /// Cache mode.
    pub cacheMode: cnrtUvaCacheMode_t,
    /// Start of the allocation.
    pub deviceBasePointer: *mut c_void,
}

/// A number that no two devices share.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cnrtUUID_t {
    /// The number.
    pub uuid: [u8; 16],
}

/// Properties of a device. Sizes of memories are in MB, of a core's memories in bytes, rates in kHz.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the vendor's names say it")]
pub struct cnrtDeviceProp_V3 {
    pub name: [c_char; 256],
    pub totalMem: c_int,
    pub maxDim: [c_int; 3],
    pub ipuClockRate: c_int,
    pub memClockRate: c_int,
    pub totalConstMem: c_int,
    pub major: c_int,
    pub minor: c_int,
    pub ECCEnabled: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub pciDomainID: c_int,
    pub maxL2CacheSize: c_int,
    pub persistingL2CacheMaxSize: c_int,
    pub queuePrioritiesSupported: c_int,
    pub sparseComputingSupported: c_int,
    pub FP16ComputingSupported: c_int,
    pub INT4ComputingSupported: c_int,
    pub INT8ComputingSupported: c_int,
    pub BF16ComputingSupported: c_int,
    pub TF32ComputingSupported: c_int,
    pub maxQueueSize: c_int,
    pub maxNotifierSize: c_int,
    pub tinyCoreSupported: c_int,
    pub codecJPEGSupported: c_int,
    pub codecH264Supported: c_int,
    pub codecH265Supported: c_int,
    pub maxClusterCountPerUnionTask: c_int,
    pub clusterCount: c_int,
    pub McorePerCluster: c_int,
    pub maxQuadrantCount: c_int,
    pub maxUnionTypePerQuadrant: c_int,
    pub maxClusterPerUnionLimitTask: c_int,
    pub ISAVersion: c_int,
    pub isMultipleTensorProcessor: c_int,
    pub NramSizePerMcore: c_int,
    pub WramSizePerMcore: c_int,
    pub LmemSizePerMcore: c_int,
    pub SramSizePerMcore: c_int,
    pub globalMemoryNodeCount: c_int,
    pub cacheSize: c_int,
    pub GmemBusWidth: c_int,
    pub computeMode: c_int,
    pub MDRMemorySize: c_int,
    pub availableGlobalMemorySize: c_int,
    pub uuid: cnrtUUID_t,
    pub totalGlobalMemSize: u64,
    pub reserved: [c_int; 30],
}

/// Properties of a device.
pub type cnrtDeviceProp_t = cnrtDeviceProp_V3;
