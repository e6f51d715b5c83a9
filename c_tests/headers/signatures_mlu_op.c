/* Signatures of `mlu_op.h`: handles, descriptors, operators of MLU-OPS. */
#include "mlu_op.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(mluOpStatus_t, mluOpAbs,
              (mluOpHandle_t handle, const mluOpTensorDescriptor_t x_desc, const void *x,
               const mluOpTensorDescriptor_t y_desc, void *y));
    SIGNATURE(mluOpStatus_t, mluOpCreate, (mluOpHandle_t *handle));
    SIGNATURE(mluOpStatus_t, mluOpCreateGroupTensorDescriptors,
              (mluOpTensorDescriptor_t *group_desc[], const int desc_num));
    SIGNATURE(mluOpStatus_t, mluOpCreateSeqDataDescriptor, (mluOpSeqDataDescriptor_t *seq_data_desc));
    SIGNATURE(mluOpStatus_t, mluOpCreateTensorDescriptor, (mluOpTensorDescriptor_t *desc));
    SIGNATURE(mluOpStatus_t, mluOpCreateTensorSetDescriptor,
              (mluOpTensorSetDescriptor_t *tensorSetDesc, const int setDimNb, const int setDimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpDestroy, (mluOpHandle_t handle));
    SIGNATURE(mluOpStatus_t, mluOpDestroyGroupTensorDescriptors,
              (mluOpTensorDescriptor_t *group_desc[], const int desc_num));
    SIGNATURE(mluOpStatus_t, mluOpDestroySeqDataDescriptor, (mluOpSeqDataDescriptor_t seq_data_desc));
    SIGNATURE(mluOpStatus_t, mluOpDestroyTensorDescriptor, (mluOpTensorDescriptor_t desc));
    SIGNATURE(mluOpStatus_t, mluOpDestroyTensorSetDescriptor, (mluOpTensorSetDescriptor_t tensorSetDesc));
    SIGNATURE(mluOpStatus_t, mluOpGetAtomicsMode, (mluOpHandle_t handle, mluOpAtomicsMode_t *atomics_mode));
    SIGNATURE(const char *, mluOpGetErrorString, (mluOpStatus_t status));
    SIGNATURE(void, mluOpGetLibVersion, (int *major, int *minor, int *patch));
    SIGNATURE(mluOpStatus_t, mluOpGetPolyNmsWorkspaceSize,
              (mluOpHandle_t handle, const mluOpTensorDescriptor_t boxes_desc, size_t *size));
    SIGNATURE(mluOpStatus_t, mluOpGetQuantizeRoundMode, (mluOpHandle_t handle, mluOpQuantizeRoundMode_t *round_mode));
    SIGNATURE(mluOpStatus_t, mluOpGetQueue, (mluOpHandle_t handle, cnrtQueue_t *queue));
    SIGNATURE(mluOpStatus_t, mluOpGetSeqDataDescriptor_v2,
              (const mluOpSeqDataDescriptor_t seq_data_desc, mluOpSeqDataLayout_t *layout, mluOpDataType_t *dtype,
               int *dimNb, int64_t dimSize[], int64_t *seqLengthArraySize, int64_t seqLengthArray[],
               void *paddingFill));
    SIGNATURE(mluOpStatus_t, mluOpGetSizeOfDataType, (mluOpDataType_t data_type, size_t *size));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorAndDataFromTensorSet,
              (mluOpTensorSetDescriptor_t tensorSetDesc, const int setDimNb, const int tensorIndex[], void *data,
               mluOpTensorDescriptor_t *tensorDesc, void **dataAddrInDevice));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptor,
              (const mluOpTensorDescriptor_t desc, mluOpTensorLayout_t *layout, mluOpDataType_t *dtype, int *dimNb,
               int dimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorEx,
              (const mluOpTensorDescriptor_t desc, mluOpTensorLayout_t *layout, mluOpDataType_t *dtype, int *dimNb,
               int dimSize[], int dimStride[]));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorEx_v2,
              (const mluOpTensorDescriptor_t desc, mluOpTensorLayout_t *layout, mluOpDataType_t *dtype, int *dimNb,
               int64_t dimSize[], int64_t dimStride[]));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorOnchipDataType,
              (const mluOpTensorDescriptor_t desc, mluOpDataType_t *onchip_dtype));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorPointerMode,
              (mluOpTensorDescriptor_t desc, mluOpPointerMode_t *pointer_mode));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorPosition, (const mluOpTensorDescriptor_t desc, int *position));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorPositionAndScale,
              (const mluOpTensorDescriptor_t desc, int *position, float *scale));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptorPositionScaleAndOffset,
              (const mluOpTensorDescriptor_t desc, int *position, float *scale, int *offset));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorDescriptor_v2,
              (const mluOpTensorDescriptor_t desc, mluOpTensorLayout_t *layout, mluOpDataType_t *dtype, int *dimNb,
               int64_t dimSize[]));
    SIGNATURE(size_t, mluOpGetTensorElementNum, (const mluOpTensorDescriptor_t desc));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorSetDescriptor,
              (mluOpTensorSetDescriptor_t tensorSetDesc, int *setDimNb, int setDimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpGetTensorSetDescriptorSize,
              (mluOpTensorSetDescriptor_t tensorSetDesc, int *sizeInBytes));
    SIGNATURE(mluOpStatus_t, mluOpInitTensorSetMemberDescriptor,
              (mluOpTensorSetDescriptor_t tensorSetDesc, const int setDimNb, const int tensorIndex[],
               mluOpTensorLayout_t layout, mluOpDataType_t dtype, const int dimNb, const int dimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpInitTensorSetMemberDescriptorPositionAndScale,
              (mluOpTensorSetDescriptor_t tensorSetDesc, const int setDimNb, const int tensorIndex[],
               const int position, const float scale));
    SIGNATURE(mluOpStatus_t, mluOpLgamma,
              (mluOpHandle_t handle, const mluOpTensorDescriptor_t x_desc, const void *x,
               const mluOpTensorDescriptor_t y_desc, void *y));
    SIGNATURE(mluOpStatus_t, mluOpLogspace,
              (mluOpHandle_t handle, const float start, const float end, const int64_t steps, const float base,
               const mluOpTensorDescriptor_t res_desc, void *res));
    SIGNATURE(mluOpStatus_t, mluOpPolyNms,
              (mluOpHandle_t handle, const mluOpTensorDescriptor_t boxes_desc, const void *boxes,
               const float iou_threshold, void *workspace, size_t workspace_size,
               const mluOpTensorDescriptor_t output_desc, void *output, void *output_size));
    SIGNATURE(mluOpStatus_t, mluOpResetTensorDescriptor, (mluOpTensorDescriptor_t desc));
    SIGNATURE(mluOpStatus_t, mluOpSetAtomicsMode, (mluOpHandle_t handle, mluOpAtomicsMode_t atomics_mode));
    SIGNATURE(mluOpStatus_t, mluOpSetGroupTensorDescriptors,
              (mluOpTensorDescriptor_t *group_desc[], const mluOpTensorLayout_t group_layout[],
               const mluOpDataType_t group_dtype[], const int group_dimNb[], const int group_dimSize[],
               const int desc_num));
    SIGNATURE(mluOpStatus_t, mluOpSetQuantizeRoundMode, (mluOpHandle_t handle, mluOpQuantizeRoundMode_t round_mode));
    SIGNATURE(mluOpStatus_t, mluOpSetQueue, (mluOpHandle_t handle, cnrtQueue_t queue));
    SIGNATURE(mluOpStatus_t, mluOpSetSeqDataDescriptorPositionAndScale,
              (mluOpSeqDataDescriptor_t seq_data_desc, int position, float scale));
    SIGNATURE(mluOpStatus_t, mluOpSetSeqDataDescriptor_v2,
              (mluOpSeqDataDescriptor_t seq_data_desc, mluOpSeqDataLayout_t layout, mluOpDataType_t dtype, int dimNb,
               const int64_t dimSize[], int seqLengthArraySize, const int seqLengthArray[], void *paddingFill));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptor,
              (mluOpTensorDescriptor_t desc, mluOpTensorLayout_t layout, mluOpDataType_t dtype, int dimNb,
               const int dimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorDim,
              (mluOpTensorDescriptor_t desc, int dimNb, const int *dimSize));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorDim_v2,
              (mluOpTensorDescriptor_t desc, int dimNb, const int64_t *dimSize));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorEx,
              (mluOpTensorDescriptor_t desc, mluOpTensorLayout_t layout, mluOpDataType_t dtype, int dimNb,
               const int dimSize[], const int dimStride[]));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorEx_v2,
              (mluOpTensorDescriptor_t desc, mluOpTensorLayout_t layout, mluOpDataType_t dtype, int dimNb,
               const int64_t dimSize[], const int64_t dimStride[]));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorOnchipDataType,
              (mluOpTensorDescriptor_t desc, mluOpDataType_t onchip_dtype));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorPointerMode,
              (mluOpTensorDescriptor_t desc, mluOpPointerMode_t pointer_mode));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorPosition, (mluOpTensorDescriptor_t desc, int position));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorPositionAndScale,
              (mluOpTensorDescriptor_t desc, int position, float scale));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptorPositionScaleAndOffset,
              (mluOpTensorDescriptor_t desc, int position, float scale, int offset));
    SIGNATURE(mluOpStatus_t, mluOpSetTensorDescriptor_v2,
              (mluOpTensorDescriptor_t desc, mluOpTensorLayout_t layout, mluOpDataType_t dtype, int dimNb,
               const int64_t dimSize[]));
    SIGNATURE(mluOpStatus_t, mluOpUpdateContextInformation, (mluOpHandle_t handle));
    return check_result();
}
