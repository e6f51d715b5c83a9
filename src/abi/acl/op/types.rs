//! Types of `acl/acl_op.h`.

/// Attributes of a single operator: values under names.
pub struct aclopAttr {
    _private: [u8; 0],
}
