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

/// Writes why an operation is refused, and gives the status for parameters that are not known.
Status refuse(const char *name, const char *sentence);

/// The way a dense tensor is looked at: extents and, where they are not those of dense rows, strides.
struct Look {
    std::vector<int64_t> extents;
    std::vector<int64_t> strides;
};

std::vector<int64_t> extents_of(const Tensor &tensor);
std::vector<int64_t> extents_of(const aclTensor *tensor);

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
    /// The same from an element on.
    aclTensor *tensor(const Tensor &tensor, const Look &look, int64_t first = 0);
    /// A list, which owns its tensors from then on.
    aclTensorList *list(const std::vector<aclTensor *> &tensors);
    aclIntArray *integers(const std::vector<int64_t> &values);
    aclScalar *scalar(float value);
    /// A dense tensor in the workspace. All of them come before the first call.
    aclTensor *temporary(aclDataType type, const std::vector<int64_t> &extents);
    /// The mask that modes of the fused attention ask for and do not read: its shape, over memory of one element, in the workspace.
    aclTensor *temporary_mask();
    /// A tensor that was made elsewhere, with other extents and strides, from an element on.
    aclTensor *again(const aclTensor *tensor, const Look &look, int64_t first = 0);

    using Second = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

    /// Plans a call, `first` followed by `arguments`, and queues it if the program does.
    template <typename First, typename... Arguments> Status call(const char *name, First first, Second second, Arguments... arguments) {
        uint64_t needed = 0;
        aclOpExecutor *executor = nullptr;
        const aclnnStatus status = first(arguments..., &needed, &executor);
        return finish(name, status, needed, executor, second);
    }

    uint64_t workspace_size() const { return temporaries_ + needed_; }

private:
    Status finish(const char *name, aclnnStatus planned, uint64_t needed, aclOpExecutor *executor, Second second);

    bool queues_ = false;
    void *workspace_ = nullptr;
    uint64_t size_ = 0;
    aclrtStream stream_ = nullptr;
    /// Bytes of the temporary tensors, behind which the workspace of the calls begins.
    uint64_t temporaries_ = 0;
    uint64_t needed_ = 0;
    aclTensor *made(aclDataType type, const Look &look, int64_t elements, void *address, int64_t first = 0);
    std::vector<aclTensor *> tensors_;
    std::vector<aclTensorList *> lists_;
    std::vector<aclIntArray *> arrays_;
    std::vector<aclScalar *> scalars_;
};

} // namespace atb

#endif
