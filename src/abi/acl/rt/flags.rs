//! Flags and limits of `acl/acl_rt.h`.

/// Major number of the interface described here.
pub const ACL_MAJOR_VERSION: i32 = 1;
/// Minor number of the interface described here.
pub const ACL_MINOR_VERSION: i32 = 17;
/// Patch number of the interface described here.
pub const ACL_PATCH_VERSION: i32 = 0;

/// The event orders streams.
pub const ACL_EVENT_SYNC: u32 = 0x1u32;
/// The event marks progress of a stream.
pub const ACL_EVENT_CAPTURE_STREAM_PROGRESS: u32 = 0x2u32;
/// The event takes the time.
pub const ACL_EVENT_TIME_LINE: u32 = 0x8u32;
/// The event is for the device only.
pub const ACL_EVENT_DEVICE_USE_ONLY: u32 = 0x10u32;
/// The event may be shared with a captured model.
pub const ACL_EVENT_EXTERNAL: u32 = 0x20u32;
/// The event may be shared between processes.
pub const ACL_EVENT_IPC: u32 = 0x40u32;

/// The stream launches faster for more memory.
pub const ACL_STREAM_FAST_LAUNCH: u32 = 0x1u32;
/// The stream synchronises by active waiting.
pub const ACL_STREAM_FAST_SYNC: u32 = 0x2u32;
/// The tasks of the stream stay queued.
pub const ACL_STREAM_PERSISTENT: u32 = 0x4u32;
/// The stream holds more tasks.
pub const ACL_STREAM_HUGE: u32 = 0x8u32;
/// The stream belongs to a queue of the AI CPU.
pub const ACL_STREAM_CPU_SCHEDULE: u32 = 0x10u32;
/// The stream is for the device only.
pub const ACL_STREAM_DEVICE_USE_ONLY: u32 = 0x20u32;

/// `aclrtValueWait`: until (word - value), signed, is not negative.
pub const ACL_STREAM_WAIT_VALUE_GEQ: u32 = 0u32;
/// `aclrtValueWait`: until word equals value.
pub const ACL_STREAM_WAIT_VALUE_EQ: u32 = 1u32;
/// `aclrtValueWait`: until (word & value) is not zero.
pub const ACL_STREAM_WAIT_VALUE_AND: u32 = 2u32;
/// `aclrtValueWait`: until ~(word | value) is not zero.
pub const ACL_STREAM_WAIT_VALUE_NOR: u32 = 3u32;

/// Later tasks run after a failed one.
pub const ACL_CONTINUE_ON_FAILURE: u32 = 0u32;
/// Later tasks are dropped after a failed one.
pub const ACL_STOP_ON_FAILURE: u32 = 1u32;

/// A notify without restriction.
pub const ACL_NOTIFY_DEFAULT: u32 = 0u32;
/// A notify for the device only.
pub const ACL_NOTIFY_DEVICE_USE_ONLY: u32 = 1u32;

/// `aclrtGetDeviceCapability`: the device has the feature.
pub const ACL_DEV_FEATURE_SUPPORT: i32 = 1;
/// `aclrtGetDeviceCapability`: the device lacks the feature.
pub const ACL_DEV_FEATURE_NOT_SUPPORT: i32 = 0;

/// `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by PCIe.
pub const ACL_HOST_DEVICE_CONNECT_TYPE_PCIE: i32 = 0;
/// `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by HCCS.
pub const ACL_HOST_DEVICE_CONNECT_TYPE_HCCS: i32 = 1;
/// `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by UB.
pub const ACL_HOST_DEVICE_CONNECT_TYPE_UB: i32 = 2;

/// `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: part of a pod.
pub const ACL_DEVICE_FORM_FACTOR_POD: i32 = 0;
/// `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: A+K server.
pub const ACL_DEVICE_FORM_FACTOR_A_K: i32 = 1;
/// `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: A+X server.
pub const ACL_DEVICE_FORM_FACTOR_A_X: i32 = 2;
/// `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: PCIe card.
pub const ACL_DEVICE_FORM_FACTOR_PCIE_CARD: i32 = 3;

/// Memory errors that an older form of the record could hold.
pub const MAX_MEM_UCE_INFO_ARRAY_SIZE: usize = 128;
/// Reserved words of an `aclrtMemUceInfo`.
pub const UCE_INFO_RESERVED_SIZE: usize = 14;
/// Memory errors that an `aclrtMemUceInfoArray` holds.
pub const ACL_RT_MEM_UCE_INFO_MAX_NUM: usize = 20;

/// Bytes for the text of a package's version, its end included.
pub const ACL_PKG_VERSION_MAX_SIZE: usize = 128;
/// Bytes for the text of one part of a version, its end included.
pub const ACL_PKG_VERSION_PARTS_MAX_SIZE: usize = 64;

