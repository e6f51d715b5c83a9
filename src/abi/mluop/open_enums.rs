//! Entry-point side of the enums of `mlu_op.h`: every integer is a legal value.

use super::enums;
use crate::abi::c_enum::open_enum;

open_enum! {
    /// Status of the MLU-OPS functions.
    mluOpStatus_t:
        MLUOP_STATUS_SUCCESS, MLUOP_STATUS_NOT_INITIALIZED, MLUOP_STATUS_ALLOC_FAILED, MLUOP_STATUS_BAD_PARAM, MLUOP_STATUS_INTERNAL_ERROR, MLUOP_STATUS_ARCH_MISMATCH, MLUOP_STATUS_EXECUTION_FAILED, MLUOP_STATUS_NOT_SUPPORTED, MLUOP_STATUS_NUMERICAL_OVERFLOW
}

open_enum! {
    /// Meaning of the dimensions of a tensor.
    mluOpTensorLayout_t:
        MLUOP_LAYOUT_NCHW, MLUOP_LAYOUT_NHWC, MLUOP_LAYOUT_HWCN, MLUOP_LAYOUT_NDHWC, MLUOP_LAYOUT_ARRAY, MLUOP_LAYOUT_NCDHW, MLUOP_LAYOUT_TNC, MLUOP_LAYOUT_NTC, MLUOP_LAYOUT_NC, MLUOP_LAYOUT_NLC, MLUOP_LAYOUT_NCL
}

open_enum! {
    /// Meaning of the dimensions of sequence data.
    mluOpSeqDataLayout_t:
        MLUOP_SEQDATA_TNC, MLUOP_SEQDATA_TNC_PACKED, MLUOP_SEQDATA_NTC, MLUOP_SEQDATA_NC, MLUOP_SEQDATA_TNBC, MLUOP_SEQDATA_TBNC, MLUOP_SEQDATA_NBTC, MLUOP_SEQDATA_NTBC, MLUOP_SEQDATA_BNTC, MLUOP_SEQDATA_BTNC, MLUOP_SEQDATA_TN, MLUOP_SEQDATA_NT
}

open_enum! {
    /// Element type of a tensor.
    mluOpDataType_t:
        MLUOP_DTYPE_INVALID, MLUOP_DTYPE_HALF, MLUOP_DTYPE_FLOAT, MLUOP_DTYPE_INT8, MLUOP_DTYPE_INT16, MLUOP_DTYPE_INT31, MLUOP_DTYPE_INT32, MLUOP_DTYPE_UINT8, MLUOP_DTYPE_BOOL, MLUOP_DTYPE_INT64, MLUOP_DTYPE_UINT32, MLUOP_DTYPE_UINT64, MLUOP_DTYPE_UINT16, MLUOP_DTYPE_DOUBLE, MLUOP_DTYPE_COMPLEX_HALF, MLUOP_DTYPE_COMPLEX_FLOAT, MLUOP_DTYPE_BFLOAT16
}

open_enum! {
    /// Whether NaN is passed on.
    mluOpNanPropagation_t:
        MLUOP_NOT_PROPAGATE_NAN, MLUOP_PROPAGATE_NAN
}

open_enum! {
    /// Speed or precision.
    mluOpComputationPreference_t:
        MLUOP_COMPUTATION_FAST, MLUOP_COMPUTATION_HIGH_PRECISION, MLUOP_COMPUTATION_ULTRAHIGH_PRECISION
}

open_enum! {
    /// Whether operators may use atomic operations, and so an order of their own.
    mluOpAtomicsMode_t:
        MLUOP_ATOMICS_NOT_ALLOWED, MLUOP_ATOMICS_ALLOWED
}

open_enum! {
    /// How quantisation rounds ties.
    mluOpQuantizeRoundMode_t:
        MLUOP_ROUND_HALF_TO_EVEN, MLUOP_ROUND_HALF_UP, MLUOP_ROUND_HALF_OFF_ZERO
}

open_enum! {
    /// Which numbers describe a quantisation.
    mluOpQuantizeMode_t:
        MLUOP_QUANTIZE_POSITION, MLUOP_QUANTIZE_POSITION_SCALE, MLUOP_QUANTIZE_POSITION_SCALE_OFFSET
}

open_enum! {
    /// Base of a logarithm.
    mluOpLogBase_t:
        MLUOP_LOG_E, MLUOP_LOG_2, MLUOP_LOG_10
}

open_enum! {
    /// Where the data of a tensor is.
    mluOpPointerMode_t:
        MLUOP_POINTER_MODE_HOST, MLUOP_POINTER_MODE_DEVICE
}
