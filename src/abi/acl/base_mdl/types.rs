//! Handle and limits of `acl/acl_base_mdl.h`.

/// Numbers of a range of an extent: the least and the largest.
pub const ACL_TENSOR_SHAPE_RANGE_NUM: usize = 2;
/// Numbers of a range of a value: the least and the largest.
pub const ACL_TENSOR_VALUE_RANGE_NUM: usize = 2;

/// Describes a tensor: data type, shape, format, and where its data is.
pub struct aclTensorDesc {
    _private: [u8; 0],
}
