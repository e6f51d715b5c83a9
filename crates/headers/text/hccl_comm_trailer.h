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
