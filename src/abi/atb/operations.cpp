// The operations that parameters make: each names its tensors, refuses parameters that it does not have, and is a program of operators of aclnn.

#include <cmath>
#include <memory>
#include <new>

#include <aclnnop/aclnn_add.h>
#include <aclnnop/aclnn_addmm.h>
#include <aclnnop/aclnn_fused_infer_attention_score_v3.h>
#include <aclnnop/aclnn_matmul.h>
#include <aclnnop/aclnn_rms_norm_quant.h>
#include <aclnnop/aclnn_rotary_position_embedding.h>
#include <aclnnop/aclnn_scatter_pa_kv_cache.h>

#include "atb/atb_infer.h"
#include "program.h"

namespace atb {
namespace {

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

bool has_rank(const Tensor &tensor, uint64_t rank) { return tensor.desc.shape.dimNum == rank; }
int64_t extent(const Tensor &tensor, std::size_t axis) { return tensor.desc.shape.dims[axis]; }

/// Whether the parameters and the place for the operation were given. Says so if not.
template <typename Param> bool wants(const Param &, Operation **operation) {
    if (operation == nullptr) {
        report("CreateOperation: the address for the operation is null");
        return false;
    }
    *operation = nullptr;
    return true;
}

Status give(Operation **operation, Planned *made) {
    if (made == nullptr) {
        return ERROR_OUT_OF_HOST_MEMORY;
    }
    *operation = made;
    return NO_ERROR;
}

Status refuse(const char *name, const char *sentence) {
    report("%s: %s", name, sentence);
    return ERROR_INVALID_PARAM;
}

class Rope : public Planned {
public:
    explicit Rope(const infer::RopeParam &param) : Planned("RopeOperation", 5, 2), param_(param) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        const Tensor &cos = inputs[2], &sin = inputs[3];
        if (!has_rank(cos, 2) || !has_rank(sin, 2)) {
            return refuse("cosines and sines need two dimensions, tokens and elements of a head");
        }
        const int64_t tokens = extent(cos, 0), columns = extent(cos, 1);
        if (param_.rotaryCoeff != 2 && param_.rotaryCoeff != columns) {
            return refuse("rotaryCoeff must be 2 (halves) or the elements of a head (neighbours)", ERROR_INVALID_PARAM);
        }
        const int64_t mode = param_.rotaryCoeff == 2 ? 0 : 1;
        for (std::size_t index : {0, 1}) {
            const Tensor &x = inputs[index], &out = outputs[index];
            const int64_t elements = static_cast<int64_t>(Utils::GetTensorNumel(x));
            if (columns == 0 || tokens == 0 || elements % (tokens * columns) != 0 || Utils::GetTensorNumel(out) != Utils::GetTensorNumel(x)) {
                return refuse("queries and keys must be rows of heads of as many tokens and elements as the cosines, and outputs as large");
            }
            const Look heads = {{1, tokens, elements / (tokens * columns), columns}, {}}, angles = {{1, tokens, 1, columns}, {}};
            const Status status =
                program.call("aclnnRotaryPositionEmbedding", aclnnRotaryPositionEmbeddingGetWorkspaceSize, aclnnRotaryPositionEmbedding, program.tensor(x, heads),
                             program.tensor(cos, angles), program.tensor(sin, angles), mode, program.tensor(out, heads));
            if (status != NO_ERROR) {
                return status;
            }
        }
        return NO_ERROR;
    }

private:
    infer::RopeParam param_;
};

class ReshapeAndCache : public Planned {
public:
    explicit ReshapeAndCache(bool has_values) : Planned("ReshapeAndCacheOperation", has_values ? 5 : 3, has_values ? 2 : 1), has_values_(has_values) {}

protected:
    Status infer(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const override {
        for (std::size_t index = 0; index < outputs.size(); ++index) {
            outputs[index] = inputs[index + (has_values_ ? 2 : 1)];
        }
        return NO_ERROR;
    }

    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        const std::size_t caches = has_values_ ? 2 : 1;
        for (std::size_t index = 0; index < outputs.size(); ++index) {
            if (inputs[caches + index].deviceData != outputs[index].deviceData) {
                return refuse("a cache is written where it lies: the output must be the cache that is given", ERROR_INVALID_TENSOR_ADDR);
            }
        }
        // An empty tensor of values leaves their cache as it is.
        Tensor none;
        none.desc.dtype = inputs[0].desc.dtype;
        const Look nothing = {{0}, {}};
        aclTensor *values = has_values_ ? program.tensor(inputs[1]) : program.tensor(none, nothing);
        aclTensor *value_cache = has_values_ ? program.tensor(outputs[1]) : program.tensor(none, nothing);
        const aclTensor *absent = nullptr;
        const aclIntArray *no_numbers = nullptr;
        char *no_mode = nullptr;
        return program.call("aclnnScatterPaKvCache", aclnnScatterPaKvCacheGetWorkspaceSize, aclnnScatterPaKvCache, program.tensor(inputs[0]), program.tensor(outputs[0]),
                            program.tensor(inputs[caches * 2]), values, value_cache, absent, absent, absent, no_mode, no_mode, no_numbers, no_numbers);
    }

private:
    bool has_values_;
};

class Linear : public Planned {
public:
    explicit Linear(const infer::LinearParam &param) : Planned("LinearOperation", param.enAccum || param.hasBias ? 3 : 2, 1), param_(param) {}

protected:
    Status infer(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const override {
        if (inputs[0].shape.dimNum != 2 || inputs[1].shape.dimNum != 2) {
            return refuse("both factors need two dimensions");
        }
        outputs[0] = inputs[0];
        outputs[0].dtype = param_.enAccum ? ACL_FLOAT : param_.outDataType == ACL_DT_UNDEFINED ? inputs[0].dtype : param_.outDataType;
        outputs[0].shape.dims[0] = inputs[0].shape.dims[param_.transposeA ? 1 : 0];
        outputs[0].shape.dims[1] = inputs[1].shape.dims[param_.transposeB ? 0 : 1];
        return NO_ERROR;
    }

    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        if (!has_rank(inputs[0], 2) || !has_rank(inputs[1], 2)) {
            return refuse("both factors need two dimensions");
        }
        aclTensor *left = factor(inputs[0], param_.transposeA, program), *right = factor(inputs[1], param_.transposeB, program);
        const int8_t keeps_types = 0;
        if (param_.enAccum) {
            if (inputs[2].deviceData != outputs[0].deviceData) {
                return refuse("with enAccum the output must be the third input", ERROR_INVALID_TENSOR_ADDR);
            }
            return program.call("aclnnInplaceAddmm", aclnnInplaceAddmmGetWorkspaceSize, aclnnInplaceAddmm, program.tensor(outputs[0]), left, right, program.scalar(1),
                                program.scalar(1), keeps_types);
        }
        if (param_.hasBias) {
            return program.call("aclnnAddmm", aclnnAddmmGetWorkspaceSize, aclnnAddmm, program.tensor(inputs[2]), left, right, program.scalar(1), program.scalar(1),
                                program.tensor(outputs[0]), keeps_types);
        }
        return program.call("aclnnMatmul", aclnnMatmulGetWorkspaceSize, aclnnMatmul, left, right, program.tensor(outputs[0]), keeps_types);
    }

private:
    static aclTensor *factor(const Tensor &tensor, bool is_transposed, Program &program) {
        const int64_t rows = extent(tensor, 0), columns = extent(tensor, 1);
        return is_transposed ? program.tensor(tensor, {{columns, rows}, {1, columns}}) : program.tensor(tensor);
    }

