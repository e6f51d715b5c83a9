/* The threads that compute: a forked child starts its own, and a process whose main thread ends by itself ends, though operators used them
   (reliability review, A 14, A 15). */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

#include "aclnnop/aclnn_sin.h"

enum { ELEMENTS = 1 << 20 };

/* Computes on all threads. */
static void compute(aclTensor *self, aclTensor *out, const void *memory)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    float last = 0;
    REQUIRE_STATUS(aclnnSinGetWorkspaceSize(self, out, &size, &executor), ACLNN_SUCCESS);
    REQUIRE_STATUS(aclnnSin(NULL, size, executor, stream), ACLNN_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(&last, (const float *)memory + ELEMENTS - 1, sizeof last);
    CHECK_TRUE(last == 0.0f);
}

int main(void)
{
    alarm(50);
    open_device();
    const int64_t elements = ELEMENTS;
    void *in = device_memory(NULL, ELEMENTS * sizeof(float)), *result = device_memory(NULL, ELEMENTS * sizeof(float));
    REQUIRE_STATUS(aclrtMemset(in, ELEMENTS * sizeof(float), 0, ELEMENTS * sizeof(float)), ACL_SUCCESS);
    aclTensor *self = tensor(ACL_FLOAT, 1, &elements, in), *out = tensor(ACL_FLOAT, 1, &elements, result);
    int round, status = -1;
    pid_t pid;

    compute(self, out, result);
    pid = fork();
    if (pid == 0) {
        alarm(20);
        for (round = 0; round < 3; round++) {
            REQUIRE_STATUS(aclrtMemset(result, ELEMENTS * sizeof(float), 1, ELEMENTS * sizeof(float)), ACL_SUCCESS);
            compute(self, out, result);
        }
        if (check_result() != 0) {
            _exit(1);
        }
        pthread_exit(NULL);
    }
    CHECK_TRUE(pid > 0);
    CHECK_TRUE(waitpid(pid, &status, 0) == pid);
    CHECK_EQUAL_INT(status, 0);
    compute(self, out, result);
    if (check_result() != 0) {
        return 1;
    }
    pthread_exit(NULL);
}
