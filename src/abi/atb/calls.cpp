// Operators of libatb.so that are pairs of C functions, as those of aclnn: the first plans a call and makes an operation of it, the second queues it.

#include <functional>
#include <new>

#include <aclnnop/aclnn_attention_update.h>
#include <aclnnop/aclnn_copy.h>
#include <aclnnop/aclnn_fused_infer_attention_score_v3.h>
#include <aclnnop/aclnn_gather_pa_kv_cache.h>

#include "atb/operation_calls.h"
#include "program.h"

namespace atb {
namespace {

/// A call that was planned. Programs keep the operation, and hand it in again for the next call.
class Call : public Operation {
public:
    explicit Call(const char *name) : name_(name) {}

    std::string GetName() const override { return name_; }
    uint32_t GetInputNum() const override { return 0; }
    uint32_t GetOutputNum() const override { return 0; }
    Status InferShape(const SVector<TensorDesc> &, SVector<TensorDesc> &) const override { return refuse("InferShape"); }
    Status Setup(const VariantPack &, uint64_t &, Context *) override { return refuse("Setup"); }
    Status Execute(const VariantPack &, uint8_t *, uint64_t, Context *) override { return refuse("Execute"); }

    std::function<Status(Program &)> steps;

private:
    Status refuse(const char *function) const {
        report("%s: %s belongs to operations of parameters; this one is called by its pair of functions", name_, function);
        return ERROR_INVALID_PARAM;
    }

    const char *name_;
};

/// Measures a call, and keeps it in the operation.
Status plan(const char *name, std::function<Status(Program &)> steps, uint64_t *size, Operation **operation, Context *context) {
    if (size == nullptr || operation == nullptr || context == nullptr) {
        report("%s: the size, the operation or the context is null", name);
        return ERROR_INVALID_PARAM;
    }
    Program program;
    const Status status = steps(program);
    if (status != NO_ERROR) {
        return status;
    }
    if (*operation == nullptr) {
        *operation = new (std::nothrow) Call(name);
    }
    Call *call = dynamic_cast<Call *>(*operation);
    if (call == nullptr) {
        report("%s: the operation that is handed in is another one", name);
        return ERROR_INVALID_OPERATION_ADDR;
    }
    call->steps = std::move(steps);
    *size = program.workspace_size();
    return NO_ERROR;
}

Status queue(const char *name, void *workspace, uint64_t size, Operation *operation, Context *context) {
    const Call *call = dynamic_cast<const Call *>(operation);
    if (call == nullptr || context == nullptr || call->GetName() != name) {
        report("%s: the operation is not of this call, or the context is null", name);
        return call == nullptr || context != nullptr ? ERROR_INVALID_OPERATION_ADDR : ERROR_INVALID_CONTEXT_ADDR;
    }
    Program program(workspace, size, context->GetExecuteStream());
    return call->steps(program);
}

Status refuse(const char *name, const char *sentence) {
    report("%s: %s", name, sentence);
    return ERROR_INVALID_PARAM;
}

/// Copies between two tensors of one shape, with any types and strides.
Status copy(Program &program, aclTensor *to, aclTensor *from) { return program.call("aclnnInplaceCopy", aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy, to, from); }

/// Cumulative sums of a row of INT32 in memory of the host.
bool sums(const int32_t *numbers, int64_t count, std::vector<int64_t> &ends) {
    int64_t end = 0;
    for (int64_t index = 0; index < count; ++index) {
        if (numbers[index] < 0) {
            return false;
        }
        ends.push_back(end += numbers[index]);
    }
    return true;
}

/// Attention of multi-head latent attention, one ring of it.
struct Ring {
    const aclTensor *query, *query_rope, *key, *key_rope, *value, *mask, *before, *before_lse, *out, *lse;
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
            return attend(program, program.again(out, {shape, {}}), program.again(lse, by_tokens));
        }
        const int64_t rows = tokens * heads;
        aclDataType type = ACL_DT_UNDEFINED;
        aclGetDataType(out, &type);
        const auto view = [&](aclTensor *tensor, std::vector<int64_t> extents) { return program.again(tensor, {std::move(extents), {}}); };
        aclTensor *part = program.temporary(type, shape), *part_lse = program.temporary(ACL_FLOAT, {tokens, heads, 1});
        aclTensor *wide[] = {program.temporary(ACL_FLOAT, {rows, columns}), program.temporary(ACL_FLOAT, {rows, columns}), program.temporary(ACL_FLOAT, {rows, columns})};
        aclTensor *logarithms[] = {program.temporary(ACL_FLOAT, {rows}), program.temporary(ACL_FLOAT, {rows})};
        Status status = attend(program, part, part_lse);
        const auto then = [&](const std::function<Status()> &step) { status = status == NO_ERROR ? step() : status; };
        then([&] { return copy(program, wide[0], program.again(before, {{rows, columns}, {}})); });
        then([&] { return copy(program, wide[1], view(part, {rows, columns})); });
        then([&] { return copy(program, view(logarithms[0], {tokens, heads, 1}), program.again(before_lse, by_tokens)); });
        then([&] {
            const int64_t with_lse = 1;
            return program.call("aclnnAttentionUpdate", aclnnAttentionUpdateGetWorkspaceSize, aclnnAttentionUpdate,
                                program.list({view(logarithms[0], {rows}), view(part_lse, {rows})}), program.list({view(wide[0], {rows, columns}), view(wide[1], {rows, columns})}),
                                with_lse, wide[2], logarithms[1]);
        });
        then([&] { return copy(program, program.again(out, {{rows, columns}, {}}), wide[2]); });
        then([&] { return copy(program, program.again(lse, by_tokens), view(logarithms[1], {tokens, heads, 1})); });
        return status;
    }

