// A layer of a mixture of experts on four ranks, each a thread with a device of its own: tokens go to the ranks of their experts, are multiplied there, and come back as
// weighted sums. The same layer on one rank, which has all experts, gives the same bits.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_moe_distribute_combine_v2.h"
#include "aclnnop/aclnn_moe_distribute_dispatch_v2.h"
#include "hccl/hccl.h"

static const int64_t kTokens = 16, kWidth = 64, kChoices = 2, kExperts = 8;

static void Check(int status, const char *call)
{
    if (status != 0) {
        const char *text = aclGetRecentErrMsg();
        std::printf("%s failed with %d: %s\n", call, status, text == nullptr ? "" : text);
        std::exit(1);
    }
}

#define CHECK(call) Check((call), #call)

// Dense memory on the device, and tensors over it.
struct Memory {
    std::vector<int64_t> shape;
    aclDataType type;
    size_t bytes;
    void *address = nullptr;

    Memory(std::vector<int64_t> extents, aclDataType of, const void *from = nullptr) : shape(std::move(extents)), type(of)
    {
        bytes = aclDataTypeSize(type);
        for (int64_t extent : shape) {
            bytes *= static_cast<size_t>(extent);
        }
        CHECK(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        if (from != nullptr) {
            CHECK(aclrtMemcpy(address, bytes, from, bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        }
    }

    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    ~Memory() { CHECK(aclrtFree(address)); }

    // Some rows, or all of them.
    aclTensor *Rows(int64_t first, int64_t count) const
    {
        std::vector<int64_t> extents = shape, strides(shape.size(), 1);
        extents[0] = count;
        for (size_t axis = shape.size() - 1; axis > 0; axis--) {
            strides[axis - 1] = strides[axis] * shape[axis];
        }
        return aclCreateTensor(extents.data(), extents.size(), type, strides.data(), first * strides[0],
                               ACL_FORMAT_ND, shape.data(), shape.size(), address);
    }

    aclTensor *All() const { return Rows(0, shape[0]); }

    void Read(void *to) const { CHECK(aclrtMemcpy(to, bytes, address, bytes, ACL_MEMCPY_DEVICE_TO_HOST)); }
};

// The second phase of an operator, its workspace, and the end of both.
template <typename Phase>
static void Run(Phase phase, uint64_t size, aclOpExecutor *executor, aclrtStream stream)
{
    void *workspace = nullptr;
    if (size > 0) {
        CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(phase(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    if (size > 0) {
        CHECK(aclrtFree(workspace));
    }
}

static std::vector<aclFloat16> Numbers(int64_t count, int64_t seed)
{
    std::vector<aclFloat16> numbers;
    for (int64_t i = 0; i < count; i++) {
        numbers.push_back(aclFloatToFloat16(static_cast<float>((i * 37 + seed * 101) % 61 - 30) / 32));
    }
    return numbers;
}

// Some tokens of the layer, on one rank of several, which has a part of the experts.
static void Rank(const HcclRootInfo *root, uint32_t ranks, uint32_t rank, std::vector<aclFloat16> *results)
{
    const int64_t tokens = kTokens / ranks, first = tokens * rank, local = kExperts / ranks;
    const int64_t rows = kTokens * (local < kChoices ? local : kChoices);
    CHECK(aclrtSetDevice(static_cast<int32_t>(rank)));
    HcclComm communicator = nullptr;
    CHECK(HcclCommInitRootInfo(ranks, root, rank, &communicator));
    char group[128];
    CHECK(HcclGetCommName(communicator, group));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    {
        const std::vector<aclFloat16> numbers = Numbers(kTokens * kWidth, 1);
        std::vector<int32_t> experts;
        std::vector<float> weights;
        for (int64_t token = first; token < first + tokens; token++) {
            for (int64_t choice = 0; choice < kChoices; choice++) {
                experts.push_back(static_cast<int32_t>((token * token + 3 * choice) % kExperts));
                weights.push_back(static_cast<float>(1 + (token + choice) % 7) / 7);
            }
        }
        Memory x({tokens, kWidth}, ACL_FLOAT16, numbers.data() + first * kWidth);
        Memory ids({tokens, kChoices}, ACL_INT32, experts.data());
        Memory scales({tokens, kChoices}, ACL_FLOAT, weights.data());
        Memory arrived({rows, kWidth}, ACL_FLOAT16), computed({rows, kWidth}, ACL_FLOAT16), y({tokens, kWidth}, ACL_FLOAT16);
        Memory assist({rows * 128}, ACL_INT32), counts({local}, ACL_INT64), ends({local * ranks}, ACL_INT32);
        aclTensor *idsTensor = ids.All(), *assistTensor = assist.All(), *endsTensor = ends.All();
        aclTensor *xTensor = x.All(), *arrivedTensor = arrived.All(), *countsTensor = counts.All();
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;

        CHECK(aclnnMoeDistributeDispatchV2GetWorkspaceSize(
            xTensor, idsTensor, nullptr, nullptr, nullptr, group, ranks, rank, kExperts, "", 0, 0, 0, 0, 0, 0, kTokens, 1, "",
            arrivedTensor, nullptr, assistTensor, countsTensor, endsTensor, nullptr, nullptr, &size, &executor));
        Run(aclnnMoeDistributeDispatchV2, size, executor, stream);

        // Each expert multiplies its rows.
        std::vector<int64_t> numbersOfRows(static_cast<size_t>(local));
        counts.Read(numbersOfRows.data());
        int64_t begin = 0;
        for (int64_t expert = 0; expert < local; expert++) {
            const int64_t count = numbersOfRows[static_cast<size_t>(expert)];
            Memory weight({kWidth, kWidth}, ACL_FLOAT16, Numbers(kWidth * kWidth, 7 + rank * local + expert).data());
            aclTensor *in = arrived.Rows(begin, count), *matrix = weight.All(), *out = computed.Rows(begin, count);
            CHECK(aclnnMmGetWorkspaceSize(in, matrix, out, 0, &size, &executor));
            Run(aclnnMm, size, executor, stream);
            for (const aclTensor *tensor : {in, matrix, out}) {
                CHECK(aclDestroyTensor(tensor));
            }
            begin += count;
        }

        aclTensor *computedTensor = computed.All(), *scalesTensor = scales.All(), *yTensor = y.All();
        CHECK(aclnnMoeDistributeCombineV2GetWorkspaceSize(
            computedTensor, idsTensor, assistTensor, endsTensor, scalesTensor, nullptr, nullptr, nullptr, nullptr, nullptr,
            nullptr, nullptr, group, ranks, rank, kExperts, "", 0, 0, 0, 0, 0, kTokens, 0, 0, 0, "", yTensor, &size,
            &executor));
        Run(aclnnMoeDistributeCombineV2, size, executor, stream);

        y.Read(results->data() + first * kWidth);
        for (const aclTensor *tensor : {idsTensor, assistTensor, endsTensor, xTensor, arrivedTensor, countsTensor,
                                        computedTensor, scalesTensor, yTensor}) {
            CHECK(aclDestroyTensor(tensor));
        }
    }
    CHECK(aclrtDestroyStream(stream));
    CHECK(HcclCommDestroy(communicator));
    CHECK(aclrtResetDevice(static_cast<int32_t>(rank)));
}

// The results of all tokens, on so many ranks.
static std::vector<aclFloat16> Layer(uint32_t ranks)
{
    std::vector<aclFloat16> results(static_cast<size_t>(kTokens * kWidth));
    HcclRootInfo root;
    CHECK(HcclGetRootInfo(&root));
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        threads.emplace_back(Rank, &root, ranks, rank, &results);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    return results;
}

int main()
{
    setenv("HOSTNPU_DEVICES", "4", 0);
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    const std::vector<aclFloat16> on_four = Layer(4), on_one = Layer(1);
    for (int64_t token : {0, 5, 15}) {
        std::printf("token %2d:", static_cast<int>(token));
        for (int64_t column = 0; column < 6; column++) {
            std::printf(" %9.5f", aclFloat16ToFloat(on_four[static_cast<size_t>(token * kWidth + column)]));
        }
        std::printf(" ...\n");
    }
    const bool same = std::memcmp(on_four.data(), on_one.data(), on_four.size() * sizeof(aclFloat16)) == 0;
    std::printf("4 ranks with 2 experts each and 1 rank with all 8: %s\n", same ? "the same bits" : "other bits");
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return same ? 0 : 1;
}
