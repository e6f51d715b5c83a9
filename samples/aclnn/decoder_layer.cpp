// One layer of a language model in FLOAT16: normalisation, queries and keys with rotary positions, a cache of keys and values in blocks, attention of grouped
// heads, and a gated perceptron. It is run once over all tokens, and once token by token, as a server decodes; both write the same bits.

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_apply_rotary_pos_emb_v2.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v5.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "aclnnop/aclnn_scatter_pa_kv_cache.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "session.h"

#include <cmath>
#include <memory>

namespace {

constexpr int64_t kTokens = 24;
constexpr int64_t kHeads = 4;
constexpr int64_t kKeyHeads = 2;  // each serves two heads of queries
constexpr int64_t kHeadSize = 128;
constexpr int64_t kHidden = kHeads * kHeadSize;
constexpr int64_t kKeys = kKeyHeads * kHeadSize;
constexpr int64_t kInner = 384;
constexpr int64_t kBlocks = 3;
constexpr int64_t kBlockSize = 16;
constexpr int64_t kMaskSize = 2048;  // of the compressed causal mask of sparse mode 3
constexpr int64_t kEverything = 2147483647;
constexpr int8_t kKeepTypes = 0;  // cubeMathType: no type is replaced by a shorter one

using Half = Tensor<aclFloat16>;

std::vector<aclFloat16> Halves(const std::vector<float> &numbers)
{
    std::vector<aclFloat16> halves;
    for (const float number : numbers) {
        halves.push_back(aclFloatToFloat16(number));
    }
    return halves;
}

// Numbers between -scale and scale, the same ones on every machine.
std::vector<aclFloat16> Numbers(int64_t count, float scale)
{
    static uint32_t state = 1;
    std::vector<float> numbers;
    for (int64_t i = 0; i < count; i++) {
        state = state * 1664525U + 1013904223U;
        numbers.push_back(scale * (static_cast<float>(state >> 8) / 8388608.0F - 1.0F));
    }
    return Halves(numbers);
}

// Memory of some rows, which calls use as tensors of other shapes as well.
class Rows : public Half {
public:
    Rows(int64_t rows, int64_t columns) : Rows(rows, columns, std::vector<aclFloat16>(static_cast<size_t>(rows * columns))) {}

    Rows(int64_t rows, int64_t columns, const std::vector<aclFloat16> &elements) : Half(ACL_FLOAT16, {rows, columns}, elements) {}
};

// A description that lives as long as one call.
class Description {
public:
    explicit Description(aclTensor *tensor) : tensor_(tensor) {}

    ~Description()
    {
        aclDestroyTensor(tensor_);
    }

    Description(const Description &) = delete;
    Description &operator=(const Description &) = delete;

    aclTensor *Get() const
    {
        return tensor_;
    }

private:
    aclTensor *tensor_;
};

// Keys and values of a sequence, in blocks of positions.
struct Cache {
    const Rows keys{kBlocks * kBlockSize, kKeys};
    const Rows values{kBlocks * kBlockSize, kKeys};
};

class Layer {
public:
    explicit Layer(const Session &session) : session_(session)
    {
        std::vector<float> cos, sin;
        for (int64_t position = 0; position < kTokens; position++) {
            for (int64_t k = 0; k < kHeadSize; k++) {
                const double frequency = std::pow(10000.0, -2.0 * static_cast<double>(k % (kHeadSize / 2)) / kHeadSize);
                cos.push_back(static_cast<float>(std::cos(static_cast<double>(position) * frequency)));
                sin.push_back(static_cast<float>(std::sin(static_cast<double>(position) * frequency)));
            }
        }
        cos_.reset(new Rows(kTokens, kHeadSize, Halves(cos)));
        sin_.reset(new Rows(kTokens, kHeadSize, Halves(sin)));
        std::vector<uint8_t> hidden;
        for (int64_t i = 0; i < kMaskSize * kMaskSize; i++) {
            hidden.push_back(i % kMaskSize > i / kMaskSize ? 1 : 0);
        }
        mask_.reset(new Tensor<uint8_t>(ACL_BOOL, {kMaskSize, kMaskSize}, hidden));
    }

