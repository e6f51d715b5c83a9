// One thread for each device: every rank gives 0, 1, 2, … times its number plus one, and all get the sums.
//
// As many ranks as there are devices: here HOSTNPU_DEVICES of them, 4 unless it is set.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl.h"

static void Check(int status, const char *call)
{
    if (status != 0) {
        const char *text = aclGetRecentErrMsg();
        std::printf("%s failed with %d: %s\n", call, status, text == nullptr ? "" : text);
        std::exit(1);
    }
}

#define CHECK(call) Check((call), #call)

// The work of one rank. Results go to the main thread, which prints them in the order of the ranks.
static void Rank(const HcclRootInfo *root, uint32_t ranks, uint32_t rank, std::vector<float> *results)
{
    const size_t count = 8, bytes = count * sizeof(float);
    std::vector<float> numbers(count);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = static_cast<float>(i) * static_cast<float>(rank + 1);
    }
    CHECK(aclrtSetDevice(static_cast<int32_t>(rank)));
    HcclComm communicator = nullptr;
    CHECK(HcclCommInitRootInfo(ranks, root, rank, &communicator));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    void *memory = nullptr;
    CHECK(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(memory, bytes, numbers.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));

    CHECK(HcclAllReduce(memory, memory, count, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, communicator, stream));
    CHECK(aclrtSynchronizeStream(stream));

    results->resize(count);
    CHECK(aclrtMemcpy(results->data(), bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtFree(memory));
    CHECK(aclrtDestroyStream(stream));
    CHECK(HcclCommDestroy(communicator));
    CHECK(aclrtResetDevice(static_cast<int32_t>(rank)));
}

int main()
{
    setenv("HOSTNPU_DEVICES", "4", 0);
    CHECK(aclInit(nullptr));
    uint32_t ranks = 0;
    CHECK(aclrtGetDeviceCount(&ranks));
    CHECK(aclrtSetDevice(0));
    HcclRootInfo root;
    CHECK(HcclGetRootInfo(&root));
    std::vector<std::vector<float>> results(ranks);
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        threads.emplace_back(Rank, &root, ranks, rank, &results[rank]);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    for (uint32_t rank = 0; rank < ranks; rank++) {
        std::printf("rank %u:", rank);
        for (float result : results[rank]) {
            std::printf(" %g", result);
        }
        std::printf("\n");
    }
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
}
