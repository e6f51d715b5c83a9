/* A plugin that uses the library: see objects.cpp. */
#include "fixture.h"

int run_plugin(void)
{
    open_device();
    void *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    close_device();
    return check_result();
}

int leave_tensor(void)
{
    return vector(NULL, ELEMENTS) == NULL;
}
