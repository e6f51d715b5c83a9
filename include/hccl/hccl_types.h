/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

#ifdef __cplusplus

/**
 * Bytes of `HcclRootInfo`.
 */
static const uint32_t HCCL_ROOT_INFO_BYTES = 4108;

/**
 * Bytes of a communicator's name, its zero included.
 */
static const uint32_t COMM_NAME_MAX_LENGTH = 128;

/**
 * Bytes of the name of a communicator's buffer, its zero included.
 */
static const uint32_t BUFFER_NAME_MAX_LENGTH = 128;

/**
 * Bytes of the free text of a configuration, its zero included.
 */
static const uint32_t UDI_MAX_LENGTH = 128;

/**
 * Bytes of the algorithm of a configuration, its zero included.
 */
static const uint32_t HCCL_COMM_ALGO_MAX_LENGTH = 1600;

/**
 * Bytes of the retry switch of a configuration, its zero included.
 */
static const uint32_t HCCL_COMM_RETRY_ENABLE_MAX_LENGTH = 50;

/**
 * Bytes of the retry parameters of a configuration, its zero included.
 */
static const uint32_t HCCL_COMM_RETRY_PARAMS_MAX_LENGTH = 128;

/**
 * Bytes of the head of `HcclCommConfig`.
 */
static const uint32_t HCCL_COMM_CONFIG_INFO_BYTES = 24;

/**
 * Mark of an `HcclCommConfig` that `HcclCommConfigInit` has filled.
 */
static const uint32_t HCCL_COMM_CONFIG_MAGIC_WORD = 4042322160;

/**
 * Version of `HcclCommConfig`.
 */
static const uint32_t HCCL_COMM_CONFIG_VERSION = 10;

/**
 * Size of a communicator's buffer in MiB.
 */
static const uint32_t HCCL_COMM_DEFAULT_BUFFSIZE = 200;

/**
 * The size of the buffer is not set.
 */
static const uint32_t HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET = 4294967295;

/**
 * Sums need not be deterministic.
 */
static const uint32_t HCCL_COMM_DEFAULT_DETERMINISTIC = 0;

/**
 * Determinism of sums is not set.
 */
static const uint32_t HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET = 4294967295;

/**
 * Where operations are expanded is not set.
 */
static const uint32_t HCCL_COMM_DEFAULT_OP_EXPANSION_MODE = 0;

/**
 * The traffic class is not set.
 */
static const uint32_t HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET = 4294967295;

/**
 * The service level is not set.
 */
static const uint32_t HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET = 4294967295;

/**
 * The longest wait of an operation is not set.
 */
static const int32_t HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET = -1;

/**
 * The quality of service is not set.
 */
static const uint32_t HCCL_COMM_QOS_CONFIG_NOT_SET = 4294967295;

/**
 * Size in GiB of symmetric memory.
 */
static const uint32_t HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE = 16;

#else

#define HCCL_ROOT_INFO_BYTES 4108
#define COMM_NAME_MAX_LENGTH 128
#define BUFFER_NAME_MAX_LENGTH 128
#define UDI_MAX_LENGTH 128
#define HCCL_COMM_ALGO_MAX_LENGTH 1600
#define HCCL_COMM_RETRY_ENABLE_MAX_LENGTH 50
#define HCCL_COMM_RETRY_PARAMS_MAX_LENGTH 128
#define HCCL_COMM_CONFIG_INFO_BYTES 24
#define HCCL_COMM_CONFIG_MAGIC_WORD 4042322160
#define HCCL_COMM_CONFIG_VERSION 10
#define HCCL_COMM_DEFAULT_BUFFSIZE 200
#define HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET 4294967295
#define HCCL_COMM_DEFAULT_DETERMINISTIC 0
#define HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET 4294967295
#define HCCL_COMM_DEFAULT_OP_EXPANSION_MODE 0
#define HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET 4294967295
#define HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET 4294967295
#define HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET -1
#define HCCL_COMM_QOS_CONFIG_NOT_SET 4294967295
#define HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE 16

