// Operations of attention that parameters make: calls of the fused attention of aclnn.

#include <new>

#include "attend.h"
#include "planned.h"

namespace atb {
namespace {

/// What they have in common: heads, and lengths that the host has.
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

    Attend with_heads() const {
        Attend of;
        of.heads = heads_;
        of.key_heads = key_heads_;
        of.scale = scale_;
        return of;
    }

    /// A cache in blocks of rows.
    static aclTensor *cache(Program &program, const Tensor &tensor) {
        return program.tensor(tensor, {{extent(tensor, 0), extent(tensor, 1), extent(tensor, 2) * extent(tensor, 3)}, {}});
    }

    int64_t heads_;
    int64_t key_heads_;
    double scale_;
};

class PagedAttention : public Attention {
public:
    explicit PagedAttention(const infer::PagedAttentionParam &param)
        : Attention("PagedAttentionOperation", param.mlaVHeadSize == 0 ? 5 : 4, param.headNum, param.kvHeadNum, param.qkScale), value_size_(param.mlaVHeadSize) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        const bool is_latent = value_size_ > 0;
        const Tensor &query = inputs[0], &keys = inputs[1], &values = inputs[is_latent ? 1 : 2];
        if (!has_rank(query, 3) || !has_rank(keys, 4) || !has_rank(values, 4) || !has_rank(outputs[0], 3)) {
            return refuse("queries and output need three dimensions, caches four");
        }
        std::vector<int64_t> key_lengths;
        const Status status = lengths(inputs[inputs.size() - 1], key_lengths);
        if (status != NO_ERROR) {
            return status;
        }
        const auto one_row = [&](const Tensor &tensor) { return program.tensor(tensor, {{extent(tensor, 0), 1, extent(tensor, 1) * extent(tensor, 2)}, {}}); };
        Attend of = with_heads();
        of.layout = "BSH";
        of.query = one_row(query);
        of.key = cache(program, keys);
        of.value = cache(program, values);
        of.table = program.tensor(inputs[inputs.size() - 2]);
        of.block = extent(keys, 1);
        of.key_lengths = &key_lengths;
        of.out = one_row(outputs[0]);
        if (is_latent) {
            return attend_latent(query, keys, outputs[0], of, program);
        }
        return attend(program, of);
    }

private:
    /// Rows of a cache that are keys, and whose first elements are values: the others are the second part of the attention.
    Status attend_latent(const Tensor &query, const Tensor &keys, const Tensor &out, Attend &of, Program &program) const {
        const int64_t sequences = extent(query, 0), heads = extent(query, 1), size = extent(query, 2), blocks = extent(keys, 0), rows = extent(keys, 1);
        if (extent(keys, 2) != 1 || extent(keys, 3) != size || value_size_ >= size || extents_of(out) != std::vector<int64_t>{sequences, heads, value_size_}) {
            return refuse("the cache has one head of as many elements as queries have, more than mlaVHeadSize, and the output mlaVHeadSize");
        }
        const auto queries = [&](int64_t first, int64_t count) { return program.tensor(query, {{sequences, 1, heads, count}, {heads * size, heads * size, size, 1}}, first); };
        const auto cached = [&](int64_t first, int64_t count) { return program.tensor(keys, {{blocks, rows, count}, {rows * size, size, 1}}, first); };
        of.layout = "BSND";
        of.query = queries(0, value_size_);
        of.query_rope = queries(value_size_, size - value_size_);
        of.key = cached(0, value_size_);
        of.value = cached(0, value_size_);
        of.key_rope = cached(value_size_, size - value_size_);
        of.out = program.tensor(out, {{sequences, 1, heads, value_size_}, {}});
        return attend(program, of);
    }

    int64_t value_size_;
};

/// Attention of packed sequences.
class SelfAttention : public Attention {
public:
    using Param = infer::SelfAttentionParam;

