/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "cn_api.h"
#include "cnrt.h"

#define MLUOP_MAJOR 1
#define MLUOP_MINOR 11
#define MLUOP_PATCHLEVEL 1
#define MLUOP_VERSION (MLUOP_MAJOR * 1000 + MLUOP_MINOR * 100 + MLUOP_PATCHLEVEL)
#define MLUOP_DIM_MAX 8
#ifndef MLUOP_WIN_API
#ifdef _WIN32
#define MLUOP_WIN_API __stdcall
#else
#define MLUOP_WIN_API
#endif
#endif

/**
 * Status of the MLU-OPS functions.
 */
typedef enum mluOpStatus_t {
    MLUOP_STATUS_SUCCESS = 0,
    MLUOP_STATUS_NOT_INITIALIZED = 1,
    MLUOP_STATUS_ALLOC_FAILED = 2,
    MLUOP_STATUS_BAD_PARAM = 3,
    MLUOP_STATUS_INTERNAL_ERROR = 4,
    MLUOP_STATUS_ARCH_MISMATCH = 5,
    MLUOP_STATUS_EXECUTION_FAILED = 6,
    MLUOP_STATUS_NOT_SUPPORTED = 7,
    MLUOP_STATUS_NUMERICAL_OVERFLOW = 8,
} mluOpStatus_t;

/**
 * Rounding of ties by quantisation.
 */
typedef enum mluOpQuantizeRoundMode_t {
    MLUOP_ROUND_HALF_TO_EVEN = 0,
    MLUOP_ROUND_HALF_UP = 1,
    MLUOP_ROUND_HALF_OFF_ZERO = 2,
} mluOpQuantizeRoundMode_t;

/**
 * Use of atomic operations by operators, and so of an order of their own.
 */
typedef enum mluOpAtomicsMode_t {
    MLUOP_ATOMICS_NOT_ALLOWED = 1,
    MLUOP_ATOMICS_ALLOWED = 2,
} mluOpAtomicsMode_t;

/**
 * Element type of a tensor.
 */
typedef enum mluOpDataType_t {
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
} mluOpDataType_t;

/**
 * Meaning of the dimensions of a tensor.
 */
typedef enum mluOpTensorLayout_t {
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
} mluOpTensorLayout_t;

/**
 * Where the data of a tensor is.
 */
typedef enum mluOpPointerMode_t {
    MLUOP_POINTER_MODE_HOST = 0,
    MLUOP_POINTER_MODE_DEVICE = 1,
} mluOpPointerMode_t;

/**
 * Meaning of the dimensions of sequence data.
 */
typedef enum mluOpSeqDataLayout_t {
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
} mluOpSeqDataLayout_t;

/**
 * Treatment of NaN.
 */
typedef enum mluOpNanPropagation_t {
    MLUOP_NOT_PROPAGATE_NAN = 0,
    MLUOP_PROPAGATE_NAN = 1,
} mluOpNanPropagation_t;

/**
 * Speed or precision.
 */
typedef enum mluOpComputationPreference_t {
    MLUOP_COMPUTATION_FAST = 0,
    MLUOP_COMPUTATION_HIGH_PRECISION = 1,
    MLUOP_COMPUTATION_ULTRAHIGH_PRECISION = 2,
} mluOpComputationPreference_t;

/**
 * Numbers that describe a quantisation.
 */
typedef enum mluOpQuantizeMode_t {
    MLUOP_QUANTIZE_POSITION = 0,
    MLUOP_QUANTIZE_POSITION_SCALE = 1,
    MLUOP_QUANTIZE_POSITION_SCALE_OFFSET = 2,
} mluOpQuantizeMode_t;

/**
 * Base of a logarithm.
 */
typedef enum mluOpLogBase_t {
    MLUOP_LOG_E = 0,
    MLUOP_LOG_2 = 1,
    MLUOP_LOG_10 = 2,
} mluOpLogBase_t;

/**
 * The target of a handle's pointer.
 */
