//! Numbers of `acl/acl_tdt_queue.h`.

/// State of a route: not bound.
pub const ACL_TDT_QUEUE_ROUTE_UNBIND: i32 = 0;
/// State of a route: bound.
pub const ACL_TDT_QUEUE_ROUTE_BIND: i32 = 1;
/// State of a route: it could not be bound.
pub const ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL: i32 = 2;
