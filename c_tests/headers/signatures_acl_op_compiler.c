/* Signatures of `acl/acl_op_compiler.h`: options of the operator compiler. */
#include "acl/acl_op_compiler.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(aclError, aclGetCompileopt, (aclCompileOpt opt, char *value, size_t length));
    SIGNATURE(size_t, aclGetCompileoptSize, (aclCompileOpt opt));
    SIGNATURE(aclError, aclSetCompileopt, (aclCompileOpt opt, const char *value));
    return check_result();
}
