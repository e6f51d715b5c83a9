/* Signatures of `acl/acl_tdt_queue.h`: queues of buffers. */
#include "acl/acl_tdt_queue.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, acltdtAddQueueRoute, (acltdtQueueRouteList *routeList, const acltdtQueueRoute *route));
    SIGNATURE(aclError, acltdtAllocBuf, (size_t size, uint32_t type, acltdtBuf *buf));
    SIGNATURE(aclError, acltdtAppendBufChain, (acltdtBuf headBuf, acltdtBuf buf));
    SIGNATURE(aclError, acltdtBindQueueRoutes, (acltdtQueueRouteList *qRouteList));
    SIGNATURE(aclError, acltdtCopyBufRef, (const acltdtBuf buf, acltdtBuf *newBuf));
    SIGNATURE(aclError, acltdtCreateQueue, (const acltdtQueueAttr *attr, uint32_t *qid));
    SIGNATURE(acltdtQueueAttr *, acltdtCreateQueueAttr, (void));
    SIGNATURE(acltdtQueueRoute *, acltdtCreateQueueRoute, (uint32_t srcId, uint32_t dstId));
    SIGNATURE(acltdtQueueRouteList *, acltdtCreateQueueRouteList, (void));
    SIGNATURE(acltdtQueueRouteQueryInfo *, acltdtCreateQueueRouteQueryInfo, (void));
    SIGNATURE(aclError, acltdtDequeue, (uint32_t qid, acltdtBuf *buf, int32_t timeout));
    SIGNATURE(aclError, acltdtDequeueData,
          (uint32_t qid, void *data, size_t dataSize, size_t *retDataSize, void *userData, size_t userDataSize, int32_t timeout));
    SIGNATURE(aclError, acltdtDestroyQueue, (uint32_t qid));
    SIGNATURE(aclError, acltdtDestroyQueueAttr, (const acltdtQueueAttr *attr));
    SIGNATURE(aclError, acltdtDestroyQueueRoute, (const acltdtQueueRoute *route));
    SIGNATURE(aclError, acltdtDestroyQueueRouteList, (const acltdtQueueRouteList *routeList));
    SIGNATURE(aclError, acltdtDestroyQueueRouteQueryInfo, (const acltdtQueueRouteQueryInfo *info));
    SIGNATURE(aclError, acltdtEnqueue, (uint32_t qid, acltdtBuf buf, int32_t timeout));
    SIGNATURE(aclError, acltdtEnqueueData,
          (uint32_t qid, const void *data, size_t dataSize, const void *userData, size_t userDataSize, int32_t timeout, uint32_t rsv));
    SIGNATURE(aclError, acltdtFreeBuf, (acltdtBuf buf));
    SIGNATURE(aclError, acltdtGetBufChainNum, (acltdtBuf headBuf, uint32_t *num));
    SIGNATURE(aclError, acltdtGetBufData, (const acltdtBuf buf, void **dataPtr, size_t *size));
    SIGNATURE(aclError, acltdtGetBufDataLen, (acltdtBuf buf, size_t *len));
    SIGNATURE(aclError, acltdtGetBufFromChain, (acltdtBuf headBuf, uint32_t index, acltdtBuf *buf));
    SIGNATURE(aclError, acltdtGetBufUserData, (const acltdtBuf buf, void *dataPtr, size_t size, size_t offset));
    SIGNATURE(aclError, acltdtGetQueueAttr,
          (const acltdtQueueAttr *attr, acltdtQueueAttrType type, size_t len, size_t *paramRetSize, void *param));
    SIGNATURE(aclError, acltdtGetQueueRoute,
          (const acltdtQueueRouteList *routeList, size_t index, acltdtQueueRoute *route));
    SIGNATURE(size_t, acltdtGetQueueRouteNum, (const acltdtQueueRouteList *routeList));
    SIGNATURE(aclError, acltdtGetQueueRouteParam,
          (const acltdtQueueRoute *route, acltdtQueueRouteParamType type, size_t len, size_t *paramRetSize, void *param));
    SIGNATURE(aclError, acltdtQueryQueueRoutes,
          (const acltdtQueueRouteQueryInfo *queryInfo, acltdtQueueRouteList *qRouteList));
    SIGNATURE(aclError, acltdtSetBufDataLen, (acltdtBuf buf, size_t len));
    SIGNATURE(aclError, acltdtSetBufUserData, (acltdtBuf buf, const void *dataPtr, size_t size, size_t offset));
    SIGNATURE(aclError, acltdtSetQueueAttr,
          (acltdtQueueAttr *attr, acltdtQueueAttrType type, size_t len, const void *param));
    SIGNATURE(aclError, acltdtSetQueueRouteQueryInfo,
          (acltdtQueueRouteQueryInfo *param, acltdtQueueRouteQueryInfoParamType type, size_t len, const void *value));
    SIGNATURE(aclError, acltdtUnbindQueueRoutes, (acltdtQueueRouteList *qRouteList));
    return check_result();
}
