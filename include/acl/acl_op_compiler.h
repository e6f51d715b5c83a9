/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "acl_base.h"
#include "acl_base_mdl.h"
#include "acl_op.h"

/**
 * Options of the operator compiler.
 */
typedef enum aclCompileOpt {
    ACL_PRECISION_MODE = 0,
    ACL_AICORE_NUM = 1,
    ACL_AUTO_TUNE_MODE = 2,
    ACL_OP_SELECT_IMPL_MODE = 3,
    ACL_OPTYPELIST_FOR_IMPLMODE = 4,
    ACL_OP_DEBUG_LEVEL = 5,
    ACL_DEBUG_DIR = 6,
    ACL_OP_COMPILER_CACHE_MODE = 7,
    ACL_OP_COMPILER_CACHE_DIR = 8,
    ACL_OP_PERFORMANCE_MODE = 9,
    ACL_OP_JIT_COMPILE = 10,
    ACL_OP_DETERMINISTIC = 11,
    ACL_CUSTOMIZE_DTYPES = 12,
    ACL_OP_PRECISION_MODE = 13,
    ACL_ALLOW_HF32 = 14,
    ACL_PRECISION_MODE_V2 = 15,
    ACL_OP_DEBUG_OPTION = 16,
} aclCompileOpt;

/**
 * Where the description of a single operator comes from.
 */
typedef enum aclopCompileType {
    ACL_COMPILE_SYS = 0,
    ACL_COMPILE_UNREGISTERED = 1,
} aclopCompileType;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Sets an option. `ACL_OP_SELECT_IMPL_MODE` chooses, for operators planned from now on, between `high_precision` (correctly
 * rounded where feasible) and `high_performance`, each also with `_for_all`; the other options are remembered.
 *
 * Returns 100000 for null, another option, or another mode.
 */
aclError aclSetCompileopt(enum aclCompileOpt opt,
                          const char *value);

/**
 * Returns an option's text, its final zero byte included; empty if it was never set.
 *
 * Returns 100000 for null, another option, or a `length` below `aclGetCompileoptSize`.
 */
aclError aclGetCompileopt(enum aclCompileOpt opt, char *value, size_t length);

/**
 * Returns the bytes of an option's text, its final zero byte included; 0 for another option.
 */
size_t aclGetCompileoptSize(enum aclCompileOpt opt);

/**
 * Runs an operator that a graph knows by this name, in the order of a stream. The operators of aclnn that compute the same stand behind
 * the names; `engineType`, `compileFlag` and `opPath` change nothing. An input whose values are parameters, such as the axes of ReduceSum, is on
 * the host or a constant.
 *
 * Returns 100000 for null, a negative number, or a buffer too small; 100021 to 100023 for inputs, outputs or attributes that the operator does
 * not take; 100024 for a name without an operator; 107017 for a description, buffer or attributes that are not live; 148050 for unknown
 * extents.
 */
aclError aclopCompileAndExecute(const char *opType,
                                int numInputs,
                                const aclTensorDesc *const *inputDesc,
                                const aclDataBuffer *const *inputs,
                                int numOutputs,
                                const aclTensorDesc *const *outputDesc,
                                aclDataBuffer *const *outputs,
                                const aclopAttr *attr,
                                aclopEngineType engineType,
                                enum aclopCompileType compileFlag,
                                const char *opPath,
                                aclrtStream stream);

/**
 * As `aclopCompileAndExecute`. The descriptions of outputs stay as they are: their extents are known before.
 */
aclError aclopCompileAndExecuteV2(const char *opType,
                                  int numInputs,
                                  aclTensorDesc **inputDesc,
                                  aclDataBuffer **inputs,
                                  int numOutputs,
                                  aclTensorDesc **outputDesc,
                                  aclDataBuffer **outputs,
                                  aclopAttr *attr,
                                  aclopEngineType engineType,
                                  enum aclopCompileType compileFlag,
                                  const char *opPath,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
