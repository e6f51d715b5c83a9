/* Signatures of `acl/acl_tdt.h`: channels of tensors. */
#include "acl/acl_tdt.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, acltdtAddDataItem, (acltdtDataset *dataset, acltdtDataItem *dataItem));
    SIGNATURE(aclError, acltdtCleanChannel, (acltdtChannelHandle *handle));
    SIGNATURE(acltdtChannelHandle *, acltdtCreateChannel, (uint32_t deviceId, const char *name));
    SIGNATURE(acltdtChannelHandle *, acltdtCreateChannelWithCapacity,
          (uint32_t deviceId, const char *name, size_t capacity));
    SIGNATURE(acltdtDataItem *, acltdtCreateDataItem,
          (acltdtTensorType tdtType, const int64_t *dims, size_t dimNum, aclDataType dataType, void *data, size_t size));
    SIGNATURE(acltdtDataset *, acltdtCreateDataset, (void));
    SIGNATURE(aclError, acltdtDestroyChannel, (acltdtChannelHandle *handle));
    SIGNATURE(aclError, acltdtDestroyDataItem, (acltdtDataItem *dataItem));
    SIGNATURE(aclError, acltdtDestroyDataset, (acltdtDataset *dataset));
    SIGNATURE(void *, acltdtGetDataAddrFromItem, (const acltdtDataItem *dataItem));
    SIGNATURE(acltdtDataItem *, acltdtGetDataItem, (const acltdtDataset *dataset, size_t index));
    SIGNATURE(size_t, acltdtGetDataSizeFromItem, (const acltdtDataItem *dataItem));
    SIGNATURE(aclDataType, acltdtGetDataTypeFromItem, (const acltdtDataItem *dataItem));
    SIGNATURE(const char *, acltdtGetDatasetName, (const acltdtDataset *dataset));
    SIGNATURE(size_t, acltdtGetDatasetSize, (const acltdtDataset *dataset));
    SIGNATURE(size_t, acltdtGetDimNumFromItem, (const acltdtDataItem *dataItem));
    SIGNATURE(aclError, acltdtGetDimsFromItem, (const acltdtDataItem *dataItem, int64_t *dims, size_t dimNum));
    SIGNATURE(aclError, acltdtGetSliceInfoFromItem,
          (const acltdtDataItem *dataItem, size_t *sliceNum, size_t *sliceId));
    SIGNATURE(acltdtTensorType, acltdtGetTensorTypeFromItem, (const acltdtDataItem *dataItem));
    SIGNATURE(aclError, acltdtQueryChannelSize, (const acltdtChannelHandle *handle, size_t *size));
    SIGNATURE(aclError, acltdtReceiveTensor,
          (const acltdtChannelHandle *handle, acltdtDataset *dataset, int32_t timeout));
    SIGNATURE(aclError, acltdtSendTensor,
          (const acltdtChannelHandle *handle, const acltdtDataset *dataset, int32_t timeout));
    SIGNATURE(aclError, acltdtStopChannel, (acltdtChannelHandle *handle));
    return check_result();
}
