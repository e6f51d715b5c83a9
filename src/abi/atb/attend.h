// The fused attention of aclnn, as operations and calls of libatb.so ask for it.
#ifndef HOSTNPU_ABI_ATB_ATTEND_H
#define HOSTNPU_ABI_ATB_ATTEND_H

#include <cstdint>
#include <vector>

#include "program.h"

namespace atb {

/// One call. What is null is not there.
struct Attend {
    const char *layout = "TND";
    aclTensor *query = nullptr, *key = nullptr, *value = nullptr, *query_rope = nullptr, *key_rope = nullptr;
    /// What is added to scores.
    aclTensor *shift = nullptr;
    /// Blocks of the sequences, and the rows of a block.
    aclTensor *table = nullptr;
    int64_t block = 0;
    /// Ends of packed sequences; none where each has as many queries.
    const std::vector<int64_t> *query_ends = nullptr;
    /// Ends of packed keys, or lengths of keys in blocks.
    const std::vector<int64_t> *key_lengths = nullptr;
    int64_t heads = 0, key_heads = 0;
    double scale = 1;
    /// Whether later keys are hidden. The last query sees all.
    bool is_causal = false;
    aclTensor *out = nullptr, *lse = nullptr;
};

Status attend(Program &program, const Attend &of);

/// Whether ends of sequences can be made of lengths, which become them.
bool make_ends(std::vector<int64_t> &lengths);

} // namespace atb

#endif
