// Attention that is called by pairs of C functions.

#include <functional>

#include <aclnnop/aclnn_attention_update.h>
#include <aclnnop/aclnn_copy.h>

#include "attend.h"
#include "atb/operation_calls.h"
#include "calls.h"

namespace atb {
namespace {

/// Copies between two tensors of one shape, with any types and strides.
Status copy(Program &program, aclTensor *to, aclTensor *from) { return program.call("aclnnInplaceCopy", aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy, to, from); }

/// The numbers of a dense tensor of INT32 in memory of the host.
bool host_numbers(const aclTensor *tensor, std::vector<int64_t> &numbers) {
    aclDataType type = ACL_DT_UNDEFINED;
    void *address = nullptr;
    int64_t offset = 0, count = 1;
    if (aclGetDataType(tensor, &type) != 0 || type != ACL_INT32 || aclGetRawTensorAddr(tensor, &address) != 0 || address == nullptr || aclGetViewOffset(tensor, &offset) != 0) {
        return false;
    }
    aclrtPtrAttributes where;
    if (aclrtPointerGetAttributes(address, &where) == ACL_SUCCESS && where.location.type == ACL_MEM_LOCATION_TYPE_DEVICE) {
        return false;
    }
    for (const int64_t extent : extents_of(tensor)) {
        count *= extent;
    }
    const int32_t *first = static_cast<const int32_t *>(address) + offset;
    numbers.assign(first, first + count);
    return true;
}

/// Attention of multi-head latent attention, one ring of it.
struct Ring {
    const aclTensor *query, *query_rope, *key, *key_rope, *value, *before, *before_lse, *out, *lse;
    std::vector<int64_t> query_ends, key_ends;
    int64_t heads, key_heads;
    double scale;
    bool is_triangle, merges;

    Status operator()(Program &program) const {
        const std::vector<int64_t> shape = extents_of(out);
        const int64_t tokens = shape[0], columns = shape[2];
        // Statistics have a row for each head; the attention writes one for each token.
        const Look by_tokens = {{tokens, heads, 1}, {1, tokens, 1}};
        if (!merges) {
            return part(program, program.again(out, {shape, {}}), program.again(lse, by_tokens));
        }
        const int64_t rows = tokens * heads;
        aclDataType type = ACL_DT_UNDEFINED;
        aclGetDataType(out, &type);
        const auto view = [&](aclTensor *tensor, std::vector<int64_t> extents) { return program.again(tensor, {std::move(extents), {}}); };
        aclTensor *own = program.temporary(type, shape), *own_lse = program.temporary(ACL_FLOAT, {tokens, heads, 1});
        aclTensor *wide[] = {program.temporary(ACL_FLOAT, {rows, columns}), program.temporary(ACL_FLOAT, {rows, columns}), program.temporary(ACL_FLOAT, {rows, columns})};
        aclTensor *logarithms[] = {program.temporary(ACL_FLOAT, {rows}), program.temporary(ACL_FLOAT, {rows})};
        Status status = this->part(program, own, own_lse);
        const auto then = [&](const std::function<Status()> &step) { status = status == NO_ERROR ? step() : status; };
        then([&] { return copy(program, wide[0], program.again(before, {{rows, columns}, {}})); });
        then([&] { return copy(program, wide[1], view(own, {rows, columns})); });
        then([&] { return copy(program, view(logarithms[0], {tokens, heads, 1}), program.again(before_lse, by_tokens)); });
        then([&] {
            const int64_t with_lse = 1;
            return program.call("aclnnAttentionUpdate", aclnnAttentionUpdateGetWorkspaceSize, aclnnAttentionUpdate,
                                program.list({view(logarithms[0], {rows}), view(own_lse, {rows})}), program.list({view(wide[0], {rows, columns}), view(wide[1], {rows, columns})}),
                                with_lse, wide[2], logarithms[1]);
        });
        then([&] { return copy(program, program.again(out, {{rows, columns}, {}}), wide[2]); });
        then([&] { return copy(program, program.again(lse, by_tokens), view(logarithms[1], {tokens, heads, 1})); });
        return status;
    }

    Status part(Program &program, aclTensor *result, aclTensor *statistics) const {
        const auto same = [&](const aclTensor *tensor) { return program.again(tensor, {extents_of(tensor), {}}); };
        Attend of;
        of.query = same(query);
        of.query_rope = same(query_rope);
        of.key = same(key);
        of.key_rope = same(key_rope);
        of.value = same(value);
        of.query_ends = &query_ends;
        of.key_lengths = &key_ends;
        of.heads = heads;
        of.key_heads = key_heads;
        of.scale = scale;
        of.is_causal = is_triangle;
        of.out = result;
        of.lse = statistics;
        return attend(program, of);
    }
};

} // namespace
} // namespace atb

using namespace atb;

