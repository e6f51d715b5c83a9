/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

/**
 * The share of a kernel in the second cache.
 */
typedef struct rtSmDesc_t rtSmDesc_t;

/**
 * Status of a call.
 */
typedef int32_t rtError_t;

/**
 * Compiled kernels in memory.
 */
typedef struct rtDevBinary_t {
    /**
     * The kind of the file.
     */
    uint32_t magic;
    /**
     * Its version.
     */
    uint32_t version;
    /**
     * Its first byte.
     */
    const void *data;
    /**
     * Bytes of it.
     */
    uint64_t length;
} rtDevBinary_t;

/**
 * A stream.
 */
typedef void *rtStream_t;

/**
 * Parameters of a launch.
 */
typedef struct rtArgsEx_t {
    /**
     * The parameters, one behind the other, in memory of the host.
     */
    void *args;
    /**
     * Places of inputs in memory of the host.
     */
    void *hostInputInfoPtr;
    /**
     * Bytes of the parameters.
     */
    uint32_t argsSize;
    /**
     * Place of the address of the tiling.
     */
    uint32_t tilingAddrOffset;
    /**
     * Place of the tiling.
     */
    uint32_t tilingDataOffset;
    /**
     * Number of inputs in memory of the host.
     */
    uint16_t hostInputInfoNum;
    /**
     * Not 0 if there is a tiling.
     */
    uint8_t hasTiling;
    /**
     * Not 0 if the parameters lie on the device.
     */
    uint8_t isNoNeedH2DCopy;
    /**
     * Not used.
     */
    uint8_t reserved[4];
} rtArgsEx_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Refuses compiled kernels. Returns 100000 for null, 207000 otherwise.
 */
rtError_t rtDevBinaryRegister(const struct rtDevBinary_t *bin, void **hdl);

/**
 * Refuses a kernel, for no compiled kernels were registered. Returns 100000 for null, 207000 otherwise.
 */
rtError_t rtFunctionRegister(void *binHandle,
                             const void *stubFunc,
                             const char *stubName,
                             const void *kernelInfoExt,
                             uint32_t funcMode);

/**
 * Refuses to launch a kernel, for none was registered. Returns 100000 for null, 207000 otherwise.
 */
rtError_t rtKernelLaunch(const void *stubFunc,
                         uint32_t numBlocks,
                         void *args,
                         uint32_t argsSize,
                         struct rtSmDesc_t *smDesc,
                         rtStream_t stm);

/**
 * Refuses the address by which the cores of a device signal to each other: there are no cores. Returns 100000 for null, 207000 otherwise.
 */
rtError_t rtGetC2cCtrlAddr(uint64_t *addr,
                           uint32_t *len);

/**
 * Registers a file of compiled kernels, whose names are read. Returns 100000 for null.
 */
rtError_t rtRegisterAllKernel(const struct rtDevBinary_t *bin, void **hdl);

/**
 * Ends the registration of a file of kernels. Returns 100000 for null, 107017 for what is no such file.
 */
rtError_t rtDevBinaryUnRegister(void *hdl);

/**
 * Queues what a kernel computes, if its name is known: the kernels `bgmv_shrink`, `bgmv_expand`, `sgmv_shrink` and `sgmv_expand` of vllm-ascend for FLOAT16 and
 * BFLOAT16, and `get_masked_input_and_mask`. Returns 207000 for others, 100000 for null, 107000 for parameters that the kernel does not take.
 */
rtError_t rtKernelLaunchWithHandle(void *hdl,
                                   uint64_t tilingKey,
                                   uint32_t numBlocks,
                                   struct rtArgsEx_t *argsInfo,
                                   struct rtSmDesc_t *smDesc,
                                   rtStream_t stm,
                                   const void *kernelInfo);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
