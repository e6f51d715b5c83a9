// Operators fused with collectives beside the same by separate calls of the same processes, in turn: aclnnMatmulAllReduce of 1024 x 4096 x 4096 beside aclnnMm and HcclAllReduce on two
// processes, and aclnnMoeDistributeDispatchV2 with aclnnMoeDistributeCombineV2 of 512 tokens of 7168 elements, 8 of 256 experts each, beside two HcclAlltoAll of as many bytes on four.
//
// source DIR/set_env.sh
// g++ -O2 -std=c++17 benches/fused_collectives.cpp -I DIR/include -L DIR/lib64 -lopapi -lhccl -lascendcl -o fused && HOSTNPU_THREADS=1 HOSTNPU_IMPL_MODE=high_performance ./fused

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_matmul_all_reduce.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_moe_distribute_combine_v2.h"
#include "aclnnop/aclnn_moe_distribute_dispatch_v2.h"
#include "hccl/hccl.h"

static const int kSamples = 9;

// Memory that the processes share: the communicator's root, and a flag that it is there.
struct Shared {
    HcclRootInfo root;
    std::atomic<int> is_there;
};

static void Check(int status, const char *call)
{
    if (status != 0) {
        const char *text = aclGetRecentErrMsg();
        std::fprintf(stderr, "%s failed with %d: %s\n", call, status, text == nullptr ? "" : text);
        std::exit(1);
    }
}

#define CHECK(call) Check((call), #call)

// A dense tensor with memory of its own, zeros unless `fill` gives its elements.
struct Tensor {
    aclTensor *tensor = nullptr;
    void *address = nullptr;
    size_t bytes;

    Tensor(std::vector<int64_t> shape, aclDataType type, const std::function<void(void *)> &fill = nullptr)
        : bytes(aclDataTypeSize(type))
    {
        std::vector<int64_t> strides(shape.size(), 1);
        for (size_t axis = shape.size(); axis-- > 0;) {
            bytes *= static_cast<size_t>(shape[axis]);
            if (axis > 0) {
                strides[axis - 1] = strides[axis] * shape[axis];
            }
        }
        CHECK(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemset(address, bytes, 0, bytes));
        if (fill != nullptr) {
            std::vector<char> values(bytes);
            fill(values.data());
            CHECK(aclrtMemcpy(address, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
        }
        tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), address);
    }

    Tensor(const Tensor &) = delete;
    Tensor &operator=(const Tensor &) = delete;

    ~Tensor()
    {
        CHECK(aclDestroyTensor(tensor));
        CHECK(aclrtFree(address));
    }
};

// Numbers of BFLOAT16 between -1 and 1.
static std::function<void(void *)> Numbers(size_t count)
{
    return [count](void *to) {
        for (size_t i = 0; i < count; i++) {
            const float number = static_cast<float>(static_cast<int>(i * 2654435761U % 257) - 128) / 128;
            uint32_t bits;
            __builtin_memcpy(&bits, &number, 4);
            static_cast<uint16_t *>(to)[i] = static_cast<uint16_t>(bits >> 16);
        }
    };
}

struct Rank {
    uint32_t ranks, rank;
    HcclComm communicator = nullptr;
    char group[128];
    aclrtStream stream = nullptr;
    Tensor *workspace = nullptr;

    template <typename Phase>
    void Launch(Phase phase, uint64_t size, aclOpExecutor *executor)
    {
        if (size > 0 && (workspace == nullptr || workspace->bytes < size)) {
            CHECK(aclrtSynchronizeStream(stream));
            delete workspace;
            workspace = new Tensor({static_cast<int64_t>(size)}, ACL_UINT8);
        }
        CHECK(phase(size > 0 ? workspace->address : nullptr, size, executor, stream));
    }

    // The median of several times of each of two calls in turn, in milliseconds; all ranks begin together.
    void Compare(const char *names[2], const std::function<void()> calls[2])
    {
        std::vector<double> times[2];
        for (int sample = -1; sample < kSamples; sample++) {
            for (int which : {0, 1}) {
                CHECK(HcclBarrier(communicator, stream));
                CHECK(aclrtSynchronizeStream(stream));
                const auto start = std::chrono::steady_clock::now();
                calls[which]();
                CHECK(aclrtSynchronizeStream(stream));
                const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
                // The first one of each allocates.
                if (sample >= 0) {
                    times[which].push_back(time.count());
                }
            }
        }
        double medians[2];
        for (int which : {0, 1}) {
            std::sort(times[which].begin(), times[which].end());
            medians[which] = times[which][kSamples / 2];
        }
        if (rank == 0) {
            std::printf("%-44s %8.2f ms   %-36s %8.2f ms   ratio %5.2f\n", names[0], medians[0], names[1], medians[1], medians[0] / medians[1]);
        }
    }
};