extern "C" {

Status AtbRingMLAGetWorkspaceSize(const aclTensor *qNope, const aclTensor *qRope, const aclTensor *kNope, const aclTensor *kRope, const aclTensor *value, const aclTensor *,
                                  const aclTensor *seqLen, const aclTensor *prevOut, const aclTensor *prevLse, int32_t headNum, int32_t kvHeadNum, float qkScale, int kernelType,
                                  int maskType, int inputLayout, int calcType, aclTensor *output, aclTensor *softmaxLse, uint64_t *workspaceSize, Operation **operation,
                                  Context *context) {
    const char *name = "AtbRingMLA";
    const aclTensor *needed[] = {qNope, qRope, kNope, kRope, value, seqLen, output, softmaxLse};
    for (const aclTensor *tensor : needed) {
        if (tensor == nullptr) {
            return refuse(name, "a tensor is null that is none of mask, prevOut and prevLse");
        }
    }
    if (kernelType < 0 || kernelType > 1 || maskType < 0 || maskType > 1 || inputLayout != 0 || calcType < 0 || calcType > 1 || headNum <= 0 || kvHeadNum < 0) {
        return refuse(name, "kernelType, maskType and calcType are 0 or 1, inputLayout is 0, and there is at least one head");
    }
    const bool merges = calcType == 0;
    if (merges && (prevOut == nullptr || prevLse == nullptr)) {
        return refuse(name, "calcType 0 merges with prevOut and prevLse, which are null");
    }
    const std::vector<int64_t> lengths = extents_of(seqLen), shape = extents_of(output), statistics = extents_of(softmaxLse);
    if (shape.size() != 3 || shape[1] != headNum || statistics != std::vector<int64_t>{headNum, shape[0]}) {
        return refuse(name, "the output has tokens, heads and elements, softmaxLse heads and tokens");
    }
    if (merges && (extents_of(prevOut) != shape || extents_of(prevLse) != statistics)) {
        return refuse(name, "prevOut and prevLse have the shapes of the output and of softmaxLse");
    }
    const bool is_pair = lengths.size() == 2 && lengths[0] == 2;
    std::vector<int64_t> all;
    if (!host_numbers(seqLen, all) || !(lengths.size() == 1 || is_pair)) {
        return refuse(name, "seqLen is INT32 in memory of the host: a length for each sequence, or a row for queries and one for keys");
    }
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(lengths.back());
    std::vector<int64_t> query_ends(all.begin(), all.begin() + count), key_ends(all.end() - count, all.end());
    if (!make_ends(query_ends) || !make_ends(key_ends)) {
        return refuse(name, "a length in seqLen is below 0");
    }
    const Ring ring = {qNope, qRope, kNope, kRope, value, prevOut, prevLse, output, softmaxLse, query_ends, key_ends, headNum, kvHeadNum == 0 ? headNum : kvHeadNum, qkScale, maskType == 1, merges};
    return plan(name, ring, workspaceSize, operation, context);
}

Status AtbRingMLA(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) { return queue("AtbRingMLA", workspace, workspaceSize, operation, context); }

Status AtbMLAGetWorkspaceSize(const aclTensor *qNope, const aclTensor *qRope, const aclTensor *ctKV, const aclTensor *kRope, const aclTensor *blockTables,
                              const aclTensor *contextLens, const aclTensor *mask, const aclTensor *qSeqLen, const aclTensor *qkDescale, const aclTensor *pvDescale,
                              int32_t headNum, float qkScale, int32_t kvHeadNum, int maskType, int calcType, uint8_t cacheMode, aclTensor *attenOut, aclTensor *lse,
                              uint64_t *workspaceSize, Operation **operation, Context *context) {
    const char *name = "AtbMLA";
    for (const aclTensor *tensor : {qNope, qRope, ctKV, kRope, blockTables, contextLens, static_cast<const aclTensor *>(attenOut)}) {
        if (tensor == nullptr) {
            return refuse(name, "a tensor is null that is none of mask, qSeqLen, qkDescale, pvDescale and lse");
        }
    }
    const bool with_lse = calcType == 2;
    if (maskType != 0 || mask != nullptr || !(calcType == 0 || with_lse) || cacheMode != 1 || qkDescale != nullptr || pvDescale != nullptr || qSeqLen != nullptr) {
        return refuse(name, "one token of each sequence (calcType 0, or 2 with lse) without a mask and quantisation is supported, with caches of rows (cacheMode 1)");
    }
    const std::vector<int64_t> query = extents_of(qNope), rope = extents_of(qRope), keys = extents_of(ctKV), key_ropes = extents_of(kRope);
    if (query.size() != 3 || rope.size() != 3 || keys.size() != 4 || key_ropes.size() != 4 || headNum <= 0 || query[1] != headNum || rope[1] != headNum ||
        extents_of(attenOut) != query || !(kvHeadNum == 0 || kvHeadNum == 1) || keys[2] != 1 || key_ropes[2] != 1) {
        return refuse(name, "queries and output have tokens, headNum heads and elements, caches blocks, rows, one head and elements");
    }
    if (with_lse && (lse == nullptr || extents_of(lse) != std::vector<int64_t>{query[0], query[1], 1})) {
        return refuse(name, "lse has a number for each token and head");
    }
    std::vector<int64_t> lengths;
    if (!host_numbers(contextLens, lengths)) {
        return refuse(name, "contextLens is INT32 in memory of the host");
    }
    const auto steps = [=](Program &program) {
        const auto one_row = [&](const aclTensor *tensor, const std::vector<int64_t> &shape) { return program.again(tensor, {{shape[0], 1, shape[1], shape[2]}, {}}); };
        const auto cache = [&](const aclTensor *tensor, const std::vector<int64_t> &shape) { return program.again(tensor, {{shape[0], shape[1], shape[3]}, {}}); };
        aclTensor *statistics = with_lse ? program.temporary(ACL_FLOAT, {query[0], query[1], 1, 1}) : nullptr;
        Attend of;
        of.layout = "BSND";
        of.query = one_row(qNope, query);
        of.query_rope = one_row(qRope, rope);
        of.key = cache(ctKV, keys);
        of.value = cache(ctKV, keys);
        of.key_rope = cache(kRope, key_ropes);
        of.table = program.again(blockTables, {extents_of(blockTables), {}});
        of.block = keys[1];
        of.key_lengths = &lengths;
        of.heads = headNum;
        of.key_heads = 1;
        of.scale = qkScale;
        of.out = one_row(attenOut, query);
        of.lse = statistics;
        const Status status = attend(program, of);
        if (status != NO_ERROR || !with_lse) {
            return status;
        }
        return copy(program, program.again(lse, {{query[0], query[1], 1, 1}, {}}), statistics);
    };
    return plan(name, steps, workspaceSize, operation, context);
}

Status AtbMLA(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) { return queue("AtbMLA", workspace, workspaceSize, operation, context); }

Status AtbSelfAttentionPrefixEncoderGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *blockTables, const aclTensor *,
                                                     const aclTensor *seqLen, const aclTensor *kvSeqLen, const aclTensor *slopes, int maskType, int32_t headNum, int32_t kvHeadNum,
                                                     float qkScale, aclTensor *attnOut, uint64_t *workspaceSize, Operation **operation, Context *context) {
    const char *name = "AtbSelfAttentionPrefixEncoder";
    for (const aclTensor *tensor : {query, key, value, blockTables, seqLen, kvSeqLen, static_cast<const aclTensor *>(attnOut)}) {
        if (tensor == nullptr) {
            return refuse(name, "a tensor is null that is neither mask nor slopes");
        }
    }
    if (!(maskType == 3 || maskType == 9) || slopes != nullptr) {
        return refuse(name, "maskType is 3 or 9, which both hide later keys; slopes are not supported");
    }
    const std::vector<int64_t> rows = extents_of(query), keys = extents_of(key), values = extents_of(value);
    const bool has_heads = rows.size() == 3;
    if (headNum <= 0 || kvHeadNum < 0 || !(has_heads ? rows[1] == headNum : rows.size() == 2 && rows[1] % headNum == 0) || keys.size() != 4 || values.size() != 4 ||
        extents_of(attnOut) != rows) {
        return refuse(name, "queries and output have tokens, headNum heads and elements, the last two perhaps in one dimension, caches blocks, rows, heads and elements");
    }
    std::vector<int64_t> ends, lengths;
    if (!host_numbers(seqLen, ends) || !host_numbers(kvSeqLen, lengths) || !make_ends(ends)) {
        return refuse(name, "seqLen and kvSeqLen are INT32 in memory of the host, and no length is below 0");
    }
    const auto steps = [=](Program &program) {
        const Look heads = {{rows[0], headNum, has_heads ? rows[2] : rows[1] / headNum}, {}};
        const auto cache = [&](const aclTensor *tensor, const std::vector<int64_t> &shape) { return program.again(tensor, {{shape[0], shape[1], shape[2] * shape[3]}, {}}); };
        Attend of;
        of.query = program.again(query, heads);
        of.key = cache(key, keys);
        of.value = cache(value, values);
        of.table = program.again(blockTables, {extents_of(blockTables), {}});
        of.block = keys[1];
        of.query_ends = &ends;
        of.key_lengths = &lengths;
        of.heads = headNum;
        of.key_heads = kvHeadNum == 0 ? headNum : kvHeadNum;
        of.scale = qkScale;
        of.is_causal = true;
        of.out = program.again(attnOut, heads);
        return attend(program, of);
    };
    return plan(name, steps, workspaceSize, operation, context);
}

Status AtbSelfAttentionPrefixEncoder(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) {
    return queue("AtbSelfAttentionPrefixEncoder", workspace, workspaceSize, operation, context);
}

} // extern "C"
