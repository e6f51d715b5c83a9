/* Signatures of `acl/acl_rt.h`: runtime. */
#include "acl/acl_rt.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, aclFinalize, (void));
    SIGNATURE(aclError, aclFinalizeReference, (uint64_t *refCount));
    SIGNATURE(const char *, aclGetRecentErrMsg, (void));
    SIGNATURE(aclError, aclInit, (const char *configPath));
    SIGNATURE(aclError, aclrtCheckArchCompatibility, (const char *socVersion, int32_t *canCompatible));
    SIGNATURE(aclError, aclrtCreateContext, (aclrtContext *context, int32_t deviceId));
    SIGNATURE(aclError, aclrtCreateEvent, (aclrtEvent *event));
    SIGNATURE(aclError, aclrtCreateEventExWithFlag, (aclrtEvent *event, uint32_t flag));
    SIGNATURE(aclError, aclrtCreateEventWithFlag, (aclrtEvent *event, uint32_t flag));
    SIGNATURE(aclError, aclrtCreateNotify, (aclrtNotify *notify, uint64_t flag));
    SIGNATURE(aclError, aclrtCreateStream, (aclrtStream *stream));
    SIGNATURE(aclrtStreamConfigHandle *, aclrtCreateStreamConfigHandle, (void));
    SIGNATURE(aclError, aclrtCreateStreamV2, (aclrtStream *stream, const aclrtStreamConfigHandle *handle));
    SIGNATURE(aclError, aclrtCreateStreamWithConfig,
          (aclrtStream *stream, uint32_t priority, uint32_t flag));
    SIGNATURE(aclError, aclrtCtxGetCurrentDefaultStream, (aclrtStream *stream));
    SIGNATURE(aclError, aclrtCtxGetSysParamOpt, (aclSysParamOpt opt, int64_t *value));
    SIGNATURE(aclError, aclrtCtxSetSysParamOpt, (aclSysParamOpt opt, int64_t value));
    SIGNATURE(aclError, aclrtDestroyContext, (aclrtContext context));
    SIGNATURE(aclError, aclrtDestroyEvent, (aclrtEvent event));
    SIGNATURE(aclError, aclrtDestroyNotify, (aclrtNotify notify));
    SIGNATURE(aclError, aclrtDestroyStream, (aclrtStream stream));
    SIGNATURE(aclError, aclrtDestroyStreamConfigHandle, (aclrtStreamConfigHandle *handle));
    SIGNATURE(aclError, aclrtDestroyStreamForce, (aclrtStream stream));
    SIGNATURE(aclError, aclrtDeviceCanAccessPeer,
          (int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId));
    SIGNATURE(aclError, aclrtDeviceDisablePeerAccess, (int32_t peerDeviceId));
    SIGNATURE(aclError, aclrtDeviceEnablePeerAccess, (int32_t peerDeviceId, uint32_t flags));
    SIGNATURE(aclError, aclrtDeviceGetStreamPriorityRange,
          (int32_t *leastPriority, int32_t *greatestPriority));
    SIGNATURE(aclError, aclrtEventElapsedTime, (float *ms, aclrtEvent startEvent, aclrtEvent endEvent));
    SIGNATURE(aclError, aclrtEventGetTimestamp, (aclrtEvent event, uint64_t *timestamp));
    SIGNATURE(aclError, aclrtFree, (void *devPtr));
    SIGNATURE(aclError, aclrtFreeHost, (void *hostPtr));
    SIGNATURE(aclError, aclrtGetCurrentContext, (aclrtContext *context));
    SIGNATURE(aclError, aclrtGetDevice, (int32_t *deviceId));
    SIGNATURE(aclError, aclrtGetDeviceCapability,
          (int32_t deviceId, aclrtDevFeatureType devFeatureType, int32_t *value));
    SIGNATURE(aclError, aclrtGetDeviceCount, (uint32_t *count));
    SIGNATURE(uint32_t, aclrtGetDeviceIdFromExceptionInfo, (const aclrtExceptionInfo *info));
    SIGNATURE(aclError, aclrtGetDeviceInfo, (uint32_t deviceId, aclrtDevAttr attr, int64_t *value));
    SIGNATURE(aclError, aclrtGetDeviceResLimit,
          (int32_t deviceId, aclrtDevResLimitType type, uint32_t *value));
    SIGNATURE(aclError, aclrtGetDeviceSatMode, (aclrtFloatOverflowMode *mode));
    SIGNATURE(aclError, aclrtGetDeviceUtilizationRate,
          (int32_t deviceId, aclrtUtilizationInfo *utilizationInfo));
    SIGNATURE(uint32_t, aclrtGetErrorCodeFromExceptionInfo, (const aclrtExceptionInfo *info));
    SIGNATURE(aclError, aclrtGetErrorVerbose, (int32_t deviceId, aclrtErrorInfo *errorInfo));
    SIGNATURE(aclError, aclrtGetEventId, (aclrtEvent event, uint32_t *eventId));
    SIGNATURE(aclError, aclrtGetLastError, (aclrtLastErrLevel level));
    SIGNATURE(aclError, aclrtGetMemInfo, (aclrtMemAttr attr, size_t *free, size_t *total));
    SIGNATURE(aclError, aclrtGetNotifyId, (aclrtNotify notify, uint32_t *notifyId));
    SIGNATURE(aclError, aclrtGetOverflowStatus, (void *outputAddr, size_t outputSize, aclrtStream stream));
    SIGNATURE(aclError, aclrtGetPrimaryCtxState, (int32_t deviceId, uint32_t *flags, int32_t *active));
    SIGNATURE(aclError, aclrtGetResInCurrentThread, (aclrtDevResLimitType type, uint32_t *value));
    SIGNATURE(aclError, aclrtGetRunMode, (aclrtRunMode *runMode));
    SIGNATURE(aclError, aclrtGetStreamAttribute,
          (aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value));
    SIGNATURE(aclError, aclrtGetStreamAvailableNum, (uint32_t *streamCount));
    SIGNATURE(aclError, aclrtGetStreamOverflowSwitch, (aclrtStream stream, uint32_t *flag));
    SIGNATURE(uint32_t, aclrtGetStreamIdFromExceptionInfo, (const aclrtExceptionInfo *info));
    SIGNATURE(aclError, aclrtGetSysParamOpt, (aclSysParamOpt opt, int64_t *value));
    SIGNATURE(uint32_t, aclrtGetTaskIdFromExceptionInfo, (const aclrtExceptionInfo *info));
    SIGNATURE(uint32_t, aclrtGetThreadIdFromExceptionInfo, (const aclrtExceptionInfo *info));
    SIGNATURE(aclError, aclrtGetVersion,
          (int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion));
    SIGNATURE(aclError, aclrtHostRegister,
          (void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr));
    SIGNATURE(aclError, aclrtHostUnregister, (void *ptr));
    SIGNATURE(aclError, aclrtLaunchCallback,
          (aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream));
    SIGNATURE(aclError, aclrtLaunchHostFunc, (aclrtStream stream, aclrtHostFunc fn, void *args));
    SIGNATURE(aclError, aclrtMalloc, (void **devPtr, size_t size, aclrtMemMallocPolicy policy));
    SIGNATURE(aclError, aclrtMallocAlign32, (void **devPtr, size_t size, aclrtMemMallocPolicy policy));
    SIGNATURE(aclError, aclrtMallocCached, (void **devPtr, size_t size, aclrtMemMallocPolicy policy));
    SIGNATURE(aclError, aclrtMallocHost, (void **hostPtr, size_t size));
    SIGNATURE(aclError, aclrtMallocWithCfg,
          (void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg));
    SIGNATURE(aclError, aclrtMemcpy,
          (void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind));
    SIGNATURE(aclError, aclrtMemcpy2d,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
           aclrtMemcpyKind kind));
    SIGNATURE(aclError, aclrtMemcpy2dAsync,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
           aclrtMemcpyKind kind, aclrtStream stream));
    SIGNATURE(aclError, aclrtMemcpyAsync,
          (void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
           aclrtStream stream));
    SIGNATURE(aclError, aclrtMemFlush, (void *devPtr, size_t size));
    SIGNATURE(aclError, aclrtMemInvalidate, (void *devPtr, size_t size));
    SIGNATURE(aclError, aclrtMemset, (void *devPtr, size_t maxCount, int32_t value, size_t count));
    SIGNATURE(aclError, aclrtMemsetAsync,
          (void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream));
    SIGNATURE(aclError, aclrtPeekAtLastError, (aclrtLastErrLevel level));
    SIGNATURE(aclError, aclrtPointerGetAttributes, (const void *ptr, aclrtPtrAttributes *attributes));
    SIGNATURE(aclError, aclrtProcessReport, (int32_t timeout));
    SIGNATURE(aclError, aclrtQueryDeviceStatus, (int32_t deviceId, aclrtDeviceStatus *deviceStatus));
    SIGNATURE(aclError, aclrtQueryEvent, (aclrtEvent event, aclrtEventStatus *status));
    SIGNATURE(aclError, aclrtQueryEventStatus, (aclrtEvent event, aclrtEventRecordedStatus *status));
    SIGNATURE(aclError, aclrtQueryEventWaitStatus, (aclrtEvent event, aclrtEventWaitStatus *status));
    SIGNATURE(aclError, aclrtRecordEvent, (aclrtEvent event, aclrtStream stream));
    SIGNATURE(aclError, aclrtRecordNotify, (aclrtNotify notify, aclrtStream stream));
    SIGNATURE(aclError, aclrtRegStreamStateCallback,
          (const char *regName, aclrtStreamStateCallback callback, void *args));
    SIGNATURE(aclError, aclrtResetDevice, (int32_t deviceId));
    SIGNATURE(aclError, aclrtResetDeviceForce, (int32_t deviceId));
    SIGNATURE(aclError, aclrtResetDeviceResLimit, (int32_t deviceId));
    SIGNATURE(aclError, aclrtResetEvent, (aclrtEvent event, aclrtStream stream));
    SIGNATURE(aclError, aclrtResetOverflowStatus, (aclrtStream stream));
    SIGNATURE(aclError, aclrtSetCurrentContext, (aclrtContext context));
    SIGNATURE(aclError, aclrtSetDevice, (int32_t deviceId));
    SIGNATURE(aclError, aclrtSetDeviceResLimit,
          (int32_t deviceId, aclrtDevResLimitType type, uint32_t value));
    SIGNATURE(aclError, aclrtSetDeviceSatMode, (aclrtFloatOverflowMode mode));
    SIGNATURE(aclError, aclrtSetExceptionInfoCallback, (aclrtExceptionInfoCallback callback));
    SIGNATURE(aclError, aclrtExceptionInfoCallbackRegister, (aclrtExceptionInfoCallback callback));
    SIGNATURE(aclError, aclrtExceptionInfoCallbackUnregister, (aclrtExceptionInfoCallback callback));
    SIGNATURE(aclError, aclrtSetOpExecuteTimeOut, (uint32_t timeout));
    SIGNATURE(aclError, aclrtSetOpWaitTimeout, (uint32_t timeout));
    SIGNATURE(aclError, aclrtReduceAsync,
          (void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type, aclrtStream stream,
           void *reserve));
    SIGNATURE(aclError, aclrtSetStreamConfigOpt,
          (aclrtStreamConfigHandle *handle, aclrtStreamConfigAttr attr, const void *attrValue, size_t valueSize));
    SIGNATURE(aclError, aclrtSetStreamOverflowSwitch, (aclrtStream stream, uint32_t flag));
    SIGNATURE(aclError, aclrtSetStreamAttribute,
          (aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value));
    SIGNATURE(aclError, aclrtSetStreamFailureMode, (aclrtStream stream, uint64_t mode));
    SIGNATURE(aclError, aclrtSetSysParamOpt, (aclSysParamOpt opt, int64_t value));
    SIGNATURE(aclError, aclrtSetTsDevice, (aclrtTsId tsId));
    SIGNATURE(aclError, aclrtStreamAbort, (aclrtStream stream));
    SIGNATURE(aclError, aclrtStreamGetFlags, (aclrtStream stream, uint32_t *flags));
    SIGNATURE(aclError, aclrtStreamGetId, (aclrtStream stream, int32_t *streamId));
    SIGNATURE(aclError, aclrtStreamGetPriority, (aclrtStream stream, uint32_t *priority));
    SIGNATURE(aclError, aclrtStreamQuery, (aclrtStream stream, aclrtStreamStatus *status));
    SIGNATURE(aclError, aclrtStreamStop, (aclrtStream stream));
    SIGNATURE(aclError, aclrtStreamWaitEvent, (aclrtStream stream, aclrtEvent event));
    SIGNATURE(aclError, aclrtStreamWaitEventWithTimeout,
          (aclrtStream stream, aclrtEvent event, int32_t timeout));
    SIGNATURE(aclError, aclrtSubscribeReport, (uint64_t threadId, aclrtStream stream));
    SIGNATURE(aclError, aclrtSynchronizeDevice, (void));
    SIGNATURE(aclError, aclrtSynchronizeDeviceWithTimeout, (int32_t timeout));
    SIGNATURE(aclError, aclrtSynchronizeEvent, (aclrtEvent event));
    SIGNATURE(aclError, aclrtSynchronizeEventWithTimeout, (aclrtEvent event, int32_t timeout));
    SIGNATURE(aclError, aclrtSynchronizeStream, (aclrtStream stream));
    SIGNATURE(aclError, aclrtSynchronizeStreamWithTimeout, (aclrtStream stream, int32_t timeout));
    SIGNATURE(aclError, aclrtUnSubscribeReport, (uint64_t threadId, aclrtStream stream));
    SIGNATURE(aclError, aclrtValueWait, (void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream));
    SIGNATURE(aclError, aclrtValueWrite,
          (void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream));
    SIGNATURE(aclError, aclrtWaitAndResetNotify,
          (aclrtNotify notify, aclrtStream stream, uint32_t timeout));
    SIGNATURE(aclError, aclsysGetCANNVersion, (aclCANNPackageName name, aclCANNPackageVersion *version));
    SIGNATURE(aclError, aclsysGetVersionNum, (char *pkgName, int32_t *versionNum));
    SIGNATURE(aclError, aclsysGetVersionStr, (char *pkgName, char *versionStr));
    SIGNATURE(aclError, aclmdlRIAbort, (aclmdlRI modelRI));
    SIGNATURE(aclError, aclmdlRIAddCondTask, (aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags));
    SIGNATURE(aclError, aclmdlRICaptureToModelRIBegin,
          (aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode));
    SIGNATURE(aclError, aclmdlRICondHandleCreate,
          (aclmdlRI modelRI, uint32_t defaultLaunchValue, aclmdlRICondHandleFlag flag, aclmdlRICondHandle *handle));
    SIGNATURE(aclError, aclmdlRICondHandleGetCondPtr, (aclmdlRICondHandle handle, uint64_t **ptr));
    SIGNATURE(aclError, aclrtCntNotifyCreate, (aclrtCntNotify *cntNotify, uint64_t flag));
    SIGNATURE(aclError, aclrtCntNotifyDestroy, (aclrtCntNotify cntNotify));
    SIGNATURE(aclError, aclrtCntNotifyGetId, (aclrtCntNotify cntNotify, uint32_t *notifyId));
    SIGNATURE(aclError, aclrtCntNotifyRecord,
          (aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo *info));
    SIGNATURE(aclError, aclrtCntNotifyReset, (aclrtCntNotify cntNotify, aclrtStream stream));
    SIGNATURE(aclError, aclrtCntNotifyWaitWithTimeout,
          (aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyWaitInfo *info));
    SIGNATURE(aclError, aclrtGetMemcpyDescSize, (aclrtMemcpyKind kind, size_t *descSize));
    SIGNATURE(aclError, aclrtMemcpyAsyncWithCondition,
          (void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream));
    SIGNATURE(aclError, aclrtMemcpyAsyncWithDesc, (void *desc, aclrtMemcpyKind kind, aclrtStream stream));
    SIGNATURE(aclError, aclrtMemcpyAsyncWithOffset,
          (void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count, size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream));
    SIGNATURE(aclError, aclrtNotifyBatchReset, (aclrtNotify *notifies, size_t num));
    SIGNATURE(aclError, aclrtNotifyGetExportKey, (aclrtNotify notify, char *key, size_t len, uint64_t flags));
    SIGNATURE(aclError, aclrtNotifyImportByKey, (aclrtNotify *notify, const char *key, uint64_t flags));
    SIGNATURE(aclError, aclrtNotifySetImportPid, (aclrtNotify notify, int32_t *pid, size_t num));
    SIGNATURE(aclError, aclrtRandomNumAsync,
          (const aclrtRandomNumTaskInfo *taskInfo, const aclrtStream stream, void *reserve));
    SIGNATURE(aclError, aclrtSetMemcpyDesc,
          (void *desc, aclrtMemcpyKind kind, void *srcAddr, void *dstAddr, size_t count, void *config));
    SIGNATURE(aclError, aclrtCheckMemType,
          (void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve));
    SIGNATURE(aclError, aclrtDeviceGetByPCIBusId, (const char *pciBusId, int32_t *deviceId));
    SIGNATURE(aclError, aclrtDeviceGetPCIBusId, (int32_t deviceId, char *pciBusId, int32_t len));
    SIGNATURE(aclError, aclrtGetMemUsageInfo,
          (int32_t deviceId, aclrtMemUsageInfo *memUsageInfo, size_t inputNum, size_t *outputNum));
    SIGNATURE(aclError, aclrtDevicePeerAccessStatus, (int32_t deviceId, int32_t peerDeviceId, int32_t *status));
    SIGNATURE(aclError, aclrtGetDevicesTopo, (uint32_t deviceId, uint32_t otherDeviceId, uint64_t *value));
    SIGNATURE(aclError, aclrtMemUceRepair, (int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize));
    SIGNATURE(aclError, aclrtRepairError, (int32_t deviceId, const aclrtErrorInfo *errorInfo));
    return check_result();
}