static void CompareMatmulAllReduce(Rank *of)
{
    const int64_t m = 1024, k = 4096, n = 4096;
    Tensor x({m, k}, ACL_BF16, Numbers(m * k)), weight({k, n}, ACL_BF16, Numbers(k * n)), y({m, n}, ACL_BF16), sum({m, n}, ACL_BF16);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    const std::function<void()> calls[2] = {
        [&] {
            CHECK(aclnnMatmulAllReduceGetWorkspaceSize(x.tensor, weight.tensor, nullptr, of->group, "sum", 0, 1, y.tensor, &size, &executor));
            of->Launch(aclnnMatmulAllReduce, size, executor);
        },
        [&] {
            CHECK(aclnnMmGetWorkspaceSize(x.tensor, weight.tensor, y.tensor, 0, &size, &executor));
            of->Launch(aclnnMm, size, executor);
            CHECK(HcclAllReduce(y.address, sum.address, m * n, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_SUM, of->communicator, of->stream));
        },
    };
    const char *names[2] = {"MatmulAllReduce 1024 x 4096 x 4096, 2 ranks", "Mm and HcclAllReduce"};
    of->Compare(names, calls);
}

static void CompareDispatchAndCombine(Rank *of)
{
    const int64_t all = 512, width = 7168, choices = 8, experts = 256;
    const int64_t ranks = of->ranks, tokens = all / ranks, local = experts / ranks, rows = all * choices;
    Tensor x({tokens, width}, ACL_BF16, Numbers(tokens * width)), y({tokens, width}, ACL_BF16);
    Tensor ids({tokens, choices}, ACL_INT32, [&](void *to) {
        for (int64_t i = 0; i < tokens * choices; i++) {
            // The experts of a token are different ones, on all ranks.
            static_cast<int32_t *>(to)[i] = static_cast<int32_t>((of->rank * 29 + i / choices * 37 + i % choices * 33) % experts);
        }
    });
    Tensor scales({tokens, choices}, ACL_FLOAT, [&](void *to) { std::fill_n(static_cast<float *>(to), tokens * choices, 0.125F); });
    Tensor arrived({rows, width}, ACL_BF16), assist({rows * 128}, ACL_INT32), counts({local}, ACL_INT64), ends({local * ranks}, ACL_INT32);
    Tensor sent({ranks, tokens * choices / ranks * width}, ACL_BF16), received({ranks, tokens * choices / ranks * width}, ACL_BF16);
    const uint64_t count = static_cast<uint64_t>(tokens * choices / ranks * width);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    const std::function<void()> calls[2] = {
        [&] {
            CHECK(aclnnMoeDistributeDispatchV2GetWorkspaceSize(
                x.tensor, ids.tensor, nullptr, nullptr, nullptr, of->group, ranks, of->rank, experts, "", 0, 0, 0, 0, 0, 0, all, 1, "",
                arrived.tensor, nullptr, assist.tensor, counts.tensor, ends.tensor, nullptr, nullptr, &size, &executor));
            of->Launch(aclnnMoeDistributeDispatchV2, size, executor);
            CHECK(aclnnMoeDistributeCombineV2GetWorkspaceSize(
                arrived.tensor, ids.tensor, assist.tensor, ends.tensor, scales.tensor, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                nullptr, of->group, ranks, of->rank, experts, "", 0, 0, 0, 0, 0, all, 0, 0, 0, "", y.tensor, &size, &executor));
            of->Launch(aclnnMoeDistributeCombineV2, size, executor);
        },
        [&] {
            for (int way = 0; way < 2; way++) {
                CHECK(HcclAlltoAll(sent.address, count, HCCL_DATA_TYPE_BFP16, received.address, count, HCCL_DATA_TYPE_BFP16, of->communicator, of->stream));
            }
        },
    };
    const char *names[2] = {"dispatch and combine, 512 x 7168, 4 ranks", "HcclAlltoAll there and back"};
    of->Compare(names, calls);
}

static void Compute(Shared *shared, uint32_t ranks, uint32_t rank, void (*compare)(Rank *))
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(static_cast<int32_t>(rank)));
    if (rank == 0) {
        CHECK(HcclGetRootInfo(&shared->root));
        shared->is_there = 1;
    }
    while (shared->is_there == 0) {
        usleep(1000);
    }
    Rank of = {ranks, rank};
    CHECK(HcclCommInitRootInfo(ranks, &shared->root, rank, &of.communicator));
    CHECK(HcclGetCommName(of.communicator, of.group));
    CHECK(aclrtCreateStream(&of.stream));
    compare(&of);
    delete of.workspace;
    CHECK(aclrtDestroyStream(of.stream));
    CHECK(HcclCommDestroy(of.communicator));
    CHECK(aclrtResetDevice(static_cast<int32_t>(rank)));
    CHECK(aclFinalize());
}

// Runs ranks as processes; returns false if one failed.
static bool Processes(uint32_t ranks, void (*compare)(Rank *))
{
    void *memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Shared *shared = static_cast<Shared *>(memory);
    std::fflush(stdout);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        if (fork() == 0) {
            Compute(shared, ranks, rank, compare);
            std::exit(0);
        }
    }
    bool is_well = true;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        int status = 0;
        wait(&status);
        is_well = is_well && status == 0;
    }
    munmap(memory, sizeof(Shared));
    return is_well;
}

int main()
{
    setenv("HOSTNPU_DEVICES", "4", 0);
    return Processes(2, CompareMatmulAllReduce) && Processes(4, CompareDispatchAndCombine) ? 0 : 1;
}
