//! Enums of `mlu_op.h`, from which the header is derived. No value that C passes ever has these types: the entry points take
//! their open twins in [`super::open_enums`].

/// Status of the MLU-OPS functions.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpStatus_t {
    MLUOP_STATUS_SUCCESS = 0,
    MLUOP_STATUS_NOT_INITIALIZED = 1,
    MLUOP_STATUS_ALLOC_FAILED = 2,
    MLUOP_STATUS_BAD_PARAM = 3,
    MLUOP_STATUS_INTERNAL_ERROR = 4,
    MLUOP_STATUS_ARCH_MISMATCH = 5,
    MLUOP_STATUS_EXECUTION_FAILED = 6,
    MLUOP_STATUS_NOT_SUPPORTED = 7,
    MLUOP_STATUS_NUMERICAL_OVERFLOW = 8,
}

/// Meaning of the dimensions of a tensor.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpTensorLayout_t {
    MLUOP_LAYOUT_NCHW = 0,
    MLUOP_LAYOUT_NHWC = 1,
    MLUOP_LAYOUT_HWCN = 2,
    MLUOP_LAYOUT_NDHWC = 3,
    MLUOP_LAYOUT_ARRAY = 4,
    MLUOP_LAYOUT_NCDHW = 5,
    MLUOP_LAYOUT_TNC = 6,
    MLUOP_LAYOUT_NTC = 7,
    MLUOP_LAYOUT_NC = 8,
    MLUOP_LAYOUT_NLC = 9,
    MLUOP_LAYOUT_NCL = 10,
}

/// Meaning of the dimensions of sequence data.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpSeqDataLayout_t {
    MLUOP_SEQDATA_TNC = 0,
    MLUOP_SEQDATA_TNC_PACKED = 1,
    MLUOP_SEQDATA_NTC = 2,
    MLUOP_SEQDATA_NC = 3,
    MLUOP_SEQDATA_TNBC = 4,
    MLUOP_SEQDATA_TBNC = 5,
    MLUOP_SEQDATA_NBTC = 6,
    MLUOP_SEQDATA_NTBC = 7,
    MLUOP_SEQDATA_BNTC = 8,
    MLUOP_SEQDATA_BTNC = 9,
    MLUOP_SEQDATA_TN = 10,
    MLUOP_SEQDATA_NT = 11,
}

/// Element type of a tensor.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpDataType_t {
    MLUOP_DTYPE_INVALID = 0,
    MLUOP_DTYPE_HALF = 1,
    MLUOP_DTYPE_FLOAT = 2,
    MLUOP_DTYPE_INT8 = 3,
    MLUOP_DTYPE_INT16 = 4,
    MLUOP_DTYPE_INT31 = 5,
    MLUOP_DTYPE_INT32 = 6,
    MLUOP_DTYPE_UINT8 = 7,
    MLUOP_DTYPE_BOOL = 8,
    MLUOP_DTYPE_INT64 = 9,
    MLUOP_DTYPE_UINT32 = 11,
    MLUOP_DTYPE_UINT64 = 12,
    MLUOP_DTYPE_UINT16 = 13,
    MLUOP_DTYPE_DOUBLE = 14,
    MLUOP_DTYPE_COMPLEX_HALF = 15,
    MLUOP_DTYPE_COMPLEX_FLOAT = 16,
    MLUOP_DTYPE_BFLOAT16 = 17,
}

/// Treatment of NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpNanPropagation_t {
    MLUOP_NOT_PROPAGATE_NAN = 0,
    MLUOP_PROPAGATE_NAN = 1,
}

/// Speed or precision.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpComputationPreference_t {
    MLUOP_COMPUTATION_FAST = 0,
    MLUOP_COMPUTATION_HIGH_PRECISION = 1,
    MLUOP_COMPUTATION_ULTRAHIGH_PRECISION = 2,
}

/// Use of atomic operations by operators, and so of an order of their own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpAtomicsMode_t {
    MLUOP_ATOMICS_NOT_ALLOWED = 1,
    MLUOP_ATOMICS_ALLOWED = 2,
}

/// Rounding of ties by quantisation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpQuantizeRoundMode_t {
    MLUOP_ROUND_HALF_TO_EVEN = 0,
    MLUOP_ROUND_HALF_UP = 1,
    MLUOP_ROUND_HALF_OFF_ZERO = 2,
}

/// Numbers that describe a quantisation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpQuantizeMode_t {
    MLUOP_QUANTIZE_POSITION = 0,
    MLUOP_QUANTIZE_POSITION_SCALE = 1,
    MLUOP_QUANTIZE_POSITION_SCALE_OFFSET = 2,
}

/// Base of a logarithm.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpLogBase_t {
    MLUOP_LOG_E = 0,
    MLUOP_LOG_2 = 1,
    MLUOP_LOG_10 = 2,
}

/// Where the data of a tensor is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum mluOpPointerMode_t {
    MLUOP_POINTER_MODE_HOST = 0,
    MLUOP_POINTER_MODE_DEVICE = 1,
}