    // Writes the results of the tokens from `first` on, `count` rows of `x`, to `out`, and their keys and values to the cache.
    void Run(const Rows &x, int64_t first, int64_t count, const Cache &cache, const Rows &out) const
    {
        const Rows normed(count, kHidden), queries(count, kHidden), keys(count, kKeys), values(count, kKeys);
        const Rows attended(count, kHidden), projected(count, kHidden), sum(count, kHidden), gates(count, 2 * kInner), inner(count, kInner);
        Normalise(x, attention_gain_, normed, count);
        Multiply(normed, query_weight_, queries);
        Multiply(normed, key_weight_, keys);
        Multiply(normed, value_weight_, values);
        Rotate(queries, keys, first, count);
        Store(keys, values, first, count, cache);
        Attend(queries, first, count, cache, attended);
        Multiply(attended, output_weight_, projected);
        Add(x, projected, sum);
        Normalise(sum, gate_gain_, normed, count);
        Multiply(normed, gate_weight_, gates);
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) { return aclnnSwiGluGetWorkspaceSize(gates.Get(), -1, inner.Get(), size, executor); },
            aclnnSwiGlu);
        Multiply(inner, down_weight_, projected);
        Add(sum, projected, out);
    }

private:
    void Normalise(const Rows &x, const Half &gain, const Rows &out, int64_t count) const
    {
        const Tensor<float> reciprocals(ACL_FLOAT, {count, 1}, std::vector<float>(static_cast<size_t>(count)));
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnRmsNormGetWorkspaceSize(x.Get(), gain.Get(), 1e-6, out.Get(), reciprocals.Get(), size, executor);
            },
            aclnnRmsNorm);
    }

    void Multiply(const Rows &x, const Rows &weight, const Rows &out) const
    {
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnMmGetWorkspaceSize(x.Get(), weight.Get(), out.Get(), kKeepTypes, size, executor);
            },
            aclnnMm);
    }

    void Add(const Rows &a, const Rows &b, const Rows &out) const
    {
        float factor = 1.0F;
        aclScalar *one = aclCreateScalar(&factor, ACL_FLOAT);
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) { return aclnnAddGetWorkspaceSize(a.Get(), b.Get(), one, out.Get(), size, executor); },
            aclnnAdd);
        aclDestroyScalar(one);
    }

    // Turns queries and keys in place by the angles of their positions.
    void Rotate(const Rows &queries, const Rows &keys, int64_t first, int64_t count) const
    {
        const Description query(queries.View({1, count, kHeads, kHeadSize}, {}, 0));
        const Description key(keys.View({1, count, kKeyHeads, kHeadSize}, {}, 0));
        const Description cos(cos_->View({1, count, 1, kHeadSize}, {}, first * kHeadSize));
        const Description sin(sin_->View({1, count, 1, kHeadSize}, {}, first * kHeadSize));
        char mode[] = "half";
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnApplyRotaryPosEmbV2GetWorkspaceSize(query.Get(), key.Get(), cos.Get(), sin.Get(), 1, mode, size, executor);
            },
            aclnnApplyRotaryPosEmbV2);
    }

    // Writes keys and values to the slots of their positions: the blocks of the sequence lie in any order.
    void Store(const Rows &keys, const Rows &values, int64_t first, int64_t count, const Cache &cache) const
    {
        std::vector<int32_t> slots;
        for (int64_t position = first; position < first + count; position++) {
            const int64_t block = kTable[position / kBlockSize];
            slots.push_back(static_cast<int32_t>(block * kBlockSize + position % kBlockSize));
        }
        const Tensor<int32_t> slot_mapping(ACL_INT32, slots);
        const Description key(keys.View({count, kKeyHeads, kHeadSize}, {}, 0));
        const Description value(values.View({count, kKeyHeads, kHeadSize}, {}, 0));
        const std::vector<int64_t> shape = {kBlocks, kBlockSize, kKeyHeads, kHeadSize};
        const Description key_cache(cache.keys.View(shape, {}, 0));
        const Description value_cache(cache.values.View(shape, {}, 0));
        char cache_mode[] = "Norm";
        char scatter_mode[] = "None";
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnScatterPaKvCacheGetWorkspaceSize(key.Get(), key_cache.Get(), slot_mapping.Get(), value.Get(), value_cache.Get(), nullptr,
                                                             nullptr, nullptr, cache_mode, scatter_mode, nullptr, nullptr, size, executor);
            },
            aclnnScatterPaKvCache);
    }

    // Attention of the queries to all keys up to their own positions.
    void Attend(const Rows &queries, int64_t first, int64_t count, const Cache &cache, const Rows &out) const
    {
        const Description query(queries.View({1, count, kHidden}, {}, 0));
        const Description result(out.View({1, count, kHidden}, {}, 0));
        const Tensor<int32_t> table(ACL_INT32, {1, kBlocks}, {kTable[0], kTable[1], kTable[2]});
        // Lists own their tensors.
        aclTensor *key_cache = cache.keys.View({kBlocks, kBlockSize, kKeys}, {}, 0);
        aclTensor *value_cache = cache.values.View({kBlocks, kBlockSize, kKeys}, {}, 0);
        aclTensorList *keys = aclCreateTensorList(&key_cache, 1);
        aclTensorList *values = aclCreateTensorList(&value_cache, 1);
        const int64_t length = first + count;
        aclIntArray *lengths = aclCreateIntArray(&length, 1);
        const bool is_one = count == 1;
        char layout[] = "BSH";
        session_.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnFusedInferAttentionScoreV5GetWorkspaceSize(
                    query.Get(), keys, values, nullptr, is_one ? nullptr : mask_->Get(), nullptr, lengths,
                    nullptr, nullptr, nullptr, nullptr, nullptr,                    // full quantisation
                    nullptr, nullptr, table.Get(), nullptr, nullptr,                // joint antiquantisation, blocks, paddings
                    nullptr, nullptr, nullptr, nullptr,                             // antiquantisation
                    nullptr, nullptr, nullptr,                                      // a shared prefix
                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,  // second parts, sinks, diagonals
                    kHeads, 1.0 / std::sqrt(static_cast<double>(kHeadSize)), kEverything, kEverything, layout, kKeyHeads, is_one ? 0 : 3, 0,
                    kBlockSize, 0, false, 0, 0, 0, 0, result.Get(), nullptr, size, executor);
            },
            aclnnFusedInferAttentionScoreV5);
        aclDestroyIntArray(lengths);
        aclDestroyTensorList(values);
        aclDestroyTensorList(keys);
    }

    static constexpr int32_t kTable[kBlocks] = {2, 0, 1};

    const Session &session_;
    const Half attention_gain_{ACL_FLOAT16, Numbers(kHidden, 1.0F)};
    const Half gate_gain_{ACL_FLOAT16, Numbers(kHidden, 1.0F)};
    const Rows query_weight_{kHidden, kHidden, Numbers(kHidden * kHidden, 0.1F)};
    const Rows key_weight_{kHidden, kKeys, Numbers(kHidden * kKeys, 0.1F)};
    const Rows value_weight_{kHidden, kKeys, Numbers(kHidden * kKeys, 0.1F)};
    const Rows output_weight_{kHidden, kHidden, Numbers(kHidden * kHidden, 0.1F)};
    const Rows gate_weight_{kHidden, 2 * kInner, Numbers(2 * kHidden * kInner, 0.1F)};
    const Rows down_weight_{kInner, kHidden, Numbers(kInner * kHidden, 0.1F)};
    // Of the angles by which positions turn their queries and keys.
    std::unique_ptr<Rows> cos_, sin_;
    std::unique_ptr<Tensor<uint8_t>> mask_;
};

