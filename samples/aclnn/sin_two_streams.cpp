// Two streams and an event: the second stream takes the sine of what the first one has computed.

#include "aclnnop/aclnn_sin.h"
#include "session.h"

namespace {

// Puts out = sin(self) into a stream. The tensors may go once this has returned: the plan has what it needs.
void QueueSin(void *self, void *out, int64_t count, aclrtStream stream)
{
    aclTensor *selfTensor = aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, self);
    aclTensor *outTensor = aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1, out);
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(aclnnSinGetWorkspaceSize(selfTensor, outTensor, &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(aclnnSin(workspace, workspaceSize, executor, stream));
    aclDestroyTensor(selfTensor);
    aclDestroyTensor(outTensor);
}

} // namespace

int main()
{
    const int64_t count = 1 << 20;
    const size_t bytes = count * sizeof(float);
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream first = nullptr;
    aclrtStream second = nullptr;
    CHECK(aclrtCreateStream(&first));
    CHECK(aclrtCreateStreamWithConfig(&second, 0, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC));
    aclrtEvent begin = nullptr;
    aclrtEvent half = nullptr;
    aclrtEvent end = nullptr;
    CHECK(aclrtCreateEvent(&begin));
    CHECK(aclrtCreateEvent(&half));
    CHECK(aclrtCreateEvent(&end));

    // Page-locked, so that the copies can be queued as well.
    void *host = nullptr;
    CHECK(aclrtMallocHost(&host, bytes));
    float *values = static_cast<float *>(host);
    for (int64_t i = 0; i < count; i++) {
        values[i] = static_cast<float>(i) / 1024.0f;
    }
    void *x = nullptr;
    void *y = nullptr;
    void *z = nullptr;
    CHECK(aclrtMalloc(&x, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&y, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMalloc(&z, bytes, ACL_MEM_MALLOC_HUGE_FIRST));

    CHECK(aclrtRecordEvent(begin, first));
    CHECK(aclrtMemcpyAsync(x, bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE, first));
    QueueSin(x, y, count, first);
    CHECK(aclrtRecordEvent(half, first));
    CHECK(aclrtStreamWaitEvent(second, half));
    QueueSin(y, z, count, second);
    CHECK(aclrtMemcpyAsync(host, bytes, z, bytes, ACL_MEMCPY_DEVICE_TO_HOST, second));
    CHECK(aclrtRecordEvent(end, second));
    CHECK(aclrtSynchronizeEvent(end));

    float milliseconds = 0;
    CHECK(aclrtEventElapsedTime(&milliseconds, begin, end));
    for (const int64_t i : {0, 1024, 2048, 1000000}) {
        std::printf("sin(sin(%g)) = %f\n", static_cast<double>(i) / 1024.0, values[i]);
    }
    std::printf("the two streams took %s\n", milliseconds > 0 ? "some time" : "no time");

    CHECK(aclrtDestroyEvent(begin));
    CHECK(aclrtDestroyEvent(half));
    CHECK(aclrtDestroyEvent(end));
    aclrtFree(x);
    aclrtFree(y);
    aclrtFree(z);
    aclrtFreeHost(host);
    CHECK(aclrtDestroyStream(first));
    CHECK(aclrtDestroyStream(second));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
