/* Signatures of `aclnn/aclnn_base.h`: start and end of aclnn. */
#include "aclnn/aclnn_base.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclnnStatus, aclnnFinalize, (void));
    SIGNATURE(aclnnStatus, aclnnInit, (const char *configPath));
    return check_result();
}
