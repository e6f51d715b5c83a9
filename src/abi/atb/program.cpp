#include "program.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

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

Status refuse(const char *name, const char *sentence) {
    report("%s: %s", name, sentence);
    return ERROR_INVALID_PARAM;
}

std::vector<int64_t> extents_of(const Tensor &tensor) {
    const Dims &shape = tensor.desc.shape;
    return {shape.dims, shape.dims + std::min<uint64_t>(shape.dimNum, MAX_DIM)};
}

std::vector<int64_t> extents_of(const aclTensor *tensor) {
    int64_t *extents = nullptr;
    uint64_t rank = 0;
    if (aclGetViewShape(tensor, &extents, &rank) != 0) {
        return {};
    }
    std::vector<int64_t> shape(extents, extents + rank);
    // The library took it by malloc: sanitizers want the same kind of release.
    std::free(extents);
    return shape;
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

aclTensor *Program::made(aclDataType type, const Look &look, int64_t elements, void *address, int64_t first) {
    std::vector<int64_t> strides = look.strides;
    if (strides.empty()) {
        strides.resize(look.extents.size());
        int64_t step = 1;
        for (std::size_t axis = look.extents.size(); axis-- > 0;) {
            strides[axis] = step;
            step *= look.extents[axis];
        }
    }
    aclTensor *tensor = aclCreateTensor(look.extents.data(), look.extents.size(), type, strides.data(), first, ACL_FORMAT_ND, &elements, 1, address);
    if (tensor != nullptr) {
        tensors_.push_back(tensor);
    }
    return tensor;
}

aclTensor *Program::tensor(const Tensor &tensor, const Look &look, int64_t first) {
    return made(tensor.desc.dtype, look, static_cast<int64_t>(Utils::GetTensorNumel(tensor)), tensor.deviceData, first);
}

aclTensor *Program::temporary(aclDataType type, const std::vector<int64_t> &extents) {
    int64_t elements = 1;
    for (const int64_t extent : extents) {
        elements *= extent;
    }
    uint8_t *address = workspace_ == nullptr ? nullptr : static_cast<uint8_t *>(workspace_) + temporaries_;
    temporaries_ += (static_cast<uint64_t>(elements) * aclDataTypeSize(type) + 511) / 512 * 512;
    return made(type, {extents, {}}, elements, address);
}

aclTensor *Program::temporary_mask() {
    uint8_t *address = workspace_ == nullptr ? nullptr : static_cast<uint8_t *>(workspace_) + temporaries_;
    temporaries_ += 512;
    return made(ACL_INT8, {{2048, 2048}, {0, 0}}, 1, address);
}

aclTensor *Program::again(const aclTensor *tensor, const Look &look, int64_t first) {
    aclDataType type = ACL_DT_UNDEFINED;
    void *address = nullptr;
    int64_t elements = 0;
    for (const int64_t extent : extents_of(tensor)) {
        elements = elements == 0 ? extent : elements * extent;
    }
    int64_t offset = 0;
    if (aclGetDataType(tensor, &type) != 0 || aclGetRawTensorAddr(tensor, &address) != 0 || aclGetViewOffset(tensor, &offset) != 0) {
        return nullptr;
    }
    if (address != nullptr) {
        address = static_cast<uint8_t *>(address) + static_cast<uint64_t>(offset) * aclDataTypeSize(type);
    }
    return made(type, look, elements, address, first);
}

aclTensorList *Program::list(const std::vector<aclTensor *> &tensors) {
    aclTensorList *made = aclCreateTensorList(tensors.data(), tensors.size());
    if (made != nullptr) {
        lists_.push_back(made);
        for (aclTensor *tensor : tensors) {
            tensors_.erase(std::remove(tensors_.begin(), tensors_.end(), tensor), tensors_.end());
        }
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
    const uint64_t whole = temporaries_ + needed;
    if (whole > size_ || (whole > 0 && workspace_ == nullptr)) {
        report("%s needs a workspace of %llu bytes and was given %llu", name, static_cast<unsigned long long>(whole),
               static_cast<unsigned long long>(workspace_ == nullptr ? 0 : size_));
        if (executor != nullptr) {
            aclDestroyAclOpExecutor(executor);
        }
        return workspace_ == nullptr ? ERROR_INVALID_WORKSPACE_ADDR : ERROR_INVALID_WORKSPACE_SIZE;
    }
    void *workspace = needed == 0 ? nullptr : static_cast<uint8_t *>(workspace_) + temporaries_;
    const aclnnStatus queued = second(workspace, needed, executor, stream_);
    if (queued != 0) {
        report("%s was not queued: status %d", name, static_cast<int>(queued));
        return ERROR_CANN_ERROR;
    }
    return NO_ERROR;
}

} // namespace atb
