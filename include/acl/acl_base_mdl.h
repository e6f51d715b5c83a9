/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl_base_rt.h"

/** What `aclGetTensorDescNumDims` returns where the number of dimensions is not known. */
#define ACL_UNKNOWN_RANK 0xFFFFFFFFFFFFFFFE

/**
 * Numbers of a range of an extent: the least and the largest.
 */
#define ACL_TENSOR_SHAPE_RANGE_NUM 2

/**
 * Numbers of a range of a value: the least and the largest.
 */
#define ACL_TENSOR_VALUE_RANGE_NUM 2

/**
 * Describes a tensor: data type, shape, format, and where its data is.
 */
typedef struct aclTensorDesc aclTensorDesc;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates the description of a tensor. A format, an extent or a type of any value is taken; an extent of -1 is unknown, and a first
 * extent of -2 says that the number of dimensions is. The data is on the device.
 *
 * Returns null for a negative `numDims`, or a null `dims` unless `numDims` is 0.
 */
struct aclTensorDesc *aclCreateTensorDesc(aclDataType dataType,
                                          int numDims,
                                          const int64_t *dims,
                                          aclFormat format);

/**
 * Destroys a description; null is nothing. The description goes to the log at level debug.
 */
void aclDestroyTensorDesc(const struct aclTensorDesc *desc);

/**
 * Returns the data type; ACL_DT_UNDEFINED for what is no live description.
 */
aclDataType aclGetTensorDescType(const struct aclTensorDesc *desc);

/**
 * Returns the original format; ACL_FORMAT_UNDEFINED for what is no live description.
 */
aclFormat aclGetTensorDescFormat(const struct aclTensorDesc *desc);

/**
 * Returns the bytes of the elements: their number times what `aclDataTypeSize` says. Returns 0 for what is no live description, for an
 * unknown extent, and for a size that no `size_t` holds.
 */
size_t aclGetTensorDescSize(const struct aclTensorDesc *desc);

/**
 * Returns the number of elements, 1 without dimensions. Returns 0 for what is no live description, for an unknown extent, and for
 * a number that no `size_t` holds.
 */
size_t aclGetTensorDescElementCount(const struct aclTensorDesc *desc);

/**
 * Returns the number of dimensions; ACL_UNKNOWN_RANK if it is not known, which a first extent of -2 says; 0 for what is no live
 * description.
 */
size_t aclGetTensorDescNumDims(const struct aclTensorDesc *desc);

/**
 * Returns an extent; -1 for what is no live description, and for an index outside its dimensions. `aclGetTensorDescDimV2` tells the
 * two from an unknown extent.
 */
int64_t aclGetTensorDescDim(const struct aclTensorDesc *desc,
                            size_t index);

/**
 * Writes an extent. Returns 100000 for null, or an index outside the dimensions; 107017 for what is no live description.
 */
aclError aclGetTensorDescDimV2(const struct aclTensorDesc *desc,
                               size_t index,
                               int64_t *dimSize);

/**
 * Writes the least and the largest extent of a dimension, as `aclSetTensorShapeRange` set them, to the first two elements of
 * `dimRange`, which has `dimRangeNum`.
 *
 * Returns 100000 for null, an index outside the ranges, or fewer than two elements; 107017 for what is no live description.
 */
aclError aclGetTensorDescDimRange(const struct aclTensorDesc *desc,
                                  size_t index,
                                  size_t dimRangeNum,
                                  int64_t *dimRange);

/**
 * Returns the name, valid until another one is set or the description is destroyed; the empty text for what is no live
 * description.
 */
const char *aclGetTensorDescName(struct aclTensorDesc *desc);

/**
 * Returns the description itself for index 0. Only models have descriptions side by side, and there are none: null for any other
 * index, and for what is no live description.
 */
struct aclTensorDesc *aclGetTensorDescByIndex(struct aclTensorDesc *desc,
                                              size_t index);

/**
 * Returns the address of the data, which only descriptions of a model's operator have: always null.
 */
void *aclGetTensorDescAddress(const struct aclTensorDesc *desc);

/**
 * Sets the range of each extent. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclSetTensorShapeRange(struct aclTensorDesc *desc, size_t dimsCount, int64_t (*dimsRange)[2]);

/**
 * Sets the range of each value. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclSetTensorValueRange(struct aclTensorDesc *desc, size_t valueCount, int64_t (*valueRange)[2]);

/**
 * Sets the name; null stands for the empty one. What is no live description is left alone, with a message.
 */
void aclSetTensorDescName(struct aclTensorDesc *desc, const char *name);

/**
 * Sets the format of the storage. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclSetTensorFormat(struct aclTensorDesc *desc, aclFormat format);

/**
 * The older name of `aclSetTensorFormat`.
 */
aclError aclSetTensorStorageFormat(struct aclTensorDesc *desc, aclFormat format);

/**
 * Sets the shape of the storage. Returns 100000 for null, or a negative `numDims`; 107017 for what is no live description.
 */
aclError aclSetTensorShape(struct aclTensorDesc *desc,
                           int numDims,
                           const int64_t *dims);

/**
 * The older name of `aclSetTensorShape`.
 */
aclError aclSetTensorStorageShape(struct aclTensorDesc *desc, int numDims, const int64_t *dims);

/**
 * Sets the original format, which `aclGetTensorDescFormat` returns. Returns 100000 for null, 107017 for what is no live
 * description.
 */
aclError aclSetTensorOriginFormat(struct aclTensorDesc *desc,
                                  aclFormat format);

/**
 * Sets the original shape, which the getters return. Returns 100000 for null, or a negative `numDims`; 107017 for what is no live
 * description.
 */
aclError aclSetTensorOriginShape(struct aclTensorDesc *desc,
                                 int numDims,
                                 const int64_t *dims);

/**
 * Sets the dynamic input that the tensor belongs to. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclSetTensorDynamicInput(struct aclTensorDesc *desc,
                                  const char *dynamicInputName);

/**
 * Turns the tensor into a constant: a copy of `length` bytes of host memory becomes its data.
 *
 * Returns 100000 for null, or a `length` of 0; 107017 for what is no live description; 200000 if there is no memory for the copy.
 */
aclError aclSetTensorConst(struct aclTensorDesc *desc,
                           void *dataBuffer,
                           size_t length);

/**
 * Sets where the data is. Returns 100000 for null, or another place; 107017 for what is no live description.
 */
aclError aclSetTensorPlaceMent(struct aclTensorDesc *desc, aclMemType memType);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
