//! Structures and callbacks of `acl/acl_rt.h`.

use std::ffi::{c_char, c_void};

use super::flags::{
    ACL_PKG_VERSION_MAX_SIZE, ACL_PKG_VERSION_PARTS_MAX_SIZE, ACL_RT_MEM_UCE_INFO_MAX_NUM,
    UCE_INFO_RESERVED_SIZE,
};
use super::open_enums::{
    aclrtAicoreErrorType, aclrtBinaryLoadOptionType, aclrtErrorType, aclrtMallocAttrType,
    aclrtMemLocationType, aclrtStreamState,
};
use crate::abi::acl::base_rt::types::aclrtStream;

/// Reserved.
pub struct aclrtUtilizationExtendInfo {
    _private: [u8; 0],
}

/// Record of a failed task.
pub struct rtExceptionInfo {
    _private: [u8; 0],
}

/// Record of a failed task.
pub type aclrtExceptionInfo = rtExceptionInfo;

/// A model instance: captured tasks, to be run any number of times.
pub type aclmdlRI = *mut c_void;

/// A callback in stream order, for `aclrtLaunchCallback`.
pub type aclrtCallback = Option<unsafe extern "C" fn(userData: *mut c_void)>;

/// A callback in stream order, for `aclrtLaunchHostFunc`.
pub type aclrtHostFunc = Option<unsafe extern "C" fn(args: *mut c_void)>;

/// Told of failed tasks.
pub type aclrtExceptionInfoCallback =
    Option<unsafe extern "C" fn(exceptionInfo: *mut aclrtExceptionInfo)>;

/// Told of streams that begin and end.
pub type aclrtStreamStateCallback =
    Option<unsafe extern "C" fn(stm: aclrtStream, state: aclrtStreamState, args: *mut c_void)>;

/// Value of an attribute of an allocation; the attribute tells which member.
#[repr(C)]
#[derive(Clone, Copy)]
pub union aclrtMallocAttrValue {
    /// Module that the memory is counted for.
    pub moduleId: u16,
    /// Device that the memory is on.
    pub deviceId: u32,
    /// Kind of address wanted.
    pub vaFlag: u32,
    /// Reserved.
    pub rsv: [u8; 8],
}

/// One attribute of an allocation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aclrtMallocAttribute {
    /// The attribute.
    pub attr: aclrtMallocAttrType,
    /// Its value.
    pub value: aclrtMallocAttrValue,
}

/// Attributes for `aclrtMallocWithCfg`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMallocConfig {
    /// First attribute.
    pub attrs: *mut aclrtMallocAttribute,
    /// Number of attributes.
    pub numAttrs: usize,
}

/// A loaded file of compiled kernels.
pub type aclrtBinHandle = *mut c_void;

/// A compiled kernel.
pub type aclrtFuncHandle = *mut c_void;

/// Value of an option of loading kernels; the option tells which member.
#[repr(C)]
#[derive(Clone, Copy)]
pub union aclrtBinaryLoadOptionValue {
    /// 1 if kernels are loaded when they are first launched.
    pub isLazyLoad: u32,
    /// The kind of the file.
    pub magic: u32,
    /// Where kernels for the device's own processors come from.
    pub cpuKernelMode: i32,
    /// Reserved.
    pub rsv: [u32; 4],
}

/// One option of loading kernels.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aclrtBinaryLoadOption {
    /// The option.
    pub r#type: aclrtBinaryLoadOptionType,
    /// Its value.
    pub value: aclrtBinaryLoadOptionValue,
}

/// Options of loading kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtBinaryLoadOptions {
    /// First option.
    pub options: *mut aclrtBinaryLoadOption,
    /// Number of options.
    pub numOpt: usize,
}

/// Settings of a stream, for `aclrtCreateStreamV2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtStreamConfigHandle {
    /// Address of the work memory.
    pub workptr: *mut c_void,
    /// Bytes of it.
    pub workSize: usize,
    /// `ACL_STREAM_*` flags.
    pub flag: usize,
    /// Priority, 0 the most urgent.
    pub priority: u32,
}

