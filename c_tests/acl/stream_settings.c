/* Settings of streams that are put together before, and the switch for overflow. */
#include "fixture.h"

static void overflow_switch(aclrtStream stream)
{
    uint32_t flag = UNTOUCHED_32;
    aclrtStreamAttrValue value;
    CHECK_REFUSED(aclrtGetStreamOverflowSwitch(stream, NULL), ACL_ERROR_INVALID_PARAM, "`flag` is null");
    CHECK_REFUSED(aclrtGetStreamOverflowSwitch(NO_HANDLE, &flag), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtSetStreamOverflowSwitch(stream, 2), ACL_ERROR_INVALID_PARAM, "`flag` is 2");
    CHECK_REFUSED(aclrtSetStreamOverflowSwitch(NO_HANDLE, 1), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_EQUAL_INT(flag, UNTOUCHED_32);
    CHECK_STATUS(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    CHECK_EQUAL_INT(flag, 0);
    CHECK_STATUS(aclrtSetStreamOverflowSwitch(stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    CHECK_EQUAL_INT(flag, 1);
    /* It is the attribute of the same name. */
    CHECK_STATUS(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value.overflowSwitch, 1);
    /* Null is the default stream, which has its own. */
    CHECK_STATUS(aclrtGetStreamOverflowSwitch(NULL, &flag), ACL_SUCCESS);
    CHECK_EQUAL_INT(flag, 0);
}

int main(void)
{
    aclrtStreamConfigHandle *handle = aclrtCreateStreamConfigHandle(), *other = aclrtCreateStreamConfigHandle();
    aclrtStream stream = NO_HANDLE;
    aclrtContext context = NULL;
    uint32_t priority = 3, found = UNTOUCHED_32, narrow = ACL_STREAM_HUGE;
    size_t flag = ACL_STREAM_FAST_SYNC, size = 100;
    void *work = &size;

    CHECK_TRUE(handle != NULL && other != NULL && handle != other);
    CHECK_TRUE(handle->workptr == NULL && handle->workSize == 0 && handle->flag == 0 && handle->priority == 0);
    CHECK_REFUSED(aclrtSetStreamConfigOpt(NULL, ACL_RT_STREAM_FLAG, &flag, sizeof flag), ACL_ERROR_INVALID_PARAM, "`handle` is null");
    CHECK_REFUSED(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_FLAG, NULL, sizeof flag), ACL_ERROR_INVALID_PARAM, "`attrValue` is null");
    CHECK_REFUSED(aclrtSetStreamConfigOpt(handle, (aclrtStreamConfigAttr)4, &flag, 8), ACL_ERROR_INVALID_PARAM, "`attr` is");
    CHECK_REFUSED(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_FLAG, &flag, 2), ACL_ERROR_INVALID_PARAM, "`valueSize` is 2; allowed: 8 or 4");
    CHECK_REFUSED(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_PRIORITY, &flag, 8), ACL_ERROR_INVALID_PARAM, "`valueSize` is 8; allowed: 4");
    CHECK_STATUS(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority), ACL_SUCCESS);
    priority = 8;
    CHECK_REFUSED(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_PRIORITY, &priority, 4), ACL_ERROR_INVALID_PARAM, "`attrValue` is 8");
    /* The vendor's sample passes the flags in 4 bytes. */
    CHECK_STATUS(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_FLAG, &narrow, sizeof narrow), ACL_SUCCESS);
    CHECK_EQUAL_INT(handle->flag, ACL_STREAM_HUGE);
    CHECK_STATUS(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_FLAG, &flag, sizeof flag), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_WORK_ADDR_PTR, &work, sizeof work), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_WORK_SIZE, &size, sizeof size), ACL_SUCCESS);
    CHECK_TRUE(handle->workptr == work && handle->workSize == 100 && handle->flag == flag && handle->priority == 3);

    CHECK_REFUSED(aclrtCreateStreamV2(&stream, handle), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCreateStreamV2(NULL, handle), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_REFUSED(aclrtCreateStreamV2(&stream, (aclrtStreamConfigHandle *)NO_HANDLE), ACL_ERROR_INVALID_PARAM, "`handle` is 0x");
    CHECK_TRUE(stream == NO_HANDLE);
    CHECK_STATUS(aclrtCreateStreamV2(&stream, handle), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamGetPriority(stream, &found), ACL_SUCCESS);
    CHECK_EQUAL_INT(found, 3);
    CHECK_STATUS(aclrtStreamGetFlags(stream, &found), ACL_SUCCESS);
    CHECK_EQUAL_INT(found, ACL_STREAM_FAST_SYNC);
    overflow_switch(stream);
    REQUIRE_STATUS(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSetStreamOverflowSwitch(stream, 0), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtGetStreamOverflowSwitch(stream, &found), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    REQUIRE_STATUS(aclrtDestroyContext(context), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateStreamV2(&stream, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamGetPriority(stream, &found), ACL_SUCCESS);
    CHECK_EQUAL_INT(found, 0);

    CHECK_REFUSED(aclrtDestroyStreamConfigHandle(NULL), ACL_ERROR_INVALID_PARAM, "`handle` is null");
    CHECK_STATUS(aclrtDestroyStreamConfigHandle(handle), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStreamConfigHandle(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
