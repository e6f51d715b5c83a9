/* Two handles on two queues from two threads: each thread's operators run in its queue's order, whatever the other does. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "fixture.h"

enum { COUNT = 200000, ROUNDS = 25 };

typedef struct {
    float offset;
    int failures;
} Job;

static void *work(void *argument)
{
    Job *job = (Job *)argument;
    const size_t bytes = COUNT * sizeof(float);
    float *host = (float *)malloc(bytes), *first = (float *)malloc(bytes);
    void *x = NULL, *y = NULL;
    mluOpHandle_t handle = NULL;
    cnrtQueue_t queue = NULL;
    mluOpTensorDescriptor_t desc = NULL;
    const int dims[] = {COUNT};
    int at, round;

    job->failures = host == NULL || first == NULL;
    job->failures += cnrtSetDevice(0) != cnrtSuccess || cnrtQueueCreate(&queue) != cnrtSuccess;
    job->failures += mluOpCreate(&handle) != OK || mluOpSetQueue(handle, queue) != OK;
    job->failures += cnrtMalloc(&x, bytes) != cnrtSuccess || cnrtMalloc(&y, bytes) != cnrtSuccess;
    job->failures += mluOpCreateTensorDescriptor(&desc) != OK;
    job->failures += mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 1, dims) != OK;
    if (job->failures != 0) {
        return NULL;
    }
    for (round = 0; round < ROUNDS; round++) {
        /* The chain is right only in its order: the copy brings in what lgamma reads, and in place changes it. */
        for (at = 0; at < COUNT; at++) {
            host[at] = job->offset + (float)at / COUNT;
        }
        job->failures += cnrtMemcpyAsync(x, host, bytes, queue, cnrtMemcpyHostToDev) != cnrtSuccess;
        job->failures += mluOpLgamma(handle, desc, x, desc, x) != OK;
        job->failures += mluOpAbs(handle, desc, x, desc, y) != OK;
        job->failures += mluOpLogspace(handle, 0, job->offset, COUNT, 2, desc, x) != OK;
        job->failures += cnrtMemcpyAsync(host, y, bytes, queue, cnrtMemcpyDevToHost) != cnrtSuccess;
        job->failures += cnrtQueueSync(queue) != cnrtSuccess;
        for (at = 0; at < COUNT; at += 997) {
            const double exact = fabs(lgamma((double)(job->offset + (float)at / COUNT)));
            job->failures += !(fabs((double)host[at] - exact) <= 1e-6 * exact + 1e-7);
        }
        if (round == 0) {
            memcpy(first, host, bytes);
        }
        job->failures += memcmp(first, host, bytes) != 0;
        job->failures += cnrtMemcpy(host, x, bytes, cnrtMemcpyDevToHost) != cnrtSuccess;
        job->failures += host[0] != 1.0f || host[COUNT - 1] != exp2f(job->offset);
    }
    job->failures += mluOpDestroyTensorDescriptor(desc) != OK || mluOpDestroy(handle) != OK;
    job->failures += cnrtQueueDestroy(queue) != cnrtSuccess || cnrtFree(x) != cnrtSuccess || cnrtFree(y) != cnrtSuccess;
    free(host);
    free(first);
    return NULL;
}

int main(void)
{
    Job jobs[2] = {{3, 0}, {8, 0}};
    pthread_t threads[2];
    int at;
    for (at = 0; at < 2; at++) {
        CHECK_EQUAL_INT(pthread_create(&threads[at], NULL, work, &jobs[at]), 0);
    }
    for (at = 0; at < 2; at++) {
        CHECK_EQUAL_INT(pthread_join(threads[at], NULL), 0);
        CHECK_EQUAL_INT(jobs[at].failures, 0);
    }
    return check_result();
}
