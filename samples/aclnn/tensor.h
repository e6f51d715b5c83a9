// What samples share: tensors with their device memory, and the two phases of an operator.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

// Ends the program, with the sentence of the call that failed.
inline void Check(int status, const char *call)
{
    if (status != ACL_SUCCESS) {
        const char *text = aclGetRecentErrMsg();
        std::printf("%s failed with %d: %s\n", call, status, text == nullptr ? "" : text);
        std::exit(1);
    }
}

#define CHECK(call) Check((call), #call)

// A dense tensor of elements of the C type T, and its memory.
template <typename T>
class Tensor {
public:
    Tensor(aclDataType type, const std::vector<int64_t> &shape, const std::vector<T> &values)
        : count_(values.size())
    {
        CHECK(aclrtMalloc(&memory_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory_, Bytes(), values.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
        tensor_ = aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(), shape.size(), memory_);
    }
    Tensor(const Tensor &) = delete;
    Tensor &operator=(const Tensor &) = delete;
    ~Tensor()
    {
        aclDestroyTensor(tensor_);
        aclrtFree(memory_);
    }

    aclTensor *Get() const { return tensor_; }

    // Prints the elements on one line behind a name.
    void Print(const char *name) const
    {
        std::vector<T> values(count_);
        CHECK(aclrtMemcpy(values.data(), Bytes(), memory_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
        std::printf("%-24s", name);
        for (const T value : values) {
            std::printf(" %7g", static_cast<double>(value));
        }
        std::printf("\n");
    }

private:
    size_t Bytes() const { return count_ * sizeof(T); }

    size_t count_;
    void *memory_ = nullptr;
    aclTensor *tensor_ = nullptr;
};

// Runs an operator: `plan` is its first phase with all arguments but the last two, `launch` its second phase.
template <typename Plan, typename Launch>
void Run(aclrtStream stream, Plan plan, Launch launch)
{
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(plan(&workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(launch(workspace, workspaceSize, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
}

// Runs `body` on device 0 with a stream.
template <typename Body>
int WithDevice(Body body)
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    body(stream);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