typedef struct mluOpContext mluOpContext;

/**
 * The target of a sequence data descriptor's pointer.
 */
typedef struct mluOpSeqDataStruct mluOpSeqDataStruct;

/**
 * The target of a tensor set descriptor's pointer.
 */
typedef struct mluOpTensorSetStruct mluOpTensorSetStruct;

/**
 * The target of a tensor descriptor's pointer.
 */
typedef struct mluOpTensorStruct mluOpTensorStruct;

/**
 * A handle: a queue, and how operators run on it.
 */
typedef struct mluOpContext *mluOpHandle_t;

/**
 * A tensor descriptor: what a tensor is, without its data.
 */
typedef struct mluOpTensorStruct *mluOpTensorDescriptor_t;

/**
 * A tensor set descriptor: tensors that share one piece of memory.
 */
typedef struct mluOpTensorSetStruct *mluOpTensorSetDescriptor_t;

/**
 * A descriptor of sequence data: a batch whose sequences have lengths of their own.
 */
typedef struct mluOpSeqDataStruct *mluOpSeqDataDescriptor_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates a handle for the thread's device. Its queue is the default queue.
 */
enum mluOpStatus_t mluOpCreate(mluOpHandle_t *handle);

/**
 * Reads the limits of the device again: there are none that change.
 */
enum mluOpStatus_t mluOpUpdateContextInformation(mluOpHandle_t handle);

/**
 * Destroys a handle; its queue stays.
 */
enum mluOpStatus_t mluOpDestroy(mluOpHandle_t handle);

/**
 * Sets the queue that operators run on; null is the default queue.
 */
enum mluOpStatus_t mluOpSetQueue(mluOpHandle_t handle, cnrtQueue_t queue);

/**
 * Writes the queue that operators run on, as it was set.
 */
enum mluOpStatus_t mluOpGetQueue(mluOpHandle_t handle, cnrtQueue_t *queue);

/**
 * Sets how quantisation rounds ties. Remembered only: no operator here quantises.
 */
enum mluOpStatus_t mluOpSetQuantizeRoundMode(mluOpHandle_t handle, enum mluOpQuantizeRoundMode_t round_mode);

/**
 * Writes how quantisation rounds ties.
 */
enum mluOpStatus_t mluOpGetQuantizeRoundMode(mluOpHandle_t handle, enum mluOpQuantizeRoundMode_t *round_mode);

/**
 * Sets whether operators may use atomic operations. Remembered only: results never depend on an order of threads.
 */
enum mluOpStatus_t mluOpSetAtomicsMode(mluOpHandle_t handle,
                                       enum mluOpAtomicsMode_t atomics_mode);

/**
 * Writes whether operators may use atomic operations.
 */
enum mluOpStatus_t mluOpGetAtomicsMode(mluOpHandle_t handle, enum mluOpAtomicsMode_t *atomics_mode);

/**
 * The name of a status, never null.
 */
const char *mluOpGetErrorString(enum mluOpStatus_t status);

/**
 * Writes the bytes of one element; 0 for a number that is no data type.
 */
enum mluOpStatus_t mluOpGetSizeOfDataType(enum mluOpDataType_t data_type, size_t *size);

/**
 * Writes the version of this interface; null is skipped.
 */
void mluOpGetLibVersion(int *major, int *minor, int *patch);

/**
 * Creates a descriptor: FLOAT, layout ARRAY, no dimensions.
 */
enum mluOpStatus_t mluOpCreateTensorDescriptor(mluOpTensorDescriptor_t *desc);

/**
 * Destroys a descriptor.
 */
enum mluOpStatus_t mluOpDestroyTensorDescriptor(mluOpTensorDescriptor_t desc);

/**
 * Resets a descriptor to what it was when it was new.
 */
enum mluOpStatus_t mluOpResetTensorDescriptor(mluOpTensorDescriptor_t desc);

/**
 * Sets what a tensor is: dense, the last dimension innermost.
 */
