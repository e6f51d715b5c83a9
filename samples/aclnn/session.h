// Parts that short samples of operators share: tensors in device memory, and the two phases of a call.

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

// A dense tensor of elements of the C type T, with memory of its own; views of other layouts may be made of that.
template <typename T>
class Tensor {
public:
    Tensor(aclDataType type, const std::vector<int64_t> &shape, const std::vector<T> &elements) : count_(elements.size()), type_(type)
    {
        CHECK(aclrtMalloc(&memory_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory_, Bytes(), elements.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
        tensor_ = View(shape, {}, 0);
    }

    // Of one dimension.
    Tensor(aclDataType type, const std::vector<T> &elements) : Tensor(type, {static_cast<int64_t>(elements.size())}, elements) {}

    ~Tensor()
    {
        aclDestroyTensor(tensor_);
        aclrtFree(memory_);
    }

    Tensor(const Tensor &) = delete;
    Tensor &operator=(const Tensor &) = delete;

    aclTensor *Get() const
    {
        return tensor_;
    }

    // Describes some of the elements: distances between neighbours, and the first one. The caller destroys the description.
    aclTensor *View(const std::vector<int64_t> &shape, const std::vector<int64_t> &strides, int64_t first) const
    {
        const int64_t storage = static_cast<int64_t>(count_);
        return aclCreateTensor(shape.data(), shape.size(), type_, strides.empty() ? nullptr : strides.data(), first, ACL_FORMAT_ND,
                               &storage, 1, memory_);
    }

    std::vector<T> Read() const
    {
        std::vector<T> elements(count_);
        CHECK(aclrtMemcpy(elements.data(), Bytes(), memory_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
        return elements;
    }

    // Prints the elements on one line behind a name.
    void Print(const char *name) const
    {
        std::printf("%-24s", name);
        for (const T element : Read()) {
            std::printf(" %7g", static_cast<double>(element));
        }
        std::printf("\n");
    }

private:
    size_t Bytes() const
    {
        return count_ * sizeof(T);
    }

    size_t count_;
    aclDataType type_;
    void *memory_ = nullptr;
    aclTensor *tensor_ = nullptr;
};