    infer::LinearParam param_;
};

class QuantRmsNorm : public Planned {
public:
    explicit QuantRmsNorm(const infer::RmsNormParam &param) : Planned("RmsNormOperation", 5, 1), epsilon_(param.normParam.epsilon) {}

protected:
    Status infer(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const override {
        outputs[0] = inputs[0];
        outputs[0].dtype = ACL_INT8;
        return NO_ERROR;
    }

    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        return program.call("aclnnRmsNormQuant", aclnnRmsNormQuantGetWorkspaceSize, aclnnRmsNormQuant, program.tensor(inputs[0]), program.tensor(inputs[1]),
                            program.tensor(inputs[2]), program.tensor(inputs[3]), program.tensor(inputs[4]), epsilon_, program.tensor(outputs[0]));
    }

private:
    double epsilon_;
};

/// Both attentions: calls of the fused inference attention, with lengths that the host has.
class Attention : public Planned {
public:
    Attention(const char *name, uint32_t inputs, int64_t heads, int64_t key_heads, double scale)
        : Planned(name, inputs, 1), heads_(heads), key_heads_(key_heads == 0 ? heads : key_heads), scale_(scale) {}

protected:
    /// The elements of a vector of INT32 that the host has.
    Status lengths(const Tensor &tensor, std::vector<int64_t> &values) const {
        if (tensor.hostData == nullptr) {
            return refuse("lengths are read when the operation is planned: they must lie in memory of the host", ERROR_INVALID_TENSOR_ADDR);
        }
        if (tensor.desc.dtype != ACL_INT32) {
            return refuse("lengths must be INT32", ERROR_INVALID_TENSOR_DTYPE);
        }
        const int32_t *numbers = static_cast<const int32_t *>(tensor.hostData);
        values.assign(numbers, numbers + Utils::GetTensorNumel(tensor));
        return NO_ERROR;
    }

