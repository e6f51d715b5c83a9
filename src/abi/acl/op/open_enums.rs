//! Entry-point side of the enums of `acl/acl_op.h`: every integer is a legal value.

use super::enums;
use crate::abi::c_enum::open_enum;

open_enum! {
    /// Engine that runs a single operator.
    aclopEngineType:
        ACL_ENGINE_SYS, ACL_ENGINE_AICORE, ACL_ENGINE_VECTOR
}
