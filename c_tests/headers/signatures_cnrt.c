/* Signatures of `cnrt.h`: devices, memory, queues, notifiers, conversions, errors of CNRT. */
#include "cnrt.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(cnrtRet_t, cnrtCastDataType_V2,
              (const void *src, cnrtDataType_V2_t srcType, void *dst, cnrtDataType_V2_t dstType, int count,
               cnrtQuantizedParam_t param, cnrtRoundingMode_t rounding));
    SIGNATURE(cnrtRet_t, cnrtCreateQuantizedParam,
              (cnrtQuantizedParam_t *param, int position, float scale, int offset));
    SIGNATURE(cnrtRet_t, cnrtDestroyQuantizedParam, (cnrtQuantizedParam_t param));
    SIGNATURE(cnrtRet_t, cnrtDeviceGetAttribute, (int *pValue, cnrtDeviceAttr_t attr, int device));
    SIGNATURE(cnrtRet_t, cnrtDeviceGetByPCIBusId, (int *device, const char *pciBusId));
    SIGNATURE(cnrtRet_t, cnrtDeviceGetPCIBusId, (char *pciBusId, int len, int device));
    SIGNATURE(cnrtRet_t, cnrtDeviceGetQueuePriorityRange, (int *leastPriority, int *greatestPriority));
    SIGNATURE(cnrtRet_t, cnrtDeviceReset, (void));
    SIGNATURE(cnrtRet_t, cnrtDriverGetVersion, (int *major, int *minor, int *patch));
    SIGNATURE(cnrtRet_t, cnrtFree, (void *ptr));
    SIGNATURE(cnrtRet_t, cnrtFreeHost, (void *ptr));
    SIGNATURE(cnrtRet_t, cnrtGetDevice, (int *pOrdinal));
    SIGNATURE(cnrtRet_t, cnrtGetDeviceCount, (unsigned int *pDeviceNum));
    SIGNATURE(cnrtRet_t, cnrtGetDeviceFlag, (uint32_t *pFlags));
    SIGNATURE(cnrtRet_t, cnrtGetDeviceProperties_V3, (cnrtDeviceProp_t *prop, int device));
    SIGNATURE(const char *, cnrtGetErrorName, (cnrtRet_t errCode));
    SIGNATURE(const char *, cnrtGetErrorStr, (cnrtRet_t errCode));
    SIGNATURE(cnrtRet_t, cnrtGetLastError, (void));
    SIGNATURE(cnrtRet_t, cnrtGetLibVersion, (int *major, int *minor, int *patch));
    SIGNATURE(cnrtRet_t, cnrtGetPeerAccessibility, (unsigned int *canPeer, int device, int peerDevice));
    SIGNATURE(cnrtRet_t, cnrtHostMalloc, (void **pPtr, size_t bytes));
    SIGNATURE(cnrtRet_t, cnrtInvokeHostFunc, (cnrtQueue_t queue, cnrtHostFn_t fn, void *userData));
    SIGNATURE(cnrtRet_t, cnrtMalloc, (void **pPtr, size_t bytes));
    SIGNATURE(cnrtRet_t, cnrtMallocConstant, (void **pPtr, size_t bytes));
    SIGNATURE(cnrtRet_t, cnrtMemAllocAsync, (void **pPtr, size_t byteSize, cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtMemFreeAsync, (void *mluAddr, cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtMemGetInfo, (size_t *free, size_t *total));
    SIGNATURE(cnrtRet_t, cnrtMemcpy, (void *dst, void *src, size_t bytes, cnrtMemTransDir_t dir));
    SIGNATURE(cnrtRet_t, cnrtMemcpy2D,
              (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
               cnrtMemTransDir_t dir));
    SIGNATURE(cnrtRet_t, cnrtMemcpy2DAsync,
              (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
               cnrtMemTransDir_t dir, cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtMemcpyAsync,
              (void *dst, void *src, size_t bytes, cnrtQueue_t queue, cnrtMemTransDir_t dir));
    SIGNATURE(cnrtRet_t, cnrtMemcpyAsync_V2,
              (void *dst, void *src, size_t bytes, cnrtQueue_t queue, cnrtMemTransDir_t dir));
    SIGNATURE(cnrtRet_t, cnrtMemcpyAsync_V3,
              (void *dst, void *src, size_t bytes, cnrtQueue_t queue, cnrtMemTransDir_t dir));
    SIGNATURE(cnrtRet_t, cnrtMemcpyPeer, (void *dst, int dstDevice, void *src, int srcDevice, size_t bytes));
    SIGNATURE(cnrtRet_t, cnrtMemset, (void *ptr, int value, size_t bytes));
    SIGNATURE(cnrtRet_t, cnrtMemsetAsync, (void *ptr, int value, size_t bytes, cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtNotifierCreate, (cnrtNotifier_t *pNotifier));
    SIGNATURE(cnrtRet_t, cnrtNotifierCreateWithFlags, (cnrtNotifier_t *pNotifier, unsigned int flags));
    SIGNATURE(cnrtRet_t, cnrtNotifierDestroy, (cnrtNotifier_t notifier));
    SIGNATURE(cnrtRet_t, cnrtNotifierDuration, (cnrtNotifier_t start, cnrtNotifier_t end, float *us));
    SIGNATURE(cnrtRet_t, cnrtNotifierElapsedTime, (cnrtNotifier_t start, cnrtNotifier_t end, float *ms));
    SIGNATURE(cnrtRet_t, cnrtPeekAtLastError, (void));
    SIGNATURE(cnrtRet_t, cnrtPlaceNotifier, (cnrtNotifier_t notifier, cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtPlaceNotifierWithFlags,
              (cnrtNotifier_t notifier, cnrtQueue_t queue, unsigned int flags));
    SIGNATURE(cnrtRet_t, cnrtPointerGetAttributes, (cnrtPointerAttributes_t *attr, const void *ptr));
    SIGNATURE(cnrtRet_t, cnrtQueryNotifier, (cnrtNotifier_t notifier));
    SIGNATURE(cnrtRet_t, cnrtQueueCreate, (cnrtQueue_t *pQueue));
    SIGNATURE(cnrtRet_t, cnrtQueueCreateWithPriority, (cnrtQueue_t *pQueue, unsigned int flags, int priority));
    SIGNATURE(cnrtRet_t, cnrtQueueDestroy, (cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtQueueGetPriority, (cnrtQueue_t queue, int *priority));
    SIGNATURE(cnrtRet_t, cnrtQueueQuery, (cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtQueueSync, (cnrtQueue_t queue));
    SIGNATURE(cnrtRet_t, cnrtQueueWaitNotifier, (cnrtNotifier_t notifier, cnrtQueue_t queue, unsigned int flag));
    SIGNATURE(cnrtRet_t, cnrtSetDevice, (int ordinal));
    SIGNATURE(cnrtRet_t, cnrtSetDeviceFlag, (uint32_t flags));
    SIGNATURE(cnrtRet_t, cnrtSyncDevice, (void));
    SIGNATURE(cnrtRet_t, cnrtWaitNotifier, (cnrtNotifier_t notifier));
    return check_result();
}
