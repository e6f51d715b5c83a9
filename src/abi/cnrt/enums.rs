//! Enums of `cnrt.h`, from which the header is derived. No value that C passes ever has these types: the entry points take
//! their open twins in [`super::open_enums`].

/// Status of the CNRT functions.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtRet_t {
    cnrtSuccess = 0,
    cnrtErrorNotReady = 1,
    cnrtErrorInit = 100002,
    cnrtErrorNoDevice = 100004,
    cnrtErrorDeviceInvalid = 100005,
    cnrtErrorArgsInvalid = 100006,
    cnrtErrorSys = 100007,
    cnrtErrorSysNoMem = 100010,
    cnrtErrorInvalidResourceHandle = 100014,
    cnrtErrorIllegalState = 100015,
    cnrtErrorNotSupport = 100050,
    cnrtErrorOpsNotPermitted = 100051,
    cnrtErrorQueue = 100060,
    cnrtErrorNoMem = 100100,
    cnrtErrorAssert = 100128,
    cnrtErrorKernelTrap = 100132,
    cnrtErrorKernelUserTrap = 100133,
    cnrtErrorNotFound = 100301,
    cnrtErrorInvalidKernel = 100302,
    cnrtErrorUnsupportedKernelVersion = 100303,
    cnrtErrorQueueCaptureUnsupported = 100360,
    cnrtErrorQueueCaptureInvalidated = 100361,
    cnrtErrorQueueCaptureWrongThread = 100362,
    cnrtErrorQueueCaptureMerged = 100363,
    cnrtErrorQueueCaptureUnjoined = 100364,
    cnrtErrorQueueCaptureIsolation = 100365,
    cnrtErrorQueueCaptureUnmatched = 100366,
    cnrtErrorTaskTopoEntityUpdateFailure = 100400,
    cnrtErrorNoKernel = 101312,
    cnrtErrorNoModule = 101315,
    cnrtErrorSetOnActiveProcess = 632002,
    cnrtErrorDevice = 632006,
    cnrtErrorNoAttribute = 632009,
    cnrtErrorMemcpyDirectionInvalid = 632013,
    cnrtErrorBusy = 632014,
    cnrtErrorCndrvFuncCall = 632015,
    cnrtErrorCndevFuncCall = 632017,
    cnrtErrorNoCnrtContext = 632019,
    cnrtErrorCndrvFuncNotFound = 632020,
    cnrtErrorInvalidSymbol = 632100,
    cnrtErrorUnknown = 999991,
    cnrtErrorMax = 999992,
}

/// Direction of a copy. All memory is in one address space: each direction is a plain copy.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtMemTransDir_t {
    cnrtMemcpyHostToDev = 0,
    cnrtMemcpyDevToDev = 1,
    cnrtMemcpyDevToHost = 2,
    cnrtMemcpyHostToHost = 3,
    cnrtMemcpyPeerToPeer = 4,
    cnrtMemcpyNoDirection = 5,
}

/// Kind of a device task.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtFunctionType_t {
    cnrtFuncTypeBlock = 1,
    cnrtFuncTypeBlock1 = 2,
    cnrtFuncTypeUnion1 = 4,
    cnrtFuncTypeUnion2 = 8,
    cnrtFuncTypeUnion4 = 16,
    cnrtFuncTypeUnion8 = 32,
    cnrtFuncTypeUnion16 = 64,
    cnrtFuncTypeMutable = -1,
}

/// Owners of the memory of an address.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtMemType_t {
    cnrtMemTypeUnregistered = 0,
    cnrtMemTypeHost = 1,
    cnrtMemTypeDevice = 2,
}

/// Cache mode of memory that host and device share.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtUvaCacheMode_t {
    cnrtUvaNotSupport = -1,
    cnrtUvaUnknown = 0,
    cnrtUvaUnCached = 1,
    cnrtUvaCached = 2,
}

/// Compute modes of a device.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtComputeMode_t {
    cnrtComputeModeDefault = 0,
    cnrtComputeModeExclusiveProcess = 1,
}

/// Ways in which a thread waits for the device.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtDeviceFlags_t {
    cnrtDeviceScheduleSpin = 0,
    cnrtDeviceScheduleBlock = 1,
    cnrtDeviceScheduleYield = 2,
    cnrtDeviceScheduleAuto = 3,
}

/// Flags of a notifier.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtNotifierFlags_t {
    CNRT_NOTIFIER_DEFAULT = 0,
    CNRT_NOTIFIER_DISABLE_TIMING_SW = 2,
    CNRT_NOTIFIER_DISABLE_TIMING_ALL = 4,
    CNRT_NOTIFIER_INTERPROCESS = 8,
}

