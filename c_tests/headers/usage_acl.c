/* How C programs use the headers. */
#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_util.h"

ACLNN_API ACL_FUNC_VISIBILITY const char *status_name(aclError status);
ACL_DEPRECATED void deprecated(void);
ACL_DEPRECATED_MESSAGE("use the other") void deprecated_with_message(void);

/* Status codes are constant expressions. */
const char *status_name(aclError status)
{
    switch (status) {
        case ACL_SUCCESS:
            return "success";
        case ACL_ERROR_INVALID_PARAM:
            return "invalid parameter";
        case ACL_ERROR_RT_CONTEXT_NULL:
            return "no context";
        default:
            return "?";
    }
}

/* An enum may be written with its tag, and made of any integer. */
size_t element_bits(enum aclDataType type);
size_t element_bits(aclDataType type)
{
    return type == ACL_INT4 ? 4 : type == (aclDataType)31 ? 1 : 8;
}

/* Structures are initialised as in C. */
size_t attributes_of_all(void);
size_t attributes_of_all(void)
{
    aclrtMallocAttribute attribute = {ACL_RT_MEM_ATTR_DEVICE_ID, {.deviceId = 1}};
    aclrtMallocConfig config = {&attribute, 1};
    aclrtUtilizationInfo use = {0};
    aclrtStreamAttrValue value = {.failureMode = ACL_STOP_ON_FAILURE};
    char version[ACL_PKG_VERSION_MAX_SIZE];
    return config.numAttrs + (size_t)use.cubeUtilization + (size_t)value.failureMode + sizeof version;
}

void callbacks(aclrtCallback *first, aclrtHostFunc *second);
static void told(void *argument)
{
    (void)argument;
}
void callbacks(aclrtCallback *first, aclrtHostFunc *second)
{
    *first = told;
    *second = told;
    ACL_APP_LOG(ACL_INFO, "no arguments");
    ACL_APP_LOG(ACL_ERROR, "%d of %s", 1, "two");
}
