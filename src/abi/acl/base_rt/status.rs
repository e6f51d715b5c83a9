//! `ACL_ERROR_*`: 1xxxxx caller error, 2xxxxx resource or support, 3xxxxx run-time condition, 5xxxxx internal.

use super::types::aclError;

/// Success.
pub const ACL_ERROR_NONE: aclError = 0;
/// Success.
pub const ACL_SUCCESS: aclError = 0;
/// An argument is invalid (NULL, zero size, bad enum).
pub const ACL_ERROR_INVALID_PARAM: aclError = 100000;
/// Not initialised (not returned by common functions).
pub const ACL_ERROR_UNINITIALIZE: aclError = 100001;
/// AclInit repeated.
pub const ACL_ERROR_REPEAT_INITIALIZE: aclError = 100002;
/// File missing or unreadable.
pub const ACL_ERROR_INVALID_FILE: aclError = 100003;
/// Cannot write file.
pub const ACL_ERROR_WRITE_FILE: aclError = 100004;
/// File size wrong.
pub const ACL_ERROR_INVALID_FILE_SIZE: aclError = 100005;
/// Cannot parse file.
pub const ACL_ERROR_PARSE_FILE: aclError = 100006;
/// Key missing in file.
pub const ACL_ERROR_FILE_MISSING_ATTR: aclError = 100007;
/// Key bad in file.
pub const ACL_ERROR_FILE_ATTR_INVALID: aclError = 100008;
/// Dump section bad.
pub const ACL_ERROR_INVALID_DUMP_CONFIG: aclError = 100009;
/// Profiling section bad.
pub const ACL_ERROR_INVALID_PROFILING_CONFIG: aclError = 100010;
/// Unknown model id.
pub const ACL_ERROR_INVALID_MODEL_ID: aclError = 100011;
/// Model cannot be deserialised.
pub const ACL_ERROR_DESERIALIZE_MODEL: aclError = 100012;
/// Model cannot be parsed.
pub const ACL_ERROR_PARSE_MODEL: aclError = 100013;
/// Model cannot be read.
pub const ACL_ERROR_READ_MODEL_FAILURE: aclError = 100014;
/// Model size bad.
pub const ACL_ERROR_MODEL_SIZE_INVALID: aclError = 100015;
/// Model attribute missing.
pub const ACL_ERROR_MODEL_MISSING_ATTR: aclError = 100016;
/// Model input differs.
pub const ACL_ERROR_MODEL_INPUT_NOT_MATCH: aclError = 100017;
/// Model output differs.
pub const ACL_ERROR_MODEL_OUTPUT_NOT_MATCH: aclError = 100018;
/// Model is static.
pub const ACL_ERROR_MODEL_NOT_DYNAMIC: aclError = 100019;
/// Single-op type differs.
pub const ACL_ERROR_OP_TYPE_NOT_MATCH: aclError = 100020;
/// Single-op input differs.
pub const ACL_ERROR_OP_INPUT_NOT_MATCH: aclError = 100021;
/// Single-op output differs.
pub const ACL_ERROR_OP_OUTPUT_NOT_MATCH: aclError = 100022;
/// Single-op attribute differs.
pub const ACL_ERROR_OP_ATTR_NOT_MATCH: aclError = 100023;
/// Single op not found.
pub const ACL_ERROR_OP_NOT_FOUND: aclError = 100024;
/// Single op load failed.
pub const ACL_ERROR_OP_LOAD_FAILED: aclError = 100025;
/// Data type unsupported.
pub const ACL_ERROR_UNSUPPORTED_DATA_TYPE: aclError = 100026;
/// Format differs.
pub const ACL_ERROR_FORMAT_NOT_MATCH: aclError = 100027;
/// Selector for binaries missing.
pub const ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED: aclError = 100028;
/// Kernel not found.
pub const ACL_ERROR_KERNEL_NOT_FOUND: aclError = 100029;
/// Selector already there.
pub const ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED: aclError = 100030;
/// Kernel already there.
pub const ACL_ERROR_KERNEL_ALREADY_REGISTERED: aclError = 100031;
/// Queue id bad.
pub const ACL_ERROR_INVALID_QUEUE_ID: aclError = 100032;
/// Subscription repeated.
pub const ACL_ERROR_REPEAT_SUBSCRIBE: aclError = 100033;
/// Stream not subscribed (old code; 107011/107015 used now).
pub const ACL_ERROR_STREAM_NOT_SUBSCRIBE: aclError = 100034;
/// Thread not subscribed (old).
pub const ACL_ERROR_THREAD_NOT_SUBSCRIBE: aclError = 100035;
/// Callback wait timed out (old).
pub const ACL_ERROR_WAIT_CALLBACK_TIMEOUT: aclError = 100036;
/// AclFinalize repeated.
pub const ACL_ERROR_REPEAT_FINALIZE: aclError = 100037;
/// AIPP not static.
pub const ACL_ERROR_NOT_STATIC_AIPP: aclError = 100038;
/// Stub library was loaded instead of the real one.
pub const ACL_ERROR_COMPILING_STUB_MODE: aclError = 100039;
/// Group not set.
pub const ACL_ERROR_GROUP_NOT_SET: aclError = 100040;
/// Group not created.
pub const ACL_ERROR_GROUP_NOT_CREATE: aclError = 100041;
/// Profiling already on.
pub const ACL_ERROR_PROF_ALREADY_RUN: aclError = 100042;
/// Profiling not on.
pub const ACL_ERROR_PROF_NOT_RUN: aclError = 100043;
/// Dump already on.
pub const ACL_ERROR_DUMP_ALREADY_RUN: aclError = 100044;
/// Dump not on.
pub const ACL_ERROR_DUMP_NOT_RUN: aclError = 100045;
/// Profiling subscribed twice.
pub const ACL_ERROR_PROF_REPEAT_SUBSCRIBE: aclError = 148046;
/// Profiling interfaces mixed.
pub const ACL_ERROR_PROF_API_CONFLICT: aclError = 148047;
/// Op-queue number setting bad.
pub const ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG: aclError = 148048;
/// ASCEND_OPP_PATH missing or bad.
pub const ACL_ERROR_INVALID_OPP_PATH: aclError = 148049;
/// Op has no dynamic support.
pub const ACL_ERROR_OP_UNSUPPORTED_DYNAMIC: aclError = 148050;
/// Related resource still held.
pub const ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED: aclError = 148051;
/// JPEG kind unsupported.
pub const ACL_ERROR_UNSUPPORTED_JPEG: aclError = 148052;
/// Bundle model id bad.
pub const ACL_ERROR_INVALID_BUNDLE_MODEL_ID: aclError = 148053;
/// Out of memory.
pub const ACL_ERROR_BAD_ALLOC: aclError = 200000;
/// Interface not supported.
pub const ACL_ERROR_API_NOT_SUPPORT: aclError = 200001;
/// Device bad.
pub const ACL_ERROR_INVALID_DEVICE: aclError = 200002;
/// Address not aligned.
pub const ACL_ERROR_MEMORY_ADDRESS_UNALIGNED: aclError = 200003;
/// Resources do not belong together.
pub const ACL_ERROR_RESOURCE_NOT_MATCH: aclError = 200004;
/// Handle bad.
pub const ACL_ERROR_INVALID_RESOURCE_HANDLE: aclError = 200005;
/// Feature not supported.
pub const ACL_ERROR_FEATURE_UNSUPPORTED: aclError = 200006;
/// Profiling module unsupported.
pub const ACL_ERROR_PROF_MODULES_UNSUPPORTED: aclError = 200007;
/// Storage limit passed.
pub const ACL_ERROR_STORAGE_OVER_LIMIT: aclError = 300000;
/// Internal error.
pub const ACL_ERROR_INTERNAL_ERROR: aclError = 500000;
/// Generic failure.
pub const ACL_ERROR_FAILURE: aclError = 500001;
/// Graph engine failure.
pub const ACL_ERROR_GE_FAILURE: aclError = 500002;
/// Runtime failure.
pub const ACL_ERROR_RT_FAILURE: aclError = 500003;
/// Driver failure.
pub const ACL_ERROR_DRV_FAILURE: aclError = 500004;
/// Profiling failure.
pub const ACL_ERROR_PROFILING_FAILURE: aclError = 500005;
