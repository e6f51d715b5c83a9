#include "attend.h"

#include <aclnnop/aclnn_fused_infer_attention_score_v3.h>

namespace atb {

Status attend(Program &program, const Attend &of) {
    const aclTensor *none = nullptr;
    const aclIntArray *no_numbers = nullptr;
    const int64_t no_limit = 2147483647, zero = 0, causal = 3;
    // A triangle of any size is said by the mode: no element of the mask is looked at.
    aclTensor *triangle = of.is_causal ? program.temporary_mask() : nullptr;
    const auto numbers = [&](const std::vector<int64_t> *values) { return values == nullptr ? no_numbers : program.integers(*values); };
    return program.call("aclnnFusedInferAttentionScoreV3", aclnnFusedInferAttentionScoreV3GetWorkspaceSize, aclnnFusedInferAttentionScoreV3, of.query, program.list({of.key}),
                        program.list({of.value}), of.shift, triangle, numbers(of.query_ends), numbers(of.key_lengths), none, none, none, none, none, none, none, of.table, none,
                        none, none, none, none, none, none, none, no_numbers, of.query_rope, of.key_rope, none, of.heads, of.scale, no_limit, no_limit,
                        const_cast<char *>(of.layout), of.key_heads, of.is_causal ? causal : zero, zero, of.block, zero, of.lse != nullptr, zero, zero, of.out, of.lse);
}

bool make_ends(std::vector<int64_t> &lengths) {
    int64_t end = 0;
    for (int64_t &length : lengths) {
        if (length < 0) {
            return false;
        }
        length = end += length;
    }
    return true;
}

} // namespace atb