    Status attend(Program &program, const char *layout, aclTensor *query, aclTensor *key, aclTensor *value, const std::vector<int64_t> *query_lengths,
                  const std::vector<int64_t> &key_lengths, aclTensor *table, int64_t block, aclTensor *out) const {
        const aclTensor *none = nullptr;
        const aclIntArray *no_numbers = nullptr;
        const int64_t no_limit = 2147483647, zero = 0;
        return program.call("aclnnFusedInferAttentionScoreV3", aclnnFusedInferAttentionScoreV3GetWorkspaceSize, aclnnFusedInferAttentionScoreV3, query, program.list({key}),
                            program.list({value}), none, none, query_lengths == nullptr ? no_numbers : program.integers(*query_lengths), program.integers(key_lengths), none, none,
                            none, none, none, none, none, table, none, none, none, none, none, none, none, none, no_numbers, none, none, none, heads_, scale_, no_limit, no_limit,
                            const_cast<char *>(layout), key_heads_, zero, zero, block, zero, false, zero, zero, out, none);
    }

    int64_t heads_;
    int64_t key_heads_;
    double scale_;
};

class PagedAttention : public Attention {
public:
    explicit PagedAttention(const infer::PagedAttentionParam &param) : Attention("PagedAttentionOperation", 5, param.headNum, param.kvHeadNum, param.qkScale) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        const Tensor &query = inputs[0], &keys = inputs[1], &values = inputs[2];
        if (!has_rank(query, 3) || !has_rank(keys, 4) || !has_rank(values, 4) || !has_rank(outputs[0], 3)) {
            return refuse("queries and output need three dimensions, caches four");
        }
        std::vector<int64_t> key_lengths;
        const Status status = lengths(inputs[4], key_lengths);
        if (status != NO_ERROR) {
            return status;
        }
        const Look one_row = {{extent(query, 0), 1, extent(query, 1) * extent(query, 2)}, {}};
        const Look result = {{extent(outputs[0], 0), 1, extent(outputs[0], 1) * extent(outputs[0], 2)}, {}};
        const auto cache = [&](const Tensor &tensor) {
            return program.tensor(tensor, {{extent(tensor, 0), extent(tensor, 1), extent(tensor, 2) * extent(tensor, 3)}, {}});
        };
        return attend(program, "BSH", program.tensor(query, one_row), cache(keys), cache(values), nullptr, key_lengths, program.tensor(inputs[3]), extent(keys, 1),
                      program.tensor(outputs[0], result));
    }
};

class SelfAttention : public Attention {
public:
    explicit SelfAttention(const infer::SelfAttentionParam &param)
        : Attention("SelfAttentionOperation", 4, param.headNum, param.kvHeadNum, static_cast<double>(param.qScale) * param.qkScale) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        for (std::size_t index : {0, 1, 2}) {
            if (!has_rank(inputs[index], 3)) {
                return refuse("queries, keys and values need three dimensions: tokens, heads, elements");
            }
        }
        std::vector<int64_t> ends;
        const Status status = lengths(inputs[3], ends);
        if (status != NO_ERROR) {
            return status;
        }
        int64_t end = 0;
        for (int64_t &length : ends) {
            if (length < 0) {
                return refuse("a length is below 0", ERROR_INVALID_PARAM);
            }
            length = end += length;
        }
        return attend(program, "TND", program.tensor(inputs[0]), program.tensor(inputs[1]), program.tensor(inputs[2]), &ends, ends, nullptr, 0,
                      program.tensor(outputs[0], {extents_of(inputs[0]), {}}));
    }
};

} // namespace