    explicit SelfAttention(const Param &param)
        : Attention("SelfAttentionOperation", param.calcType == Param::PREFIX_ENCODER ? 7 : param.maskType == Param::MASK_TYPE_UNDEFINED ? 4 : 5, param.headNum, param.kvHeadNum,
                    static_cast<double>(param.qScale) * param.qkScale),
          is_prefix_(param.calcType == Param::PREFIX_ENCODER), mask_(param.maskType) {}

protected:
    Status run(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, Program &program) const override {
        for (std::size_t index : {0, 1, 2}) {
            if (!has_rank(inputs[index], is_prefix_ && index > 0 ? 4 : 3)) {
                return refuse("queries, keys and values need three dimensions: tokens, heads, elements; caches four: blocks, rows, heads, elements");
            }
        }
        std::vector<int64_t> ends, key_lengths;
        Status status = lengths(inputs[is_prefix_ ? 5 : inputs.size() - 1], ends);
        if (status == NO_ERROR && is_prefix_) {
            status = lengths(inputs[6], key_lengths);
        }
        if (status != NO_ERROR) {
            return status;
        }
        if (mask_ == Param::MASK_TYPE_NORM) {
            return with_added_mask(inputs, outputs, ends, program);
        }
        if (!make_ends(ends)) {
            return refuse("a length is below 0", ERROR_INVALID_PARAM);
        }
        Attend of = with_heads();
        of.query = program.tensor(inputs[0]);
        of.query_ends = &ends;
        of.is_causal = mask_ == Param::MASK_TYPE_NORM_COMPRESS;
        of.out = program.tensor(outputs[0], {extents_of(inputs[0]), {}});
        if (is_prefix_) {
            of.key = cache(program, inputs[1]);
            of.value = cache(program, inputs[2]);
            of.table = program.tensor(inputs[3]);
            of.block = extent(inputs[1], 1);
            of.key_lengths = &key_lengths;
        } else {
            of.key = program.tensor(inputs[1]);
            of.value = program.tensor(inputs[2]);
            of.key_lengths = &ends;
        }
        return attend(program, of);
    }

private:
    /// A mask whose numbers are added to the scores of every sequence: a call for each.
    Status with_added_mask(const SVector<Tensor> &inputs, const SVector<Tensor> &outputs, const std::vector<int64_t> &each, Program &program) const {
        const Tensor &mask = inputs[3];
        int64_t tokens = 0, longest = 0;
        for (const int64_t length : each) {
            if (length < 0) {
                return refuse("a length is below 0", ERROR_INVALID_PARAM);
            }
            tokens += length;
            longest = std::max(longest, length);
        }
        if (!has_rank(mask, 2) || extent(mask, 0) < longest || extent(mask, 1) < longest) {
            return refuse("the mask needs two dimensions, queries and keys, of the longest sequence or more");
        }
        for (const Tensor *tensor : {&inputs[0], &inputs[1], &inputs[2]}) {
            if (extent(*tensor, 0) < tokens) {
                return refuse("the lengths of the sequences are more than the tokens");
            }
        }
        if (!has_rank(outputs[0], 3) || extent(outputs[0], 0) < tokens) {
            return refuse("the output needs three dimensions: tokens, heads, elements");
        }
        int64_t first = 0;
        for (const int64_t length : each) {
            if (length == 0) {
                continue;
            }
            const auto part = [&](const Tensor &tensor) {
                const int64_t heads = extent(tensor, 1), elements = extent(tensor, 2);
                return program.tensor(tensor, {{1, length, heads, elements}, {}}, first * heads * elements);
            };
            Attend of = with_heads();
            of.layout = "BSND";
            of.query = part(inputs[0]);
            of.key = part(inputs[1]);
            of.value = part(inputs[2]);
            of.shift = program.tensor(mask, {{1, heads_, length, length}, {0, 0, extent(mask, 1), 1}});
            of.out = part(outputs[0]);
            const Status status = attend(program, of);
            if (status != NO_ERROR) {
                return status;
            }
            first += length;
        }
        return NO_ERROR;
    }

    bool is_prefix_;
    Param::MaskType mask_;
};

} // namespace

template <> Status CreateOperation(const infer::SelfAttentionParam &param, Operation **operation) {
    using Param = infer::SelfAttentionParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    const bool is_compressed = param.maskType == Param::MASK_TYPE_NORM_COMPRESS;
    const bool is_masked = is_compressed || param.maskType == Param::MASK_TYPE_UNDEFINED || param.maskType == Param::MASK_TYPE_NORM;
    const bool is_known = param.calcType == Param::PA_ENCODER ? is_masked : param.calcType == Param::PREFIX_ENCODER && is_compressed;
    const bool is_supported = is_known && param.quantType == Param::TYPE_QUANT_UNDEFINED && param.clampType == Param::CLAMP_TYPE_UNDEFINED &&
                              param.scaleType == Param::SCALE_TYPE_TOR && param.mlaVHeadSize == 0 &&
                              param.windowSize == 0 && param.inputLayout == infer::TYPE_BSND && param.headNum > 0 && !param.batchRunStatusEnable;
    if (!is_supported) {
        return refuse("SelfAttentionOperation", "only PA_ENCODER without a mask or with MASK_TYPE_NORM, and both encoders with MASK_TYPE_NORM_COMPRESS, without a window, quantisation, clamping and "
                                                "batchRunStatusEnable are supported");
    }
    return give(operation, new (std::nothrow) SelfAttention(param));
}

template <> Status CreateOperation(const infer::PagedAttentionParam &param, Operation **operation) {
    using Param = infer::PagedAttentionParam;
    if (!wants(param, operation)) {
        return ERROR_INVALID_PARAM;
    }
    const bool is_supported = param.maskType == Param::UNDEFINED && param.quantType == Param::TYPE_QUANT_UNDEFINED && param.compressType == Param::COMPRESS_TYPE_UNDEFINED &&
                              param.calcType == Param::CALC_TYPE_UNDEFINED && param.scaleType == Param::SCALE_TYPE_TOR && param.inputLayout == infer::TYPE_BSND &&
                              param.headNum > 0 && !param.batchRunStatusEnable;
    if (!is_supported) {
        return refuse("PagedAttentionOperation", "only one token of each sequence without a mask, quantisation, compression and batchRunStatusEnable is supported");
    }
    return give(operation, new (std::nothrow) PagedAttention(param));
}

} // namespace atb
