//! Handles and status of `aclnn/acl_meta.h`. What C holds is a key into a table of ours, never the address of one of these.

/// Status of the aclnn functions; values in `aclnn/opdev/op_errno.h`.
pub type aclnnStatus = i32;

/// A view of device memory: data type, shape, strides, offset, format.
pub struct aclTensor {
    _private: [u8; 0],
}

/// One host value with its data type.
pub struct aclScalar {
    _private: [u8; 0],
}

/// A copy of `int64_t` values.
pub struct aclIntArray {
    _private: [u8; 0],
}

/// A copy of `float` values.
pub struct aclFloatArray {
    _private: [u8; 0],
}

/// A copy of `bool` values.
pub struct aclBoolArray {
    _private: [u8; 0],
}

/// A list that owns its tensors.
pub struct aclTensorList {
    _private: [u8; 0],
}

/// A list that owns its scalars.
pub struct aclScalarList {
    _private: [u8; 0],
}

/// A checked call of an operator, between its two phases.
pub struct aclOpExecutor {
    _private: [u8; 0],
}
