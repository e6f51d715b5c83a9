// Calls from where programs clean up: destructors of static, thread_local and pthread-key objects, and functions of atexit. Each
// works, or is refused with its documented code; nothing is written to the standard error stream (reliability review, A 1).
//
// destructors static|static_refused|thread_local|key|at_exit|threads

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_sin.h"
#include "check.h"
#include "mlu_op.h"

namespace {

// Objects that a clean-up may find: made while the program still ran.
struct Made {
    void *memory = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    aclrtContext context = nullptr;
    aclTensor *tensor = nullptr;
    mluOpHandle_t handle = nullptr;
    cnrtQueue_t queue = nullptr;
    bool exists = false;

    void make(bool with_refusal)
    {
        const int64_t length = 4;
        REQUIRE_STATUS(aclrtSetDevice(0), 0);
        REQUIRE_STATUS(aclrtGetCurrentContext(&context), 0);
        REQUIRE_STATUS(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        REQUIRE_STATUS(aclrtCreateStream(&stream), 0);
        REQUIRE_STATUS(aclrtCreateEvent(&event), 0);
        REQUIRE_STATUS(mluOpCreate(&handle), 0);
        REQUIRE_STATUS(cnrtQueueCreate(&queue), 0);
        tensor = aclCreateTensor(&length, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &length, 1, memory);
        CHECK_TRUE(tensor != nullptr);
        if (with_refusal) {
            // The thread's own storage for messages exists from now on, and ends before the clean-up.
            CHECK_STATUS(aclrtFree(reinterpret_cast<void *>(8)), ACL_ERROR_RT_PARAM_INVALID);
            CHECK_TRUE(aclGetRecentErrMsg() != nullptr);
        }
        exists = true;
    }

    void compute(int64_t length)
    {
        const size_t bytes = 4 * static_cast<size_t>(length);
        std::vector<float> host(static_cast<size_t>(length), 0.5f);
        void *data = nullptr;
        CHECK_STATUS(aclrtMalloc(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        CHECK_STATUS(aclrtMemcpy(data, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), 0);
        aclTensor *x = aclCreateTensor(&length, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &length, 1, data);
        CHECK_TRUE(x != nullptr);
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        CHECK_STATUS(aclnnInplaceSinGetWorkspaceSize(x, &size, &executor), 0);
        CHECK_STATUS(aclnnInplaceSin(nullptr, 0, executor, stream), 0);
        CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
        CHECK_STATUS(aclrtMemcpy(host.data(), bytes, data, bytes, ACL_MEMCPY_DEVICE_TO_HOST), 0);
        const uint32_t expected = 0x3ef57744;  // the float nearest to sin(0.5)
        for (const size_t i : {size_t(0), static_cast<size_t>(length) - 1}) {
            CHECK_EQUAL_BITS(&host[i], &expected, 4);
        }
        CHECK_STATUS(aclDestroyTensor(x), 0);
        CHECK_STATUS(aclrtFree(data), 0);
    }

    void clean_up()
    {
        CHECK_TRUE(exists);
        // The current context is still that of the thread.
        aclrtContext current = nullptr;
        CHECK_STATUS(aclrtGetCurrentContext(&current), 0);
        CHECK_TRUE(current == context);
        // Refusals keep their code and their sentence.
        CHECK_STATUS(aclrtFree(reinterpret_cast<void *>(8)), ACL_ERROR_RT_PARAM_INVALID);
        CHECK_STATUS(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_PARAM_INVALID);
        CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclrtFree");
        CHECK_STATUS(aclDestroyTensor(reinterpret_cast<aclTensor *>(this)), 161002);
        CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclDestroyTensor: `tensor` is not a handle");
        CHECK_TRUE(aclGetRecentErrMsg() == nullptr);
        CHECK_STATUS(cnrtQueueDestroy(reinterpret_cast<cnrtQueue_t>(this)), cnrtErrorInvalidResourceHandle);
        CHECK_STATUS(mluOpDestroy(reinterpret_cast<mluOpHandle_t>(this)), MLUOP_STATUS_BAD_PARAM);
        // New objects work, on this thread, the stream's and the helpers.
        compute(8);
        compute(1 << 20);
        mluOpHandle_t other = nullptr;
        CHECK_STATUS(mluOpCreate(&other), 0);
        CHECK_STATUS(mluOpSetQueue(other, queue), 0);
        CHECK_STATUS(mluOpDestroy(other), 0);
        cnrtQueue_t fresh = nullptr;
        CHECK_STATUS(cnrtSetDevice(0), 0);
        CHECK_STATUS(cnrtQueueCreate(&fresh), 0);
        CHECK_STATUS(cnrtQueueSync(fresh), 0);
        CHECK_STATUS(cnrtQueueDestroy(fresh), 0);
        // Existing objects are destroyed.
        CHECK_STATUS(aclrtRecordEvent(event, stream), 0);
        CHECK_STATUS(aclrtSynchronizeEvent(event), 0);
        CHECK_STATUS(aclrtDestroyEvent(event), 0);
        CHECK_STATUS(aclDestroyTensor(tensor), 0);
        CHECK_STATUS(mluOpDestroy(handle), 0);
        CHECK_STATUS(cnrtQueueDestroy(queue), 0);
        CHECK_STATUS(aclrtDestroyStream(stream), 0);
        CHECK_STATUS(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
        CHECK_STATUS(aclrtFree(memory), 0);
        CHECK_STATUS(aclrtSetDevice(0), 0);
        CHECK_STATUS(aclrtResetDevice(0), 0);
        exists = false;
    }
};

// As in check_result(), when main cannot return it any more.
void end_if_failed()
{
    if (check_result() != 0) {
        _Exit(1);
    }
}

bool wanted;
Made made;

struct Static {
    ~Static()
    {
        if (wanted) {
            made.clean_up();
            CHECK_STATUS(aclrtResetDeviceForce(0), 0);
            CHECK_STATUS(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
            CHECK_STATUS(aclFinalize(), 0);
            end_if_failed();
        }
    }
};
Static object;

struct Local {
    Made made;
    ~Local()
    {
        if (made.exists) {
            made.clean_up();
        }
    }
};

void in_thread_local()
{
    std::thread([] {
        // It exists before the library's own storage in this thread, and so ends after it.
        static thread_local Local local;
        local.made.make(true);
    }).join();
}

pthread_key_t key;

void in_key()
{
    CHECK_EQUAL_INT(pthread_key_create(&key, [](void *made) { static_cast<Made *>(made)->clean_up(); }), 0);
    Made own;
    std::thread([&] {
        own.make(true);
        CHECK_EQUAL_INT(pthread_setspecific(key, &own), 0);
    }).join();
    CHECK_TRUE(!own.exists);
    // The same in a thread that has never called before.
    CHECK_EQUAL_INT(pthread_key_create(&key, [](void *) {
        aclrtContext current = nullptr;
        CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL);
        CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclrtGetCurrentContext");
        CHECK_STATUS(aclrtSetDevice(0), 0);
        CHECK_STATUS(aclrtGetCurrentContext(&current), 0);
        CHECK_STATUS(aclrtResetDevice(0), 0);
    }), 0);
    std::thread([&] { CHECK_EQUAL_INT(pthread_setspecific(key, &own), 0); }).join();
}

// More threads than fit into any small table, all alive and with an object of their own.
void in_many_threads()
{
    const int count = 3000;
    std::atomic<int> failures(0);
    pthread_barrier_t all;
    pthread_barrier_init(&all, nullptr, count);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    struct Shared {
        std::atomic<int> *failures;
        pthread_barrier_t *all;
    } shared = {&failures, &all};
    const auto work = [](void *argument) -> void * {
        const Shared &own = *static_cast<Shared *>(argument);
        const int64_t length = 4;
        aclTensor *tensor = aclCreateTensor(&length, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &length, 1, nullptr);
        pthread_barrier_wait(own.all);
        if (tensor == nullptr || aclDestroyTensor(tensor) != 0 || aclDestroyTensor(tensor) != 161002) {
            ++*own.failures;
        }
        return nullptr;
    };
    std::vector<pthread_t> threads(count);
    for (pthread_t &thread : threads) {
        REQUIRE_STATUS(pthread_create(&thread, &small, work, &shared), 0);
    }
    for (const pthread_t thread : threads) {
        CHECK_EQUAL_INT(pthread_join(thread, nullptr), 0);
    }
    CHECK_EQUAL_INT(failures, 0);
}

}  // namespace

int main(int argc, char **argv)
{
    const std::string scenario = argc > 1 ? argv[1] : "static";
    REQUIRE_STATUS(aclInit(nullptr), 0);
    if (scenario == "static" || scenario == "static_refused") {
        made.make(scenario == "static_refused");
        wanted = true;
    } else if (scenario == "thread_local") {
        in_thread_local();
    } else if (scenario == "key") {
        in_key();
    } else if (scenario == "at_exit") {
        made.make(true);
        CHECK_EQUAL_INT(atexit([] {
            made.clean_up();
            end_if_failed();
        }), 0);
    } else {
        CHECK_TRUE(scenario == "threads");
        in_many_threads();
    }
    return check_result();
}