#endif

/**
 * Result of the HCCL functions.
 */
typedef enum HcclResult {
    HCCL_SUCCESS = 0,
    HCCL_E_PARA = 1,
    HCCL_E_PTR = 2,
    HCCL_E_MEMORY = 3,
    HCCL_E_INTERNAL = 4,
    HCCL_E_NOT_SUPPORT = 5,
    HCCL_E_NOT_FOUND = 6,
    HCCL_E_UNAVAIL = 7,
    HCCL_E_SYSCALL = 8,
    HCCL_E_TIMEOUT = 9,
    HCCL_E_OPEN_FILE_FAILURE = 10,
    HCCL_E_TCP_CONNECT = 11,
    HCCL_E_ROCE_CONNECT = 12,
    HCCL_E_TCP_TRANSFER = 13,
    HCCL_E_ROCE_TRANSFER = 14,
    HCCL_E_RUNTIME = 15,
    HCCL_E_DRV = 16,
    HCCL_E_PROFILING = 17,
    HCCL_E_CCE = 18,
    HCCL_E_NETWORK = 19,
    HCCL_E_AGAIN = 20,
    HCCL_E_REMOTE = 21,
    HCCL_E_SUSPENDING = 22,
    HCCL_E_OPRETRY_FAIL = 23,
    HCCL_E_OOM = 24,
    HCCL_E_IN_STATUS = 1041,
    HCCL_E_RESERVED = 1042,
} HcclResult;

/**
 * Operations that make one element of those of all ranks.
 */
typedef enum HcclReduceOp {
    HCCL_REDUCE_SUM = 0,
    HCCL_REDUCE_PROD = 1,
    HCCL_REDUCE_MAX = 2,
    HCCL_REDUCE_MIN = 3,
    HCCL_REDUCE_RESERVED = 255,
} HcclReduceOp;

/**
 * Type of elements.
 */
typedef enum HcclDataType {
    HCCL_DATA_TYPE_INT8 = 0,
    HCCL_DATA_TYPE_INT16 = 1,
    HCCL_DATA_TYPE_INT32 = 2,
    HCCL_DATA_TYPE_FP16 = 3,
    HCCL_DATA_TYPE_FP32 = 4,
    HCCL_DATA_TYPE_INT64 = 5,
    HCCL_DATA_TYPE_UINT64 = 6,
    HCCL_DATA_TYPE_UINT8 = 7,
    HCCL_DATA_TYPE_UINT16 = 8,
    HCCL_DATA_TYPE_UINT32 = 9,
    HCCL_DATA_TYPE_FP64 = 10,
    HCCL_DATA_TYPE_BFP16 = 11,
    HCCL_DATA_TYPE_INT128 = 12,
    HCCL_DATA_TYPE_HIF8 = 14,
    HCCL_DATA_TYPE_FP8E4M3 = 15,
    HCCL_DATA_TYPE_FP8E5M2 = 16,
    HCCL_DATA_TYPE_FP8E8M0 = 17,
    HCCL_DATA_TYPE_RESERVED = 255,
} HcclDataType;

/**
 * A setting of the process or of a communicator.
 */
typedef enum HcclConfig {
    HCCL_DETERMINISTIC = 0,
    HCCL_CONFIG_RESERVED = 1,
} HcclConfig;

/**
 * Fields of `HcclCommConfig`: those below `HcclGetCommConfigCapability` are known.
 */
typedef enum HcclCommConfigCapability {
    HCCL_COMM_CONFIG_BUFFER_SIZE = 0,
    HCCL_COMM_CONFIG_DETERMINISTIC = 1,
    HCCL_COMM_CONFIG_COMM_NAME = 2,
    HCCL_COMM_CONFIG_OP_EXPANSION_MODE = 3,
    HCCL_COMM_CONFIG_SUPPORT_INIT_BY_ENV = 4,
    HCCL_COMM_CONFIG_WORLD_RANKID = 5,
    HCCL_COMM_CONFIG_JOBID = 6,
    HCCL_COMM_CONFIG_ACLGRAPH_ZEROCOPY_ENABLE = 7,
    HCCL_COMM_CONFIG_EXEC_TIMEOUT = 8,
    HCCL_COMM_CONFIG_ALGO = 9,
    HCCL_COMM_CONFIG_RETRY = 10,
    HCCL_COMM_CONFIG_BUFFER_NAME = 11,
    HCCL_COMM_CONFIG_RESERVED = 12,
} HcclCommConfigCapability;