    Status attend(Program &program, aclTensor *result, aclTensor *statistics) const {
        const aclTensor *none = nullptr;
        const aclIntArray *no_numbers = nullptr;
        const int64_t no_limit = 2147483647, zero = 0, causal = 3;
        char layout[] = "TND";
        // A triangle of any size is said by the mode: no element of the mask is looked at.
        aclTensor *triangle = is_triangle ? program.temporary_mask() : nullptr;
        const auto same = [&](const aclTensor *tensor) { return program.again(tensor, {extents_of(tensor), {}}); };
        return program.call("aclnnFusedInferAttentionScoreV3", aclnnFusedInferAttentionScoreV3GetWorkspaceSize, aclnnFusedInferAttentionScoreV3, same(query),
                            program.list({same(key)}), program.list({same(value)}), none, triangle, program.integers(query_ends), program.integers(key_ends), none, none, none, none,
                            none, none, none, none, none, none, none, none, none, none, none, none, no_numbers, same(query_rope), same(key_rope), none, heads, scale, no_limit,
                            no_limit, layout, key_heads, is_triangle ? causal : zero, zero, zero, zero, true, zero, zero, result, statistics);
    }
};

} // namespace
} // namespace atb

using namespace atb;

extern "C" {

Status AtbRingMLAGetWorkspaceSize(const aclTensor *qNope, const aclTensor *qRope, const aclTensor *kNope, const aclTensor *kRope, const aclTensor *value, const aclTensor *mask,
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
    aclDataType type = ACL_DT_UNDEFINED;
    void *address = nullptr;
    int64_t offset = 0;
    aclGetDataType(seqLen, &type);
    aclGetRawTensorAddr(seqLen, &address);
    aclGetViewOffset(seqLen, &offset);
    const bool is_pair = lengths.size() == 2 && lengths[0] == 2;
    if (type != ACL_INT32 || address == nullptr || !(lengths.size() == 1 || is_pair)) {
        return refuse(name, "seqLen is INT32 in memory of the host: a length for each sequence, or a row for queries and one for keys");
    }
    aclrtPtrAttributes where;
    if (aclrtPointerGetAttributes(address, &where) == ACL_SUCCESS && where.location.type == ACL_MEM_LOCATION_TYPE_DEVICE) {
        return refuse(name, "seqLen lies in memory of the device: lengths are read when the call is planned, from memory of the host");
    }
    Ring ring = {qNope, qRope, kNope, kRope, value, mask, prevOut, prevLse, output, softmaxLse, {}, {}, headNum, kvHeadNum == 0 ? headNum : kvHeadNum, qkScale, maskType == 1, merges};
    const int32_t *numbers = static_cast<const int32_t *>(address) + offset;
    const int64_t count = lengths.back();
    if (!sums(numbers, count, ring.query_ends) || !sums(is_pair ? numbers + count : numbers, count, ring.key_ends)) {
        return refuse(name, "a length in seqLen is below 0");
    }
    return plan(name, ring, workspaceSize, operation, context);
}

Status AtbRingMLA(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) { return queue("AtbRingMLA", workspace, workspaceSize, operation, context); }

Status AtbPagedCacheLoadGetWorkspaceSize(const aclTensor *keyCache, const aclTensor *valueCache, const aclTensor *blockTables, const aclTensor *contextLens, aclTensor *key,
                                         aclTensor *value, const aclTensor *seqStarts, int8_t kvCacheCfg, bool isSeqLensCumsumType, bool hasSeqStarts, uint64_t *workspaceSize,
                                         Operation **operation, Context *context) {
    if (hasSeqStarts != (seqStarts != nullptr)) {
        return refuse("AtbPagedCacheLoad", "hasSeqStarts says whether seqStarts is there");
    }
    const auto steps = [=](Program &program) {
        char rows[] = "Norm", pieces[] = "PA_NZ";
        return program.call("aclnnGatherPaKvCache", aclnnGatherPaKvCacheGetWorkspaceSize, aclnnGatherPaKvCache, keyCache, valueCache, blockTables, contextLens, key, value,
                            seqStarts, kvCacheCfg == 0 ? pieces : rows, isSeqLensCumsumType);
    };
    return plan("AtbPagedCacheLoad", steps, workspaceSize, operation, context);
}

Status AtbPagedCacheLoad(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) {
    return queue("AtbPagedCacheLoad", workspace, workspaceSize, operation, context);
}

} // extern "C"
