/* What an operator of a model instance costs beside the same operator called by itself: aclnnSin on 8 elements.

   source DIR/set_env.sh
   gcc -O2 benches/replay.c -I DIR/include -L DIR/lib64 -lopapi_math -lascendcl -o replay && ./replay */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"

enum { SAMPLES = 301, OPERATORS = 1000, FEW = 10, BYTES = 32 };

static aclTensor *x, *y;
static aclrtStream stream;

static void require(int status, const char *what)
{
    if (status != 0) {
        fprintf(stderr, "%s: status %d: %s\n", what, status, aclGetRecentErrMsg());
        exit(1);
    }
}
#define REQUIRE(call) require(call, #call)

static void enqueue(int count)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    while (count-- > 0) {
        REQUIRE(aclnnSinGetWorkspaceSize(x, y, &size, &executor));
        REQUIRE(aclnnSin(NULL, size, executor, stream));
    }
}

static aclmdlRI capture(int count)
{
    aclmdlRI model = NULL;
    REQUIRE(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    enqueue(count);
    REQUIRE(aclmdlRICaptureEnd(stream, &model));
    return model;
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Times OPERATORS operators and a wait: in replays of a model instance with `count` of them, or called without one. */
static void measure(const char *name, aclmdlRI model, int count)
{
    static double samples[SAMPLES];
    int sample, replay;
    for (sample = 0; sample < SAMPLES; sample++) {
        const double begin = microseconds();
        if (model == NULL) {
            enqueue(OPERATORS);
        }
        for (replay = 0; model != NULL && replay < OPERATORS / count; replay++) {
            REQUIRE(aclmdlRIExecuteAsync(model, stream));
        }
        REQUIRE(aclrtSynchronizeStream(stream));
        samples[sample] = (microseconds() - begin) / OPERATORS;
    }
    qsort(samples, SAMPLES, sizeof samples[0], compare);
    printf("%-32s %.3f us an operator (lowest decile %.3f)\n", name, samples[SAMPLES / 2], samples[SAMPLES / 10]);
}

int main(void)
{
    const int64_t shape = BYTES / sizeof(float);
    void *from = NULL, *to = NULL;
    REQUIRE(aclInit(NULL));
    REQUIRE(aclrtSetDevice(0));
    REQUIRE(aclrtCreateStream(&stream));
    REQUIRE(aclrtMalloc(&from, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    REQUIRE(aclrtMalloc(&to, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
    REQUIRE(aclrtMemset(from, BYTES, 0, BYTES));
    x = aclCreateTensor(&shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &shape, 1, from);
    y = aclCreateTensor(&shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &shape, 1, to);
    measure("1000 calls, one wait", NULL, 0);
    measure("a replay of 1000, one wait", capture(OPERATORS), OPERATORS);
    measure("100 replays of 10, one wait", capture(FEW), FEW);
    return 0;
}