template <> Status CreateOperation(const infer::RopeParam &param, Operation **operation) {
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    if (param.cosFormat != 0) {
        return refuse("RopeOperation", "cosFormat other than 0 belongs to training, and is not supported");
    }
    return give(operation, new (std::nothrow) Rope(param));
}

template <> Status CreateOperation(const infer::ReshapeAndCacheParam &param, Operation **operation) {
    using Param = infer::ReshapeAndCacheParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    if (param.compressType != Param::COMPRESS_TYPE_UNDEFINED) {
        return refuse("ReshapeAndCacheOperation", "compressed heads are not supported");
    }
    if (param.kvCacheCfg != Param::K_CACHE_V_CACHE && param.kvCacheCfg != Param::K_CACHE_V_BYPASS) {
        return refuse("ReshapeAndCacheOperation", "caches in blocks (FRACTAL_NZ) are not supported; aclnnScatterPaKvCache writes them");
    }
    return give(operation, new (std::nothrow) ReshapeAndCache(param.kvCacheCfg == Param::K_CACHE_V_CACHE));
}

template <> Status CreateOperation(const infer::LinearParam &param, Operation **operation) {
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    if (param.enAccum && param.hasBias) {
        return refuse("LinearOperation", "enAccum and hasBias exclude each other");
    }
    if (param.outDataType != ACL_DT_UNDEFINED) {
        return refuse("LinearOperation", "outDataType belongs to quantised products, which are not supported");
    }
    return give(operation, new (std::nothrow) Linear(param));
}

template <> Status CreateOperation(const infer::ElewiseParam &param, Operation **operation) {
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    return refuse("ElewiseOperation", "functions of elements are not supported: call the operator of aclnn");
}

template <> Status CreateOperation(const infer::RmsNormParam &param, Operation **operation) {
    using Param = infer::RmsNormParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    const Param::NormParam &norm = param.normParam;
    const bool is_supported = param.layerType == Param::RMS_NORM_NORM && norm.quantType == infer::QUANT_INT8 && !norm.rstd &&
                              norm.dynamicQuantType == infer::DYNAMIC_QUANT_UNDEFINED && norm.modelType == Param::LLAMA_MODEL;
    if (!is_supported) {
        return refuse("RmsNormOperation", "only RMS_NORM_NORM quantised to INT8 by a given scale is supported");
    }
    return give(operation, new (std::nothrow) QuantRmsNorm(param));
}

template <> Status CreateOperation(const infer::GroupTopkParam &param, Operation **operation) {
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    return refuse("GroupTopkOperation", "it is not supported; aclnnMoeGatingTopK chooses experts of groups");
}

template <> Status CreateOperation(const infer::SelfAttentionParam &param, Operation **operation) {
    using Param = infer::SelfAttentionParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    const bool is_supported = param.calcType == Param::PA_ENCODER && param.maskType == Param::MASK_TYPE_UNDEFINED && param.quantType == Param::TYPE_QUANT_UNDEFINED &&
                              param.clampType == Param::CLAMP_TYPE_UNDEFINED && param.scaleType == Param::SCALE_TYPE_TOR && param.mlaVHeadSize == 0 &&
                              param.windowSize == 0 && param.inputLayout == infer::TYPE_BSND && param.headNum > 0 && !param.batchRunStatusEnable;
    if (!is_supported) {
        return refuse("SelfAttentionOperation", "only PA_ENCODER without a mask, a window, quantisation, clamping and batchRunStatusEnable is supported");
    }
    return give(operation, new (std::nothrow) SelfAttention(param));
}

template <> Status CreateOperation(const infer::PagedAttentionParam &param, Operation **operation) {
    using Param = infer::PagedAttentionParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    const bool is_supported = param.maskType == Param::UNDEFINED && param.quantType == Param::TYPE_QUANT_UNDEFINED && param.compressType == Param::COMPRESS_TYPE_UNDEFINED &&
                              param.calcType == Param::CALC_TYPE_UNDEFINED && param.scaleType == Param::SCALE_TYPE_TOR && param.mlaVHeadSize == 0 &&
                              param.inputLayout == infer::TYPE_BSND && param.headNum > 0 && !param.batchRunStatusEnable;
    if (!is_supported) {
        return refuse("PagedAttentionOperation", "only one token of each sequence without a mask, quantisation, compression and batchRunStatusEnable is supported");
    }
    return give(operation, new (std::nothrow) PagedAttention(param));
}

} // namespace atb
