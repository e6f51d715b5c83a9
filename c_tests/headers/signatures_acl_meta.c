/* Signatures of `aclnn/acl_meta.h`: tensors, scalars, arrays, lists, executors. */
#include "aclnn/acl_meta.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclBoolArray *, aclCreateBoolArray, (const bool *value, uint64_t size));
    SIGNATURE(aclFloatArray *, aclCreateFloatArray, (const float *value, uint64_t size));
    SIGNATURE(aclIntArray *, aclCreateIntArray, (const int64_t *value, uint64_t size));
    SIGNATURE(aclScalar *, aclCreateScalar, (void *value, aclDataType dataType));
    SIGNATURE(aclScalarList *, aclCreateScalarList, (const aclScalar *const *value, uint64_t size));
    SIGNATURE(aclTensor *, aclCreateTensor,
          (const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
           void *tensorData));
    SIGNATURE(aclTensorList *, aclCreateTensorList, (const aclTensor *const *value, uint64_t size));
    SIGNATURE(aclnnStatus, aclDestroyAclOpExecutor, (aclOpExecutor *executor));
    SIGNATURE(aclnnStatus, aclDestroyBoolArray, (const aclBoolArray *array));
    SIGNATURE(aclnnStatus, aclDestroyFloatArray, (const aclFloatArray *array));
    SIGNATURE(aclnnStatus, aclDestroyIntArray, (const aclIntArray *array));
    SIGNATURE(aclnnStatus, aclDestroyScalar, (const aclScalar *scalar));
    SIGNATURE(aclnnStatus, aclDestroyScalarList, (const aclScalarList *array));
    SIGNATURE(aclnnStatus, aclDestroyTensor, (const aclTensor *tensor));
    SIGNATURE(aclnnStatus, aclDestroyTensorList, (const aclTensorList *array));
    SIGNATURE(aclnnStatus, aclDumpOpTensors,
          (const char *opType, const char *opName, aclTensor **tensors, size_t inputTensorNum,
           size_t outputTensorNum, aclrtStream stream));
    SIGNATURE(aclnnStatus, aclGetBoolArraySize, (const aclBoolArray *array, uint64_t *size));
    SIGNATURE(aclnnStatus, aclGetDataType, (const aclTensor *tensor, aclDataType *dataType));
    SIGNATURE(aclnnStatus, aclGetFloatArraySize, (const aclFloatArray *array, uint64_t *size));
    SIGNATURE(aclnnStatus, aclGetFormat, (const aclTensor *tensor, aclFormat *format));
    SIGNATURE(aclnnStatus, aclGetIntArraySize, (const aclIntArray *array, uint64_t *size));
    SIGNATURE(aclnnStatus, aclGetRawTensorAddr, (const aclTensor *tensor, void **addr));
    SIGNATURE(aclnnStatus, aclGetScalarListSize, (const aclScalarList *scalarList, uint64_t *size));
    SIGNATURE(aclnnStatus, aclGetStorageShape,
          (const aclTensor *tensor, int64_t **storageDims, uint64_t *storageDimsNum));
    SIGNATURE(aclnnStatus, aclGetTensorListSize, (const aclTensorList *tensorList, uint64_t *size));
    SIGNATURE(aclnnStatus, aclGetViewOffset, (const aclTensor *tensor, int64_t *offset));
    SIGNATURE(aclnnStatus, aclGetViewShape,
          (const aclTensor *tensor, int64_t **viewDims, uint64_t *viewDimsNum));
    SIGNATURE(aclnnStatus, aclGetViewStrides,
          (const aclTensor *tensor, int64_t **stridesValue, uint64_t *stridesNum));
    SIGNATURE(aclnnStatus, aclInitTensor,
          (aclTensor *tensor, const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType,
           const int64_t *stride, int64_t offset, aclFormat format, const int64_t *storageDims,
           uint64_t storageDimsNum, void *tensorDataAddr));
    SIGNATURE(aclnnStatus, aclSetAclOpExecutorRepeatable, (aclOpExecutor *executor));
    SIGNATURE(aclnnStatus, aclSetDynamicInputTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, AclSetDynamicInputTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, aclSetDynamicOutputTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, AclSetDynamicOutputTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, aclSetDynamicTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, AclSetDynamicTensorAddr,
          (aclOpExecutor *executor, size_t irIndex, const size_t relativeIndex, aclTensorList *tensors,
           void *addr));
    SIGNATURE(aclnnStatus, aclSetInputTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, AclSetInputTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, aclSetOutputTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, AclSetOutputTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, aclSetRawTensorAddr, (aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, aclSetTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    SIGNATURE(aclnnStatus, AclSetTensorAddr,
          (aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr));
    return check_result();
}
