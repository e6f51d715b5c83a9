/* Labels outside the classes: an error of the stream that names operator, argument, label and position, and nothing is written. The label of `ignoreIndex` counts
   nothing. Issue 30, item 9. */
#include "fixture.h"

#include <pthread.h>

#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "aclnnop/aclnn_one_hot.h"

static uint64_t size;
static aclOpExecutor *executor;
static const int64_t rows[2] = {2, 3}, two = 2, three = 3, one = 1;
static const float minus[6] = {-1, -1, -1, -1, -1, -1};

typedef aclnnStatus (*Second)(void *, uint64_t, aclOpExecutor *, aclrtStream);

/* A tensor and its memory. */
typedef struct {
    aclTensor *tensor;
    void *memory;
} Made;

static Made made(aclDataType type, uint64_t rank, const int64_t *shape, const void *values, size_t bytes)
{
    Made all = {NULL, device_memory(values, bytes)};
    all.tensor = tensor(type, rank, shape, all.memory);
    return all;
}

static void gone(Made all)
{
    aclDestroyTensor(all.tensor);
    CHECK_STATUS(aclrtFree(all.memory), ACL_SUCCESS);
}

/* The task fails with this sentence, and the output keeps the numbers -1. */
static void fails(aclnnStatus first, Second second, Made out, size_t count, const char *sentence)
{
    float got[6];
    REQUIRE_STATUS(first, ACLNN_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(out.memory, 4 * count, minus, 4 * count, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    (void)message();
    CHECK_STATUS(outcome(second, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), sentence);
    to_host(got, out.memory, 4 * count);
    CHECK_EQUAL_BITS(got, minus, 4 * count);
}

/* Another thread that writes labels while the loss reads them. */
static volatile int is_over;

static void *writer(void *memory)
{
    volatile int64_t *label = memory;
    while (!is_over) {
        *label = INT64_C(1) << 40;
        *label = 1;
    }
    return NULL;
}

int main(void)
{
    open_device();
    const float x[6] = {1, 2, 3, 4, 5, 6}, ones[3] = {1, 1, 1};
    const int64_t outside[2] = {0, 7}, below[2] = {-1, 0}, skipped[2] = {-100, 1};
    Made self = made(ACL_FLOAT, 2, rows, x, sizeof x), weight = made(ACL_FLOAT, 1, &three, ones, sizeof ones);
    Made label = made(ACL_INT64, 1, &two, outside, sizeof outside), negative = made(ACL_INT64, 1, &two, below, sizeof below);
    Made ignored = made(ACL_INT64, 1, &two, skipped, sizeof skipped);
    Made loss = made(ACL_FLOAT, 1, &one, minus, 4), total = made(ACL_FLOAT, 1, &one, minus, 4), gradient = made(ACL_FLOAT, 2, rows, minus, sizeof minus);
    Made each = made(ACL_FLOAT, 1, &two, minus, 8), lse = made(ACL_FLOAT, 1, &two, minus, 8);
    char mean[] = "mean", none[] = "none";
    float got[6];

    fails(aclnnNLLLossGetWorkspaceSize(self.tensor, label.tensor, weight.tensor, 1, -100, loss.tensor, total.tensor, &size, &executor), aclnnNLLLoss, loss, 1,
        "failed: aclnnNLLLoss: `target` is 7 at [1]; allowed: 0 to 2, or -100 (`ignoreIndex`)");
    fails(aclnnNLLLossGetWorkspaceSize(self.tensor, negative.tensor, weight.tensor, 0, 2, each.tensor, total.tensor, &size, &executor), aclnnNLLLoss, each, 2,
        "failed: aclnnNLLLoss: `target` is -1 at [0]; allowed: 0 to 2");
    fails(aclnnNLLLossBackwardGetWorkspaceSize(each.tensor, self.tensor, label.tensor, weight.tensor, 0, -100, total.tensor, gradient.tensor, &size, &executor),
        aclnnNLLLossBackward, gradient, 6, "failed: aclnnNLLLossBackward: `target` is 7 at [1]; allowed: 0 to 2");
    fails(aclnnCrossEntropyLossGetWorkspaceSize(self.tensor, label.tensor, NULL, none, -100, 0, 0, false, each.tensor, gradient.tensor, loss.tensor, lse.tensor,
              &size, &executor),
        aclnnCrossEntropyLoss, gradient, 6, "failed: aclnnCrossEntropyLoss: `target` is 7 at [1]; allowed: 0 to 2, or -100 (`ignoreIndex`)");
    fails(aclnnCrossEntropyLossGradGetWorkspaceSize(each.tensor, gradient.tensor, negative.tensor, NULL, NULL, NULL, none, 1, 0, 0, self.tensor, &size, &executor),
        aclnnCrossEntropyLossGrad, self, 6, "failed: aclnnCrossEntropyLossGrad: `target` is -1 at [0]; allowed: 0 to 2");
    REQUIRE_STATUS(aclrtMemcpy(self.memory, sizeof x, x, sizeof x, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);

    /* Planes: the position has the indices of the targets. */
    const int64_t planes[4] = {1, 3, 1, 2}, places[3] = {1, 1, 2};
    aclTensor *plane = tensor(ACL_FLOAT, 4, planes, self.memory), *by_plane = tensor(ACL_FLOAT, 4, planes, gradient.memory);
    aclTensor *targets = tensor(ACL_INT64, 3, places, label.memory), *grads = tensor(ACL_FLOAT, 3, places, each.memory);
    fails(aclnnNLLLoss2dGetWorkspaceSize(plane, targets, weight.tensor, 2, -100, loss.tensor, total.tensor, &size, &executor), aclnnNLLLoss2d, loss, 1,
        "failed: aclnnNLLLoss2d: `target` is 7 at [0, 0, 1]; allowed: 0 to 2");
    fails(aclnnNLLLoss2dBackwardGetWorkspaceSize(grads, plane, targets, weight.tensor, 0, -100, total.tensor, by_plane, &size, &executor),
        aclnnNLLLoss2dBackward, gradient, 6, "failed: aclnnNLLLoss2dBackward: `target` is 7 at [0, 0, 1]; allowed: 0 to 2");

    /* Several classes of a row, ended by -1. */
    const int64_t several[6] = {2, 0, -1, 1, 3, -1};
    Made classes = made(ACL_INT64, 2, rows, several, sizeof several);
    fails(aclnnMultilabelMarginLossGetWorkspaceSize(self.tensor, classes.tensor, 0, each.tensor, gradient.tensor, &size, &executor), aclnnMultilabelMarginLoss, gradient, 6,
        "failed: aclnnMultilabelMarginLoss: `target` is 3 at [1, 1]; allowed: 0 to 2, or -1");

    /* The stream goes on. What is ignored counts nothing, below 0 too. */
    CHECK_STATUS(both_phases(aclnnNLLLossGetWorkspaceSize(self.tensor, ignored.tensor, weight.tensor, 1, -100, loss.tensor, total.tensor, &size, &executor), aclnnNLLLoss,
                     &size, &executor), ACLNN_SUCCESS);
    to_host(got, loss.memory, 4);
    to_host(got + 1, total.memory, 4);
    CHECK_TRUE(got[0] == -5 && got[1] == 1);
    CHECK_STATUS(both_phases(aclnnCrossEntropyLossGetWorkspaceSize(self.tensor, ignored.tensor, NULL, mean, -100, 0, 0, false, loss.tensor, gradient.tensor, total.tensor,
                     lse.tensor, &size, &executor), aclnnCrossEntropyLoss, &size, &executor), ACLNN_SUCCESS);
    float logarithms[6];
    to_host(got, loss.memory, 4);
    to_host(logarithms, gradient.memory, sizeof logarithms);
    CHECK_TRUE(got[0] == -logarithms[4]);

    /* By the page of aclnnOneHot an index outside the classes is a row of `offValue`. */
    const int32_t on = 1, off = 0, expected[6] = {1, 0, 0, 0, 0, 0};
    Made yes = made(ACL_INT32, 1, &one, &on, 4), no = made(ACL_INT32, 1, &one, &off, 4), out = made(ACL_INT32, 2, rows, minus, 24);
    CHECK_STATUS(both_phases(aclnnOneHotGetWorkspaceSize(label.tensor, 3, yes.tensor, no.tensor, -1, out.tensor, &size, &executor), aclnnOneHot, &size, &executor),
        ACLNN_SUCCESS);
    to_host(got, out.memory, sizeof got);
    CHECK_EQUAL_BITS(got, expected, sizeof expected);

    /* A program that writes its labels meanwhile gets an error or the loss of a class. */
    pthread_t thread;
    REQUIRE_STATUS(aclrtMemcpy(label.memory, 16, skipped, 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(pthread_create(&thread, NULL, writer, (char *)label.memory + 8), 0);
    for (int i = 0; i < 2000; i++) {
        REQUIRE_STATUS(aclnnNLLLossGetWorkspaceSize(self.tensor, label.tensor, weight.tensor, 1, -100, loss.tensor, total.tensor, &size, &executor), ACLNN_SUCCESS);
        if (outcome(aclnnNLLLoss, size, executor) == ACL_SUCCESS) {
            to_host(got, loss.memory, 4);
            CHECK_TRUE(got[0] == -5);
        }
        REQUIRE_STATUS(aclnnCrossEntropyLossGradGetWorkspaceSize(each.tensor, gradient.tensor, label.tensor, NULL, NULL, NULL, none, -100, 0, 0, self.tensor, &size,
                           &executor), ACLNN_SUCCESS);
        (void)outcome(aclnnCrossEntropyLossGrad, size, executor);
        REQUIRE_STATUS(aclrtMemcpy(self.memory, sizeof x, x, sizeof x, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    }
    is_over = 1;
    CHECK_STATUS(pthread_join(thread, NULL), 0);
    CHECK_TRUE(strstr(message(), "internal error") == NULL);

    aclDestroyTensor(plane), aclDestroyTensor(by_plane), aclDestroyTensor(targets), aclDestroyTensor(grads);
    const Made all[] = {self, weight, label, negative, ignored, loss, total, gradient, each, lse, classes, yes, no, out};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        gone(all[i]);
    }
    close_device();
    return check_result();
}