/// Use of a device, in per cent; -1 where it is not known.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtUtilizationInfo {
    /// Use of the cube cores.
    pub cubeUtilization: i32,
    /// Use of the vector cores.
    pub vectorUtilization: i32,
    /// Use of the AI CPUs.
    pub aicpuUtilization: i32,
    /// Use of the memory.
    pub memoryUtilization: i32,
    /// Must be null.
    pub utilizationExtend: *mut aclrtUtilizationExtendInfo,
}

/// Where memory is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct aclrtMemLocation {
    /// Number of the device.
    pub id: u32,
    /// Kind of memory.
    pub r#type: aclrtMemLocationType,
}

/// Attributes of an address, from `aclrtPointerGetAttributes`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct aclrtPtrAttributes {
    /// Where it is.
    pub location: aclrtMemLocation,
    /// Bytes of a page.
    pub pageSize: u32,
    /// Reserved.
    pub rsv: [u32; 4],
}

/// A range of device memory that failed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemUceInfo {
    /// First byte.
    pub addr: *mut c_void,
    /// Number of bytes.
    pub len: usize,
    /// Reserved.
    pub reserved: [usize; UCE_INFO_RESERVED_SIZE],
}

/// Ranges of device memory that failed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtMemUceInfoArray {
    /// Number of ranges in use.
    pub arraySize: usize,
    /// The ranges.
    pub memUceInfoArray: [aclrtMemUceInfo; ACL_RT_MEM_UCE_INFO_MAX_NUM],
}

/// Detail of a device error; the error's type tells which member.
#[repr(C)]
#[derive(Clone, Copy)]
pub union aclrtErrorInfoDetail {
    /// For `ACL_RT_ERROR_MEMORY`.
    pub uceInfo: aclrtMemUceInfoArray,
    /// For `ACL_RT_ERROR_AICORE`.
    pub aicoreErrType: aclrtAicoreErrorType,
}

/// A device error.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aclrtErrorInfo {
    /// 1 if a repair may be tried.
    pub tryRepair: u8,
    /// 1 if `detail` holds something.
    pub hasDetail: u8,
    /// Reserved.
    pub reserved: [u8; 2],
    /// Kind of the error.
    pub errorType: aclrtErrorType,
    /// More, by kind.
    pub detail: aclrtErrorInfoDetail,
}

/// Value of an attribute of a stream; the attribute tells which member.
#[repr(C)]
#[derive(Clone, Copy)]
pub union aclrtStreamAttrValue {
    /// `ACL_CONTINUE_ON_FAILURE` or `ACL_STOP_ON_FAILURE`.
    pub failureMode: u64,
    /// 1 to check for overflow.
    pub overflowSwitch: u32,
    /// A number of the program's own.
    pub userCustomTag: u32,
    /// 1 to keep the operators' descriptions.
    pub cacheOpInfoSwitch: u32,
    /// Priority, 0 the most urgent.
    pub streamPriority: u32,
    /// Reserved.
    pub reserve: [u32; 4],
}

/// Version of a package, as texts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclCANNPackageVersion {
    /// The whole version.
    pub version: [c_char; ACL_PKG_VERSION_MAX_SIZE],
    /// Major part.
    pub majorVersion: [c_char; ACL_PKG_VERSION_PARTS_MAX_SIZE],
    /// Minor part.
    pub minorVersion: [c_char; ACL_PKG_VERSION_PARTS_MAX_SIZE],
    /// Release part.
    pub releaseVersion: [c_char; ACL_PKG_VERSION_PARTS_MAX_SIZE],
    /// Patch part.
    pub patchVersion: [c_char; ACL_PKG_VERSION_PARTS_MAX_SIZE],
    /// Reserved.
    pub reserved: [c_char; ACL_PKG_VERSION_MAX_SIZE],
}
