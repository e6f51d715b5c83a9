// Use of the headers by C++ programs.
#include <type_traits>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/op_errno.h"

// Enumerators are found in their enum and outside it, under their second names too.
static_assert(aclDataType::ACL_FLOAT == ACL_FLOAT, "");
static_assert(aclFormat::ACL_FORMAT_ND == ::ACL_FORMAT_ND, "");
static_assert(aclrtDevAttr::ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE == ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE, "");
static_assert(ACL_DEV_ATTR_SUPER_POD_DEVICE_ID == 403, "");
static_assert(std::is_convertible<aclDataType, int>::value, "");

// Status codes are typed objects and constant expressions, and leave the names free in a program's own namespace.
static_assert(std::is_same<decltype(ACL_SUCCESS), const int>::value, "");
static_assert(std::is_same<decltype(ACL_ERROR_GE_PARAM_INVALID), const uint32_t>::value, "");
static_assert(std::is_same<decltype(OK), const aclnnStatus>::value && ::OK == ACLNN_SUCCESS, "");
static_assert(std::is_same<aclError, int>::value && std::is_same<aclnnStatus, int32_t>::value, "");
static_assert(std::is_same<aclrtStream, void *>::value && std::is_same<aclrtEvent, aclrtContext>::value, "");

namespace own {
constexpr int ACL_SUCCESS = 0;
constexpr int ACL_ERROR_FAILURE = ::ACL_ERROR_FAILURE;
} // namespace own

template <aclError status>
struct Outcome {
    static constexpr bool good = status == ACL_SUCCESS;
};
static_assert(Outcome<ACL_SUCCESS>::good && !Outcome<ACL_ERROR_FAILURE>::good, "");

aclError last_status(const std::vector<aclError> &statuses);
aclError last_status(const std::vector<aclError> &statuses)
{
    auto status = ACL_SUCCESS;
    for (aclError next : statuses) {
        status = next == ACL_SUCCESS ? status : next;
    }
    switch (status) {
        case ACL_ERROR_BAD_ALLOC:
        case ACL_ERROR_RT_MEMORY_ALLOCATION:
            return own::ACL_ERROR_FAILURE;
        default:
            return status;
    }
}

// Compilers that know the enum's values see a switch over all of them as complete.
bool is_host(aclrtRunMode mode);
bool is_host(aclrtRunMode mode)
{
    switch (mode) {
        case ACL_HOST:
            return true;
        case ACL_DEVICE:
            return false;
    }
    return false;
}

void log_lines(const char *name);
void log_lines(const char *name)
{
    ACL_APP_LOG(ACL_WARNING, "no arguments");
    ACL_APP_LOG(aclLogLevel::ACL_DEBUG, "%s", name);
}