/// Element types of cnrtCastDataType_V2.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtDataType_V2_t {
    cnrtUnknown = 0,
    cnrtDouble = 1,
    cnrtFloat = 2,
    cnrtHalf = 3,
    cnrtBfloat = 4,
    cnrtUlonglong = 0x11,
    cnrtUint = 0x12,
    cnrtUshort = 0x13,
    cnrtUchar = 0x14,
    cnrtLonglong = 0x21,
    cnrtInt = 0x22,
    cnrtShort = 0x23,
    cnrtChar = 0x24,
    cnrtBoolean = 0x31,
}

/// Element types of the older generation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtDataType_t {
    cnrtInvalid = 0,
    cnrtFloat16 = 0x12,
    cnrtFloat32 = 0x13,
    cnrtFloat64 = 0x14,
    cnrtInt4 = 0x20,
    cnrtInt8 = 0x21,
    cnrtInt16 = 0x22,
    cnrtInt32 = 0x23,
    cnrtInt64 = 0x24,
    cnrtAuto = 0x25,
    cnrtUInt8 = 0x31,
    cnrtUInt16 = 0x32,
    cnrtUInt32 = 0x33,
    cnrtFix8 = 0x41,
    cnrtQuant8 = 0x51,
    cnrtBool = 0x61,
}

/// Rounding of a conversion: to nearest even, toward zero, down, up, off zero, half up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtRoundingMode_t {
    cnrtRounding_rn = 0,
    cnrtRounding_rz = 1,
    cnrtRounding_rd = 2,
    cnrtRounding_ru = 3,
    cnrtRounding_ro = 4,
    cnrtRounding_rm = 5,
}

/// Quantities of a device.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cnrtDeviceAttr_t {
    cnrtAttrComputeCapabilityMajor = 0x01,
    cnrtAttrComputeCapabilityMinor = 0x02,
    cnrtAttrSparseComputingSupported = 0x03,
    cnrtAttrFP16ComputingSupported = 0x04,
    cnrtAttrINT4ComputingSupported = 0x05,
    cnrtAttrINT8ComputingSupported = 0x06,
    cnrtAttrBF16ComputingSupported = 0x07,
    cnrtAttrTF32ComputingSupported = 0x08,
    cnrtAttrComputeMode = 0x09,
    cnrtAttrQueueSize = 0x101,
    cnrtAttrNotifierSize = 0x102,
    cnrtAttrSupportQueuePriorities = 0x103,
    cnrtAttrTinyCoreSupported = 0x104,
    cnrtAttrMaxDimX = 0x201,
    cnrtAttrMaxDimY = 0x202,
    cnrtAttrMaxDimZ = 0x203,
    cnrtAttrMaxClusterCountPerUnionTask = 0x204,
    cnrtAttrClusterCount = 0x205,
    cnrtAttrMcorePerCluster = 0x206,
    cnrtAttrMaxQuadrantCount = 0x207,
    cnrtAttrMaxUnionTypePerQuadrant = 0x208,
    cnrtAttrMaxClusterPerUnionLimitTask = 0x209,
    cnrtAttrISAVersion = 0x20a,
    cnrtAttrIsMultipleTensorProcessor = 0x20b,
    cnrtAttrMaxL2CacheSize = 0x301,
    cnrtAttrNramSizePerMcore = 0x302,
    cnrtAttrWramSizePerMcore = 0x303,
    cnrtAttrTotalConstMemorySize = 0x304,
    cnrtAttrLmemSizePerMcore = 0x305,
    cnrtAttrSramSizePerMcore = 0x306,
    cnrtAttrGlobalMemoryNodeCount = 0x307,
    cnrtAttrMaxPersistingL2CacheSize = 0x309,
    cnrtAttrAvailableGlobalMemorySize = 0x312,
    cnrtAttrEccEnable = 0x401,
    cnrtAttrIpuClockRate = 0x402,
    cnrtAttrMemClockRate = 0x403,
    cnrtAttrGmemBusWidth = 0x404,
    cnrtAttrTotalMemSize = 0x405,
    cnrtAttrPciBusID = 0x406,
    cnrtAttrPciDeviceID = 0x407,
    cnrtAttrPciDomainID = 0x408,
    cnrtAttrMDRMemorySize = 0x409,
    cnrtAttrUnsupportedFlag = 0xffffff,
}
