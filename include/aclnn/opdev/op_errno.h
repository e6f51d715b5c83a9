/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

/**
 * Success.
 */
#define ACLNN_SUCCESS 0

/**
 * Required pointer parameter is NULL (phase one), or NULL executor / missing workspace (phase two).
 */
#define ACLNN_ERR_PARAM_NULLPTR 161001

/**
 * Data type, format, shape, rank, attribute or broadcast check failed.
 */
#define ACLNN_ERR_PARAM_INVALID 161002

/**
 * A runtime call failed.
 */
#define ACLNN_ERR_RUNTIME_ERROR 361001

/**
 * Internal error.
 */
#define ACLNN_ERR_INNER 561000

/**
 * Shape inference failed.
 */
#define ACLNN_ERR_INNER_INFERSHAPE_ERROR 561001

/**
 * Tiling failed.
 */
#define ACLNN_ERR_INNER_TILING_ERROR 561002

/**
 * No kernel for this SoC.
 */
#define ACLNN_ERR_INNER_FIND_KERNEL_ERROR 561003

/**
 * Executor could not be made.
 */
#define ACLNN_ERR_INNER_CREATE_EXECUTOR 561101

/**
 * Executor was not released to the caller.
 */
#define ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR 561102

/**
 * Internal NULL; also NULL arguments of executor and address functions.
 */
#define ACLNN_ERR_INNER_NULLPTR 561103

/**
 * Attribute count mismatch.
 */
#define ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE 561104

/**
 * Key conflict, in the misspelling of existing programs.
 */
#define ACLNN_ERR_INNER_KEY_CONFILICT 561105

/**
 * Key conflict.
 */
#define ACLNN_ERR_INNER_KEY_CONFLICT 561105

/**
 * Implementation mode bad.
 */
#define ACLNN_ERR_INNER_INVALID_IMPL_MODE 561106

/**
 * ASCEND_OPP_PATH missing.
 */
#define ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND 561107

/**
 * Kernel json unreadable.
 */
#define ACLNN_ERR_INNER_LOAD_JSON_FAILED 561108

/**
 * Kernel json field missing.
 */
#define ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND 561109

/**
 * Kernel json format field bad.
 */
#define ACLNN_ERR_INNER_JSON_FORMAT_INVALID 561110

/**
 * Kernel json dtype field bad.
 */
#define ACLNN_ERR_INNER_JSON_DTYPE_INVALID 561111

/**
 * Kernel package not installed.
 */
#define ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND 561112

/**
 * Kernel file bad.
 */
#define ACLNN_ERR_INNER_OP_FILE_INVALID 561113

/**
 * Too many attributes.
 */
#define ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND 561114

/**
 * Attribute buffer short.
 */
#define ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH 561115

/**
 * Json lists too many inputs.
 */
#define ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE 561116

/**
 * Json input description missing.
 */
#define ACLNN_ERR_INNER_INPUT_JSON_IS_NULL 561117

/**
 * Static workspace entry bad.
 */
#define ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID 561118

/**
 * Static block entry bad.
 */
#define ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID 561119
