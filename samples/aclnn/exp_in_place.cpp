// Every second column of a matrix to its exponential, in place, and back by the logarithm: what is between the columns stays.

#include <cstdio>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_log.h"

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

constexpr size_t kRows = 3;
constexpr size_t kColumns = 5;

// All functions of one tensor in place have these two phases.
using FirstPhase = aclnnStatus (*)(aclTensor *, uint64_t *, aclOpExecutor **);
using SecondPhase = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

int Apply(FirstPhase plan, SecondPhase run, aclTensor *tensor, aclrtStream stream)
{
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(plan(tensor, &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(run(workspace, workspaceSize, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    return workspace == nullptr ? 0 : aclrtFree(workspace);
}

int Print(const char *title, const void *device)
{
    std::vector<float> matrix(kRows * kColumns);
    const size_t bytes = matrix.size() * sizeof(float);
    CHECK(aclrtMemcpy(matrix.data(), bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("%s\n", title);
    for (size_t i = 0; i < matrix.size(); i++) {
        std::printf("%9.5f%s", matrix[i], i % kColumns == kColumns - 1 ? "\n" : " ");
    }
    return 0;
}

int Run(aclrtStream stream)
{
    std::vector<float> matrix(kRows * kColumns);
    for (size_t i = 0; i < matrix.size(); i++) {
        matrix[i] = 0.25f * static_cast<float>(i) - 1.0f;
    }
    const size_t bytes = matrix.size() * sizeof(float);
    void *address = nullptr;
    CHECK(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    const std::unique_ptr<void, decltype(&aclrtFree)> memory(address, aclrtFree);
    CHECK(aclrtMemcpy(address, bytes, matrix.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));

    // Columns 0, 2 and 4.
    const std::vector<int64_t> shape = {kRows, 3};
    const std::vector<int64_t> strides = {kColumns, 2};
    const std::vector<int64_t> storage = {kRows, kColumns};
    const std::unique_ptr<aclTensor, decltype(&aclDestroyTensor)> view(
        aclCreateTensor(shape.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, storage.data(), 2, address),
        aclDestroyTensor);

    if (Print("before", address) != 0 ||
        Apply(aclnnInplaceExpGetWorkspaceSize, aclnnInplaceExp, view.get(), stream) != 0 ||
        Print("exponentials of columns 0, 2 and 4", address) != 0 ||
        Apply(aclnnInplaceLogGetWorkspaceSize, aclnnInplaceLog, view.get(), stream) != 0) {
        return 1;
    }
    return Print("their logarithms", address);
}

} // namespace

int main()
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    const int failed = Run(stream);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return failed;
}
