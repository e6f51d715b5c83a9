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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
