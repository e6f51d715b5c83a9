//! Flags of `acl/acl_mdl.h`.

/// `aclmdlRIBindStream`: the stream begins with its model instance.
pub const ACL_MODEL_STREAM_FLAG_HEAD: u32 = 0x0u32;
/// `aclmdlRIBindStream`: the stream begins when another one activates it.
pub const ACL_MODEL_STREAM_FLAG_DEFAULT: u32 = 0x7FFFFFFFu32;
