//! Numbers of `acl/acl_dump.h`.

/// Bytes of a file's name in a chunk, with its end.
pub const ACL_DUMP_MAX_FILE_PATH_LENGTH: usize = 4096;
/// Arguments of operators.
pub const ACL_OP_DUMP_OP_AICORE_ARGS: u32 = 1;
/// Dimensions of a tensor at most.
pub const ACL_DUMP_MAX_SHAPE_NUM: usize = 25;
