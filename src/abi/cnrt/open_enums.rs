//! Entry-point side of the enums of `cnrt.h`: every integer is a legal value.

use super::enums;
use crate::abi::c_enum::open_enum;

open_enum! {
    /// Status of the CNRT functions.
    cnrtRet_t:
        cnrtSuccess, cnrtErrorNotReady, cnrtErrorInit, cnrtErrorNoDevice, cnrtErrorDeviceInvalid, cnrtErrorArgsInvalid, cnrtErrorSys, cnrtErrorSysNoMem, cnrtErrorInvalidResourceHandle, cnrtErrorIllegalState, cnrtErrorNotSupport, cnrtErrorOpsNotPermitted, cnrtErrorQueue, cnrtErrorNoMem, cnrtErrorAssert, cnrtErrorKernelTrap, cnrtErrorKernelUserTrap, cnrtErrorNotFound, cnrtErrorInvalidKernel, cnrtErrorUnsupportedKernelVersion, cnrtErrorQueueCaptureUnsupported, cnrtErrorQueueCaptureInvalidated, cnrtErrorQueueCaptureWrongThread, cnrtErrorQueueCaptureMerged, cnrtErrorQueueCaptureUnjoined, cnrtErrorQueueCaptureIsolation, cnrtErrorQueueCaptureUnmatched, cnrtErrorTaskTopoEntityUpdateFailure, cnrtErrorNoKernel, cnrtErrorNoModule, cnrtErrorSetOnActiveProcess, cnrtErrorDevice, cnrtErrorNoAttribute, cnrtErrorMemcpyDirectionInvalid, cnrtErrorBusy, cnrtErrorCndrvFuncCall, cnrtErrorCndevFuncCall, cnrtErrorNoCnrtContext, cnrtErrorCndrvFuncNotFound, cnrtErrorInvalidSymbol, cnrtErrorUnknown, cnrtErrorMax
}

open_enum! {
    /// Direction of a copy. All memory is in one address space: each direction is a plain copy.
    cnrtMemTransDir_t:
        cnrtMemcpyHostToDev, cnrtMemcpyDevToDev, cnrtMemcpyDevToHost, cnrtMemcpyHostToHost, cnrtMemcpyPeerToPeer, cnrtMemcpyNoDirection
}

open_enum! {
    /// Kind of a device task.
    cnrtFunctionType_t:
        cnrtFuncTypeBlock, cnrtFuncTypeBlock1, cnrtFuncTypeUnion1, cnrtFuncTypeUnion2, cnrtFuncTypeUnion4, cnrtFuncTypeUnion8, cnrtFuncTypeUnion16, cnrtFuncTypeMutable
}

open_enum! {
    /// Whose memory an address is.
    cnrtMemType_t:
        cnrtMemTypeUnregistered, cnrtMemTypeHost, cnrtMemTypeDevice
}

open_enum! {
    /// Cache mode of memory that host and device share.
    cnrtUvaCacheMode_t:
        cnrtUvaNotSupport, cnrtUvaUnknown, cnrtUvaUnCached, cnrtUvaCached
}

open_enum! {
    /// Who may use a device.
    cnrtComputeMode_t:
        cnrtComputeModeDefault, cnrtComputeModeExclusiveProcess
}

open_enum! {
    /// How a thread waits for the device.
    cnrtDeviceFlags_t:
        cnrtDeviceScheduleSpin, cnrtDeviceScheduleBlock, cnrtDeviceScheduleYield, cnrtDeviceScheduleAuto
}

open_enum! {
    /// What a notifier keeps.
    cnrtNotifierFlags_t:
        CNRT_NOTIFIER_DEFAULT, CNRT_NOTIFIER_DISABLE_TIMING_SW, CNRT_NOTIFIER_DISABLE_TIMING_ALL, CNRT_NOTIFIER_INTERPROCESS
}

open_enum! {
    /// Element types of cnrtCastDataType_V2.
    cnrtDataType_V2_t:
        cnrtUnknown, cnrtDouble, cnrtFloat, cnrtHalf, cnrtBfloat, cnrtUlonglong, cnrtUint, cnrtUshort, cnrtUchar, cnrtLonglong, cnrtInt, cnrtShort, cnrtChar, cnrtBoolean
}

open_enum! {
    /// Element types of the older generation.
    cnrtDataType_t:
        cnrtInvalid, cnrtFloat16, cnrtFloat32, cnrtFloat64, cnrtInt4, cnrtInt8, cnrtInt16, cnrtInt32, cnrtInt64, cnrtAuto, cnrtUInt8, cnrtUInt16, cnrtUInt32, cnrtFix8, cnrtQuant8, cnrtBool
}

open_enum! {
    /// Rounding of a conversion: to nearest even, toward zero, down, up, off zero, half up.
    cnrtRoundingMode_t:
        cnrtRounding_rn, cnrtRounding_rz, cnrtRounding_rd, cnrtRounding_ru, cnrtRounding_ro, cnrtRounding_rm
}

open_enum! {
    /// Quantities of a device.
    cnrtDeviceAttr_t:
        cnrtAttrComputeCapabilityMajor, cnrtAttrComputeCapabilityMinor, cnrtAttrSparseComputingSupported, cnrtAttrFP16ComputingSupported, cnrtAttrINT4ComputingSupported, cnrtAttrINT8ComputingSupported, cnrtAttrBF16ComputingSupported, cnrtAttrTF32ComputingSupported, cnrtAttrComputeMode, cnrtAttrQueueSize, cnrtAttrNotifierSize, cnrtAttrSupportQueuePriorities, cnrtAttrTinyCoreSupported, cnrtAttrMaxDimX, cnrtAttrMaxDimY, cnrtAttrMaxDimZ, cnrtAttrMaxClusterCountPerUnionTask, cnrtAttrClusterCount, cnrtAttrMcorePerCluster, cnrtAttrMaxQuadrantCount, cnrtAttrMaxUnionTypePerQuadrant, cnrtAttrMaxClusterPerUnionLimitTask, cnrtAttrISAVersion, cnrtAttrIsMultipleTensorProcessor, cnrtAttrMaxL2CacheSize, cnrtAttrNramSizePerMcore, cnrtAttrWramSizePerMcore, cnrtAttrTotalConstMemorySize, cnrtAttrLmemSizePerMcore, cnrtAttrSramSizePerMcore, cnrtAttrGlobalMemoryNodeCount, cnrtAttrMaxPersistingL2CacheSize, cnrtAttrAvailableGlobalMemorySize, cnrtAttrEccEnable, cnrtAttrIpuClockRate, cnrtAttrMemClockRate, cnrtAttrGmemBusWidth, cnrtAttrTotalMemSize, cnrtAttrPciBusID, cnrtAttrPciDeviceID, cnrtAttrPciDomainID, cnrtAttrMDRMemorySize, cnrtAttrUnsupportedFlag
}
