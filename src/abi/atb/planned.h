// An operation that parameters make, whose work is a program.
#ifndef HOSTNPU_ABI_ATB_PLANNED_H
#define HOSTNPU_ABI_ATB_PLANNED_H

#include "atb/atb_infer.h"
#include "program.h"

namespace atb {

/// An operation whose work is a program.
class Planned : public Operation {
public:
    Planned(const char *name, uint32_t inputs, uint32_t outputs) : name_(name), inputs_(inputs), outputs_(outputs) {}

    std::string GetName() const override { return name_; }
    uint32_t GetInputNum() const override { return inputs_; }
    uint32_t GetOutputNum() const override { return outputs_; }

    Status InferShape(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const override {
        if (inputs.size() != inputs_) {
            return count("inputs", inputs.size(), inputs_, ERROR_INVALID_IN_TENSOR_NUM);
        }
        outputs.resize(outputs_);
        return infer(inputs, outputs);
    }

    Status Setup(const VariantPack &pack, uint64_t &workspaceSize, Context *context) override {
        if (context == nullptr) {
            report("%s: the context is null", name_);
            return ERROR_INVALID_CONTEXT_ADDR;
        }
        Program program;
        const Status status = checked(pack, program);
        workspaceSize = status == NO_ERROR ? program.workspace_size() : 0;
        return status;
    }

    Status Execute(const VariantPack &pack, uint8_t *workspace, uint64_t workspaceSize, Context *context) override {
        if (context == nullptr) {
            report("%s: the context is null", name_);
            return ERROR_INVALID_CONTEXT_ADDR;
        }
        Program program(workspace, workspaceSize, context->GetExecuteStream());
        return checked(pack, program);
    }

protected:
    /// What the outputs look like: those of the first input, unless an operation says otherwise.
    virtual Status infer(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const {
        for (std::size_t index = 0; index < outputs.size(); ++index) {
            outputs[index] = inputs[index];
        }
        return NO_ERROR;
    }

    /// The calls, for tensors of which there are as many as the operation says.
    virtual Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const = 0;

    Status refuse(const char *sentence, Status status = ERROR_INVALID_TENSOR_DIM) const {
        report("%s: %s", name_, sentence);
        return status;
    }

    const char *name_;

private:
    Status count(const char *what, std::size_t got, uint32_t expected, Status status) const {
        report("%s takes %u %s and was given %zu", name_, expected, what, got);
        return status;
    }

    Status checked(const VariantPack &pack, Program &program) const {
        if (pack.inTensors.size() != inputs_) {
            return count("inputs", pack.inTensors.size(), inputs_, ERROR_INVALID_IN_TENSOR_NUM);
        }
        if (pack.outTensors.size() != outputs_) {
            return count("outputs", pack.outTensors.size(), outputs_, ERROR_INVALID_TENSOR_NUM);
        }
        for (const SVector<Tensor> *tensors : {&pack.inTensors, &pack.outTensors}) {
            for (const Tensor &tensor : *tensors) {
                const bool is_given = tensor.deviceData != nullptr || tensor.hostData != nullptr;
                if (tensor.desc.shape.dimNum > MAX_DIM) {
                    return refuse("a tensor has more than 8 dimensions", ERROR_INVALID_TENSOR_DIM_NUM);
                }
                if (is_given && tensor.desc.format != ACL_FORMAT_ND) {
                    return refuse("tensors of other formats than ND are not supported", ERROR_INVALID_TENSOR_FORMAT);
                }
            }
        }
        return run(pack.inTensors, pack.outTensors, program);
    }

    uint32_t inputs_;
    uint32_t outputs_;
};

inline bool has_rank(const Tensor &tensor, uint64_t rank) { return tensor.desc.shape.dimNum == rank; }
inline int64_t extent(const Tensor &tensor, std::size_t axis) { return tensor.desc.shape.dims[axis]; }

/// Whether the parameters and the place for the operation were given. Says so if not.
template <typename Param> bool wants(const Param &, Operation **operation) {
    if (operation == nullptr) {
        report("CreateOperation: the address for the operation is null");
        return false;
    }
    *operation = nullptr;
    return true;
}

inline Status give(Operation **operation, Planned *made) {
    if (made == nullptr) {
        return ERROR_OUT_OF_HOST_MEMORY;
    }
    *operation = made;
    return NO_ERROR;
}

} // namespace atb

#endif
