/* Signatures of `acl/acl_base_mdl.h`: tensor descriptions. */
#include "acl/acl_base_mdl.h"

#include "signature.h"

int main(void)
{
    CHECK_TRUE(ACL_TENSOR_SHAPE_RANGE_NUM == 2 && ACL_TENSOR_VALUE_RANGE_NUM == 2);
    CHECK_TRUE(ACL_UNKNOWN_RANK == 0xFFFFFFFFFFFFFFFE);
    SIGNATURE(aclTensorDesc *, aclCreateTensorDesc,
          (aclDataType dataType, int numDims, const int64_t *dims, aclFormat format));
    SIGNATURE(void, aclDestroyTensorDesc, (const aclTensorDesc *desc));
    SIGNATURE(void *, aclGetTensorDescAddress, (const aclTensorDesc *desc));
    SIGNATURE(aclTensorDesc *, aclGetTensorDescByIndex, (aclTensorDesc *desc, size_t index));
    SIGNATURE(int64_t, aclGetTensorDescDim, (const aclTensorDesc *desc, size_t index));
    SIGNATURE(aclError, aclGetTensorDescDimRange,
          (const aclTensorDesc *desc, size_t index, size_t dimRangeNum, int64_t *dimRange));
    SIGNATURE(aclError, aclGetTensorDescDimV2, (const aclTensorDesc *desc, size_t index, int64_t *dimSize));
    SIGNATURE(size_t, aclGetTensorDescElementCount, (const aclTensorDesc *desc));
    SIGNATURE(aclFormat, aclGetTensorDescFormat, (const aclTensorDesc *desc));
    SIGNATURE(const char *, aclGetTensorDescName, (aclTensorDesc *desc));
    SIGNATURE(size_t, aclGetTensorDescNumDims, (const aclTensorDesc *desc));
    SIGNATURE(size_t, aclGetTensorDescSize, (const aclTensorDesc *desc));
    SIGNATURE(aclDataType, aclGetTensorDescType, (const aclTensorDesc *desc));
    SIGNATURE(aclError, aclSetTensorConst, (aclTensorDesc *desc, void *dataBuffer, size_t length));
    SIGNATURE(void, aclSetTensorDescName, (aclTensorDesc *desc, const char *name));
    SIGNATURE(aclError, aclSetTensorDynamicInput, (aclTensorDesc *desc, const char *dynamicInputName));
    SIGNATURE(aclError, aclSetTensorFormat, (aclTensorDesc *desc, aclFormat format));
    SIGNATURE(aclError, aclSetTensorOriginFormat, (aclTensorDesc *desc, aclFormat format));
    SIGNATURE(aclError, aclSetTensorOriginShape, (aclTensorDesc *desc, int numDims, const int64_t *dims));
    SIGNATURE(aclError, aclSetTensorPlaceMent, (aclTensorDesc *desc, aclMemType memType));
    SIGNATURE(aclError, aclSetTensorShape, (aclTensorDesc *desc, int numDims, const int64_t *dims));
    SIGNATURE(aclError, aclSetTensorShapeRange,
          (aclTensorDesc *desc, size_t dimsCount, int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]));
    SIGNATURE(aclError, aclSetTensorStorageFormat, (aclTensorDesc *desc, aclFormat format));
    SIGNATURE(aclError, aclSetTensorStorageShape, (aclTensorDesc *desc, int numDims, const int64_t *dims));
    SIGNATURE(aclError, aclSetTensorValueRange,
          (aclTensorDesc *desc, size_t valueCount, int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]));
    return check_result();
}
