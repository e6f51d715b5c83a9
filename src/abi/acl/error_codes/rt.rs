//! Status codes of the runtime layer, `acl/error_codes/rt_error_codes.h`.

use crate::abi::acl::base_rt::types::aclError;

/// Success.
pub const ACL_RT_SUCCESS: aclError = 0;
/// Argument rejected by the runtime layer.
pub const ACL_ERROR_RT_PARAM_INVALID: aclError = 107000;
/// Device id bad.
pub const ACL_ERROR_RT_INVALID_DEVICEID: aclError = 107001;
/// Thread has no current context.
pub const ACL_ERROR_RT_CONTEXT_NULL: aclError = 107002;
/// Stream not in current context.
pub const ACL_ERROR_RT_STREAM_CONTEXT: aclError = 107003;
/// Model not in current context.
pub const ACL_ERROR_RT_MODEL_CONTEXT: aclError = 107004;
/// Stream not in model.
pub const ACL_ERROR_RT_STREAM_MODEL: aclError = 107005;
/// Event time stamp not available.
pub const ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: aclError = 107006;
/// Time stamps reversed (mapped, not seen in use).
pub const ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL: aclError = 107007;
/// Address unaligned.
pub const ACL_ERROR_RT_ADDR_UNALIGNED: aclError = 107008;
/// File open failed.
pub const ACL_ERROR_RT_FILE_OPEN: aclError = 107009;
/// File write failed.
pub const ACL_ERROR_RT_FILE_WRITE: aclError = 107010;
/// Stream subscription wrong.
pub const ACL_ERROR_RT_STREAM_SUBSCRIBE: aclError = 107011;
/// Thread subscription wrong.
pub const ACL_ERROR_RT_THREAD_SUBSCRIBE: aclError = 107012;
/// Group not set.
pub const ACL_ERROR_RT_GROUP_NOT_SET: aclError = 107013;
/// Group not created.
pub const ACL_ERROR_RT_GROUP_NOT_CREATE: aclError = 107014;
/// Callback for a stream without a subscription.
pub const ACL_ERROR_RT_STREAM_NO_CB_REG: aclError = 107015;
/// Memory type bad.
pub const ACL_ERROR_RT_INVALID_MEMORY_TYPE: aclError = 107016;
/// Handle is stale or of another kind.
pub const ACL_ERROR_RT_INVALID_HANDLE: aclError = 107017;
/// Allocation type bad.
pub const ACL_ERROR_RT_INVALID_MALLOC_TYPE: aclError = 107018;
/// Wait timed out.
pub const ACL_ERROR_RT_WAIT_TIMEOUT: aclError = 107019;
/// Task timed out.
pub const ACL_ERROR_RT_TASK_TIMEOUT: aclError = 107020;
/// System option never set.
pub const ACL_ERROR_RT_SYSPARAMOPT_NOT_SET: aclError = 107021;
/// Device task aborted.
pub const ACL_ERROR_RT_DEVICE_TASK_ABORT: aclError = 107022;
/// Stream was aborted.
pub const ACL_ERROR_RT_STREAM_ABORT: aclError = 107023;
pub const ACL_ERROR_RT_CAPTURE_DEPENDENCY: aclError = 107024;
pub const ACL_ERROR_RT_STREAM_UNJOINED: aclError = 107025;
pub const ACL_ERROR_RT_MODEL_CAPTURED: aclError = 107026;
pub const ACL_ERROR_RT_STREAM_CAPTURED: aclError = 107027;
pub const ACL_ERROR_RT_EVENT_CAPTURED: aclError = 107028;
pub const ACL_ERROR_RT_STREAM_NOT_CAPTURED: aclError = 107029;
pub const ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT: aclError = 107030;
pub const ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT: aclError = 107031;
pub const ACL_ERROR_STREAM_CAPTURE_CONFLICT: aclError = 107032;
pub const ACL_ERROR_STREAM_TASK_GROUP_STATUS: aclError = 107033;
pub const ACL_ERROR_STREAM_TASK_GROUP_INTR: aclError = 107034;
pub const ACL_ERROR_RT_TASK_ABORT_STOP: aclError = 107035;
pub const ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED: aclError = 107036;
pub const ACL_ERROR_RT_MODEL_RUNNING: aclError = 107037;
pub const ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD: aclError = 107038;
pub const ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY: aclError = 107039;
pub const ACL_ERROR_RT_MODEL_UPDATE_FAILED: aclError = 107040;
pub const ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC: aclError = 107041;
pub const ACL_ERROR_RT_SYMBOL_NOT_FOUND: aclError = 107042;
pub const ACL_ERROR_RT_INVALID_SYMBOL: aclError = 107043;
pub const ACL_ERROR_RT_INVALID_DEVICE_FUNCTION: aclError = 107044;
pub const ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING: aclError = 107045;
/// Feature not supported.
pub const ACL_ERROR_RT_FEATURE_NOT_SUPPORT: aclError = 207000;
/// Allocation failed.
pub const ACL_ERROR_RT_MEMORY_ALLOCATION: aclError = 207001;
/// Free failed.
pub const ACL_ERROR_RT_MEMORY_FREE: aclError = 207002;
/// AI core overflow.
pub const ACL_ERROR_RT_AICORE_OVER_FLOW: aclError = 207003;
/// No device.
pub const ACL_ERROR_RT_NO_DEVICE: aclError = 207004;
/// Resource allocation failed.
pub const ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: aclError = 207005;
/// No permission.
pub const ACL_ERROR_RT_NO_PERMISSION: aclError = 207006;
/// No event left.
pub const ACL_ERROR_RT_NO_EVENT_RESOURCE: aclError = 207007;
/// No stream left.
pub const ACL_ERROR_RT_NO_STREAM_RESOURCE: aclError = 207008;
/// No notify left.
pub const ACL_ERROR_RT_NO_NOTIFY_RESOURCE: aclError = 207009;
/// No model left.
pub const ACL_ERROR_RT_NO_MODEL_RESOURCE: aclError = 207010;
pub const ACL_ERROR_RT_NO_CDQ_RESOURCE: aclError = 207011;
/// Limit passed.
pub const ACL_ERROR_RT_OVER_LIMIT: aclError = 207012;
/// Queue empty.
pub const ACL_ERROR_RT_QUEUE_EMPTY: aclError = 207013;
/// Queue full.
pub const ACL_ERROR_RT_QUEUE_FULL: aclError = 207014;
/// Initialised twice.
pub const ACL_ERROR_RT_REPEATED_INIT: aclError = 207015;
/// Vector core overflow.
pub const ACL_ERROR_RT_AIVEC_OVER_FLOW: aclError = 207016;
/// Overflow.
pub const ACL_ERROR_RT_OVER_FLOW: aclError = 207017;
/// Device out of memory.
pub const ACL_ERROR_RT_DEVICE_OOM: aclError = 207018;
pub const ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP: aclError = 207019;
/// Timeout.
pub const ACL_ERROR_RT_TIMEOUT: aclError = 207020;
pub const ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED: aclError = 207021;
/// Internal error (also: event not recorded).
pub const ACL_ERROR_RT_INTERNAL_ERROR: aclError = 507000;
/// Task scheduler error.
pub const ACL_ERROR_RT_TS_ERROR: aclError = 507001;
/// Stream task queue full.
pub const ACL_ERROR_RT_STREAM_TASK_FULL: aclError = 507002;
/// Stream task queue empty.
pub const ACL_ERROR_RT_STREAM_TASK_EMPTY: aclError = 507003;
/// Stream not complete (internal status).
pub const ACL_ERROR_RT_STREAM_NOT_COMPLETE: aclError = 507004;
/// End of sequence.
pub const ACL_ERROR_RT_END_OF_SEQUENCE: aclError = 507005;
/// Event not complete (internal status).
pub const ACL_ERROR_RT_EVENT_NOT_COMPLETE: aclError = 507006;
/// Context already released / device not set.
pub const ACL_ERROR_RT_CONTEXT_RELEASE_ERROR: aclError = 507007;
/// SoC version error.
pub const ACL_ERROR_RT_SOC_VERSION: aclError = 507008;
pub const ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT: aclError = 507009;
/// Device heartbeat lost.
pub const ACL_ERROR_RT_LOST_HEARTBEAT: aclError = 507010;
/// Model execution failed.
pub const ACL_ERROR_RT_MODEL_EXECUTE: aclError = 507011;
/// AclrtProcessReport timeout.
pub const ACL_ERROR_RT_REPORT_TIMEOUT: aclError = 507012;
/// DMA error.
pub const ACL_ERROR_RT_SYS_DMA: aclError = 507013;
/// AI core timeout.
pub const ACL_ERROR_RT_AICORE_TIMEOUT: aclError = 507014;
/// AI core exception.
pub const ACL_ERROR_RT_AICORE_EXCEPTION: aclError = 507015;
/// AI core trap.
pub const ACL_ERROR_RT_AICORE_TRAP_EXCEPTION: aclError = 507016;
/// AI CPU timeout.
pub const ACL_ERROR_RT_AICPU_TIMEOUT: aclError = 507017;
/// AI CPU exception.
pub const ACL_ERROR_RT_AICPU_EXCEPTION: aclError = 507018;
pub const ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR: aclError = 507019;
pub const ACL_ERROR_RT_AICPU_MODEL_RSP_ERR: aclError = 507020;
pub const ACL_ERROR_RT_PROFILING_ERROR: aclError = 507021;
pub const ACL_ERROR_RT_IPC_ERROR: aclError = 507022;
pub const ACL_ERROR_RT_MODEL_ABORT_NORMAL: aclError = 507023;
pub const ACL_ERROR_RT_KERNEL_UNREGISTERING: aclError = 507024;
pub const ACL_ERROR_RT_RINGBUFFER_NOT_INIT: aclError = 507025;
pub const ACL_ERROR_RT_RINGBUFFER_NO_DATA: aclError = 507026;
pub const ACL_ERROR_RT_KERNEL_LOOKUP: aclError = 507027;
pub const ACL_ERROR_RT_KERNEL_DUPLICATE: aclError = 507028;
pub const ACL_ERROR_RT_DEBUG_REGISTER_FAIL: aclError = 507029;
pub const ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL: aclError = 507030;
pub const ACL_ERROR_RT_LABEL_CONTEXT: aclError = 507031;
pub const ACL_ERROR_RT_PROGRAM_USE_OUT: aclError = 507032;
/// Device set-up failed or device object missing.
pub const ACL_ERROR_RT_DEV_SETUP_ERROR: aclError = 507033;
/// Vector core timeout.
pub const ACL_ERROR_RT_VECTOR_CORE_TIMEOUT: aclError = 507034;
/// Vector core exception.
pub const ACL_ERROR_RT_VECTOR_CORE_EXCEPTION: aclError = 507035;
/// Vector core trap.
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION: aclError = 507036;
pub const ACL_ERROR_RT_CDQ_BATCH_ABNORMAL: aclError = 507037;
pub const ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR: aclError = 507038;
pub const ACL_ERROR_RT_DIE_SET_ERROR: aclError = 507039;
pub const ACL_ERROR_RT_INVALID_DIEID: aclError = 507040;
pub const ACL_ERROR_RT_DIE_MODE_NOT_SET: aclError = 507041;
pub const ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW: aclError = 507042;
pub const ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW: aclError = 507043;
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW: aclError = 507044;
pub const ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW: aclError = 507045;
/// Stream synchronise timeout.
pub const ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: aclError = 507046;
/// Event synchronise timeout.
pub const ACL_ERROR_RT_EVENT_SYNC_TIMEOUT: aclError = 507047;
pub const ACL_ERROR_RT_FFTS_PLUS_TIMEOUT: aclError = 507048;
pub const ACL_ERROR_RT_FFTS_PLUS_EXCEPTION: aclError = 507049;
pub const ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION: aclError = 507050;
pub const ACL_ERROR_RT_SEND_MSG: aclError = 507051;
pub const ACL_ERROR_RT_COPY_DATA: aclError = 507052;
/// Device memory error.
pub const ACL_ERROR_RT_DEVICE_MEM_ERROR: aclError = 507053;
pub const ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR: aclError = 507054;
pub const ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR: aclError = 507055;
pub const ACL_ERROR_RT_LINK_ERROR: aclError = 507056;
pub const ACL_ERROR_RT_SUSPECT_REMOTE_ERROR: aclError = 507057;
/// Driver internal error.
pub const ACL_ERROR_RT_DRV_INTERNAL_ERROR: aclError = 507899;
/// AI CPU internal error.
pub const ACL_ERROR_RT_AICPU_INTERNAL_ERROR: aclError = 507900;
pub const ACL_ERROR_RT_SOCKET_CLOSE: aclError = 507901;
pub const ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR: aclError = 507902;
pub const ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED: aclError = 507903;
pub const ACL_ERROR_RT_COMM_OP_RETRY_FAIL: aclError = 507904;
pub const ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT: aclError = 507905;
pub const ACL_ERROR_SNAPSHOT_LOCK_FAILED: aclError = 507906;
pub const ACL_ERROR_SNAPSHOT_UNLOCK_FAILED: aclError = 507907;
pub const ACL_ERROR_SNAPSHOT_BACKUP_FAILED: aclError = 507908;
pub const ACL_ERROR_SNAPSHOT_RESTORE_FAILED: aclError = 507909;
/// Host memory already registered.
pub const ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED: aclError = 507910;
/// Host memory not registered.
pub const ACL_ERROR_HOST_MEMORY_NOT_REGISTERED: aclError = 507911;
pub const ACL_ERROR_SNAPSHOT_CALLBACK_FAILED: aclError = 507912;
pub const ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED: aclError = 507913;
pub const ACL_ERROR_RT_L3_PORT_ERROR: aclError = 507914;
pub const ACL_ERROR_RT_CCU_TIMEOUT: aclError = 507915;
pub const ACL_ERROR_RT_CCU_EXCEPTION: aclError = 507916;
