/* Contexts, and the options that are kept for one or for the process. */
#include "fixture.h"

static void options(void)
{
    int64_t value = UNTOUCHED_64;
    const aclSysParamOpt no_option = (aclSysParamOpt)4;

    CHECK_REFUSED(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "`opt` is");
    CHECK_REFUSED(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, NULL), ACL_ERROR_RT_PARAM_INVALID, "`value` is null");
    CHECK_REFUSED(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, NULL), ACL_ERROR_RT_PARAM_INVALID, "`value` is null");
    CHECK_REFUSED(aclrtCtxGetSysParamOpt(no_option, &value), ACL_ERROR_RT_PARAM_INVALID, "`opt` is aclSysParamOpt(4)");
    CHECK_REFUSED(aclrtGetSysParamOpt(no_option, &value), ACL_ERROR_RT_PARAM_INVALID, "`opt` is aclSysParamOpt(4)");
    CHECK_REFUSED(aclrtCtxSetSysParamOpt(no_option, 1), ACL_ERROR_RT_PARAM_INVALID, "`opt` is aclSysParamOpt(4)");
    CHECK_REFUSED(aclrtSetSysParamOpt(no_option, 1), ACL_ERROR_RT_PARAM_INVALID, "`opt` is aclSysParamOpt(4)");
    CHECK_EQUAL_INT(value, UNTOUCHED_64);

    CHECK_STATUS(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 1);
    /* The process has its own, which are 0 until they are set. */
    CHECK_STATUS(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 0);
    CHECK_STATUS(aclrtSetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, -5), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, -5);
    CHECK_STATUS(aclrtCtxGetSysParamOpt(ACL_OPT_STRONG_CONSISTENCY, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    CHECK_STATUS(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetOpExecuteTimeOut(3), ACL_SUCCESS);
}

int main(void)
{
    aclrtContext own = NO_HANDLE, current = NO_HANDLE, primary = NULL;
    aclrtStream stream = NO_HANDLE, in_own = NULL;
    int32_t id = UNTOUCHED_32;
    int64_t value = UNTOUCHED_64;

    CHECK_REFUSED(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCtxGetCurrentDefaultStream(&stream), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_TRUE(current == NO_HANDLE && stream == NO_HANDLE);

    CHECK_REFUSED(aclrtCreateContext(NULL, 0), ACL_ERROR_INVALID_PARAM, "`context` is null");
    CHECK_REFUSED(aclrtCreateContext(&own, 1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_TRUE(own == NO_HANDLE);
    CHECK_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_SUCCESS);
    CHECK_TRUE(current == own);
    CHECK_STATUS(aclrtGetDevice(&id), ACL_SUCCESS);
    CHECK_EQUAL_INT(id, 0);
    CHECK_REFUSED(aclrtGetCurrentContext(NULL), ACL_ERROR_INVALID_PARAM, "`context` is null");
    CHECK_REFUSED(aclrtCtxGetCurrentDefaultStream(NULL), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_STATUS(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateStream(&in_own), ACL_SUCCESS);
    options();

    /* Another context becomes current, and is left again. */
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
    CHECK_TRUE(primary != own);
    CHECK_REFUSED(aclrtDestroyStream(in_own), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtSetCurrentContext(NULL), ACL_ERROR_INVALID_PARAM, "`context` is null");
    CHECK_REFUSED(aclrtSetCurrentContext(NO_HANDLE), ACL_ERROR_RT_CONTEXT_NULL, "not a handle");
    CHECK_REFUSED(aclrtSetCurrentContext(in_own), ACL_ERROR_RT_CONTEXT_NULL, "another kind (stream)");
    CHECK_STATUS(aclrtSetCurrentContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_SUCCESS);
    CHECK_TRUE(current == own);

    CHECK_REFUSED(aclrtDestroyContext(NULL), ACL_ERROR_INVALID_PARAM, "`context` is null");
    CHECK_REFUSED(aclrtDestroyContext(primary), ACL_ERROR_RT_CONTEXT_NULL, "primary context");
    CHECK_REFUSED(aclrtDestroyContext(NO_HANDLE), ACL_ERROR_RT_CONTEXT_NULL, "not a handle");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    CHECK_REFUSED(aclrtDestroyContext(own), ACL_ERROR_RT_CONTEXT_NULL, "a destroyed handle");
    CHECK_REFUSED(aclrtSetCurrentContext(own), ACL_ERROR_RT_CONTEXT_NULL, "a destroyed handle");
    /* Its streams went with it; the device is still set. */
    CHECK_REFUSED(aclrtSynchronizeStream(in_own), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_SUCCESS);
    CHECK_TRUE(current == primary);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL);
    return check_result();
}
