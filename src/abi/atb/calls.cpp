#include "calls.h"

#include <new>

#include <aclnnop/aclnn_gather_pa_kv_cache.h>
#include <aclnnop/aclnn_mla_preprocess.h>
#include <aclnnop/aclnn_moe_fused_topk.h>

#include "atb/operation_calls.h"

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

} // namespace

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

} // namespace atb

using namespace atb;

extern "C" {

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

Status AtbFusedAddTopkDivGetWorkspaceSize(const aclTensor *x, const aclTensor *addNum, const aclTensor *mappingNum, const aclTensor *mappingTable, uint32_t groupNum,
                                          uint32_t groupTopk, uint32_t n, uint32_t k, int activationType, bool isNorm, float scale, bool enableExpertMapping, aclTensor *y,
                                          aclTensor *indices, uint64_t *workspaceSize, Operation **operation, Context *context) {
    const int sigmoid = 8;
    if (activationType != sigmoid) {
        return refuse("AtbFusedAddTopkDiv", "activationType is 8, the logistic function");
    }
    const auto steps = [=](Program &program) {
        return program.call("aclnnMoeFusedTopk", aclnnMoeFusedTopkGetWorkspaceSize, aclnnMoeFusedTopk, x, addNum, mappingNum, mappingTable, groupNum, groupTopk, n, k, uint32_t{0},
                            isNorm, scale, enableExpertMapping, y, indices);
    };
    return plan("AtbFusedAddTopkDiv", steps, workspaceSize, operation, context);
}

Status AtbFusedAddTopkDiv(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) {
    return queue("AtbFusedAddTopkDiv", workspace, workspaceSize, operation, context);
}

Status AtbMLAPreprocessGetWorkspaceSize(const aclTensor *input, const aclTensor *gamma0, const aclTensor *beta0, const aclTensor *quantScale0, const aclTensor *quantOffset0,
                                        const aclTensor *wdqkv, const aclTensor *deScale0, const aclTensor *bias0, const aclTensor *gamma1, const aclTensor *beta1,
                                        const aclTensor *quantScale1, const aclTensor *quantOffset1, const aclTensor *wuq, const aclTensor *deScale1, const aclTensor *bias1,
                                        const aclTensor *gamma2, const aclTensor *cos, const aclTensor *sin, const aclTensor *wuk, const aclTensor *kvCache,
                                        const aclTensor *kRope, const aclTensor *slotmapping, const aclTensor *ctkvScale, const aclTensor *qNopeScale, uint32_t wdqDim,
                                        uint32_t qRopeDim, uint32_t kRopeDim, float epsilon, uint32_t qRotaryCoeff, uint32_t kRotaryCoeff, bool transposeWdq, bool transposeWuq,
                                        bool transposeWuk, uint8_t cacheMode, uint16_t quantMode, aclTensor *qOut0, aclTensor *kvCacheOut0, aclTensor *qOut1,
                                        aclTensor *kvCacheOut1, uint64_t *workspaceSize, Operation **operation, Context *context) {
    const auto steps = [=](Program &program) {
        return program.call("aclnnMlaPreprocess", aclnnMlaPreprocessGetWorkspaceSize, aclnnMlaPreprocess, input, gamma0, beta0, quantScale0, quantOffset0, wdqkv, deScale0, bias0,
                            gamma1, beta1, quantScale1, quantOffset1, wuq, deScale1, bias1, gamma2, cos, sin, wuk, kvCache, kRope, slotmapping, ctkvScale, qNopeScale,
                            int64_t{wdqDim}, int64_t{qRopeDim}, int64_t{kRopeDim}, double{epsilon}, int64_t{qRotaryCoeff}, int64_t{kRotaryCoeff}, transposeWdq, transposeWuq,
                            transposeWuk, int64_t{cacheMode}, int64_t{quantMode}, true, int64_t{1}, qOut0, kvCacheOut0, qOut1, kvCacheOut1);
    };
    return plan("AtbMLAPreprocess", steps, workspaceSize, operation, context);
}

Status AtbMLAPreprocess(void *workspace, uint64_t workspaceSize, Operation *operation, Context *context) {
    return queue("AtbMLAPreprocess", workspace, workspaceSize, operation, context);
}

} // extern "C"
