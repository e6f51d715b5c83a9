//! Handles of `acl/acl_tdt_queue.h`.

use std::ffi::c_void;

/// A buffer that queues carry.
pub type acltdtBuf = *mut c_void;

/// Attributes that a queue is created with.
pub struct acltdtQueueAttr {
    _private: [u8; 0],
}

/// A route from one queue to another.
pub struct acltdtQueueRoute {
    _private: [u8; 0],
}

/// Routes.
pub struct acltdtQueueRouteList {
    _private: [u8; 0],
}

/// By what routes are searched.
pub struct acltdtQueueRouteQueryInfo {
    _private: [u8; 0],
}
