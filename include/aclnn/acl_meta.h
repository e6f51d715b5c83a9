/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

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
extern "C" {
#endif // __cplusplus

/**
 * Describes a tensor over device memory. All arrays are copied; the memory stays the program's.
 *
 * `viewDims` is the shape (`viewDimsNum` 0: a scalar). `stride` holds one stride per dimension in elements, or is null
 * for a contiguous tensor. `offset` is the first element, counted from `tensorData`. `storageDims` is the shape of
 * the memory that the view lies in. Nothing is compared with anything here: the operators do that.
 *
 * Returns the tensor, or null if a dimension array is null while its length is not 0, or longer than 25; then
 * `aclGetRecentErrMsg` says which.
 */
struct aclTensor *aclCreateTensor(const int64_t *viewDims,
                                  uint64_t viewDimsNum,
                                  aclDataType dataType,
                                  const int64_t *stride,
                                  int64_t offset,
                                  aclFormat format,
                                  const int64_t *storageDims,
                                  uint64_t storageDimsNum,
                                  void *tensorData);

/**
 * Destroys a tensor's description, never its memory. Null is no error.
 */
aclnnStatus aclDestroyTensor(const struct aclTensor *tensor);

/**
 * Describes an existing tensor anew. Null or empty dimensions keep the former ones, a null `stride` means contiguous, a
 * null `tensorDataAddr` keeps the former address; type, offset and format are always taken.
 *
 * Returns 161001 if `tensor` is null.
 */
aclnnStatus aclInitTensor(struct aclTensor *tensor,
                          const int64_t *viewDims,
                          uint64_t viewDimsNum,
                          aclDataType dataType,
                          const int64_t *stride,
                          int64_t offset,
                          aclFormat format,
                          const int64_t *storageDims,
                          uint64_t storageDimsNum,
                          void *tensorDataAddr);

/**
 * Returns the shape of the view in an array that the program frees with `delete[]`. A null argument gives 161001.
 */
aclnnStatus aclGetViewShape(const struct aclTensor *tensor,
                            int64_t **viewDims,
                            uint64_t *viewDimsNum);

/**
 * Returns the shape of the storage in an array that the program frees with `delete[]`. A null argument gives 161001.
 */
aclnnStatus aclGetStorageShape(const struct aclTensor *tensor,
                               int64_t **storageDims,
                               uint64_t *storageDimsNum);

/**
 * Returns the strides, in elements, in an array that the program frees with `delete[]`. A null argument gives 161001.
 */
aclnnStatus aclGetViewStrides(const struct aclTensor *tensor,
                              int64_t **stridesValue,
                              uint64_t *stridesNum);

/**
 * Returns the first element of the view, counted from the data address. A null argument gives 161001.
 */
aclnnStatus aclGetViewOffset(const struct aclTensor *tensor, int64_t *offset);

/**
 * Returns the storage format. A null argument gives 161001.
 */
aclnnStatus aclGetFormat(const struct aclTensor *tensor, aclFormat *format);

/**
 * Returns the data type. A null argument gives 161001.
 */
aclnnStatus aclGetDataType(const struct aclTensor *tensor, aclDataType *dataType);

/**
 * Sets the data address of a tensor; its offset stays. A null tensor gives 161001.
 */
aclnnStatus aclSetRawTensorAddr(struct aclTensor *tensor, void *addr);

/**
 * Returns the data address of a tensor. A null argument gives 161001.
 */
aclnnStatus aclGetRawTensorAddr(const struct aclTensor *tensor, void **addr);

/**
 * Copies one value of type `dataType` out of `value`, a host pointer.
 *
 * Returns the scalar, or null if `value` is null or the type cannot be a scalar's; `aclGetRecentErrMsg` says which.
 */
struct aclScalar *aclCreateScalar(void *value,
                                  aclDataType dataType);

/**
 * Destroys a scalar. Null is no error.
 */
aclnnStatus aclDestroyScalar(const struct aclScalar *scalar);

/**
 * Creates a list of scalars, which it owns from now on. Entries may be null; null or no entries give an empty list.
 *
 * Returns the list, or null if no handle is left.
 */
struct aclScalarList *aclCreateScalarList(const struct aclScalar *const *value,
                                          uint64_t size);

/**
 * Destroys a list and its scalars. Null is no error; nor are members that are destroyed already.
 */
aclnnStatus aclDestroyScalarList(const struct aclScalarList *array);

/**
 * Returns the number of entries. A null argument gives 161001.
 */
aclnnStatus aclGetScalarListSize(const struct aclScalarList *scalarList, uint64_t *size);

/**
 * Copies `size` integers. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
 */
struct aclIntArray *aclCreateIntArray(const int64_t *value,
                                      uint64_t size);

/**
 * Destroys an array. Null is no error.
 */
aclnnStatus aclDestroyIntArray(const struct aclIntArray *array);

/**
 * Returns the number of elements. A null argument gives 161001.
 */
aclnnStatus aclGetIntArraySize(const struct aclIntArray *array, uint64_t *size);

/**
 * Copies `size` floats. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
 */
struct aclFloatArray *aclCreateFloatArray(const float *value,
                                          uint64_t size);

/**
 * Destroys an array. Null is no error.
 */
aclnnStatus aclDestroyFloatArray(const struct aclFloatArray *array);

/**
 * Returns the number of elements. A null argument gives 161001.
 */
aclnnStatus aclGetFloatArraySize(const struct aclFloatArray *array, uint64_t *size);

/**
 * Copies `size` booleans. Null or size 0 gives an empty array, not null. Returns null only if no handle is left.
 */
struct aclBoolArray *aclCreateBoolArray(const bool *value,
                                        uint64_t size);

/**
 * Destroys an array. Null is no error.
 */
aclnnStatus aclDestroyBoolArray(const struct aclBoolArray *array);

/**
 * Returns the number of elements. A null argument gives 161001.
 */
aclnnStatus aclGetBoolArraySize(const struct aclBoolArray *array, uint64_t *size);

/**
 * Creates a list of tensors, which it owns from now on. Entries may be null; null or no entries give an empty list.
 *
 * Returns the list, or null if no handle is left.
 */
struct aclTensorList *aclCreateTensorList(const struct aclTensor *const *value,
                                          uint64_t size);

/**
 * Destroys a list and its tensors. Null is no error; nor are members that are destroyed already.
 */
aclnnStatus aclDestroyTensorList(const struct aclTensorList *array);

/**
 * Returns the number of entries. A null argument gives 161001.
 */
aclnnStatus aclGetTensorListSize(const struct aclTensorList *tensorList, uint64_t *size);

/**
 * Lets an executor run any number of times. To be called between the two phases; end it with
 * `aclDestroyAclOpExecutor`.
 *
 * Returns 561103 if `executor` is null; 561000 if it is none, or if it cannot run twice: its output is its input, or gets its shape
 * when it runs.
 */
aclnnStatus aclSetAclOpExecutorRepeatable(struct aclOpExecutor *executor);

/**
 * Destroys an executor: a repeatable one, or one whose second phase is never called.
 *
 * Returns 561103 if `executor` is null; 561000 if it is none (any more).
 */
aclnnStatus aclDestroyAclOpExecutor(struct aclOpExecutor *executor);

/**
 * Replaces the device address of the `index`-th tensor parameter, counted over all of them.
 *
 * Returns 561103 if `executor` or `tensor` is null or not live; 161002 if the index is out of range, or if the tensor
 * would pass the end of the device allocation at `addr`.
 */
aclnnStatus aclSetTensorAddr(struct aclOpExecutor *executor,
                             size_t index,
                             struct aclTensor *tensor,
                             void *addr);

/**
 * As `aclSetTensorAddr`, counted over inputs.
 */
aclnnStatus aclSetInputTensorAddr(struct aclOpExecutor *executor,
                                  size_t index,
                                  struct aclTensor *tensor,
                                  void *addr);

/**
 * As `aclSetTensorAddr`, counted over outputs.
 */
aclnnStatus aclSetOutputTensorAddr(struct aclOpExecutor *executor,
                                   size_t index,
                                   struct aclTensor *tensor,
                                   void *addr);

/**
 * Replaces the device address of member `relativeIndex` of the `irIndex`-th parameter, a tensor list.
 *
 * Returns 561103 if `executor`, `tensors` or the member is null or not live; 161002 if an index is out of range, or if
 * the tensor would pass the end of the device allocation at `addr`.
 */
aclnnStatus aclSetDynamicTensorAddr(struct aclOpExecutor *executor,
                                    size_t irIndex,
                                    size_t relativeIndex,
                                    struct aclTensorList *tensors,
                                    void *addr);

/**
 * As `aclSetDynamicTensorAddr`, counted over inputs.
 */
aclnnStatus aclSetDynamicInputTensorAddr(struct aclOpExecutor *executor,
                                         size_t irIndex,
                                         size_t relativeIndex,
                                         struct aclTensorList *tensors,
                                         void *addr);

/**
 * As `aclSetDynamicTensorAddr`, counted over outputs.
 */
aclnnStatus aclSetDynamicOutputTensorAddr(struct aclOpExecutor *executor,
                                          size_t irIndex,
                                          size_t relativeIndex,
                                          struct aclTensorList *tensors,
                                          void *addr);

/**
 * The older spelling of `aclSetTensorAddr`.
 */
aclnnStatus AclSetTensorAddr(struct aclOpExecutor *executor,
                             size_t index,
                             struct aclTensor *tensor,
                             void *addr);

/**
 * The older spelling of `aclSetInputTensorAddr`.
 */
aclnnStatus AclSetInputTensorAddr(struct aclOpExecutor *executor,
                                  size_t index,
                                  struct aclTensor *tensor,
                                  void *addr);

/**
 * The older spelling of `aclSetOutputTensorAddr`.
 */
aclnnStatus AclSetOutputTensorAddr(struct aclOpExecutor *executor,
                                   size_t index,
                                   struct aclTensor *tensor,
                                   void *addr);

/**
 * The older spelling of `aclSetDynamicTensorAddr`.
 */
aclnnStatus AclSetDynamicTensorAddr(struct aclOpExecutor *executor,
                                    size_t irIndex,
                                    size_t relativeIndex,
                                    struct aclTensorList *tensors,
                                    void *addr);

/**
 * The older spelling of `aclSetDynamicInputTensorAddr`.
 */
aclnnStatus AclSetDynamicInputTensorAddr(struct aclOpExecutor *executor,
                                         size_t irIndex,
                                         size_t relativeIndex,
                                         struct aclTensorList *tensors,
                                         void *addr);

/**
 * The older spelling of `aclSetDynamicOutputTensorAddr`.
 */
aclnnStatus AclSetDynamicOutputTensorAddr(struct aclOpExecutor *executor,
                                          size_t irIndex,
                                          size_t relativeIndex,
                                          struct aclTensorList *tensors,
                                          void *addr);

/**
 * Writes type, shape and address of an operator's tensors to the log, at level info, after the work of `stream`.
 *
 * Returns 161001 if `opType`, `opName` or `tensors` is null, 161002 if a tensor is not live.
 */
aclnnStatus aclDumpOpTensors(const char *opType,
                             const char *opName,
                             struct aclTensor **tensors,
                             size_t inputTensorNum,
                             size_t outputTensorNum,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#ifdef __cplusplus
/** Success. */
constexpr aclnnStatus OK = 0;
#endif
