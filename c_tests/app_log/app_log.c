/* aclAppLog formats as printf does, cuts what is too long, and takes null strings. */
#include "acl/acl.h"
#include "check.h"

int main(void)
{
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    ACL_APP_LOG(ACL_ERROR, "x = %d, %s, %.2f", 5, "text with %d", 0.25);
    ACL_APP_LOG(ACL_ERROR, "%s", text);
    aclAppLog(ACL_ERROR, NULL, NULL, 0, "no place");
    aclAppLog(ACL_ERROR, "f", "file", 1, NULL);
    ACL_APP_LOG(ACL_DEBUG, "not shown");
    CHECK_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
