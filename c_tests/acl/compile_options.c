/* Options of the operator compiler. */
#include "fixture.h"

#include "acl/acl_op_compiler.h"

int main(void)
{
    char text[64] = "untouched";
    const aclCompileOpt no_option = (aclCompileOpt)17;

    CHECK_STATUS(aclGetCompileopt(ACL_OP_SELECT_IMPL_MODE, text, sizeof text), ACL_SUCCESS);
    CHECK_EQUAL_STRING(text, "high_precision");
    CHECK_EQUAL_INT(aclGetCompileoptSize(ACL_PRECISION_MODE), 1);
    CHECK_STATUS(aclGetCompileopt(ACL_PRECISION_MODE, text, 1), ACL_SUCCESS);
    CHECK_EQUAL_STRING(text, "");

    CHECK_REFUSED(aclSetCompileopt(ACL_PRECISION_MODE, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclSetCompileopt(no_option, "x"), ACL_ERROR_INVALID_PARAM, "`opt` is aclCompileOpt(17)");
    CHECK_REFUSED(aclSetCompileopt((aclCompileOpt)-1, "x"), ACL_ERROR_INVALID_PARAM, "`opt` is");
    CHECK_REFUSED(aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "fast"), ACL_ERROR_INVALID_PARAM,
                  "`value` is \"fast\"; allowed: \"high_precision\" or \"high_performance\"");
    CHECK_REFUSED(aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "\xff"), ACL_ERROR_INVALID_PARAM, "`value` is");

    CHECK_STATUS(aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "high_performance_for_all"), ACL_SUCCESS);
    CHECK_EQUAL_INT(aclGetCompileoptSize(ACL_OP_SELECT_IMPL_MODE), sizeof "high_performance_for_all");
    CHECK_STATUS(aclGetCompileopt(ACL_OP_SELECT_IMPL_MODE, text, sizeof "high_performance_for_all"), ACL_SUCCESS);
    CHECK_EQUAL_STRING(text, "high_performance_for_all");
    CHECK_STATUS(aclSetCompileopt(ACL_PRECISION_MODE, "allow_fp32_to_fp16"), ACL_SUCCESS);
    strcpy(text, "untouched");
    CHECK_REFUSED(aclGetCompileopt(ACL_PRECISION_MODE, text, 18), ACL_ERROR_INVALID_PARAM, "`length` is 18; allowed: 19");
    CHECK_REFUSED(aclGetCompileopt(ACL_PRECISION_MODE, NULL, 19), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclGetCompileopt(no_option, text, 19), ACL_ERROR_INVALID_PARAM, "`opt` is");
    CHECK_EQUAL_STRING(text, "untouched");
    CHECK_STATUS(aclGetCompileopt(ACL_PRECISION_MODE, text, 19), ACL_SUCCESS);
    CHECK_EQUAL_STRING(text, "allow_fp32_to_fp16");
    CHECK_REFUSED((int)aclGetCompileoptSize(no_option), 0, "aclGetCompileoptSize: `opt` is");
    return check_result();
}
