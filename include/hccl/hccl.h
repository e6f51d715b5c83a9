/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "hccl/hccl_types.h"
#include "hccl/hccl_comm.h"
#include "acl/acl.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Queues an all-reduce: each element of every rank's `recvBuf` becomes the sum, product, maximum or minimum of the ranks' elements in
 * `sendBuf`, which may be the same memory. Floating-point numbers are combined in DOUBLE, in the order of the ranks, and
 * rounded once; integers wrap; NaN wins.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, another operation, memory that is not
 * aligned, overlaps, or passes the end of its allocation; HCCL_E_NOT_SUPPORT for a type outside INT8, INT16, INT32, INT64,
 * UINT64, FP16, BFP16, FP32, FP64 (a product: without INT16 and BFP16); HCCL_E_RUNTIME without a device; HCCL_E_REMOTE if a
 * rank is gone.
 */
HcclResult HcclAllReduce(void *sendBuf,
                         void *recvBuf,
                         uint64_t count,
                         HcclDataType dataType,
                         HcclReduceOp op,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues a reduction whose results only the rank `root` gets, in `recvBuf`, which the others need not have.
 *
 * Returns what `HcclAllReduce` does, and HCCL_E_PARA for a root that is no rank.
 */
HcclResult HcclReduce(void *sendBuf,
                      void *recvBuf,
                      uint64_t count,
                      HcclDataType dataType,
                      HcclReduceOp op,
                      uint32_t root,
                      HcclComm comm,
                      aclrtStream stream);

/**
 * Queues a reduction of which each rank gets its own `recvCount` elements: rank r those from `recvCount` × r on. `recvBuf` may be their
 * place in `sendBuf`.
 *
 * Returns what `HcclAllReduce` does.
 */
HcclResult HcclReduceScatter(void *sendBuf,
                             void *recvBuf,
                             uint64_t recvCount,
                             HcclDataType dataType,
                             HcclReduceOp op,
                             HcclComm comm,
                             aclrtStream stream);

/**
 * Queues a reduction of which each rank gets its own elements: `sendCounts` and `sendDispls` say for each rank how many, and from
 * which on; all ranks pass the same.
 *
 * Returns what `HcclAllReduce` does; HCCL_E_NOT_SUPPORT also for UINT64 and FP64; HCCL_E_PARA if `recvCount` is not this rank's
 * count.
 */
HcclResult HcclReduceScatterV(void *sendBuf,
                              const void *sendCounts,
                              const void *sendDispls,
                              void *recvBuf,
                              uint64_t recvCount,
                              HcclDataType dataType,
                              HcclReduceOp op,
                              HcclComm comm,
                              aclrtStream stream);

/**
 * Queues a broadcast: `buf` of every rank becomes that of the rank `root`.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, a root that is no rank, memory that is not
 * aligned or passes the end of its allocation; HCCL_E_NOT_SUPPORT for another type; HCCL_E_RUNTIME without a device;
 * HCCL_E_REMOTE if a rank is gone.
 */
HcclResult HcclBroadcast(void *buf,
                         uint64_t count,
                         HcclDataType dataType,
                         uint32_t root,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues an all-gather: `recvBuf` of every rank becomes the `sendCount` elements of rank 0, then those of rank 1, and so on. `sendBuf`
 * may be this rank's place in `recvBuf`.
 *
 * Returns what `HcclBroadcast` does.
 */
HcclResult HcclAllGather(void *sendBuf,
                         void *recvBuf,
                         uint64_t sendCount,
                         HcclDataType dataType,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues an all-gather of different counts: `recvCounts` and `recvDispls` say for each rank how many elements it gives, and where they
 * go in `recvBuf`.
 *
 * Returns what `HcclBroadcast` does, and HCCL_E_PARA if `sendCount` is not this rank's count.
 */
HcclResult HcclAllGatherV(void *sendBuf,
                          uint64_t sendCount,
                          void *recvBuf,
                          const void *recvCounts,
                          const void *recvDispls,
                          HcclDataType dataType,
                          HcclComm comm,
                          aclrtStream stream);

/**
 * Queues a scatter: `recvBuf` of rank r becomes the `recvCount` elements from `recvCount` × r on of `sendBuf` of the rank `root`. The
 * others need no `sendBuf`.
 *
 * Returns what `HcclBroadcast` does.
 */
HcclResult HcclScatter(void *sendBuf,
                       void *recvBuf,
                       uint64_t recvCount,
                       HcclDataType dataType,
                       uint32_t root,
                       HcclComm comm,
                       aclrtStream stream);

/**
 * Queues an all-to-all: rank r gives rank s its `sendCount` elements from `sendCount` × s on, which go to `sendCount` × r on there.
 *
 * Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types, or two counts.
 */
HcclResult HcclAlltoAll(const void *sendBuf,
                        uint64_t sendCount,
                        HcclDataType sendType,
                        const void *recvBuf,
                        uint64_t recvCount,
                        HcclDataType recvType,
                        HcclComm comm,
                        aclrtStream stream);

/**
 * Queues an all-to-all of different counts: `sendCounts` and `sdispls` say for each rank how many elements it gets, and from which on;
 * `recvCounts` and `rdispls` how many come from it, and where they go.
 *
 * Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
 */
HcclResult HcclAlltoAllV(const void *sendBuf,
                         const void *sendCounts,
                         const void *sdispls,
                         HcclDataType sendType,
                         const void *recvBuf,
                         const void *recvCounts,
                         const void *rdispls,
                         HcclDataType recvType,
                         HcclComm comm,
                         aclrtStream stream);

/**
 * Queues an all-to-all of different counts: number r × n + s of `sendCountMatrix` says how many elements rank r gives rank s, of n
 * ranks. They lie one rank's after the other's in both buffers.
 *
 * Returns what `HcclBroadcast` does, and HCCL_E_PARA for two types.
 */
HcclResult HcclAlltoAllVC(const void *sendBuf,
                          const void *sendCountMatrix,
                          HcclDataType sendType,
                          const void *recvBuf,
                          HcclDataType recvType,
                          HcclComm comm,
                          aclrtStream stream);

/**
 * Queues the sending of memory to the rank `destRank`, which calls `HcclRecv` for as many bytes.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator or stream, a number of this or no rank, memory that is
 * not aligned or passes the end of its allocation; HCCL_E_NOT_SUPPORT for another type; HCCL_E_RUNTIME without a device;
 * HCCL_E_REMOTE if a rank is gone.
 */
HcclResult HcclSend(void *sendBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t destRank,
                    HcclComm comm,
                    aclrtStream stream);

/**
 * Queues the receiving of memory from the rank `srcRank`, which calls `HcclSend` for as many bytes.
 *
 * Returns what `HcclSend` does.
 */
HcclResult HcclRecv(void *recvBuf,
                    uint64_t count,
                    HcclDataType dataType,
                    uint32_t srcRank,
                    HcclComm comm,
                    aclrtStream stream);

/**
 * Queues sends and receives that proceed at once, so that rings of ranks do not wait for each other. The array is copied in the call.
 *
 * Returns what `HcclSend` does; HCCL_E_PARA for no item, or an item that is neither a send nor a receive.
 */
HcclResult HcclBatchSendRecv(HcclSendRecvItem *sendRecvInfo,
                             uint32_t itemNum,
                             HcclComm comm,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