constexpr int32_t Layer::kTable[kBlocks];


// The number of elements of two results with the same bits.
int64_t Equal(const std::vector<aclFloat16> &a, const std::vector<aclFloat16> &b)
{
    int64_t equal = 0;
    for (size_t i = 0; i < a.size(); i++) {
        equal += a[i] == b[i];
    }
    return equal;
}

}  // namespace

int main()
{
    const Session session;
    const Layer layer(session);
    const std::vector<aclFloat16> embedded = Numbers(kTokens * kHidden, 1.0F);

    const Cache filled_at_once;
    const Rows x(kTokens, kHidden, embedded), out(kTokens, kHidden);
    layer.Run(x, 0, kTokens, filled_at_once, out);
    const std::vector<aclFloat16> at_once = out.Read();

    const Cache filled_by_tokens;
    std::vector<aclFloat16> by_tokens;
    for (int64_t token = 0; token < kTokens; token++) {
        const auto row = embedded.begin() + token * kHidden;
        const Rows one(1, kHidden, std::vector<aclFloat16>(row, row + kHidden)), result(1, kHidden);
        layer.Run(one, token, 1, filled_by_tokens, result);
        for (const aclFloat16 number : result.Read()) {
            by_tokens.push_back(number);
        }
    }

    for (int64_t token = 0; token < kTokens; token += 8) {
        std::printf("token %2d ", static_cast<int>(token));
        for (int64_t k = 0; k < 6; k++) {
            std::printf(" %9.4f", static_cast<double>(aclFloat16ToFloat(by_tokens[token * kHidden + k])));
        }
        std::printf(" ...\n");
    }
    const int64_t results = Equal(at_once, by_tokens);
    const int64_t cached = Equal(filled_at_once.keys.Read(), filled_by_tokens.keys.Read()) +
                           Equal(filled_at_once.values.Read(), filled_by_tokens.values.Read());
    std::printf("all tokens at once and one by one: %d of %d results equal, %d of %d elements of the cache\n", static_cast<int>(results),
                static_cast<int>(kTokens * kHidden), static_cast<int>(cached), static_cast<int>(2 * kBlocks * kBlockSize * kKeys));
    return results == kTokens * kHidden ? 0 : 1;
}