enum mluOpStatus_t mluOpSetTensorDescriptor(mluOpTensorDescriptor_t desc,
                                            enum mluOpTensorLayout_t layout,
                                            enum mluOpDataType_t dtype,
                                            int dimNb,
                                            const int *dimSize);

/**
 * Writes what a tensor is; null pointers are skipped.
 */
enum mluOpStatus_t mluOpGetTensorDescriptor(mluOpTensorDescriptor_t desc,
                                            enum mluOpTensorLayout_t *layout,
                                            enum mluOpDataType_t *dtype,
                                            int *dimNb,
                                            int *dimSize);

/**
 * Sets what a tensor is, with the distance between neighbours along each dimension.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorEx(mluOpTensorDescriptor_t desc,
                                              enum mluOpTensorLayout_t layout,
                                              enum mluOpDataType_t dtype,
                                              int dimNb,
                                              const int *dimSize,
                                              const int *dimStride);

/**
 * Writes what a tensor is, with its strides. No pointer may be null.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorEx(mluOpTensorDescriptor_t desc,
                                              enum mluOpTensorLayout_t *layout,
                                              enum mluOpDataType_t *dtype,
                                              int *dimNb,
                                              int *dimSize,
                                              int *dimStride);

/**
 * Sets the extents of a dense tensor; the rest stays.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorDim(mluOpTensorDescriptor_t desc, int dimNb, const int *dimSize);

/**
 * Sets what a tensor is: dense, the last dimension innermost.
 */
enum mluOpStatus_t mluOpSetTensorDescriptor_v2(mluOpTensorDescriptor_t desc,
                                               enum mluOpTensorLayout_t layout,
                                               enum mluOpDataType_t dtype,
                                               int dimNb,
                                               const int64_t *dimSize);

/**
 * Writes what a tensor is; null pointers are skipped.
 */
enum mluOpStatus_t mluOpGetTensorDescriptor_v2(mluOpTensorDescriptor_t desc,
                                               enum mluOpTensorLayout_t *layout,
                                               enum mluOpDataType_t *dtype,
                                               int *dimNb,
                                               int64_t *dimSize);

/**
 * Sets what a tensor is, with the distance between neighbours along each dimension.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorEx_v2(mluOpTensorDescriptor_t desc,
                                                 enum mluOpTensorLayout_t layout,
                                                 enum mluOpDataType_t dtype,
                                                 int dimNb,
                                                 const int64_t *dimSize,
                                                 const int64_t *dimStride);

/**
 * Writes what a tensor is, with its strides. No pointer may be null.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorEx_v2(mluOpTensorDescriptor_t desc,
                                                 enum mluOpTensorLayout_t *layout,
                                                 enum mluOpDataType_t *dtype,
                                                 int *dimNb,
                                                 int64_t *dimSize,
                                                 int64_t *dimStride);

/**
 * Sets the extents of a dense tensor; the rest stays.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorDim_v2(mluOpTensorDescriptor_t desc,
                                                  int dimNb,
                                                  const int64_t *dimSize);

/**
 * Sets where the data is.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorPointerMode(mluOpTensorDescriptor_t desc,
                                                       enum mluOpPointerMode_t pointer_mode);

/**
 * Writes where the data is.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorPointerMode(mluOpTensorDescriptor_t desc,
                                                       enum mluOpPointerMode_t *pointer_mode);

/**
 * Returns the number of elements; 0 for null.
 */
size_t mluOpGetTensorElementNum(mluOpTensorDescriptor_t desc);

/**
 * Sets the data type during computation.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorOnchipDataType(mluOpTensorDescriptor_t desc,
                                                          enum mluOpDataType_t onchip_dtype);

/**
 * Sets the position of fixed-point data.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorPosition(mluOpTensorDescriptor_t desc, int position);

/**
 * Sets position and scale of fixed-point data.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorPositionAndScale(mluOpTensorDescriptor_t desc,
                                                            int position,
                                                            float scale);

/**
 * Sets position, scale and offset of fixed-point data.
 */
