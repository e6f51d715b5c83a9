/* Forms of calls that the vendor's pages and programs use beside the plain ones: statistics with fewer dimensions, saved statistics of length 0, scalars of BFLOAT16, fills of
   views whose elements share memory, indices from the end, outputs that lie between each other. Issue 30, item 14. */
#include "fixture.h"

#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_gemma_rms_norm.h"
#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "aclnnop/aclnn_zero.h"

static uint64_t size;
static aclOpExecutor *executor;
static float got[24];

/* A tensor over memory of a thousand bytes, which the numbers begin. */
static aclTensor *made(aclDataType type, uint64_t rank, const int64_t *shape, const void *values, size_t bytes)
{
    void *memory = device_memory(NULL, 1000);
    if (bytes > 0) {
        REQUIRE_STATUS(aclrtMemcpy(memory, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    }
    return tensor(type, rank, shape, memory);
}

static void numbers(const aclTensor *of, size_t count)
{
    void *memory = NULL;
    REQUIRE_STATUS(aclGetRawTensorAddr(of, &memory), ACL_SUCCESS);
    to_host(got, memory, 4 * count);
}

/* `rstdOut` without the dimensions that are normalised, as the page of aclnnGemmaRmsNorm has it. */
static void statistics(void)
{
    const int64_t shape[3] = {2, 1, 4}, width = 4, prefix[2] = {2, 1}, wrong = 1;
    const float x[8] = {1, 1, 1, 1, 2, 2, 2, 2}, ones[4] = {1, 1, 1, 1};
    aclTensor *input = made(ACL_FLOAT, 3, shape, x, sizeof x), *gamma = made(ACL_FLOAT, 1, &width, ones, sizeof ones);
    aclTensor *out = made(ACL_FLOAT, 3, shape, NULL, 0);
    const uint64_t ranks[3] = {2, 3, 1};
    const int64_t full[3] = {2, 1, 1};
    for (int i = 0; i < 2; i++) {
        aclTensor *rstd = made(ACL_FLOAT, ranks[i], i == 0 ? prefix : full, NULL, 0);
        CHECK_STATUS(both_phases(aclnnRmsNormGetWorkspaceSize(input, gamma, 0, out, rstd, &size, &executor), aclnnRmsNorm, &size, &executor), ACLNN_SUCCESS);
        numbers(rstd, 2);
        CHECK_TRUE(got[0] == 1 && got[1] == 0.5F);
        CHECK_STATUS(both_phases(aclnnGemmaRmsNormGetWorkspaceSize(input, gamma, 0, out, rstd, &size, &executor), aclnnGemmaRmsNorm, &size, &executor), ACLNN_SUCCESS);
        numbers(rstd, 2);
        CHECK_TRUE(got[0] == 1 && got[1] == 0.5F);
    }
    aclTensor *short_of = made(ACL_FLOAT, 1, &wrong, NULL, 0);
    CHECK_STATUS(aclnnRmsNormGetWorkspaceSize(input, gamma, 0, out, short_of, &size, &executor), 561002);
    CHECK_MESSAGE_CONTAINS(message(), "`rstdOut` has shape [1]; allowed: [2, 1, 1]");
}

/* In evaluation the saved statistics may have the length 0. */
static void evaluation(void)
{
    const int64_t shape[3] = {1, 2, 2}, channels = 2, none = 0;
    const float x[4] = {1, 2, 3, 5}, grads[4] = {1, 2, 3, 4}, ones[2] = {1, 1}, zeros[2] = {0, 0};
    aclTensor *grad = made(ACL_FLOAT, 3, shape, grads, sizeof grads), *input = made(ACL_FLOAT, 3, shape, x, sizeof x);
    aclTensor *weight = made(ACL_FLOAT, 1, &channels, ones, 8), *mean = made(ACL_FLOAT, 1, &channels, zeros, 8), *variance = made(ACL_FLOAT, 1, &channels, ones, 8);
    aclTensor *saved = tensor(ACL_FLOAT, 1, &none, NULL), *deviation = tensor(ACL_FLOAT, 1, &none, NULL);
    aclTensor *by_input = made(ACL_FLOAT, 3, shape, NULL, 0), *by_weight = made(ACL_FLOAT, 1, &channels, NULL, 0), *by_bias = made(ACL_FLOAT, 1, &channels, NULL, 0);
    const bool wanted[3] = {true, true, true};
    aclBoolArray *mask = aclCreateBoolArray(wanted, 3);
    CHECK_STATUS(both_phases(aclnnBatchNormBackwardGetWorkspaceSize(grad, input, weight, mean, variance, saved, deviation, false, 0, mask, by_input, by_weight, by_bias,
                     &size, &executor), aclnnBatchNormBackward, &size, &executor), ACLNN_SUCCESS);
    numbers(by_input, 4);
    CHECK_EQUAL_BITS(got, grads, sizeof grads);
    numbers(by_weight, 2);
    CHECK_TRUE(got[0] == 1 + 4 && got[1] == 9 + 20);
    numbers(by_bias, 2);
    CHECK_TRUE(got[0] == 3 && got[1] == 7);
    CHECK_STATUS(aclnnBatchNormBackwardGetWorkspaceSize(grad, input, weight, mean, variance, saved, deviation, true, 0, mask, by_input, by_weight, by_bias, &size,
                     &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`saveMean` has shape [0]; allowed: [2]");
}

/* Lists and scalars of BFLOAT16. */
static void scalars(void)
{
    const int64_t two = 2, one = 1;
    /* 1 and 2, 3 and 4, 2; 0.5 and 0.25. */
    const uint16_t x[2] = {0x3f80, 0x4000}, y[2] = {0x4040, 0x4080}, z[1] = {0x4000}, factors[2] = {0x3f00, 0x3e80};
    aclTensor *first = made(ACL_BF16, 1, &two, x, 4), *second = made(ACL_BF16, 1, &two, y, 4), *third = made(ACL_BF16, 1, &one, z, 2);
    aclTensor *out = made(ACL_BF16, 1, &two, NULL, 0), *last = made(ACL_BF16, 1, &one, NULL, 0), *factor = made(ACL_BF16, 1, &two, factors, 4);
    aclTensor *pairs[3][2] = {{first, third}, {second, third}, {out, last}};
    aclTensorList *a = aclCreateTensorList((const aclTensor *const *)pairs[0], 2), *b = aclCreateTensorList((const aclTensor *const *)pairs[1], 2);
    aclTensorList *y_list = aclCreateTensorList((const aclTensor *const *)pairs[2], 2);
    uint16_t bits[2];
    void *memory;
    CHECK_STATUS(both_phases(aclnnForeachAddcmulScalarListGetWorkspaceSize(a, b, a, factor, y_list, &size, &executor), aclnnForeachAddcmulScalarList, &size, &executor),
        ACLNN_SUCCESS);
    /* 1 + 0.5 * 3 * 1, 2 + 0.5 * 4 * 2; 2 + 0.25 * 2 * 2 */
    const uint16_t products[2] = {0x4020, 0x40c0}, product = 0x4040;
    REQUIRE_STATUS(aclGetRawTensorAddr(out, &memory), ACL_SUCCESS);
    to_host(bits, memory, 4);
    CHECK_EQUAL_BITS(bits, products, 4);
    REQUIRE_STATUS(aclGetRawTensorAddr(last, &memory), ACL_SUCCESS);
    to_host(bits, memory, 2);
    CHECK_EQUAL_BITS(bits, &product, 2);
    CHECK_STATUS(both_phases(aclnnForeachAddcdivScalarListGetWorkspaceSize(a, b, a, factor, y_list, &size, &executor), aclnnForeachAddcdivScalarList, &size, &executor),
        ACLNN_SUCCESS);
    /* 1 + 0.5 * 3 / 1, 2 + 0.5 * 4 / 2; 2 + 0.25 * 2 / 2 */
    const uint16_t quotients[2] = {0x4020, 0x4040}, quotient = 0x4010;
    REQUIRE_STATUS(aclGetRawTensorAddr(out, &memory), ACL_SUCCESS);
    to_host(bits, memory, 4);
    CHECK_EQUAL_BITS(bits, quotients, 4);
    REQUIRE_STATUS(aclGetRawTensorAddr(last, &memory), ACL_SUCCESS);
    to_host(bits, memory, 2);
    CHECK_EQUAL_BITS(bits, &quotient, 2);
}

/* One value in all elements, also of views in which several indices name one element. */
static void fills(void)
{
    const int64_t shape[2] = {3, 4}, strides[4][2] = {{0, 1}, {2, 1}, {0, 0}, {2, 3}}, length = 24;
    const int filled[3] = {4, 8, 1};
    const float value = 7, zeros[24] = {0};
    aclScalar *seven = aclCreateScalar((void *)&value, ACL_FLOAT);
    void *memory = device_memory(NULL, sizeof zeros);
    aclTensor *view;
    for (int i = 0; i < 3; i++) {
        REQUIRE_STATUS(aclrtMemcpy(memory, sizeof zeros, zeros, sizeof zeros, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
        view = aclCreateTensor(shape, 2, ACL_FLOAT, strides[i], 1, ACL_FORMAT_ND, &length, 1, memory);
        CHECK_STATUS(both_phases(aclnnInplaceFillScalarGetWorkspaceSize(view, seven, &size, &executor), aclnnInplaceFillScalar, &size, &executor), ACLNN_SUCCESS);
        to_host(got, memory, sizeof got);
        for (int k = 0; k < 24; k++) {
            CHECK_TRUE(got[k] == (k >= 1 && k < 1 + filled[i] ? 7 : 0));
        }
        CHECK_STATUS(both_phases(aclnnInplaceZeroGetWorkspaceSize(view, &size, &executor), aclnnInplaceZero, &size, &executor), ACLNN_SUCCESS);
        to_host(got, memory, sizeof got);
        CHECK_EQUAL_BITS(got, zeros, sizeof zeros);
        aclDestroyTensor(view);
    }
    /* 2a + 3b for a and b below 4: places that no strides name once each. */
    const int64_t square[2] = {4, 4};
    view = aclCreateTensor(square, 2, ACL_FLOAT, strides[3], 1, ACL_FORMAT_ND, &length, 1, memory);
    CHECK_STATUS(aclnnInplaceFillScalarGetWorkspaceSize(view, seven, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`selfRef` is a view with strides [2, 3], in which elements share memory");
    aclDestroyTensor(view);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
}

/* Indices below 0 count from the end, as PyTorch's put_ has it. */
static void from_the_end(void)
{
    const int64_t shape[2] = {2, 3}, two = 2, at[2] = {-1, -6}, outside[2] = {0, -7};
    const float x[6] = {1, 2, 3, 4, 5, 6}, values[2] = {10, 20}, written[6] = {20, 2, 3, 4, 5, 10}, added[6] = {40, 2, 3, 4, 5, 20};
    aclTensor *self = made(ACL_FLOAT, 2, shape, x, sizeof x), *index = made(ACL_INT64, 1, &two, at, sizeof at), *source = made(ACL_FLOAT, 1, &two, values, sizeof values);
    aclTensor *bad = made(ACL_INT64, 1, &two, outside, sizeof outside);
    CHECK_STATUS(aclnnInplacePutGetWorkspaceSize(self, index, source, false, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnInplacePut, size, executor), ACL_SUCCESS);
    numbers(self, 6);
    CHECK_EQUAL_BITS(got, written, sizeof written);
    CHECK_STATUS(aclnnInplacePutGetWorkspaceSize(self, index, source, true, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnInplacePut, size, executor), ACL_SUCCESS);
    numbers(self, 6);
    CHECK_EQUAL_BITS(got, added, sizeof added);
    (void)message();
    REQUIRE_STATUS(aclnnInplacePutGetWorkspaceSize(self, bad, source, false, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnInplacePut, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnInplacePut: `index` is -7 at [1]; allowed: -6 to 5");
    numbers(self, 6);
    CHECK_EQUAL_BITS(got, added, sizeof added);
}

/* Means and deviations between each other in memory, without sharing an element; those that share one are refused. */
static void between(void)
{
    const int64_t shape[3] = {2, 1, 2}, groups[2] = {2, 1}, apart[2] = {2, 1}, length = 4;
    const float x[4] = {1, 3, 2, 6};
    aclTensor *self = made(ACL_FLOAT, 3, shape, x, sizeof x), *out = made(ACL_FLOAT, 3, shape, NULL, 0);
    void *memory = device_memory(NULL, 1000);
    aclTensor *mean = aclCreateTensor(groups, 2, ACL_FLOAT, apart, 0, ACL_FORMAT_ND, &length, 1, memory);
    aclTensor *rstd = aclCreateTensor(groups, 2, ACL_FLOAT, apart, 1, ACL_FORMAT_ND, &length, 1, memory);
    CHECK_STATUS(both_phases(aclnnGroupNormGetWorkspaceSize(self, NULL, NULL, 2, 1, 2, 1, 1e-30, out, mean, rstd, &size, &executor), aclnnGroupNorm, &size, &executor),
        ACLNN_SUCCESS);
    to_host(got, memory, 16);
    CHECK_TRUE(got[0] == 2 && got[1] == 1 && got[2] == 4 && got[3] == 0.5F);
    aclTensor *same = aclCreateTensor(groups, 2, ACL_FLOAT, NULL, 1, ACL_FORMAT_ND, &length, 1, memory);
    CHECK_STATUS(aclnnGroupNormGetWorkspaceSize(self, NULL, NULL, 2, 1, 2, 1, 1e-30, out, mean, same, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "in memory that `meanOut` is written to as well");
}

int main(void)
{
    open_device();
    statistics();
    evaluation();
    scalars();
    fills();
    from_the_end();
    between();
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDeviceForce(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
