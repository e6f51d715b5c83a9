//! Types of `acl/acl_dump.h`.

use super::flags::ACL_DUMP_MAX_SHAPE_NUM;
use super::open_enums::{acldumpTensorAddressType, acldumpTensorPlacement, acldumpTensorType};

/// A tensor that is saved.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct acldumpTensorInfo {
    /// Its role in the operator.
    pub r#type: acldumpTensorType,
    /// Its bytes.
    pub tensorSize: usize,
    /// Its format, as `aclFormat`.
    pub format: i32,
    /// Its type, as `aclDataType`.
    pub dataType: i32,
    /// Its address.
    pub tensorAddr: *mut i64,
    /// Must be `ACL_DUMP_ADDR_RAW`.
    pub addrType: acldumpTensorAddressType,
    /// Must be `ACL_DUMP_PLACEMENT_DEVICE`.
    pub placement: acldumpTensorPlacement,
    /// Where it stands among the operator's arguments.
    pub argsOffset: u32,
    /// Extents of `shape` that count.
    pub shapeNum: u32,
    /// Extents of `originShape` that count.
    pub originShapeNum: u32,
    /// Its extents.
    pub shape: [u64; ACL_DUMP_MAX_SHAPE_NUM],
    /// Its extents before its format was changed.
    pub originShape: [u64; ACL_DUMP_MAX_SHAPE_NUM],
}
