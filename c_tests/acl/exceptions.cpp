// Functions of the program that end by an exception, or are left by longjmp.
#include <atomic>
#include <csetjmp>
#include <pthread.h>
#include <stdexcept>

#include "fixture.h"

#define RELAXED ACL_MODEL_RI_CAPTURE_MODE_RELAXED

static std::atomic<int> calls;

static void throws(void *)
{
    calls++;
    throw std::runtime_error("of the program");
}

static void counts(void *)
{
    calls++;
}

static aclrtContext seen;

static void looks(void *)
{
    calls++;
    seen = nullptr;
    CHECK_STATUS(aclrtGetCurrentContext(&seen), ACL_SUCCESS);
}

static uint64_t self()
{
    return static_cast<uint64_t>(pthread_self());
}

// A thread of the library's calls it: the exception is an error of the stream, which goes on.
static void host_functions(aclrtStream stream)
{
    calls = 0;
    CHECK_STATUS(aclrtLaunchHostFunc(stream, throws, nullptr), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, counts, nullptr), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "aclrtLaunchHostFunc ended by an exception");
    CHECK_EQUAL_INT(calls, 2);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

// The program's own thread calls it: the exception is the caller's.
static void reports(aclrtStream stream)
{
    calls = 0;
    CHECK_STATUS(aclrtSubscribeReport(self(), stream), ACL_SUCCESS);
    for (int round = 0; round < 3; round++) {
        bool is_caught = false;
        CHECK_STATUS(aclrtLaunchCallback(throws, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
        try {
            aclrtProcessReport(1000);
        } catch (const std::runtime_error &error) {
            is_caught = true;
            CHECK_EQUAL_STRING(error.what(), "of the program");
        }
        CHECK_TRUE(is_caught);
        CHECK_EQUAL_INT(calls, round + 1);
        CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 1000), ACL_SUCCESS);
    }
    CHECK_EQUAL_INT(std::uncaught_exceptions(), 0);
}

static std::jmp_buf out;

static void jumps(void *)
{
    std::longjmp(out, 1);
}

static void jumps_of_reports(aclrtStream stream)
{
    calls = 0;
    volatile int jumped = 0;
    CHECK_STATUS(aclrtLaunchCallback(jumps, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(counts, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    if (setjmp(out) == 0) {
        aclrtProcessReport(1000);
        CHECK_TRUE(false);
    } else {
        jumped = 1;
    }
    CHECK_EQUAL_INT(jumped, 1);
    CHECK_STATUS(aclrtProcessReport(1000), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 1);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 1000), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnSubscribeReport(self(), stream), ACL_SUCCESS);
}

static void fails(aclrtExceptionInfo *)
{
    calls++;
    throw 7;
}

// Of a function that is told of a failed task, and of those that calls of the program's call at once.
static void observers(aclrtStream stream)
{
    calls = 0;
    CHECK_STATUS(aclrtSetExceptionInfoCallback(fails), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, throws, nullptr), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_EQUAL_INT(calls, 2);
    CHECK_STATUS(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
    aclmdlRI model = nullptr;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroyRegisterCallback(model, throws, nullptr), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroyRegisterCallback(model, counts, nullptr), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 4);
    CHECK_EQUAL_INT(std::uncaught_exceptions(), 0);
}

// Host functions and callbacks find their stream's context.
static void contexts()
{
    aclrtContext own = nullptr, other = nullptr, now = nullptr;
    aclrtStream stream = nullptr;
    CHECK_STATUS(aclrtGetCurrentContext(&own), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateContext(&other, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    calls = 0;
    CHECK_STATUS(aclrtLaunchHostFunc(stream, looks, nullptr), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 1);
    CHECK_TRUE(seen == other);
    aclrtStream second = nullptr;
    REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSubscribeReport(self(), second), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(looks, nullptr, ACL_CALLBACK_NO_BLOCK, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetCurrentContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtProcessReport(1000), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 2);
    CHECK_TRUE(seen == other);
    CHECK_STATUS(aclrtGetCurrentContext(&now), ACL_SUCCESS);
    CHECK_TRUE(now == own);
    CHECK_STATUS(aclrtUnSubscribeReport(self(), second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyContext(other), ACL_SUCCESS);
}

// A captured callback runs in each replay, and what follows waits for it.
static void captured_callbacks(aclrtStream stream)
{
    aclmdlRI model = nullptr;
    uint64_t *word = device_word();
    calls = 0;
    CHECK_STATUS(aclrtSubscribeReport(self(), stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(counts, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(word, 7, 0, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_STATUS(aclrtProcessReport(20), ACL_ERROR_RT_REPORT_TIMEOUT);
    for (int round = 1; round <= 3; round++) {
        REQUIRE_STATUS(aclrtMemset(word, 8, 0, 8), ACL_SUCCESS);
        CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
        CHECK_EQUAL_INT(read_word(word), 0);
        CHECK_STATUS(aclrtProcessReport(1000), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_EQUAL_INT(calls, round);
        CHECK_EQUAL_INT(read_word(word), 7);
    }
    CHECK_STATUS(aclrtUnSubscribeReport(self(), stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

int main()
{
    REQUIRE_STATUS(aclInit(nullptr), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr, subscribed = nullptr;
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&subscribed), ACL_SUCCESS);
    contexts();
    captured_callbacks(subscribed);
    reports(subscribed);
    jumps_of_reports(subscribed);
    host_functions(stream);
    observers(stream);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(subscribed), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
