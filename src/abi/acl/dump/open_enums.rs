//! Entry-point side of the enums of `acl/acl_dump.h`: every integer is a legal value. The build derives it from `enums.rs`.

use super::enums;
use crate::abi::c_enum::open_enum;

include!(concat!(env!("OUT_DIR"), "/open_enums/acl_dump.rs"));
