//! `aclnnStatus` codes, `aclnn/opdev/op_errno.h`: 1xxxxx caller error, 3xxxxx run-time condition, 5xxxxx internal.

use crate::abi::aclnn::meta::types::aclnnStatus;

/// Success.
pub const ACLNN_SUCCESS: aclnnStatus = 0;
/// Required pointer parameter is NULL (phase one), or NULL executor / missing workspace (phase two).
pub const ACLNN_ERR_PARAM_NULLPTR: aclnnStatus = 161001;
/// Data type, format, shape, rank, attribute or broadcast check failed.
pub const ACLNN_ERR_PARAM_INVALID: aclnnStatus = 161002;
/// A runtime call failed.
pub const ACLNN_ERR_RUNTIME_ERROR: aclnnStatus = 361001;
/// Internal error.
pub const ACLNN_ERR_INNER: aclnnStatus = 561000;
/// Shape inference failed.
pub const ACLNN_ERR_INNER_INFERSHAPE_ERROR: aclnnStatus = 561001;
/// Tiling failed.
pub const ACLNN_ERR_INNER_TILING_ERROR: aclnnStatus = 561002;
/// No kernel for this SoC.
pub const ACLNN_ERR_INNER_FIND_KERNEL_ERROR: aclnnStatus = 561003;
/// Executor could not be made.
pub const ACLNN_ERR_INNER_CREATE_EXECUTOR: aclnnStatus = 561101;
/// Executor was not released to the caller.
pub const ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR: aclnnStatus = 561102;
/// Internal NULL; also NULL arguments of executor and address functions.
pub const ACLNN_ERR_INNER_NULLPTR: aclnnStatus = 561103;
/// Attribute count mismatch.
pub const ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE: aclnnStatus = 561104;
/// Key conflict, in the misspelling of existing programs.
pub const ACLNN_ERR_INNER_KEY_CONFILICT: aclnnStatus = 561105;
/// Key conflict.
pub const ACLNN_ERR_INNER_KEY_CONFLICT: aclnnStatus = 561105;
/// Implementation mode bad.
pub const ACLNN_ERR_INNER_INVALID_IMPL_MODE: aclnnStatus = 561106;
/// ASCEND_OPP_PATH missing.
pub const ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND: aclnnStatus = 561107;
/// Kernel json unreadable.
pub const ACLNN_ERR_INNER_LOAD_JSON_FAILED: aclnnStatus = 561108;
/// Kernel json field missing.
pub const ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND: aclnnStatus = 561109;
/// Kernel json format field bad.
pub const ACLNN_ERR_INNER_JSON_FORMAT_INVALID: aclnnStatus = 561110;
/// Kernel json dtype field bad.
pub const ACLNN_ERR_INNER_JSON_DTYPE_INVALID: aclnnStatus = 561111;
/// Kernel package not installed.
pub const ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND: aclnnStatus = 561112;
/// Kernel file bad.
pub const ACLNN_ERR_INNER_OP_FILE_INVALID: aclnnStatus = 561113;
/// Too many attributes.
pub const ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND: aclnnStatus = 561114;
/// Attribute buffer short.
pub const ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH: aclnnStatus = 561115;
/// Json lists too many inputs.
pub const ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE: aclnnStatus = 561116;
/// Json input description missing.
pub const ACLNN_ERR_INNER_INPUT_JSON_IS_NULL: aclnnStatus = 561117;
/// Static workspace entry bad.
pub const ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID: aclnnStatus = 561118;
/// Static block entry bad.
pub const ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID: aclnnStatus = 561119;
