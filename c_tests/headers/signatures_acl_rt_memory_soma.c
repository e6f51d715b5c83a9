/* Signatures of `acl/acl_rt_memory_soma.h`: memory pools. */
#include "acl/acl_rt_memory_soma.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, aclrtMemPoolCreate, (aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps));
    SIGNATURE(aclError, aclrtMemPoolDestroy, (const aclrtMemPool memPool));
    SIGNATURE(aclError, aclrtMemPoolFreeAsync, (void *ptr, aclrtStream stream));
    SIGNATURE(aclError, aclrtMemPoolGetAttr, (aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value));
    SIGNATURE(aclError, aclrtMemPoolMallocAsync, (void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream));
    SIGNATURE(aclError, aclrtMemPoolSetAttr, (aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value));
    SIGNATURE(aclError, aclrtMemPoolTrimTo, (aclrtMemPool memPool, size_t minBytesToKeep));
    return check_result();
}