enum mluOpStatus_t mluOpSetTensorDescriptorPositionScaleAndOffset(mluOpTensorDescriptor_t desc,
                                                                  int position,
                                                                  float scale,
                                                                  int offset);

/**
 * Writes the data type during computation.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorOnchipDataType(mluOpTensorDescriptor_t desc,
                                                          enum mluOpDataType_t *onchip_dtype);

/**
 * Writes the position of fixed-point data.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorPosition(mluOpTensorDescriptor_t desc, int *position);

/**
 * Writes position and scale of fixed-point data.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorPositionAndScale(mluOpTensorDescriptor_t desc,
                                                            int *position,
                                                            float *scale);

/**
 * Writes position, scale and offset of fixed-point data.
 */
enum mluOpStatus_t mluOpGetTensorDescriptorPositionScaleAndOffset(mluOpTensorDescriptor_t desc,
                                                                  int *position,
                                                                  float *scale,
                                                                  int *offset);

/**
 * Creates a descriptor in each variable of a group.
 */
enum mluOpStatus_t mluOpCreateGroupTensorDescriptors(mluOpTensorDescriptor_t **group_desc, int desc_num);

/**
 * Sets each descriptor of a group; the extents of all stand behind each other. One that is refused is left out.
 */
enum mluOpStatus_t mluOpSetGroupTensorDescriptors(mluOpTensorDescriptor_t **group_desc,
                                                  const enum mluOpTensorLayout_t *group_layout,
                                                  const enum mluOpDataType_t *group_dtype,
                                                  const int *group_dimNb,
                                                  const int *group_dimSize,
                                                  int desc_num);

/**
 * Destroys each descriptor of a group.
 */
enum mluOpStatus_t mluOpDestroyGroupTensorDescriptors(mluOpTensorDescriptor_t **group_desc, int desc_num);

/**
 * Creates a set of tensors with setDimNb dimensions. Each of its tensors is still to be initialised.
 */
enum mluOpStatus_t mluOpCreateTensorSetDescriptor(mluOpTensorSetDescriptor_t *tensorSetDesc,
                                                  int setDimNb,
                                                  const int *setDimSize);

/**
 * Writes the dimensions of a set.
 */
enum mluOpStatus_t mluOpGetTensorSetDescriptor(mluOpTensorSetDescriptor_t tensorSetDesc,
                                               int *setDimNb,
                                               int *setDimSize);

/**
 * Destroys a set and the descriptors of its tensors.
 */
enum mluOpStatus_t mluOpDestroyTensorSetDescriptor(mluOpTensorSetDescriptor_t tensorSetDesc);

/**
 * Sets what one tensor of a set is: dense, the last dimension innermost.
 */
enum mluOpStatus_t mluOpInitTensorSetMemberDescriptor(mluOpTensorSetDescriptor_t tensorSetDesc,
                                                      int setDimNb,
                                                      const int *tensorIndex,
                                                      enum mluOpTensorLayout_t layout,
                                                      enum mluOpDataType_t dtype,
                                                      int dimNb,
                                                      const int *dimSize);

/**
 * Sets position and scale of the fixed-point data of one tensor of a set.
 */
enum mluOpStatus_t mluOpInitTensorSetMemberDescriptorPositionAndScale(mluOpTensorSetDescriptor_t tensorSetDesc,
                                                                      int setDimNb,
                                                                      const int *tensorIndex,
                                                                      int position,
                                                                      float scale);

/**
 * Writes the bytes of all tensors of a set.
 */
enum mluOpStatus_t mluOpGetTensorSetDescriptorSize(mluOpTensorSetDescriptor_t tensorSetDesc,
                                                   int *sizeInBytes);

/**
 * Writes the descriptor of one tensor of a set, and where its data is: they lie one behind the other from data on.
 * The descriptor ends with the set.
 */
