/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust doors by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base.h"

/**
 * A copy of `bool` values.
 */
typedef struct aclBoolArray aclBoolArray;

/**
 * A copy of `float` values.
 */
typedef struct aclFloatArray aclFloatArray;

/**
 * A copy of `int64_t` values.
 */
typedef struct aclIntArray aclIntArray;

/**
 * A checked call of an operator, between its two phases.
 */
typedef struct aclOpExecutor aclOpExecutor;

/**
 * One host value with its data type.
 */
typedef struct aclScalar aclScalar;

/**
 * A list that owns its scalars.
 */
typedef struct aclScalarList aclScalarList;

/**
 * A view of device memory: data type, shape, strides, offset, format.
 */
typedef struct aclTensor aclTensor;

/**
 * A list that owns its tensors.
 */
typedef struct aclTensorList aclTensorList;

/**
 * Status of the aclnn functions; values in `aclnn/opdev/op_errno.h`.
 */
typedef int32_t aclnnStatus;

#ifdef __cplusplus
/** Success. */
constexpr aclnnStatus OK = 0;
#endif
