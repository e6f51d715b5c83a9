// Contexts, the end of operations, and sizes of tensors.

#include <new>

#include "atb/atb_infer.h"
#include "program.h"

namespace atb {
namespace {

class StreamContext : public Context {
public:
    Status SetExecuteStream(aclrtStream stream) override {
        stream_ = stream;
        return NO_ERROR;
    }
    aclrtStream GetExecuteStream() const override { return stream_; }
    Status SetAsyncTilingCopyStatus(bool enable) override {
        copies_ = enable;
        return NO_ERROR;
    }
    bool GetAsyncTilingCopyStatus() const override { return copies_; }

private:
    aclrtStream stream_ = nullptr;
    bool copies_ = false;
};

} // namespace

Status CreateContext(Context **context) {
    if (context == nullptr) {
        report("CreateContext: the address for the context is null");
        return ERROR_INVALID_PARAM;
    }
    *context = new (std::nothrow) StreamContext;
    return *context == nullptr ? ERROR_OUT_OF_HOST_MEMORY : NO_ERROR;
}

Status DestroyContext(Context *context) {
    if (context == nullptr) {
        report("DestroyContext: the context is null");
        return ERROR_INVALID_CONTEXT_ADDR;
    }
    delete context;
    return NO_ERROR;
}

Status DestroyOperation(Operation *operation) {
    if (operation == nullptr) {
        report("DestroyOperation: the operation is null");
        return ERROR_INVALID_OPERATION_ADDR;
    }
    delete operation;
    return NO_ERROR;
}

uint64_t Utils::GetTensorNumel(const TensorDesc &desc) {
    const Dims &shape = desc.shape;
    uint64_t elements = shape.dimNum > 0 && shape.dimNum <= MAX_DIM ? 1 : 0;
    for (uint64_t axis = 0; axis < shape.dimNum && axis < MAX_DIM; ++axis) {
        elements *= shape.dims[axis] < 0 ? 0 : static_cast<uint64_t>(shape.dims[axis]);
    }
    return elements;
}

uint64_t Utils::GetTensorNumel(const Tensor &tensor) { return GetTensorNumel(tensor.desc); }

uint64_t Utils::GetTensorSize(const TensorDesc &desc) { return desc.dtype == ACL_DT_UNDEFINED ? 0 : GetTensorNumel(desc) * aclDataTypeSize(desc.dtype); }

uint64_t Utils::GetTensorSize(const Tensor &tensor) { return GetTensorSize(tensor.desc); }

} // namespace atb
