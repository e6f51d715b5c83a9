#define CNRT_VERSION (CNRT_MAJOR_VERSION * 10000 + CNRT_MINOR_VERSION * 100 + CNRT_PATCH_VERSION)
#define cnrtGetDeviceProperties cnrtGetDeviceProperties_V3

typedef cnrtFunctionType_t cnrtJobType_t;

/* Second names: C allows two enumerators of one value, Rust does not. */
#define cnrtFuncTypeBlock0 cnrtFuncTypeBlock
#define CNRT_NOTIFIER_DISABLE_TIMING CNRT_NOTIFIER_DISABLE_TIMING_SW

/* Names of older generations. */
#define CNRT_RET_SUCCESS cnrtSuccess
#define CNRT_RET_WARNING_FAKE_DEVICE 1
#define CNRT_RET_ERR_NOT_READY 632006
#define CNRT_RET_ERR_INVALID 632007
#define CNRT_RET_ERR_NOMEM 632008
#define CNRT_RET_ERR_NODEV 632009
#define CNRT_RET_ERR_SYS 632011
#define CNRT_RET_ERR_ACCES 632012
#define CNRT_RET_ERR_ACCESS 632012
#define CNRT_RET_ERR_FAULT 632013
#define CNRT_RET_ERR_BUSY 632014
#define CNRT_RET_ERR_NORES 632019
#define CNRT_RET_ERR_UNSUPPORTED 632020
#define CNRT_RET_ERR_INVALID_POINTER 632021
#define CNRT_RET_ERR_NO_EXIST 632022
#define CNRT_RET_ERR_BROKEN 632023
#define CNRT_RET_ERR_INIT 632024
#define CNRT_RET_ERR_QUEUE 632025
#define CNRT_RET_ERR_OUT_RANGE 632026
#define CNRT_RET_ERR_FUNC_CALL 632028
#define CNRT_RET_ERR_UNHANDLED 632029
#define CNRT_RET_ERR_INVALID_TYPE 632030
#define CNRT_RET_ERR_INVALID_OP 632031
#define CNRT_RET_ERR_RESHAPE 632035
#define CNRT_RET_ERR_MEMCPY 632036
#define CNRT_RET_ERR_ENCRYPT 632037
#define CNRT_RET_ERR_INVALID_DATADESC 632038
#define CNRT_RET_ERR_MAP 632039
#define CNRT_RET_ERR_UNMAP 632040
#define CNRT_RET_ERR_CACHE 632041
#define CNRT_RET_ERR_FIND_DEV_ADDR 632042
#define CNRT_RET_ERR_KERNEL_VERSION_TOO_HIGH 632043
#define CNRT_RET_ERR_CNDRV_FUNC_CALL 632046
#define CNRT_RET_ERR_CNDEV_FUNC_CALL 632047
#define CNRT_RET_ERR_IO 632048
#define CNRT_RET_ERR_TIMEOUT 632049
#define CNRT_RET_ERR_NOSYS 632050
#define CNRT_RET_ERR_AGAIN 632051
#define CNRT_RET_ERR_EXIST 632052
#define CNRT_RET_ERR_MATH_OVERFLOW 632053
#define CNRT_RET_ERR_MLU 632054
#define CNRT_RET_ERR_ONCHIP_CORE 632055
#define CNRT_RET_ERR_GET_MEM_RANGE 632056
#define CNRT_RET_ERR_GET_MEM_INFO 632057
#define CNRT_RET_ERR_EVENT 632058
#define CNRT_RET_ERR_NOTIFIER 632059
#define CNRT_RET_ERR_GET_IMP_DEV 632060
#define CNRT_RET_ERR_LOAD_MODULE 632061
#define CNRT_RET_ERR_UNKNOWN 999991
#define CNRT_RET_ERR_MAX 999992
#define CNRT_MEM_TRANS_DIR_HOST2DEV cnrtMemcpyHostToDev
#define CNRT_MEM_TRANS_DIR_DEV2DEV cnrtMemcpyDevToDev
#define CNRT_MEM_TRANS_DIR_DEV2HOST cnrtMemcpyDevToHost
#define CNRT_MEM_TRANS_DIR_HOST2HOST cnrtMemcpyHostToHost
#define CNRT_MEM_TRANS_DIR_PEER2PEER cnrtMemcpyPeerToPeer
#define CNRT_MEM_TRANS_DIR_NODIR cnrtMemcpyNoDirection
#define CNRT_FUNC_TYPE_BLOCK cnrtFuncTypeBlock
#define CNRT_FUNC_TYPE_BLOCK0 cnrtFuncTypeBlock
#define CNRT_FUNC_TYPE_BLOCK1 cnrtFuncTypeBlock1
#define CNRT_FUNC_TYPE_UNION1 cnrtFuncTypeUnion1
#define CNRT_FUNC_TYPE_UNION2 cnrtFuncTypeUnion2
#define CNRT_FUNC_TYPE_UNION4 cnrtFuncTypeUnion4
#define CNRT_FUNC_TYPE_UNION8 cnrtFuncTypeUnion8
#define CNRT_FUNC_TYPE_UNION16 cnrtFuncTypeUnion16
#define CNRT_FUNC_TYPE_MUTABLE cnrtFuncTypeMutable
#define CNRT_JOB_TYPE_BLOCK cnrtFuncTypeBlock
#define CNRT_JOB_TYPE_BLOCK0 cnrtFuncTypeBlock
#define CNRT_JOB_TYPE_BLOCK1 cnrtFuncTypeBlock1
#define CNRT_JOB_TYPE_UNION1 cnrtFuncTypeUnion1
#define CNRT_JOB_TYPE_UNION2 cnrtFuncTypeUnion2
#define CNRT_JOB_TYPE_UNION4 cnrtFuncTypeUnion4
#define CNRT_JOB_TYPE_UNION8 cnrtFuncTypeUnion8
#define CNRT_JOB_TYPE_UNION16 cnrtFuncTypeUnion16
#define CNRT_JOB_TYPE_MUTABLE cnrtFuncTypeMutable
#define CNRT_QUEUE_SYNC_SPIN 0
#define CNRT_QUEUE_SYNC_BLOCK 1
#define CNRT_QUEUE_SYNC_YIELD 2
#define CNRT_INVALID cnrtInvalid
#define CNRT_FLOAT16 cnrtFloat16
#define CNRT_FLOAT32 cnrtFloat32
#define CNRT_FLOAT64 cnrtFloat64
#define CNRT_INT4 cnrtInt4
#define CNRT_INT8 cnrtInt8
#define CNRT_INT16 cnrtInt16
#define CNRT_INT32 cnrtInt32
#define CNRT_INT64 cnrtInt64
#define CNRT_AUTO cnrtAuto
#define CNRT_UINT8 cnrtUInt8
#define CNRT_UINT16 cnrtUInt16
#define CNRT_UINT32 cnrtUInt32
#define CNRT_FIX8 cnrtFix8
#define CNRT_QUANT8 cnrtQuant8
#define CNRT_BOOL cnrtBool

