/* What traces and checks cost: aclnnSin, both phases and a wait, on 8 elements and on 16 Mi; and each of 100 sines on 8 elements in a replay of a model instance.
   Processor time of the process, so that other work on the machine counts little.

   source DIR/set_env.sh
   gcc -O2 benches/checks.c -I DIR/include -L DIR/lib64 -lopapi_math -lascendcl -o checks
   for check in none memory host handle race init leak api waste all full full,api; do echo "$check: $(HOSTNPU_CHECK=$check ./checks)"; done
   echo "trace: $(HOSTNPU_TRACE=/dev/null ./checks)"; echo "profile: $(HOSTNPU_PROFILE=$(mktemp -d) ./checks)" */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"

static aclrtStream stream;

static void require(int status, const char *what)
{
    if (status != 0) {
        fprintf(stderr, "%s: status %d: %s\n", what, status, aclGetRecentErrMsg());
        exit(1);
    }
}
#define REQUIRE(call) require(call, #call)

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the processor time of a call, in seconds, over samples of so many calls. */
static double median(int64_t elements, int samples, int calls)
{
    void *memory[2];
    aclTensor *tensors[2];
    for (int i = 0; i < 2; i++) {
        REQUIRE(aclrtMalloc(&memory[i], (size_t)elements * 4, ACL_MEM_MALLOC_HUGE_FIRST));
        REQUIRE(aclrtMemset(memory[i], (size_t)elements * 4, 0, (size_t)elements * 4));
        tensors[i] = aclCreateTensor(&elements, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &elements, 1, memory[i]);
    }
    double *times = malloc((size_t)samples * sizeof *times);
    for (int i = 0; i < samples; i++) {
        double start = seconds();
        for (int call = 0; call < calls; call++) {
            uint64_t size = 0;
            aclOpExecutor *executor = NULL;
            REQUIRE(aclnnSinGetWorkspaceSize(tensors[0], tensors[1], &size, &executor));
            REQUIRE(aclnnSin(NULL, size, executor, stream));
            REQUIRE(aclrtSynchronizeStream(stream));
        }
        times[i] = (seconds() - start) / calls;
    }
    qsort(times, (size_t)samples, sizeof *times, compare);
    double middle = times[samples / 2];
    free(times);
    for (int i = 0; i < 2; i++) {
        REQUIRE(aclDestroyTensor(tensors[i]));
        REQUIRE(aclrtFree(memory[i]));
    }
    return middle;
}

/* The same of an operator of a model instance, over samples of so many replays. */
static double median_of_replays(int operators, int samples, int replays)
{
    int64_t elements = 8;
    void *memory[2];
    aclTensor *tensors[2];
    for (int i = 0; i < 2; i++) {
        REQUIRE(aclrtMalloc(&memory[i], (size_t)elements * 4, ACL_MEM_MALLOC_HUGE_FIRST));
        REQUIRE(aclrtMemset(memory[i], (size_t)elements * 4, 0, (size_t)elements * 4));
        tensors[i] = aclCreateTensor(&elements, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &elements, 1, memory[i]);
    }
    aclmdlRI model = NULL;
    REQUIRE(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL));
    for (int i = 0; i < operators; i++) {
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        // Each reads what the last one has written.
        REQUIRE(aclnnSinGetWorkspaceSize(tensors[i % 2], tensors[1 - i % 2], &size, &executor));
        REQUIRE(aclnnSin(NULL, size, executor, stream));
    }
    REQUIRE(aclmdlRICaptureEnd(stream, &model));
    double *times = malloc((size_t)samples * sizeof *times);
    for (int i = 0; i < samples; i++) {
        double start = seconds();
        for (int replay = 0; replay < replays; replay++) {
            REQUIRE(aclmdlRIExecuteAsync(model, stream));
            REQUIRE(aclrtSynchronizeStream(stream));
        }
        times[i] = (seconds() - start) / replays / operators;
    }
    qsort(times, (size_t)samples, sizeof *times, compare);
    double middle = times[samples / 2];
    free(times);
    REQUIRE(aclmdlRIDestroy(model));
    for (int i = 0; i < 2; i++) {
        REQUIRE(aclDestroyTensor(tensors[i]));
        REQUIRE(aclrtFree(memory[i]));
    }
    return middle;
}

int main(void)
{
    REQUIRE(aclInit(NULL));
    REQUIRE(aclrtSetDevice(0));
    REQUIRE(aclrtCreateStream(&stream));
    printf("%.2f us for 8 elements, %.1f ms for 16 Mi, %.2f us in a replay\n", 1e6 * median(8, 101, 100), 1e3 * median(1 << 24, 5, 1),
           1e6 * median_of_replays(100, 101, 10));
    REQUIRE(aclrtDestroyStream(stream));
    REQUIRE(aclrtResetDevice(0));
    REQUIRE(aclFinalize());
    return 0;
}
