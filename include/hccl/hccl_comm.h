/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hccl/hccl_types.h"
#include "acl/acl.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes what the other ranks need to form a communicator with this one: the program sends the bytes to them by its own means. Called
 * on one rank, once for each communicator.
 *
 * Returns HCCL_E_PTR for null.
 */
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);

/**
 * Forms a communicator of `nRanks` ranks with all others that have the same root info, and returns when all have come. The rank works
 * on the calling thread's device.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for a number of ranks or a rank out of range, two ranks of one number, different numbers of
 * ranks, or a root info that is not one, or was used; HCCL_E_RUNTIME without a device; HCCL_E_TIMEOUT if ranks did not come within
 * HCCL_CONNECT_TIMEOUT seconds: the message says which; HCCL_E_UNAVAIL if there is no way to another process.
 */
HcclResult HcclCommInitRootInfo(uint32_t nRanks,
                                const HcclRootInfo *rootInfo,
                                uint32_t rank,
                                HcclComm *comm);

/**
 * As `HcclCommInitRootInfo`, with settings, which HcclCommConfigInit must have filled.
 *
 * Returns what that does; HCCL_E_PTR for a null `config`, HCCL_E_PARA for one that is not filled.
 */
HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks,
                                      const HcclRootInfo *rootInfo,
                                      uint32_t rank,
                                      const HcclCommConfig *config,
                                      HcclComm *comm);

/**
 * Forms a communicator of `ndev` ranks in this process: rank i is `comms[i]`, on the device `devices[i]`.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for no device, or one that is named twice; HCCL_E_RUNTIME for a number that is no
 * device.
 */
HcclResult HcclCommInitAll(uint32_t ndev,
                           int32_t *devices,
                           HcclComm *comms);

/**
 * Ends a communicator. Any thread may call it: operations that only wait for other ranks end at once with an error.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, HCCL_E_AGAIN while data move.
 */
HcclResult HcclCommDestroy(HcclComm comm);

/**
 * Returns the number of ranks of a communicator. Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
 */
HcclResult HcclGetRankSize(HcclComm comm,
                           uint32_t *rankSize);

/**
 * Returns the number of this rank. Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
 */
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);

/**
 * Writes the name of a communicator: up to COMM_NAME_MAX_LENGTH bytes with the zero. Returns HCCL_E_PTR for null, HCCL_E_PARA for what
 * is no live communicator.
 */
HcclResult HcclGetCommName(HcclComm comm,
                           char *commName);

/**
 * Returns the communicator of a name; of several ranks in this process the one that came first.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_NOT_FOUND for a name that no communicator has.
 */
HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);

/**
 * Returns in `asyncError` why the ranks can no longer come together: HCCL_SUCCESS, or HCCL_E_REMOTE when one is gone.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator.
 */
HcclResult HcclGetCommAsyncError(HcclComm comm,
                                 HcclResult *asyncError);

/**
 * Queues a wait for all ranks: what follows in a stream begins when all have come this far.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator or stream, HCCL_E_RUNTIME without a device,
 * HCCL_E_REMOTE if a rank is gone.
 */
HcclResult HcclBarrier(HcclComm comm,
                       aclrtStream stream);

/**
 * Returns a phrase for a result, never null.
 */
const char *HcclGetErrorString(HcclResult code);

/**
 * Forms the communicator of a rank table: a file that names all ranks and their hosts. Returns when all ranks have come; rank 0 is
 * found by the addresses of its server, at the ports of HCCL_IF_BASE_PORT.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_OPEN_FILE_FAILURE for what is no regular file of at most 10 MiB that can be read; HCCL_E_PARA for a
 * path above 4096 bytes, a file that is no rank table, a rank that is not in it, that has a communicator of it, or whose host it does not
 * name; HCCL_E_RUNTIME without a device; HCCL_E_TIMEOUT and HCCL_E_UNAVAIL as `HcclCommInitRootInfo`.
 */
HcclResult HcclCommInitClusterInfo(const char *clusterInfo,
                                   uint32_t rank,
                                   HcclComm *comm);

/**
 * As `HcclCommInitClusterInfo`, with settings, which HcclCommConfigInit must have filled.
 *
 * Returns what that does; HCCL_E_PTR for a null `config`, HCCL_E_PARA for one that is not filled.
 */
HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo,
                                         uint32_t rank,
                                         HcclCommConfig *config,
                                         HcclComm *comm);

/**
 * Forms a communicator of some ranks of `comm`, without a root info: `rankIds` names them in their new order, and this rank is number
 * `subCommRankId` among them. All of them pass the same list and the same `subCommId`. A rank that takes no part may call it with
 * a null list and the number 0xffffffff, and gets a null communicator.
 *
 * Returns HCCL_E_PTR for null; HCCL_E_PARA for what is no live communicator, a list without this rank, with a rank twice or that is
 * none of `comm`, another place of this rank, ranks whose lists differ, or a configuration that is not filled; HCCL_E_NOT_SUPPORT if
 * `comm` was formed by this function; HCCL_E_TIMEOUT and HCCL_E_UNAVAIL as `HcclCommInitRootInfo`.
 */
HcclResult HcclCreateSubCommConfig(HcclComm *comm,
                                   uint32_t rankNum,
                                   uint32_t *rankIds,
                                   uint64_t subCommId,
                                   uint32_t subCommRankId,
                                   HcclCommConfig *config,
                                   HcclComm *subComm);

/**
 * As `HcclGetRootInfo`, for one of the root infos of `HcclCommInitRootInfoScalable`.
 *
 * Returns HCCL_E_PTR for null.
 */
HcclResult HcclGetRootInfoScalable(HcclRootInfo *rootInfo);