/**
 * Directions of an item of `HcclBatchSendRecv`.
 */
typedef enum HcclSendRecvType {
    HCCL_SEND = 0,
    HCCL_RECV = 1,
    HCCL_SEND_RECV_RESERVED = 2,
} HcclSendRecvType;

/**
 * A communicator: one rank of a group.
 */
typedef void *HcclComm;

/**
 * Opaque bytes that one rank makes and all others need to form a communicator.
 */
typedef struct HcclRootInfo {
    /**
     * The bytes.
     */
    char internal[HCCL_ROOT_INFO_BYTES];
} HcclRootInfo;

/**
 * Value of a setting; the setting tells which member.
 */
typedef union HcclConfigValue {
    /**
     * For HCCL_DETERMINISTIC: 0, 1 or 2.
     */
    int32_t value;
} HcclConfigValue;

/**
 * One message of `HcclBatchSendRecv`.
 */
typedef struct HcclSendRecvItem {
    /**
     * Its direction.
     */
    enum HcclSendRecvType sendRecvType;
    /**
     * Its memory.
     */
    void *buf;
    /**
     * Number of elements.
     */
    uint64_t count;
    /**
     * Their type.
     */
    enum HcclDataType dataType;
    /**
     * The other rank.
     */
    uint32_t remoteRank;
} HcclSendRecvItem;

/**
 * Settings of a communicator. Fill it with `HcclCommConfigInit`, then set fields. What this library does not name below is
 * accepted and has no effect on a CPU.
 */
typedef struct HcclCommConfig {
    /**
     * Size, magic word and version.
     */
    char reserved[HCCL_COMM_CONFIG_INFO_BYTES];
    /**
     * Size of the buffer in MiB: no effect.
     */
    uint32_t hcclBufferSize;
    /**
     * 1 for deterministic sums: they always are.
     */
    uint32_t hcclDeterministic;
    /**
     * Name of the communicator; empty: one is made.
     */
    char hcclCommName[COMM_NAME_MAX_LENGTH];
    /**
     * A text of the program's own: no effect.
     */
    char hcclUdi[UDI_MAX_LENGTH];
    /**
     * No effect.
     */
    uint32_t hcclOpExpansionMode;
    /**
     * No effect.
     */
    uint32_t hcclRdmaTrafficClass;
    /**
     * No effect.
     */
    uint32_t hcclRdmaServiceLevel;
    /**
     * No effect.
     */
    uint32_t hcclWorldRankID;
    /**
     * No effect.
     */
    uint64_t hcclJobID;
    /**
     * No effect.
     */
    uint8_t aclGraphZeroCopyEnable;
    /**
     * Seconds for which an operation waits for the other ranks; 0: for ever.
     */
    int32_t hcclExecTimeOut;
    /**
     * No effect.
     */
    char hcclAlgo[HCCL_COMM_ALGO_MAX_LENGTH];
    /**
     * No effect.
     */
    char hcclRetryEnable[HCCL_COMM_RETRY_ENABLE_MAX_LENGTH];
    /**
     * No effect.
     */
    char hcclRetryParams[HCCL_COMM_RETRY_PARAMS_MAX_LENGTH];
    /**
     * No effect.
     */
    char hcclBufferName[BUFFER_NAME_MAX_LENGTH];
    /**
     * No effect.
     */
    uint32_t hcclQos;
    /**
     * No effect.
     */
    uint64_t hcclSymWinMaxMemSizePerRank;
} HcclCommConfig;
