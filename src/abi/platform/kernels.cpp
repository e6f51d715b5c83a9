// Functions of the runtime that compiled device code asks for. There is nothing that runs it: starts are refused, but for kernels that libhostnpu.so knows by name.

#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include <sys/syscall.h>
#include <unistd.h>

#include <acl/acl.h>
#include <experiment/msprof/toolchain/prof_api.h>

namespace {

void log(aclLogLevel level, const char *format, va_list arguments) {
    char text[1024];
    std::vsnprintf(text, sizeof text, format, arguments);
    aclAppLog(level, "device code", __FILE__, 0, "%s", text);
}

/// The runtime's levels are those of AscendCL, from 0 (debug) to 3 (error).
aclLogLevel level_of(int level) { return static_cast<aclLogLevel>(level < 0 ? 0 : level > 3 ? 3 : level); }

int refuse(const char *function) {
    aclAppLog(ACL_ERROR, function, __FILE__, 0, "hostnpu has nothing that runs compiled device code (AI cores); use the operators of aclnn");
    return ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
}

} // namespace

/// The log of libraries that are compiled as C++.
__attribute__((format(printf, 3, 4))) void DlogRecord(int, int level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log(level_of(level), format, arguments);
    va_end(arguments);
}

extern "C" {

__attribute__((format(printf, 4, 5))) void AlogRecord(uint32_t, uint32_t, uint32_t level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log(level_of(static_cast<int>(level)), format, arguments);
    va_end(arguments);
}

/// Whether messages of a level are worth making: warnings and errors.
int32_t AlogCheckDebugLevel(uint32_t, int32_t level) { return level >= ACL_WARNING ? 1 : 0; }

uint64_t MsprofStr2Id(const char *text, size_t length) { return MsprofGetHashId(text, length); }

int32_t mmGetTid() { return static_cast<int32_t>(syscall(SYS_gettid)); }

int rtMalloc(void **address, uint64_t size, uint32_t, uint16_t) { return aclrtMalloc(address, size, ACL_MEM_MALLOC_HUGE_FIRST); }

int rtRegStreamStateCallback(const char *, void *) { return refuse("rtRegStreamStateCallback"); }
int rtKernelLaunchWithFlagV2(const void *, uint32_t, void *, void *, void *, uint32_t, const void *) { return refuse("rtKernelLaunchWithFlagV2"); }
int rtKernelLaunchWithHandleV2(void *, uint64_t, uint32_t, void *, void *, void *, const void *) { return refuse("rtKernelLaunchWithHandleV2"); }
int rtVectorCoreKernelLaunchWithHandle(void *, uint64_t, uint32_t, void *, void *, void *, const void *) { return refuse("rtVectorCoreKernelLaunchWithHandle"); }

} // extern "C"
