/* What a user sees of failures: the sentence of a task that failed on the standard error stream, once; a refused operator is the thread's
   last error; queries that find nothing leave neither a message nor a code. Run with ASCEND_GLOBAL_LOG_LEVEL=4 too, which is silent. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

#include "aclnnop/aclnn_gather.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char written[16384];

/* Standard error while it goes to a file. */
static FILE *file;
static int kept;

static void begin_capture(void)
{
    file = tmpfile();
    CHECK_TRUE(file != NULL);
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
}

static void end_capture(void)
{
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    size_t count = fread(written, 1, sizeof written - 1, file);
    written[count] = 0;
    fclose(file);
}

static int occurrences(const char *text)
{
    int count = 0;
    for (const char *at = strstr(written, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    return count;
}

int main(void)
{
    const char *level = getenv("ASCEND_GLOBAL_LOG_LEVEL");
    int expected = level != NULL && strcmp(level, "4") == 0 ? 0 : 1;
    const int64_t four[] = {4}, two[] = {2}, indices[] = {1, 9};
    const float values[] = {0, 1, 2, 3};
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    int32_t device = -1;
    aclCANNPackageVersion version;

    /* Probes: torch_npu asks both before it has a device. */
    CHECK_STATUS(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);
    CHECK_STATUS(aclsysGetCANNVersion(ACL_PKG_NAME_DRIVER, &version), ACL_ERROR_INVALID_FILE);
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
    /* Their other refusals are refusals. */
    CHECK_STATUS(aclrtGetDevice(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_MESSAGE_CONTAINS(message(), "aclrtGetDevice: `deviceId` is null");

    open_device();
    aclTensor *self = tensor(ACL_FLOAT, 1, four, device_memory(values, sizeof values));
    aclTensor *index = tensor(ACL_INT64, 1, two, device_memory(indices, sizeof indices));
    aclTensor *out = tensor(ACL_FLOAT, 1, two, device_memory(values, 2 * sizeof *values));

    begin_capture();
    for (int times = 1; times <= 2; times++) {
        CHECK_STATUS(aclnnGatherGetWorkspaceSize(self, 0, index, out, &size, &executor), ACLNN_SUCCESS);
        CHECK_STATUS(outcome(aclnnGather, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    end_capture();
    CHECK_EQUAL_INT(occurrences("\n"), 2 * expected);
    CHECK_EQUAL_INT(occurrences("aclnnGather: `index` is 9 at [1]; allowed: -4 to 3"), 2 * expected);
    CHECK_EQUAL_INT(occurrences("hostnpu: task 1 of stream "), expected);
    CHECK_EQUAL_INT(occurrences("hostnpu: task 2 of stream "), expected);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_AICORE_EXCEPTION);

    /* A refused operator is the last error, not what happened before. */
    begin_capture();
    CHECK_STATUS(aclnnGatherGetWorkspaceSize(self, 3, index, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    end_capture();
    CHECK_EQUAL_INT(occurrences("\n"), 0);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACLNN_ERR_PARAM_INVALID);
    CHECK_EQUAL_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACLNN_ERR_PARAM_INVALID);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);

    /* A program whose every task fails does not fill a terminal. */
    begin_capture();
    for (int times = 0; times < 300; times++) {
        CHECK_STATUS(aclnnGatherGetWorkspaceSize(self, 0, index, out, &size, &executor), ACLNN_SUCCESS);
        CHECK_STATUS(outcome(aclnnGather, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    }
    end_capture();
    CHECK_TRUE(occurrences("\n") <= 100 && (occurrences("further failures are not written\n") == expected));

    CHECK_STATUS(aclDestroyTensor(self), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(index), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACL_SUCCESS);
    close_device();
    return check_result();
}