enum mluOpStatus_t mluOpGetTensorAndDataFromTensorSet(mluOpTensorSetDescriptor_t tensorSetDesc,
                                                      int setDimNb,
                                                      const int *tensorIndex,
                                                      void *data,
                                                      mluOpTensorDescriptor_t *tensorDesc,
                                                      void **dataAddrInDevice);

/**
 * Creates a descriptor of sequence data: FLOAT, layout NBTC, no dimensions.
 */
enum mluOpStatus_t mluOpCreateSeqDataDescriptor(mluOpSeqDataDescriptor_t *seq_data_desc);

/**
 * Sets what sequence data is: extents, the length of each sequence (or null), and the element that fills what is
 * behind a sequence's end (or null). A refused call changes nothing.
 */
enum mluOpStatus_t mluOpSetSeqDataDescriptor_v2(mluOpSeqDataDescriptor_t seq_data_desc,
                                                enum mluOpSeqDataLayout_t layout,
                                                enum mluOpDataType_t dtype,
                                                int dimNb,
                                                const int64_t *dimSize,
                                                int seqLengthArraySize,
                                                const int *seqLengthArray,
                                                void *paddingFill);

/**
 * Writes what sequence data is; null pointers are skipped. Lengths and padding are stored only if they were set.
 */
enum mluOpStatus_t mluOpGetSeqDataDescriptor_v2(mluOpSeqDataDescriptor_t seq_data_desc,
                                                enum mluOpSeqDataLayout_t *layout,
                                                enum mluOpDataType_t *dtype,
                                                int *dimNb,
                                                int64_t *dimSize,
                                                int64_t *seqLengthArraySize,
                                                int64_t *seqLengthArray,
                                                void *paddingFill);

/**
 * Destroys a descriptor of sequence data.
 */
enum mluOpStatus_t mluOpDestroySeqDataDescriptor(mluOpSeqDataDescriptor_t seq_data_desc);

/**
 * Sets position and scale of fixed-point sequence data. Remembered only.
 */
enum mluOpStatus_t mluOpSetSeqDataDescriptorPositionAndScale(mluOpSeqDataDescriptor_t seq_data_desc,
                                                             int position,
                                                             float scale);

/**
 * Queues y = ln|Γ(x)|, correctly rounded; +inf at zero, negative integers and both infinities.
 */
enum mluOpStatus_t mluOpLgamma(mluOpHandle_t handle,
                               mluOpTensorDescriptor_t x_desc,
                               const void *x,
                               mluOpTensorDescriptor_t y_desc,
                               void *y);

/**
 * Queues y = |x|; for complex numbers the modulus.
 */
enum mluOpStatus_t mluOpAbs(mluOpHandle_t handle,
                            mluOpTensorDescriptor_t x_desc,
                            const void *x,
                            mluOpTensorDescriptor_t y_desc,
                            void *y);

/**
 * Queues res[i] = base^e for steps exponents e from start to end, evenly spaced; the elements are written one behind
 * the other, whatever the strides of res_desc.
 */
enum mluOpStatus_t mluOpLogspace(mluOpHandle_t handle,
                                 float start,
                                 float end,
                                 int64_t steps,
                                 float base,
                                 mluOpTensorDescriptor_t res_desc,
                                 void *res);

/**
 * Writes the bytes of workspace that mluOpPolyNms asks for.
 */
enum mluOpStatus_t mluOpGetPolyNmsWorkspaceSize(mluOpHandle_t handle,
                                                mluOpTensorDescriptor_t boxes_desc,
                                                size_t *size);

/**
 * Queues the suppression of boxes that a better one overlaps: the indices of those that stay, and their number.
 */
enum mluOpStatus_t mluOpPolyNms(mluOpHandle_t handle,
                                mluOpTensorDescriptor_t boxes_desc,
                                const void *boxes,
                                float iou_threshold,
                                void *workspace,
                                size_t workspace_size,
                                mluOpTensorDescriptor_t output_desc,
                                void *output,
                                void *output_size);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
