// The operations that parameters make: each names its tensors, refuses parameters that it does not have, and is a program of operators of aclnn.

#include <new>

#include <aclnnop/aclnn_add.h>
#include <aclnnop/aclnn_addmm.h>
#include <aclnnop/aclnn_matmul.h>
#include <aclnnop/aclnn_quantize.h>
#include <aclnnop/aclnn_reduce_sum.h>
#include <aclnnop/aclnn_rms_norm_quant.h>
#include <aclnnop/aclnn_rotary_position_embedding.h>
#include <aclnnop/aclnn_scatter.h>
#include <aclnnop/aclnn_scatter_pa_kv_cache.h>
#include <aclnnop/aclnn_sort.h>
#include <aclnnop/aclnn_topk.h>

#include "planned.h"

namespace atb {
namespace {

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

/// Rows of numbers by scales and zero points of their last dimensions, or by one of each.
class QuantPerChannel : public Planned {
public:
    QuantPerChannel() : Planned("ElewiseOperation", 3, 1) {}

protected:
    Status infer(const SVector<TensorDesc> &inputs, SVector<TensorDesc> &outputs) const override {
        outputs[0] = inputs[0];
        outputs[0].dtype = ACL_INT8;
        return NO_ERROR;
    }

    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        const std::vector<int64_t> x = extents_of(inputs[0]), scale = extents_of(inputs[1]);
        const int64_t elements = static_cast<int64_t>(Utils::GetTensorNumel(inputs[0])), count = static_cast<int64_t>(Utils::GetTensorNumel(inputs[1]));
        const bool is_last = scale.size() <= x.size() && std::equal(scale.rbegin(), scale.rend(), x.rbegin());
        if (elements == 0 || count == 0 || !(count == 1 || is_last)) {
            return refuse("scales have the last extents of x, or are one, and x has elements");
        }
        const bool has_zero_points = Utils::GetTensorNumel(inputs[2]) != 0;
        if (has_zero_points && static_cast<int64_t>(Utils::GetTensorNumel(inputs[2])) != count) {
            return refuse("there is a zero point for each scale, or none");
        }
        if (static_cast<int64_t>(Utils::GetTensorNumel(outputs[0])) != elements || outputs[0].desc.dtype != ACL_INT8) {
            return refuse("the output is INT8, of as many elements as x");
        }
        const Look rows = {{elements / count, count}, {}}, row = {{count}, {}};
        const aclTensor *zero_points = has_zero_points ? program.tensor(inputs[2], row) : nullptr;
        return program.call("aclnnQuantize", aclnnQuantizeGetWorkspaceSize, aclnnQuantize, program.tensor(inputs[0], rows), program.tensor(inputs[1], row), zero_points, ACL_INT8,
                            int32_t{1}, program.tensor(outputs[0], rows));
    }
};

/// Scores of experts, of which those of all groups but the best ones become 0, where they lie.
class GroupTopk : public Planned {
public:
    explicit GroupTopk(const infer::GroupTopkParam &param) : Planned("GroupTopkOperation", 2, 1), groups_(param.groupNum), kept_(param.k), best_(param.n) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        if (!has_rank(inputs[0], 2) || extents_of(inputs[0]) != extents_of(outputs[0])) {
            return refuse("scores need two dimensions, tokens and experts, and the output the same");
        }
        const int64_t tokens = extent(inputs[0], 0), size = extent(inputs[0], 1) / groups_;
        if (size * groups_ != extent(inputs[0], 1) || size < best_) {
            return refuse("groupNum must divide the experts into groups of n or more", ERROR_INVALID_PARAM);
        }
        if (inputs[0].deviceData != outputs[0].deviceData) {
            return refuse("scores are written where they lie: the output must be the first input", ERROR_INVALID_TENSOR_ADDR);
        }
        if (kept_ == groups_ || tokens == 0) {
            return NO_ERROR;
        }
        const aclDataType type = inputs[0].desc.dtype;
        const std::vector<int64_t> best = {tokens, groups_, best_}, each = {tokens, groups_};
        const int64_t last = -1, overwrites = 0;
        aclTensor *values = program.temporary(type, best), *places = program.temporary(ACL_INT64, best), *sums = program.temporary(ACL_FLOAT, each);
        aclTensor *sorted = program.temporary(ACL_FLOAT, each), *order = program.temporary(ACL_INT64, each);
        aclTensor *scores = program.tensor(outputs[0], {{tokens, groups_, size}, {}});
        Status status = program.call("aclnnTopk", aclnnTopkGetWorkspaceSize, aclnnTopk, scores, int64_t{best_}, last, true, true, values, places);
        if (status == NO_ERROR) {
            status = program.call("aclnnReduceSum", aclnnReduceSumGetWorkspaceSize, aclnnReduceSum, values, program.integers({2}), false, ACL_FLOAT, sums);
        }
        if (status == NO_ERROR) {
            // Of groups with one sum the first are kept.
            status = program.call("aclnnSort", aclnnSortGetWorkspaceSize, aclnnSort, sums, true, last, true, sorted, order);
        }
        if (status != NO_ERROR) {
            return status;
        }
        // The numbers of all groups behind the best ones, each for all experts of the group.
        const aclTensor *others = program.again(order, {{tokens, groups_ - kept_, size}, {groups_, 1, 0}}, kept_);
        return program.call("aclnnInplaceScatterValue", aclnnInplaceScatterValueGetWorkspaceSize, aclnnInplaceScatterValue, scores, int64_t{1}, others, program.scalar(0),
                            overwrites);
    }

private:
    int64_t groups_, kept_, best_;
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
    if (param.elewiseType != infer::ElewiseParam::ELEWISE_QUANT_PER_CHANNEL) {
        return refuse("ElewiseOperation", "only ELEWISE_QUANT_PER_CHANNEL is supported: call the operator of aclnn");
    }
    return give(operation, new (std::nothrow) QuantPerChannel());
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
    const bool is_sum = param.groupMultiFlag == infer::GroupTopkParam::SUM_MULTI_MAX;
    if (param.groupNum < 1 || param.k < 1 || param.k > param.groupNum || param.n < 1 || param.groupMultiFlag > infer::GroupTopkParam::SUM_MULTI_MAX || (!is_sum && param.n != 1)) {
        return refuse("GroupTopkOperation", "k is 1 to groupNum, and n is 1, or more with SUM_MULTI_MAX");
    }
    return give(operation, new (std::nothrow) GroupTopk(param));
}

} // namespace atb
