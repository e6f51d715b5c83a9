//! Entry-point side of the enums of `acl/acl_op_compiler.h`: every integer is a legal value.

use super::enums;
use crate::abi::c_enum::open_enum;

open_enum! {
    /// Options of the operator compiler.
    aclCompileOpt:
        ACL_PRECISION_MODE, ACL_AICORE_NUM, ACL_AUTO_TUNE_MODE, ACL_OP_SELECT_IMPL_MODE, ACL_OPTYPELIST_FOR_IMPLMODE, ACL_OP_DEBUG_LEVEL, ACL_DEBUG_DIR, ACL_OP_COMPILER_CACHE_MODE, ACL_OP_COMPILER_CACHE_DIR, ACL_OP_PERFORMANCE_MODE, ACL_OP_JIT_COMPILE, ACL_OP_DETERMINISTIC, ACL_CUSTOMIZE_DTYPES, ACL_OP_PRECISION_MODE, ACL_ALLOW_HF32, ACL_PRECISION_MODE_V2, ACL_OP_DEBUG_OPTION
}
