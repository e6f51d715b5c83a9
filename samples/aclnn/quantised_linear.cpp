// A linear layer three times: exact, with weights and activations of 8 bits (W8A8), and with weights of 4 bits (W4A16). aclnnDynamicQuant gives each row of numbers a scale,
// aclnnQuantMatmulV4 multiplies the integers and puts both scales back; aclnnConvertWeightToINT4Pack packs weights of 4 bits, which have a scale for each 32 numbers, and
// aclnnWeightQuantBatchMatmulV2 multiplies by them. Behind each result stands what quantisation costs.

#include <algorithm>
#include <cmath>

#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"
#include "aclnnop/aclnn_dynamic_quant.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "session.h"

namespace {

constexpr int64_t kTokens = 8;
constexpr int64_t kInputs = 256;
constexpr int64_t kOutputs = 64;
constexpr int64_t kGroup = 32;  // weights of 4 bits that share a scale

// Numbers from -1 to 1 as FLOAT16, the same ones on every machine.
std::vector<aclFloat16> Numbers(int64_t count, uint32_t state, float scale)
{
    std::vector<aclFloat16> numbers;
    for (int64_t i = 0; i < count; i++) {
        state = state * 1664525U + 1013904223U;
        numbers.push_back(aclFloatToFloat16(scale * (static_cast<float>(state >> 8) / 8388608.0F - 1.0F)));
    }
    return numbers;
}

template <typename T>
std::vector<T> Zeros(int64_t count)
{
    return std::vector<T>(static_cast<size_t>(count));
}

// A result, and its distance from another one by the length of that.
void Print(const char *name, const Tensor<aclFloat16> &result, const std::vector<aclFloat16> &exact)
{
    const std::vector<aclFloat16> numbers = result.Read();
    std::printf("%-6s", name);
    for (size_t i = 0; i < 6; i++) {
        std::printf(" %8.4f", static_cast<double>(aclFloat16ToFloat(numbers[i])));
    }
    double error = 0.0;
    double length = 0.0;
    for (size_t i = 0; i < numbers.size(); i++) {
        const double wanted = aclFloat16ToFloat(exact[i]);
        const double difference = aclFloat16ToFloat(numbers[i]) - wanted;
        error += difference * difference;
        length += wanted * wanted;
    }
    std::printf("  error %.2f %%\n", 100.0 * std::sqrt(error / length));
}

// Rows of FLOAT16 as rows of INT8, and the scale of each.
class Quantised {
public:
    Quantised(const Session &session, const Tensor<aclFloat16> &rows, int64_t count, int64_t columns)
        : codes_(ACL_INT8, {count, columns}, Zeros<int8_t>(count * columns)), scales_(ACL_FLOAT, Zeros<float>(count))
    {
        session.Run(
            [&](uint64_t *size, aclOpExecutor **executor) {
                return aclnnDynamicQuantGetWorkspaceSize(rows.Get(), nullptr, codes_.Get(), scales_.Get(), size, executor);
            },
            aclnnDynamicQuant);
    }

    const aclTensor *Codes() const
    {
        return codes_.Get();
    }

    const aclTensor *Scales() const
    {
        return scales_.Get();
    }

private:
    Tensor<int8_t> codes_;
    Tensor<float> scales_;
};

// Both operands have 8 bits: a scale for each token, and one for each output.
void Eight(const Session &session, const Tensor<aclFloat16> &x, const Tensor<aclFloat16> &weight, const Tensor<aclFloat16> &out)
{
    const Quantised tokens(session, x, kTokens, kInputs);
    const Quantised outputs(session, weight, kOutputs, kInputs);
    session.Run(
        [&](uint64_t *size, aclOpExecutor **executor) {
            return aclnnQuantMatmulV4GetWorkspaceSize(tokens.Codes(), outputs.Codes(), outputs.Scales(), nullptr, tokens.Scales(), nullptr,
                                                      false, true, out.Get(), size, executor);
        },
        aclnnQuantMatmulV4);
}

// Weights alone have 4 bits: numbers from -8 to 7, with a scale for each 32 of an output.
void Four(const Session &session, const Tensor<aclFloat16> &x, const std::vector<aclFloat16> &weight, const Tensor<aclFloat16> &out)
{
    std::vector<int32_t> numbers(weight.size());
    std::vector<aclFloat16> scales(weight.size() / kGroup);
    for (int64_t output = 0; output < kOutputs; output++) {
        for (int64_t first = 0; first < kInputs; first += kGroup) {
            const auto of = [&](int64_t input) { return aclFloat16ToFloat(weight[static_cast<size_t>(output * kInputs + input)]); };
            float largest = 0.0F;
            for (int64_t input = first; input < first + kGroup; input++) {
                largest = std::max(largest, std::fabs(of(input)));
            }
            const aclFloat16 scale = aclFloatToFloat16(largest / 7.0F);
            scales[static_cast<size_t>(first / kGroup * kOutputs + output)] = scale;
            for (int64_t input = first; input < first + kGroup; input++) {
                const float number = std::nearbyint(of(input) / aclFloat16ToFloat(scale));
                numbers[static_cast<size_t>(input * kOutputs + output)] = static_cast<int32_t>(std::min(7.0F, std::max(-8.0F, number)));
            }
        }
    }
    const Tensor<int32_t> wide(ACL_INT32, {kInputs, kOutputs}, numbers);
    const Tensor<int32_t> packed(ACL_INT32, {kInputs, kOutputs / 8}, Zeros<int32_t>(kInputs * kOutputs / 8));
    const Tensor<aclFloat16> factors(ACL_FLOAT16, {kInputs / kGroup, kOutputs}, scales);
    session.Run(
        [&](uint64_t *size, aclOpExecutor **executor) {
            return aclnnConvertWeightToINT4PackGetWorkspaceSize(wide.Get(), packed.Get(), size, executor);
        },
        aclnnConvertWeightToINT4Pack);
    session.Run(
        [&](uint64_t *size, aclOpExecutor **executor) {
            return aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(x.Get(), packed.Get(), factors.Get(), nullptr, nullptr, nullptr, nullptr,
                                                                 static_cast<int>(kGroup), out.Get(), size, executor);
        },
        aclnnWeightQuantBatchMatmulV2);
}

}  // namespace

int main()
{
    const Session session;
    const Tensor<aclFloat16> x(ACL_FLOAT16, {kTokens, kInputs}, Numbers(kTokens * kInputs, 1, 1.0F));
    // A row of weights for each output.
    const std::vector<aclFloat16> weights = Numbers(kOutputs * kInputs, 2, 0.125F);
    const Tensor<aclFloat16> weight(ACL_FLOAT16, {kOutputs, kInputs}, weights);
    const Tensor<aclFloat16> out(ACL_FLOAT16, {kTokens, kOutputs}, Zeros<aclFloat16>(kTokens * kOutputs));

    aclTensor *transposed = weight.View({kInputs, kOutputs}, {1, kInputs}, 0);
    session.Run(
        [&](uint64_t *size, aclOpExecutor **executor) {
            return aclnnMmGetWorkspaceSize(x.Get(), transposed, out.Get(), 0, size, executor);
        },
        aclnnMm);
    aclDestroyTensor(transposed);
    const std::vector<aclFloat16> exact = out.Read();
    Print("exact", out, exact);
    Eight(session, x, weight, out);
    Print("W8A8", out, exact);
    Four(session, x, weights, out);
    Print("W4A16", out, exact);
    return 0;
}
