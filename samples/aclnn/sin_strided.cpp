// The sine of a transposed part of a matrix, written into every second column of another: views instead of copies.

#include <cstdio>
#include <memory>
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

using Tensor = std::unique_ptr<aclTensor, decltype(&aclDestroyTensor)>;
using Memory = std::unique_ptr<void, decltype(&aclrtFree)>;

int Run(aclrtStream stream)
{
    // A matrix of 3 rows and 5 columns, and one of 4 rows and 6 columns for the results.
    const std::vector<float> matrix = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 1.0f, 1.1f, 1.2f, 1.3f, 1.4f, 2.0f, 2.1f, 2.2f, 2.3f, 2.4f};
    std::vector<float> results(24, 9.0f);
    const size_t matrixBytes = matrix.size() * sizeof(float);
    const size_t resultBytes = results.size() * sizeof(float);

    void *address = nullptr;
    CHECK(aclrtMalloc(&address, matrixBytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    const Memory from(address, aclrtFree);
    CHECK(aclrtMalloc(&address, resultBytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    const Memory to(address, aclrtFree);
    CHECK(aclrtMemcpy(from.get(), matrixBytes, matrix.data(), matrixBytes, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpy(to.get(), resultBytes, results.data(), resultBytes, ACL_MEMCPY_HOST_TO_DEVICE));

    // Columns 1 to 4 of the matrix, transposed: element [i][j] is row j, column i + 1.
    const std::vector<int64_t> shape = {4, 3};
    const std::vector<int64_t> selfStorage = {3, 5};
    const std::vector<int64_t> selfStrides = {1, 5};
    const Tensor self(aclCreateTensor(shape.data(), 2, ACL_FLOAT, selfStrides.data(), 1, ACL_FORMAT_ND, selfStorage.data(), 2,
                                      from.get()),
                      aclDestroyTensor);
    // Columns 1, 3 and 5 of the results.
    const std::vector<int64_t> outStorage = {4, 6};
    const std::vector<int64_t> outStrides = {6, 2};
    const Tensor out(aclCreateTensor(shape.data(), 2, ACL_FLOAT, outStrides.data(), 1, ACL_FORMAT_ND, outStorage.data(), 2,
                                     to.get()),
                     aclDestroyTensor);

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(aclnnSinGetWorkspaceSize(self.get(), out.get(), &workspaceSize, &executor));
    Memory workspace(nullptr, aclrtFree);
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&address, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
        workspace.reset(address);
    }
    CHECK(aclnnSin(workspace.get(), workspaceSize, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(results.data(), resultBytes, to.get(), resultBytes, ACL_MEMCPY_DEVICE_TO_HOST));

    // What the view does not name keeps its 9.
    for (size_t row = 0; row < 4; row++) {
        for (size_t column = 0; column < 6; column++) {
            std::printf("%s%.6f", column == 0 ? "" : " ", results[row * 6 + column]);
        }
        std::printf("\n");
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
    const int failed = Run(stream);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return failed;
}