#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#endif

/* Where CNRT_CHECK prints, and what it does then. A program may define its own before it includes this header. */
#ifndef CNRT_CHECK_PRINT_CHANNEL
#define CNRT_CHECK_PRINT_CHANNEL stdout
#endif
#ifndef CNRT_CHECK_ERROR_BEHAVIOR
#define CNRT_CHECK_ERROR_BEHAVIOR(ret) exit(-1)
#endif

/** Evaluates a call once; ends the program with a line that says why if it fails. */
#ifndef CNRT_CHECK
#define CNRT_CHECK(...)                                                                                   \
    do {                                                                                                  \
        const cnrtRet_t cnrt_check_ret_ = (__VA_ARGS__);                                                  \
        if (cnrt_check_ret_ != cnrtSuccess) {                                                             \
            fprintf(CNRT_CHECK_PRINT_CHANNEL, "%s:%d: CNRT error %d (%s) in %s\n", __FILE__, __LINE__,    \
                    (int)cnrt_check_ret_, cnrtGetErrorStr(cnrt_check_ret_), #__VA_ARGS__);                \
            fflush(CNRT_CHECK_PRINT_CHANNEL);                                                             \
            CNRT_CHECK_ERROR_BEHAVIOR(cnrt_check_ret_);                                                   \
        }                                                                                                 \
    } while (0)
#endif
