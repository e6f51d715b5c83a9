/* Signatures of `acl/acl_dump.h`: dumps. */
#include "acl/acl_dump.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, acldumpGetExceptionInfoPath, (char *path, size_t maxLen));
    SIGNATURE(const char *, acldumpGetPath, (acldumpType dumpType));
    SIGNATURE(aclError, acldumpRegCallback, (int32_t (*const messageCallback)(const acldumpChunk *, int32_t), int32_t flag));
    SIGNATURE(aclError, acldumpSaveExceptionInfo,
          (const char *fileName, const char *userTag, const acldumpTensorInfo *tensors, size_t tensorCount));
    SIGNATURE(void, acldumpUnregCallback, (void));
    SIGNATURE(aclError, aclopStartDumpArgs, (uint32_t dumpType, const char *path));
    SIGNATURE(aclError, aclopStopDumpArgs, (uint32_t dumpType));
    return check_result();
}
