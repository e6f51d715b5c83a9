#include "program.h"

#include <cstdarg>
#include <cstdio>

#include "atb/utils.h"

namespace atb {

void report(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    aclAppLog(ACL_ERROR, "atb", __FILE__, 0, "%s", text);
}

std::vector<int64_t> extents_of(const Tensor &tensor) {
    const Dims &shape = tensor.desc.shape;
    return {shape.dims, shape.dims + std::min<uint64_t>(shape.dimNum, MAX_DIM)};
}

Program::~Program() {
    // A list owns its tensors.
    for (aclTensorList *list : lists_) {
        aclDestroyTensorList(list);
    }
    for (aclTensor *tensor : tensors_) {
        aclDestroyTensor(tensor);
    }
    for (aclIntArray *array : arrays_) {
        aclDestroyIntArray(array);
    }
    for (aclScalar *scalar : scalars_) {
        aclDestroyScalar(scalar);
    }
}

aclTensor *Program::tensor(const Tensor &tensor, const Look &look) {
    std::vector<int64_t> strides = look.strides;
    if (strides.empty()) {
        strides.resize(look.extents.size());
        int64_t step = 1;
        for (std::size_t axis = look.extents.size(); axis-- > 0;) {
            strides[axis] = step;
            step *= look.extents[axis];
        }
    }
    const int64_t elements = static_cast<int64_t>(Utils::GetTensorNumel(tensor));
    aclTensor *made = aclCreateTensor(look.extents.data(), look.extents.size(), tensor.desc.dtype, strides.data(), 0, ACL_FORMAT_ND, &elements, 1,
                                      tensor.deviceData);
    if (made != nullptr) {
        tensors_.push_back(made);
    }
    return made;
}

aclTensorList *Program::list(aclTensor *tensor) {
    aclTensorList *made = aclCreateTensorList(&tensor, 1);
    if (made != nullptr) {
        lists_.push_back(made);
        tensors_.erase(std::remove(tensors_.begin(), tensors_.end(), tensor), tensors_.end());
    }
    return made;
}

aclIntArray *Program::integers(const std::vector<int64_t> &values) {
    arrays_.push_back(aclCreateIntArray(values.data(), values.size()));
    return arrays_.back();
}

aclScalar *Program::scalar(float value) {
    scalars_.push_back(aclCreateScalar(&value, ACL_FLOAT));
    return scalars_.back();
}

Status Program::finish(const char *name, aclnnStatus planned, uint64_t needed, aclOpExecutor *executor, Second second) {
    if (planned != 0) {
        report("%s refuses its arguments: status %d, see the message before", name, static_cast<int>(planned));
        return ERROR_CANN_ERROR;
    }
    needed_ = std::max(needed_, needed);
    if (!queues_) {
        // An empty call may have no executor.
        if (executor != nullptr) {
            aclDestroyAclOpExecutor(executor);
        }
        return NO_ERROR;
    }
    if (needed > size_ || (needed > 0 && workspace_ == nullptr)) {
        report("%s needs a workspace of %llu bytes and was given %llu", name, static_cast<unsigned long long>(needed),
               static_cast<unsigned long long>(workspace_ == nullptr ? 0 : size_));
        if (executor != nullptr) {
            aclDestroyAclOpExecutor(executor);
        }
        return workspace_ == nullptr ? ERROR_INVALID_WORKSPACE_ADDR : ERROR_INVALID_WORKSPACE_SIZE;
    }
    const aclnnStatus queued = second(workspace_, needed, executor, stream_);
    if (queued != 0) {
        report("%s was not queued: status %d", name, static_cast<int>(queued));
        return ERROR_CANN_ERROR;
    }
    return NO_ERROR;
}

} // namespace atb
