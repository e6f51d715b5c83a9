/* Signatures of `acl/acl_rt_allocator.h`: allocators of a program's own. */
#include "acl/acl_rt_allocator.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclrtAllocatorDesc, aclrtAllocatorCreateDesc, (void));
    SIGNATURE(aclError, aclrtAllocatorDestroyDesc, (aclrtAllocatorDesc allocatorDesc));
    SIGNATURE(aclError, aclrtAllocatorGetByStream,
          (aclrtStream stream, aclrtAllocatorDesc *allocatorDesc, aclrtAllocator *allocator, aclrtAllocatorAllocFunc *allocFunc, aclrtAllocatorFreeFunc *freeFunc, aclrtAllocatorAllocAdviseFunc *allocAdviseFunc, aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc));
    SIGNATURE(aclError, aclrtAllocatorRegister, (aclrtStream stream, aclrtAllocatorDesc allocatorDesc));
    SIGNATURE(aclError, aclrtAllocatorSetAllocAdviseFuncToDesc,
          (aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func));
    SIGNATURE(aclError, aclrtAllocatorSetAllocFuncToDesc,
          (aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func));
    SIGNATURE(aclError, aclrtAllocatorSetFreeFuncToDesc,
          (aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func));
    SIGNATURE(aclError, aclrtAllocatorSetGetAddrFromBlockFuncToDesc,
          (aclrtAllocatorDesc allocatorDesc, aclrtAllocatorGetAddrFromBlockFunc func));
    SIGNATURE(aclError, aclrtAllocatorSetObjToDesc, (aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator));
    SIGNATURE(aclError, aclrtAllocatorUnregister, (aclrtStream stream));
    return check_result();
}