/**
 * As `HcclCommInitRootInfoConfig`, with a list of root infos, the same on all ranks. Here one process serves as many ranks as there are:
 * they meet by the first of the list.
 *
 * Returns what that does, HCCL_E_PTR for a null list, HCCL_E_PARA for an empty one, HCCL_E_NOT_SUPPORT unless `nExtRoot` is 0.
 */
HcclResult HcclCommInitRootInfoScalable(uint32_t nRanks,
                                        uint32_t nRoot,
                                        const HcclRootInfo *rootInfoList,
                                        uint32_t rank,
                                        uint32_t nExtRoot,
                                        const HcclCommConfig *config,
                                        HcclComm *comm);

/**
 * Sets whether sums are deterministic: 0, 1, or 2 for one order of additions. Here they always are, in the order of the ranks.
 *
 * Returns HCCL_E_PARA for another setting or value.
 */
HcclResult HcclSetConfig(HcclConfig config,
                         HcclConfigValue configValue);

/**
 * Returns what `HcclSetConfig` set. Returns HCCL_E_PTR for null, HCCL_E_PARA for another setting.
 */
HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue);

/**
 * As `HcclSetConfig`, for one communicator.
 *
 * Returns what that does, HCCL_E_PTR for a null communicator, HCCL_E_PARA for what is no live one.
 */
HcclResult HcclSetCommConfig(HcclComm comm, HcclConfig config, HcclConfigValue configValue);

/**
 * Returns what `HcclSetCommConfig` set for a communicator, or else what `HcclSetConfig` set.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, or another setting.
 */
HcclResult HcclGetCommConfig(HcclComm comm, HcclConfig config, HcclConfigValue *configValue);

/**
 * Returns how many fields of `HcclCommConfig` are known: those whose number is smaller.
 */
uint32_t HcclGetCommConfigCapability(void);

/**
 * Begins a group of calls of this thread: collective operations, sends and receives start at its end. Groups may be nested.
 */
HcclResult HcclGroupStart(void);

/**
 * Ends a group of calls, and queues what was called since `HcclGroupStart`: sends and receives of a stream proceed at once.
 *
 * Returns HCCL_E_RUNTIME without a group, or what the first call that cannot be queued returns.
 */
HcclResult HcclGroupEnd(void);

/**
 * Returns whether the calling thread is in a group of calls. Returns HCCL_E_PTR for null.
 */
HcclResult HcclGroupStatusGet(bool *isGroupEnabled);

/**
 * Registers memory of the device for a communicator, to which operators of other ranks may write after `HcclCommExchangeMem`; `handle` gets what names it. `flag` has no effect.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, and for no bytes, an address that 4 does not divide, or memory that is not all in one allocation;
 * HCCL_E_NOT_SUPPORT for a communicator with ranks in other processes.
 */
HcclResult HcclCommRegister(HcclComm comm,
                            void *addr,
                            uint64_t size,
                            void **handle,
                            uint32_t flag);

/**
 * Forgets registered memory: other ranks no longer write to it.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, or a handle that `HcclCommRegister` has not given for it.
 */
HcclResult HcclCommDeregister(HcclComm comm,
                              void *handle);

/**
 * Shows registered memory to `peerRankNum` ranks, and returns when these have shown theirs to this one. Later operators write there in place of a buffer of the communicator.
 *
 * Returns HCCL_E_PTR for null, HCCL_E_PARA for what is no live communicator, a handle that `HcclCommRegister` has not given for it, or a rank out of range; HCCL_E_TIMEOUT if a rank did
 * not come within HCCL_CONNECT_TIMEOUT seconds; HCCL_E_REMOTE if one is gone.
 */
HcclResult HcclCommExchangeMem(HcclComm comm,
                               void *windowHandle,
                               uint32_t *peerRanks,
                               uint32_t peerRankNum);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/* Fills a configuration with "nothing is set". */
static inline void HcclCommConfigInit(HcclCommConfig *config)
{
    struct HcclCommConfigHead {
        size_t size;
        uint32_t magic;
        uint32_t version;
        uint64_t unused;
    } *head = (struct HcclCommConfigHead *)(void *)config;

    if (config == 0) {
        return;
    }
    head->size = sizeof(HcclCommConfig);
    head->magic = HCCL_COMM_CONFIG_MAGIC_WORD;
    head->version = HCCL_COMM_CONFIG_VERSION;
    head->unused = 0;
    config->hcclBufferSize = HCCL_COMM_BUFFSIZE_CONFIG_NOT_SET;
    config->hcclDeterministic = HCCL_COMM_DETERMINISTIC_CONFIG_NOT_SET;
    config->hcclCommName[0] = 0;
    config->hcclUdi[0] = 0;
    config->hcclOpExpansionMode = HCCL_COMM_DEFAULT_OP_EXPANSION_MODE;
    config->hcclRdmaTrafficClass = HCCL_COMM_TRAFFIC_CLASS_CONFIG_NOT_SET;
    config->hcclRdmaServiceLevel = HCCL_COMM_SERVICE_LEVEL_CONFIG_NOT_SET;
    config->hcclWorldRankID = 0;
    config->hcclJobID = 0;
    config->aclGraphZeroCopyEnable = 0;
    config->hcclExecTimeOut = HCCL_COMM_EXECTIMEOUT_CONFIG_NOT_SET;
    config->hcclAlgo[0] = 0;
    config->hcclRetryEnable[0] = 0;
    config->hcclRetryParams[0] = 0;
    config->hcclBufferName[0] = 0;
    config->hcclQos = HCCL_COMM_QOS_CONFIG_NOT_SET;
    config->hcclSymWinMaxMemSizePerRank = HCCL_DEFAULT_SYMMETRIC_MEMORY_STRIDE;
}
