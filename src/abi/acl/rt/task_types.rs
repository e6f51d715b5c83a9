//! Structures of `acl/acl_rt.h` for tasks: random numbers, counting notifies, conditions.

use std::ffi::c_void;

use super::flags::ACL_RT_CMO_MAX_BARRIER_NUM;
use super::open_enums::{
    aclmdlRICondTaskType, aclrtCmoType, aclrtCntNotifyRecordMode, aclrtCntNotifyWaitMode,
    aclrtRandomNumFuncType,
};
use super::types::aclmdlRI;
use crate::abi::acl::base_rt::open_enums::aclDataType;

/// A number that a task of random numbers takes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtRandomParaInfo {
    /// 0 for a value, 1 for the address of one.
    pub isAddr: u8,
    /// The value's bytes, or the address.
    pub valueOrAddr: [u8; 8],
    /// The number of bytes that count.
    pub size: u8,
    /// Reserved.
    pub rsv: [u8; 6],
}

/// Parameters of a mask of dropout.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtDropoutBitmaskInfo {
    /// The share of bits that are 0.
    pub dropoutRation: aclrtRandomParaInfo,
}

/// Parameters of the uniform distribution.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtUniformDisInfo {
    /// The least one.
    pub min: aclrtRandomParaInfo,
    /// Above the largest one.
    pub max: aclrtRandomParaInfo,
}

/// Parameters of the normal distribution.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtNormalDisInfo {
    /// Their mean.
    pub mean: aclrtRandomParaInfo,
    /// Their standard deviation.
    pub stddev: aclrtRandomParaInfo,
}

/// Parameters of a kind of random numbers; the kind tells which member is meant.
#[repr(C)]
#[derive(Clone, Copy)]
pub union aclrtRandomNumParamInfo {
    /// For a mask of dropout.
    pub dropoutBitmaskInfo: aclrtDropoutBitmaskInfo,
    /// For numbers that are all alike.
    pub uniformDisInfo: aclrtUniformDisInfo,
    /// For the normal distribution, truncated or not.
    pub normalDisInfo: aclrtNormalDisInfo,
}

/// A kind of random numbers, with what it takes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aclrtRandomNumFuncParaInfo {
    /// The kind.
    pub funcType: aclrtRandomNumFuncType,
    /// Its parameters.
    pub paramInfo: aclrtRandomNumParamInfo,
}

/// A task of random numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aclrtRandomNumTaskInfo {
    /// Type of the numbers; of a mask the type of its share.
    pub dataType: aclDataType,
    /// The numbers.
    pub randomNumFuncParaInfo: aclrtRandomNumFuncParaInfo,
    /// Device memory for the parameters; may be null.
    pub randomParaAddr: *mut c_void,
    /// Device memory for the numbers.
    pub randomResultAddr: *mut c_void,
    /// Device memory with the counter, 16 bytes.
    pub randomCounterAddr: *mut c_void,
    /// The seed.
    pub randomSeed: aclrtRandomParaInfo,
    /// The number of numbers.
    pub randomNum: aclrtRandomParaInfo,
    /// Reserved.
    pub rsv: [u8; 8],
}

/// A notify that counts.
pub type aclrtCntNotify = *mut c_void;

/// The change of a count by a record.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtCntNotifyRecordInfo {
    /// The operation that applies the value.
    pub mode: aclrtCntNotifyRecordMode,
    /// The value.
    pub value: u32,
}

/// The comparison of a count by a wait.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtCntNotifyWaitInfo {
    /// The comparison.
    pub mode: aclrtCntNotifyWaitMode,
    /// With what.
    pub value: u32,
    /// Seconds at most; 0 for no limit.
    pub timeout: u32,
    /// 1 to set the count to 0 after the wait.
    pub isClear: u8,
    /// Reserved.
    pub rsv: [u8; 3],
}

/// A task of a model instance.
pub type aclmdlRITask = *mut c_void;

/// An operation on caches that is waited for.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtBarrierCmoInfo {
    /// The operation.
    pub cmoType: aclrtCmoType,
    /// Its barrier.
    pub barrierId: u32,
}

/// Operations on caches that are waited for.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclrtBarrierTaskInfo {
    /// The count.
    pub barrierNum: usize,
    /// The items.
    pub cmoInfo: [aclrtBarrierCmoInfo; ACL_RT_CMO_MAX_BARRIER_NUM],
}

/// A condition: a value in device memory, for one task of a model instance.
pub type aclmdlRICondHandle = *mut c_void;

/// A task that runs model instances by a condition.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct aclmdlRICondTaskParams {
    /// The condition.
    pub handle: aclmdlRICondHandle,
    /// Its decision.
    pub r#type: aclmdlRICondTaskType,
    /// The number of model instances.
    pub size: u32,
    /// Where their handles are written.
    pub modelRIArray: *mut aclmdlRI,
}
