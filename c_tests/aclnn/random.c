/* Random numbers by seeds, and dropout with its gradient: the same numbers in each layout, masks of one bit an element. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_dropout_v3.h"
#include "aclnnop/aclnn_dropout_v3_grad.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_randperm.h"

enum { COUNT = 100000, BYTES = (COUNT + 127) / 128 * 16 };

typedef aclnnStatus (*second_phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

static void run(aclnnStatus first, second_phase second, uint64_t size, aclOpExecutor *executor)
{
    CHECK_STATUS(first, ACLNN_SUCCESS);
    void *workspace = size == 0 ? NULL : device_memory(NULL, size);
    CHECK_STATUS(second(workspace, size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
}

#define RUN(OPERATOR, ...)                                                                                      \
    do {                                                                                                        \
        uint64_t size = 0;                                                                                      \
        aclOpExecutor *executor = NULL;                                                                         \
        aclnnStatus first = OPERATOR##GetWorkspaceSize(__VA_ARGS__, &size, &executor);                          \
        run(first, OPERATOR, size, executor);                                                                   \
    } while (0)

static float values[COUNT], others[COUNT];
static unsigned char bits[BYTES];
static int64_t numbers[COUNT];

int main(void)
{
    open_device();
    const int64_t count = COUNT, bytes = BYTES, one = 1, turned[2] = {1000, 100}, strides[2] = {1, 1000};
    void *memory = device_memory(NULL, sizeof values), *second = device_memory(NULL, sizeof values);
    aclTensor *x = tensor(ACL_FLOAT, 1, &count, memory), *y = tensor(ACL_FLOAT, 1, &count, second);

    /* Normal numbers: their mean and deviation; by tensors of seeds, and in another layout, the same ones. */
    RUN(aclnnInplaceNormal, x, 3.0F, 2.0F, 42, 7);
    to_host(values, memory, sizeof values);
    double sum = 0, squares = 0;
    for (int i = 0; i < COUNT; i++) {
        sum += values[i];
        squares += (values[i] - 3.0) * (values[i] - 3.0);
    }
    CHECK_TRUE(fabs(sum / COUNT - 3) < 0.03 && fabs(sqrt(squares / COUNT) - 2) < 0.03);
    const int64_t seed = 42, offset = 5;
    aclTensor *seeds = tensor(ACL_INT64, 1, &one, device_memory(&seed, sizeof seed));
    aclTensor *offsets = tensor(ACL_INT64, 1, &one, device_memory(&offset, sizeof offset));
    RUN(aclnnInplaceNormalTensor, y, 3.0F, 2.0F, seeds, offsets, 2);
    to_host(others, second, sizeof others);
    int differ = 0;
    for (int i = 0; i < COUNT; i++) {
        differ += values[i] != others[i];
    }
    CHECK_EQUAL_INT(differ, 0);
    aclTensor *column = aclCreateTensor(turned, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &count, 1, second);
    RUN(aclnnInplaceNormal, column, 3.0F, 2.0F, 42, 7);
    to_host(others, second, sizeof others);
    for (int i = 0; i < COUNT; i++) {
        differ += values[i] != others[i % 100 * 1000 + i / 100];
    }
    CHECK_EQUAL_INT(differ, 0);

    /* Dropout keeps what its mask says, and its gradient does the same. */
    void *mask_memory = device_memory(NULL, sizeof bits);
    aclTensor *mask = tensor(ACL_UINT8, 1, &bytes, mask_memory);
    RUN(aclnnDropoutV3, x, NULL, 0.25, 1, 0, y, mask);
    to_host(others, second, sizeof others);
    to_host(bits, mask_memory, sizeof bits);
    int kept = 0;
    for (int i = 0; i < COUNT; i++) {
        const int bit = bits[i / 8] >> (i % 8) & 1;
        kept += bit;
        const double expected = bit ? values[i] / 0.75 : 0;
        differ += fabs(others[i] - expected) > 1e-6 * fabs(expected);
    }
    CHECK_EQUAL_INT(differ, 0);
    CHECK_TRUE(abs(kept - COUNT * 3 / 4) < 1000);
    RUN(aclnnDropoutV3Grad, x, mask, 1 / 0.75, y);
    to_host(values, second, sizeof values);
    for (int i = 0; i < COUNT; i++) {
        differ += fabsf(values[i] - others[i]) > 1e-6F * fabsf(others[i]);
    }
    CHECK_EQUAL_INT(differ, 0);

    /* A mask by itself is the same one. */
    const aclIntArray *shape = aclCreateIntArray(&count, 1);
    void *again_memory = device_memory(NULL, sizeof bits);
    aclTensor *again = tensor(ACL_UINT8, 1, &bytes, again_memory);
    RUN(aclnnDropoutGenMaskV2, shape, 0.25, 1, 0, ACL_FLOAT, again);
    static unsigned char bits_again[BYTES];
    to_host(bits_again, again_memory, sizeof bits_again);
    for (int i = 0; i < BYTES; i++) {
        differ += bits[i] != bits_again[i];
    }
    CHECK_EQUAL_INT(differ, 0);
    RUN(aclnnDropoutDoMask, x, again, 0.25, x);

    /* Integers, and a permutation. */
    void *integers = device_memory(NULL, sizeof numbers);
    aclTensor *z = tensor(ACL_INT64, 1, &count, integers);
    RUN(aclnnInplaceRandom, z, -3, 4, 9, 9);
    to_host(numbers, integers, sizeof numbers);
    int seen = 0;
    for (int i = 0; i < COUNT; i++) {
        CHECK_TRUE(numbers[i] >= -3 && numbers[i] < 4);
        seen |= 1 << (numbers[i] + 3);
    }
    CHECK_EQUAL_INT(seen, 127);
    RUN(aclnnRandperm, COUNT, 9, 9, z);
    to_host(numbers, integers, sizeof numbers);
    sum = 0;
    for (int i = 0; i < COUNT; i++) {
        sum += (double)numbers[i];
    }
    CHECK_TRUE(sum == (double)COUNT * (COUNT - 1) / 2);

    /* What is refused is named. */
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnDropoutV3GetWorkspaceSize(x, NULL, 1.5, 1, 0, y, mask, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`p`");
    CHECK_STATUS(aclnnDropoutV3GetWorkspaceSize(x, NULL, 0.5, 1, 0, y, y, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`maskOut`");
    close_device();
    return check_result();
}
