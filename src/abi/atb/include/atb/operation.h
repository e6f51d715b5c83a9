// Operations of libatb.so: made from parameters, planned by `Setup`, queued by `Execute`.
#ifndef HOSTNPU_ATB_OPERATION_H
#define HOSTNPU_ATB_OPERATION_H

#include <string>

#include "atb/context.h"
#include "atb/types.h"

namespace atb {

/// The order of the virtual functions is part of the binary interface.
class Operation {
public:
    Operation() = default;
    virtual ~Operation() = default;

    virtual std::string GetName() const = 0;
    /// Computes what the outputs look like.
    virtual Status InferShape(const SVector<TensorDesc> &inTensorDescs, SVector<TensorDesc> &outTensorDescs) const = 0;
    virtual uint32_t GetInputNum() const = 0;
    virtual uint32_t GetOutputNum() const = 0;
    /// Checks the tensors, and returns the bytes of device memory that `Execute` needs.
    virtual Status Setup(const VariantPack &variantPack, uint64_t &workspaceSize, Context *context) = 0;
    /// Queues the operation on the stream of the context.
    virtual Status Execute(const VariantPack &variantPack, uint8_t *workspace, uint64_t workspaceSize, Context *context) = 0;
};

/// Makes an operation. Parameters that hostnpu does not have are refused with ERROR_INVALID_PARAM, and the log says why.
template <typename OpParam> Status CreateOperation(const OpParam &opParam, Operation **operation);

Status DestroyOperation(Operation *operation);

} // namespace atb

#endif
