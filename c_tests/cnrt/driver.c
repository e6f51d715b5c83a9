/* The driver's questions: versions, devices, contexts; each code with its message, outputs untouched on failure. */
#define _POSIX_C_SOURCE 200809L
#include "cn_api.h"
#include "fixture.h"

/* As CHECK_REFUSED, for calls that leave the last error of CNRT alone. */
#define CHECK_DRIVER(call, status, text)                                      \
    do {                                                                      \
        int refused_status_;                                                  \
        log_start();                                                          \
        refused_status_ = (int)(call);                                        \
        log_stop();                                                           \
        CHECK_STATUS(refused_status_, status);                                \
        check_contains(log_text, text, #call, __FILE__, __LINE__);            \
        check_contains(log_text, "[cndrvError] [", #call, __FILE__, __LINE__); \
        CHECK_STATUS(cnrtPeekAtLastError(), cnrtSuccess);                     \
    } while (0)

static void versions(void)
{
    int major = UNTOUCHED, minor = UNTOUCHED, patch = UNTOUCHED;
    CHECK_DRIVER(cnGetLibVersion(NULL, &minor, &patch), CN_ERROR_INVALID_VALUE, "cnGetLibVersion: `major` is null");
    CHECK_DRIVER(cnGetDriverVersion(&major, NULL, &patch), CN_ERROR_INVALID_VALUE, "cnGetDriverVersion: `minor` is null");
    CHECK_DRIVER(cnGetDriverVersion(&major, &minor, NULL), CN_ERROR_INVALID_VALUE, "`patch` is null");
    CHECK_TRUE(major == UNTOUCHED && minor == UNTOUCHED && patch == UNTOUCHED);
    CHECK_STATUS(cnGetLibVersion(&major, &minor, &patch), CN_SUCCESS);
    CHECK_TRUE(major == CN_MAJOR_VERSION && minor == CN_MINOR_VERSION && patch == CN_PATCH_VERSION);
    CHECK_STATUS(cnGetDriverVersion(&major, &minor, &patch), CN_SUCCESS);
    CHECK_EQUAL_INT(major, CN_MAJOR_VERSION);
}

static void devices(void)
{
    char name[64] = "unchanged";
    int value = UNTOUCHED, cnrt_value = 0;
    CHECK_DRIVER(cnDeviceGetName(NULL, 64, 0), CN_ERROR_INVALID_VALUE, "`name` is null");
    CHECK_DRIVER(cnDeviceGetName(name, 0, 0), CN_ERROR_INVALID_VALUE, "`len` is 0; allowed: 1 or more");
    CHECK_DRIVER(cnDeviceGetName(name, 64, 2), CN_ERROR_INVALID_DEVICE, "`dev` is 2; allowed: 0 to 1");
    CHECK_DRIVER(cnDeviceGetName(name, 64, UINT64_MAX), CN_ERROR_INVALID_DEVICE, "`dev` is ");
    CHECK_EQUAL_STRING(name, "unchanged");
    CHECK_STATUS(cnDeviceGetName(name, 7, 1), CN_SUCCESS);
    CHECK_EQUAL_STRING(name, "MLU590");
    CHECK_STATUS(cnDeviceGetName(name, sizeof name, 0), CN_SUCCESS);
    CHECK_EQUAL_STRING(name, "MLU590-hostnpu");

    CHECK_DRIVER(cnDeviceGetAttribute(NULL, CN_DEVICE_ATTRIBUTE_MLU_ISA_VERSION, 0), CN_ERROR_INVALID_VALUE, "`value` is null");
    CHECK_DRIVER(cnDeviceGetAttribute(&value, CN_DEVICE_ATTRIBUTE_MLU_ISA_VERSION, 9), CN_ERROR_INVALID_DEVICE, "`dev` is 9");
    CHECK_DRIVER(cnDeviceGetAttribute(&value, (CNdevice_attribute)-1, 0), CN_ERROR_INVALID_VALUE, "`attrib` is ");
    CHECK_EQUAL_INT(value, UNTOUCHED);
    CHECK_STATUS(cnDeviceGetAttribute(&value, CN_DEVICE_ATTRIBUTE_MLU_ISA_VERSION, 0), CN_SUCCESS);
    CHECK_EQUAL_INT(value, 592);
    CHECK_STATUS(cnDeviceGetAttribute(&value, CN_DEVICE_ATTRIBUTE_NRAM_SIZE_PER_CORE, 1), CN_SUCCESS);
    CHECK_STATUS(cnrtDeviceGetAttribute(&cnrt_value, cnrtAttrNramSizePerMcore, 1), cnrtSuccess);
    CHECK_EQUAL_INT(value, cnrt_value);
    CHECK_STATUS(cnDeviceGetAttribute(&value, CN_DEVICE_ATTRIBUTE_LINEAR_MAPPING_SUPPORTED, 0), CN_SUCCESS);
    CHECK_EQUAL_INT(value, 0);
}

static void contexts(void)
{
    CNcontext current = (CNcontext)NO_HANDLE, other = (CNcontext)NO_HANDLE, found = NULL;
    CNdev dev = UNTOUCHED;
    cnrtQueue_t queue = NULL;
    int ordinal = UNTOUCHED;

    CHECK_DRIVER(cnCtxGetCurrent(NULL), CN_ERROR_INVALID_VALUE, "`context` is null");
    CHECK_DRIVER(cnCtxGetDevice(NULL), CN_ERROR_INVALID_VALUE, "`dev` is null");
    CHECK_DRIVER(cnSharedContextAcquire(NULL, 0), CN_ERROR_INVALID_VALUE, "`context` is null");
    CHECK_DRIVER(cnSharedContextAcquire(&other, 2), CN_ERROR_INVALID_DEVICE, "`dev` is 2");
    CHECK_TRUE(other == (CNcontext)NO_HANDLE);
    CHECK_STATUS(cnrtSetDevice(0), cnrtSuccess);
    CHECK_STATUS(cnCtxGetCurrent(&current), CN_SUCCESS);
    CHECK_STATUS(cnCtxGetDevice(&dev), CN_SUCCESS);
    CHECK_EQUAL_INT(dev, 0);
    CHECK_STATUS(cnSharedContextAcquire(&found, 0), CN_SUCCESS);
    CHECK_TRUE(found == current);
    CHECK_STATUS(cnSharedContextAcquire(&other, 1), CN_SUCCESS);
    CHECK_TRUE(other != current);
    CHECK_STATUS(cnrtGetDevice(&ordinal), cnrtSuccess);
    CHECK_EQUAL_INT(ordinal, 0);

    CHECK_STATUS(cnrtSetDevice(1), cnrtSuccess);
    CHECK_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    CHECK_STATUS(cnrtSetDevice(0), cnrtSuccess);
    found = (CNcontext)NO_HANDLE;
    CHECK_DRIVER(cnQueueGetContext((CNqueue)NO_HANDLE, &found), CN_ERROR_INVALID_HANDLE, "`queue` is not a handle");
    CHECK_DRIVER(cnQueueGetContext(stale_queue(), &found), CN_ERROR_INVALID_HANDLE, "`queue` is a destroyed handle");
    CHECK_DRIVER(cnQueueGetContext(queue, NULL), CN_ERROR_INVALID_VALUE, "`context` is null");
    CHECK_TRUE(found == (CNcontext)NO_HANDLE);
    CHECK_STATUS(cnQueueGetContext(queue, &found), CN_SUCCESS);
    CHECK_TRUE(found == other);
    CHECK_STATUS(cnQueueGetContext(NULL, &found), CN_SUCCESS);
    CHECK_TRUE(found == current);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
}

static void configuration(void)
{
    static const struct {
        KernelClass class;
        int tasks;
    } classes[] = {{CN_KERNEL_CLASS_BLOCK, 32}, {CN_KERNEL_CLASS_UNION, 8},  {CN_KERNEL_CLASS_UNION2, 4},
                   {CN_KERNEL_CLASS_UNION4, 2}, {CN_KERNEL_CLASS_UNION8, 1}, {CN_KERNEL_CLASS_UNION16, 0}};
    CNcontext context = NULL, bad = (CNcontext)NO_HANDLE;
    CNctxConfigParam param;
    int tasks = UNTOUCHED;
    size_t at;
    CHECK_STATUS(cnCtxGetCurrent(&context), CN_SUCCESS);
    param.visibleCluster = UNTOUCHED;
    CHECK_DRIVER(cnGetCtxConfigParam(NULL, CN_CTX_CONFIG_UNION_LIMIT, &param), CN_ERROR_INVALID_VALUE,
                 "cnGetCtxConfigParam_pt: `context` is null");
    CHECK_DRIVER(cnGetCtxConfigParam(bad, CN_CTX_CONFIG_UNION_LIMIT, &param), CN_ERROR_INVALID_HANDLE, "`context` is not a handle");
    CHECK_DRIVER(cnGetCtxConfigParam(context, CN_CTX_CONFIG_UNION_LIMIT, NULL), CN_ERROR_INVALID_VALUE, "`param` is null");
    CHECK_DRIVER(cnGetCtxConfigParam_pp(context, (CNctxConfigParamType)3, &param), CN_ERROR_INVALID_VALUE,
                 "`type` is CNctxConfigParamType(3)");
    CHECK_EQUAL_INT(param.visibleCluster, UNTOUCHED);
    CHECK_STATUS(cnGetCtxConfigParam(context, CN_CTX_CONFIG_VISIBLE_CLUSTER, &param), CN_SUCCESS);
    CHECK_EQUAL_INT(param.visibleCluster, 0xff);
    CHECK_STATUS(cnGetCtxConfigParam(context, CN_CTX_CONFIG_VISIBLE_CLUSTER_NUM, &param), CN_SUCCESS);
    CHECK_EQUAL_INT(param.visibleClusterNumber, 8);
    CHECK_STATUS(cnGetCtxConfigParam_pp(context, CN_CTX_CONFIG_UNION_LIMIT, &param), CN_SUCCESS);
    CHECK_EQUAL_INT(param.unionLimit, CN_KERNEL_CLASS_UNION8);

    CHECK_DRIVER(cnGetCtxMaxParallelUnionTasks(bad, CN_KERNEL_CLASS_UNION, &tasks), CN_ERROR_INVALID_HANDLE, "`context` is no");
    CHECK_DRIVER(cnGetCtxMaxParallelUnionTasks(context, CN_KERNEL_CLASS_UNION, NULL), CN_ERROR_INVALID_VALUE, "`count` is null");
    CHECK_DRIVER(cnGetCtxMaxParallelUnionTasks(context, CN_KERNEL_CLASS_NONE, &tasks), CN_ERROR_INVALID_VALUE, "`kernelClass` is ");
    CHECK_EQUAL_INT(tasks, UNTOUCHED);
    for (at = 0; at < sizeof classes / sizeof *classes; at++) {
        CHECK_STATUS(cnGetCtxMaxParallelUnionTasks(context, classes[at].class, &tasks), CN_SUCCESS);
        CHECK_EQUAL_INT(tasks, classes[at].tasks);
    }
}

int main(void)
{
    versions();
    devices();
    contexts();
    configuration();
    return check_result();
}
