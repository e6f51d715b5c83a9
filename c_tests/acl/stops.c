/* A task that has begun, and would compute for many seconds, stops when its stream's tasks are dropped. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "models.h"

enum { LABELS = 65536 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void pause_briefly(void)
{
    struct timespec pause = {0, 200 * 1000 * 1000};
    nanosleep(&pause, NULL);
}

static void *memory(size_t bytes)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMalloc(&start, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(start, bytes, 0, bytes), ACL_SUCCESS);
    return start;
}

static aclTensor *tensor(aclDataType type, int64_t count, void *data)
{
    int64_t one = 1;
    return aclCreateTensor(&count, 1, type, &one, 0, ACL_FORMAT_ND, &count, 1, data);
}

static aclTensor *self, *target, *out, *is_target;
static void *workspace;

/* Begins a loss of as many passes over a row as the row has labels. */
static void begin(aclrtStream stream)
{
    uint64_t bytes = 0;
    aclOpExecutor *executor = NULL;
    REQUIRE_STATUS(aclnnMultilabelMarginLossGetWorkspaceSize(self, target, 1, out, is_target, &bytes, &executor), ACL_SUCCESS);
    if (bytes != 0 && workspace == NULL) {
        workspace = memory(bytes);
    }
    double before = seconds();
    CHECK_STATUS(aclnnMultilabelMarginLoss(workspace, bytes, executor, stream), ACL_SUCCESS);
    CHECK_TRUE(seconds() - before < 3);
    pause_briefly();
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    static int64_t labels[LABELS];
    for (int64_t k = 0; k < LABELS; k++) {
        labels[k] = k;
    }
    void *classes = memory(sizeof labels);
    REQUIRE_STATUS(aclrtMemcpy(classes, sizeof labels, labels, sizeof labels, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    self = tensor(ACL_FLOAT, LABELS, memory(4 * LABELS));
    target = tensor(ACL_INT64, LABELS, classes);
    is_target = tensor(ACL_FLOAT, LABELS, memory(4 * LABELS));
    out = aclCreateTensor(NULL, 0, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, NULL, 0, memory(4));

    /* Destroyed at once. */
    aclrtStream stream = new_stream();
    begin(stream);
    double before = seconds();
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    CHECK_TRUE(seconds() - before < 3);

    /* Aborted: the stream says so ever after. */
    stream = new_stream();
    begin(stream);
    before = seconds();
    CHECK_STATUS(aclrtStreamAbort(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 107023, "aborted");
    CHECK_TRUE(seconds() - before < 3);
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);

    /* With all work of the device: the stream says so once, and goes on. */
    stream = new_stream();
    uint64_t *word = device_word();
    begin(stream);
    set(word, 3, stream);
    before = seconds();
    CHECK_STATUS(aclrtDeviceTaskAbort(0, 1000), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 107023, "aborted");
    CHECK_TRUE(seconds() - before < 3);
    CHECK_EQUAL_INT(read_word(word), 0);
    set(word, 5, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 0x0505050505050505);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
