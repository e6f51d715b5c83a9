// What an operation consists of: calls of operators of aclnn, one after the other, which share a workspace.
#ifndef HOSTNPU_ABI_ATB_PROGRAM_H
#define HOSTNPU_ABI_ATB_PROGRAM_H

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <acl/acl.h>
#include <aclnn/acl_meta.h>

#include "atb/types.h"

namespace atb {

/// Writes a sentence to the log, at the level of errors.
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The way a dense tensor is looked at: extents and, where they are not those of dense rows, strides.
struct Look {
    std::vector<int64_t> extents;
    std::vector<int64_t> strides;
};

std::vector<int64_t> extents_of(const Tensor &tensor);

/// Calls of operators. It is run twice: to learn the size of the workspace, and to queue them. Both times each call is planned anew: what `Setup` saw may have moved until `Execute`.
class Program {
public:
    /// A program that measures.
    Program() = default;
    /// A program that queues its calls.
    Program(void *workspace, uint64_t size, aclrtStream stream) : queues_(true), workspace_(workspace), size_(size), stream_(stream) {}
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
    ~Program();

    aclTensor *tensor(const Tensor &tensor) { return this->tensor(tensor, {extents_of(tensor), {}}); }
    aclTensor *tensor(const Tensor &tensor, const Look &look);
    aclTensorList *list(aclTensor *tensor);
    aclIntArray *integers(const std::vector<int64_t> &values);
    aclScalar *scalar(float value);

    using Second = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

    /// Plans a call, `first` followed by `arguments`, and queues it if the program does.
    template <typename First, typename... Arguments> Status call(const char *name, First first, Second second, Arguments... arguments) {
        uint64_t needed = 0;
        aclOpExecutor *executor = nullptr;
        const aclnnStatus status = first(arguments..., &needed, &executor);
        return finish(name, status, needed, executor, second);
    }

    uint64_t workspace_size() const { return needed_; }

private:
    Status finish(const char *name, aclnnStatus planned, uint64_t needed, aclOpExecutor *executor, Second second);

    bool queues_ = false;
    void *workspace_ = nullptr;
    uint64_t size_ = 0;
    aclrtStream stream_ = nullptr;
    uint64_t needed_ = 0;
    std::vector<aclTensor *> tensors_;
    std::vector<aclTensorList *> lists_;
    std::vector<aclIntArray *> arrays_;
    std::vector<aclScalar *> scalars_;
};

} // namespace atb

#endif
