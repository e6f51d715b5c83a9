//! Version and limits of `cnrt.h`.

/// Major number of the interface described here.
pub const CNRT_MAJOR_VERSION: i32 = 6;
/// Minor number of the interface described here.
pub const CNRT_MINOR_VERSION: i32 = 14;
/// Patch number of the interface described here.
pub const CNRT_PATCH_VERSION: i32 = 1;