/// Shared physical memory may be opened by the processes of its list.
pub const ACL_RT_VMM_EXPORT_FLAG_DEFAULT: u64 = 0x0;
/// Shared physical memory may be opened by every process.
pub const ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION: u64 = 0x1;

/// Shared memory may be opened by the processes of its list.
pub const ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT: u64 = 0x0;
/// Shared memory may be opened by every process.
pub const ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION: u64 = 0x1;
/// Shared memory is opened without access between devices.
pub const ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT: u64 = 0x0;
/// Shared memory is opened with access between devices.
pub const ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS: u64 = 0x1;

/// `aclrtCheckMemType`: memory of a device.
pub const ACL_RT_MEM_TYPE_DEV: u32 = 0x2u32;
/// `aclrtCheckMemType`: memory for pictures.
pub const ACL_RT_MEM_TYPE_DVPP: u32 = 0x8u32;
/// `aclrtCheckMemType`: reserved memory.
pub const ACL_RT_MEM_TYPE_RSVD: u32 = 0x10u32;

/// Most barriers of an `aclrtBarrierTaskInfo`.
pub const ACL_RT_CMO_MAX_BARRIER_NUM: usize = 6;

/// `aclrtIpcMemSetAttr`: by SIO.
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO: u64 = 0;
/// `aclrtIpcMemSetAttr`: by HCCS.
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS: u64 = 1;
/// `aclrtIpcMemSetAttr`: by one port of UB.
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH: u64 = 2;
/// `aclrtIpcMemSetAttr`: by several ports of UB.
pub const ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH: u64 = 3;

/// Bytes of an `aclrtIpcEventHandle`.
pub const ACL_IPC_EVENT_HANDLE_SIZE: usize = 64;

/// `aclrtHostRegisterV2`: the device may use the memory.
pub const ACL_HOST_REG_MAPPED: u64 = 0x2;
/// `aclrtHostRegisterV2`: the memory is of another device.
pub const ACL_HOST_REG_IOMEMORY: u64 = 0x4;
/// `aclrtHostRegisterV2`: the device only reads the memory.
pub const ACL_HOST_REG_READONLY: u64 = 0x8;
/// `aclrtHostRegisterV2`: the memory is page-locked.
pub const ACL_HOST_REG_PINNED: u64 = 0x1000_0000;

/// `aclrtRecordEventWithFlag`: as `aclrtRecordEvent`.
pub const ACL_EVENT_RECORD_DEFAULT: u32 = 0x0u32;
/// `aclrtRecordEventWithFlag`: replays record the event for streams outside them.
pub const ACL_EVENT_RECORD_EXTERNAL: u32 = 0x1u32;
/// `aclrtStreamWaitEventWithFlag`: as `aclrtStreamWaitEvent`.
pub const ACL_EVENT_WAIT_DEFAULT: u32 = 0x0u32;
/// `aclrtStreamWaitEventWithFlag`: replays wait for records of streams outside them.
pub const ACL_EVENT_WAIT_EXTERNAL: u32 = 0x1u32;

/// `aclmdlRIDebugJsonPrint`: numbers and kinds of tasks.
pub const ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY: u64 = 0x0;
/// `aclmdlRIDebugJsonPrint`: the parameters of kernels too.
pub const ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE: u64 = 0x1;

/// A shared notify may be opened by the processes of its list.
pub const ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT: u64 = 0x0;
/// A shared notify may be opened by every process.
pub const ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION: u64 = 0x2;
/// A shared notify is opened without access between devices.
pub const ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT: u64 = 0x0;
/// A shared notify is opened with access between devices.
pub const ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS: u64 = 0x2;

/// Devices are connected by the vendor's cache-coherent links.
pub const ACL_RT_DEVS_TOPOLOGY_HCCS: u64 = 0x01;
/// Devices are connected by one PCIe switch.
pub const ACL_RT_DEVS_TOPOLOGY_PIX: u64 = 0x02;
/// Reserved.
pub const ACL_RT_DEVS_TOPOLOGY_PIB: u64 = 0x04;
/// Devices are connected by a PCIe host bridge.
pub const ACL_RT_DEVS_TOPOLOGY_PHB: u64 = 0x08;
/// Devices are connected through the processors of the host.
pub const ACL_RT_DEVS_TOPOLOGY_SYS: u64 = 0x10;
/// Devices are dies of one chip.
pub const ACL_RT_DEVS_TOPOLOGY_SIO: u64 = 0x20;
/// Devices are connected by a switch of the vendor's links.
pub const ACL_RT_DEVS_TOPOLOGY_HCCS_SW: u64 = 0x40;
