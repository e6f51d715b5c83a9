/* Issue 30, item 18: refusals that name as allowed only what would be taken. */
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_sin.h"
#include "fixture.h"

static void refused(aclnnStatus (*first)(const aclTensor *, aclTensor *, uint64_t *, aclOpExecutor **), aclDataType self, aclDataType out, const char *text)
{
    const int64_t four = 4;
    aclTensor *in = tensor(self, 1, &four, NULL), *result = tensor(out, 1, &four, NULL);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(first(in, result, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), text);
    CHECK_STATUS(aclDestroyTensor(in), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(result), ACLNN_SUCCESS);
}

int main(void)
{
    open_device();
    /* INT32 is no type of either argument: not of `out` because `self` has it. */
    refused(aclnnLgammaGetWorkspaceSize, ACL_INT32, ACL_FLOAT, "`self` has data type INT32; allowed: ");
    refused(aclnnLgammaGetWorkspaceSize, ACL_FLOAT, ACL_INT32, "`out` has data type INT32; allowed: FLOAT (that of `self`)");
    /* Of the three types of `out` only that of `self` would be taken. */
    refused(aclnnSinGetWorkspaceSize, ACL_FLOAT16, ACL_DOUBLE, "`out` has data type DOUBLE; allowed: FLOAT16 (that of `self`)");
    close_device();
    return check_result();
}
