// The sine of eight numbers, once into another tensor and once in place.

#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"

#define CHECK(call)                                                                              \
    do {                                                                                         \
        const int status = (call);                                                               \
        if (status != ACL_SUCCESS) {                                                             \
            const char *text = aclGetRecentErrMsg();                                             \
            std::printf("%s failed with %d: %s\n", #call, status, text == nullptr ? "" : text);  \
            return 1;                                                                            \
        }                                                                                        \
    } while (0)

namespace {

const std::vector<int64_t> shape = {4, 2};
const std::vector<float> values = {0, 1, 2, 3, 4, 5, 6, 7};
const size_t bytes = 8 * sizeof(float);

// Copies values to the device and describes them as a tensor.
int CreateTensor(const std::vector<float> &host, void **device, aclTensor **tensor)
{
    CHECK(aclrtMalloc(device, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(*device, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    const std::vector<int64_t> strides = {2, 1};
    *tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(),
                              shape.size(), *device);
    return *tensor == nullptr ? 1 : 0;
}

int Print(const char *name, const void *device)
{
    std::vector<float> host(values.size());
    CHECK(aclrtMemcpy(host.data(), bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < host.size(); i++) {
        std::printf("%s[%zu] is: %f\n", name, i, host[i]);
    }
    return 0;
}

} // namespace

int main()
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));

    void *selfDevice = nullptr;
    void *outDevice = nullptr;
    aclTensor *self = nullptr;
    aclTensor *out = nullptr;
    if (CreateTensor(values, &selfDevice, &self) != 0 ||
        CreateTensor(std::vector<float>(values.size(), 0), &outDevice, &out) != 0) {
        return 1;
    }

    // First phase: check, plan, and say how much scratch memory is needed.
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(aclnnSinGetWorkspaceSize(self, out, &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    // Second phase: put the work into the stream.
    CHECK(aclnnSin(workspace, workspaceSize, executor, stream));

    uint64_t inplaceWorkspaceSize = 0;
    aclOpExecutor *inplaceExecutor = nullptr;
    CHECK(aclnnInplaceSinGetWorkspaceSize(self, &inplaceWorkspaceSize, &inplaceExecutor));
    void *inplaceWorkspace = nullptr;
    if (inplaceWorkspaceSize > 0) {
        CHECK(aclrtMalloc(&inplaceWorkspace, inplaceWorkspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(aclnnInplaceSin(inplaceWorkspace, inplaceWorkspaceSize, inplaceExecutor, stream));

    CHECK(aclrtSynchronizeStream(stream));
    if (Print("result", outDevice) != 0 || Print("inplaceResult", selfDevice) != 0) {
        return 1;
    }

    aclDestroyTensor(self);
    aclDestroyTensor(out);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    if (inplaceWorkspace != nullptr) {
        aclrtFree(inplaceWorkspace);
    }
    aclrtFree(selfDevice);
    aclrtFree(outDevice);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
