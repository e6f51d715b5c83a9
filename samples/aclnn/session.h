// What short samples of operators share: tensors of one dimension in device memory, scalars, and the two phases of a call.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

// Ends the program with the text of the error unless a call succeeded.
inline void Check(int status, const char *call)
{
    if (status != ACL_SUCCESS) {
        const char *text = aclGetRecentErrMsg();
        std::printf("%s failed with %d: %s\n", call, status, text == nullptr ? "" : text);
        std::exit(1);
    }
}

#define CHECK(call) Check((call), #call)

// The first device and a stream of it.
class Session {
public:
    Session()
    {
        CHECK(aclInit(nullptr));
        CHECK(aclrtSetDevice(0));
        CHECK(aclrtCreateStream(&stream_));
    }

    ~Session()
    {
        aclrtDestroyStream(stream_);
        aclrtResetDevice(0);
        aclFinalize();
    }

    // Calls both phases, and waits: first(&workspaceSize, &executor), then second(workspace, workspaceSize, executor, stream).
    template <typename First, typename Second>
    void Run(const First &first, const Second &second) const
    {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        CHECK(first(&size, &executor));
        void *workspace = nullptr;
        if (size > 0) {
            CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
        }
        CHECK(second(workspace, size, executor, stream_));
        CHECK(aclrtSynchronizeStream(stream_));
        if (workspace != nullptr) {
            CHECK(aclrtFree(workspace));
        }
    }

private:
    aclrtStream stream_ = nullptr;
};

// A tensor of one dimension with memory of its own.
template <typename T>
class Tensor {
public:
    Tensor(aclDataType type, const std::vector<T> &elements) : count_(static_cast<int64_t>(elements.size()))
    {
        CHECK(aclrtMalloc(&memory_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory_, Bytes(), elements.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
        handle_ = aclCreateTensor(&count_, 1, type, nullptr, 0, ACL_FORMAT_ND, &count_, 1, memory_);
    }

    ~Tensor()
    {
        aclDestroyTensor(handle_);
        aclrtFree(memory_);
    }

    Tensor(const Tensor &) = delete;
    Tensor &operator=(const Tensor &) = delete;

    aclTensor *Get() const
    {
        return handle_;
    }

    std::vector<T> Read() const
    {
        std::vector<T> elements(static_cast<size_t>(count_));
        CHECK(aclrtMemcpy(elements.data(), Bytes(), memory_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
        return elements;
    }

private:
    size_t Bytes() const
    {
        return static_cast<size_t>(count_) * sizeof(T);
    }

    int64_t count_;
    void *memory_ = nullptr;
    aclTensor *handle_ = nullptr;
};
