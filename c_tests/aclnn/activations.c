/* Activation functions as a program sees them: one table of calls, in place and of strided tensors, gradients, halves of a tensor, and what refusals say. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_swi_glu.h"

enum { COUNT = 6 };

static const float arguments[COUNT] = {-4, -1, -0.0F, 0.5F, 2, 30};

static double sigmoid_unit(double x)
{
    return x / (1 + exp(-x));
}

static double gaussian_unit(double x)
{
    return x * 0.5 * erfc(-x * sqrt(0.5));
}

static double gaussian_unit_by_tanh(double x)
{
    return x * 0.5 * (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
}

static double leaky_unit(double x)
{
    return x > 0 ? x : 0.25 * x;
}

static double rectified(double x)
{
    return x > 0 ? x : 0;
}

static aclScalar *slope;

static aclnnStatus plan_gelu_v2(const aclTensor *x, aclTensor *y, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnGeluV2GetWorkspaceSize(x, 0, y, size, executor);
}

static aclnnStatus plan_gelu(const aclTensor *x, aclTensor *y, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnGeluGetWorkspaceSize(x, y, size, executor);
}

static aclnnStatus plan_silu(const aclTensor *x, aclTensor *y, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnSiluGetWorkspaceSize(x, y, size, executor);
}

static aclnnStatus plan_leaky_relu(const aclTensor *x, aclTensor *y, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnLeakyReluGetWorkspaceSize(x, slope, y, size, executor);
}

static aclnnStatus plan_relu(const aclTensor *x, aclTensor *y, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnReluGetWorkspaceSize(x, y, size, executor);
}

static const struct {
    aclnnStatus (*first)(const aclTensor *, aclTensor *, uint64_t *, aclOpExecutor **);
    aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream);
    double (*function)(double);
} functions[] = {
    {plan_gelu_v2, aclnnGeluV2, gaussian_unit}, {plan_gelu, aclnnGelu, gaussian_unit_by_tanh}, {plan_silu, aclnnSilu, sigmoid_unit},
    {plan_leaky_relu, aclnnLeakyRelu, leaky_unit}, {plan_relu, aclnnRelu, rectified},
};

/* Within two units in the last place: the bound is half of one, and the functions above are of the C library. */
static int is_near(float got, double exact)
{
    return fabs(got - exact) <= fabs(exact) * ldexp(1, -23) + 1e-12;
}

/* Each function between two tensors, the result over its argument, and backwards through memory. */
static void check_functions(void)
{
    const int64_t count = COUNT, backwards = -1;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        void *memory = device_memory(arguments, sizeof arguments), *results = device_memory(NULL, sizeof arguments);
        aclTensor *x = tensor(ACL_FLOAT, 1, &count, memory), *y = tensor(ACL_FLOAT, 1, &count, results);
        aclTensor *turned = aclCreateTensor(&count, 1, ACL_FLOAT, &backwards, COUNT - 1, ACL_FORMAT_ND, &count, 1, memory);
        const aclTensor *inputs[] = {x, turned, x};
        aclTensor *outputs[] = {y, y, x};
        for (size_t way = 0; way < 3; way++) {
            uint64_t size = 0;
            aclOpExecutor *executor = NULL;
            float got[COUNT];
            CHECK_STATUS(functions[k].first(inputs[way], outputs[way], &size, &executor), ACLNN_SUCCESS);
            finish(functions[k].second, size, executor);
            to_host(got, way == 2 ? memory : results, sizeof got);
            for (int i = 0; i < COUNT; i++) {
                CHECK_TRUE(is_near(got[i], functions[k].function(arguments[way == 1 ? COUNT - 1 - i : i])));
            }
        }
        CHECK_STATUS(aclDestroyTensor(x), ACLNN_SUCCESS);
        CHECK_STATUS(aclDestroyTensor(y), ACLNN_SUCCESS);
        CHECK_STATUS(aclDestroyTensor(turned), ACLNN_SUCCESS);
        CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(results), ACL_SUCCESS);
    }
}

/* Gradients are near quotients of differences of the functions. */
static void check_gradients(void)
{
    const float ones[COUNT] = {1, 1, 1, 1, 1, 1};
    const int64_t count = COUNT;
    void *gradients = device_memory(ones, sizeof ones), *memory = device_memory(arguments, sizeof arguments);
    void *results = device_memory(NULL, sizeof ones);
    aclTensor *gradient = tensor(ACL_FLOAT, 1, &count, gradients), *x = tensor(ACL_FLOAT, 1, &count, memory);
    aclTensor *result = tensor(ACL_FLOAT, 1, &count, results);
    for (int k = 0; k < 2; k++) {
        double (*function)(double) = k == 0 ? gaussian_unit_by_tanh : sigmoid_unit;
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        float got[COUNT];
        if (k == 0) {
            CHECK_STATUS(aclnnGeluBackwardGetWorkspaceSize(gradient, x, result, &size, &executor), ACLNN_SUCCESS);
            finish(aclnnGeluBackward, size, executor);
        } else {
            CHECK_STATUS(aclnnSiluBackwardGetWorkspaceSize(gradient, x, result, &size, &executor), ACLNN_SUCCESS);
            finish(aclnnSiluBackward, size, executor);
        }
        to_host(got, results, sizeof got);
        for (int i = 0; i < COUNT; i++) {
            const double step = 1e-5, at = arguments[i];
            CHECK_TRUE(fabs(got[i] - (function(at + step) - function(at - step)) / (2 * step)) < 1e-6);
        }
    }
    CHECK_STATUS(aclDestroyTensor(gradient), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(x), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(result), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtFree(gradients), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(results), ACL_SUCCESS);
}

/* The first half of each row gates the second one; what cannot be halved is refused, and nothing is written. */
static void check_halves(void)
{
    const int64_t matrix[] = {1, COUNT}, half[] = {1, COUNT / 2};
    const float before[COUNT / 2] = {7, 7, 7};
    void *memory = device_memory(arguments, sizeof arguments), *results = device_memory(before, sizeof before);
    aclTensor *x = tensor(ACL_FLOAT, 2, matrix, memory), *y = tensor(ACL_FLOAT, 2, half, results);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    float got[COUNT / 2];
    CHECK_STATUS(aclnnSwiGluGetWorkspaceSize(x, 0, y, &size, &executor), ACLNN_ERR_INNER_TILING_ERROR);
    CHECK_STATUS(aclnnSwiGluGetWorkspaceSize(x, -1, x, &size, &executor), ACLNN_ERR_INNER_TILING_ERROR);
    CHECK_MESSAGE_CONTAINS(message(), "`out`");
    CHECK_STATUS(aclnnSwiGluGetWorkspaceSize(NULL, -1, y, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`x`");
    to_host(got, results, sizeof got);
    CHECK_EQUAL_BITS(got, before, sizeof got);
    CHECK_STATUS(aclnnSwiGluGetWorkspaceSize(x, -1, y, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnSwiGlu, size, executor);
    to_host(got, results, sizeof got);
    for (int i = 0; i < COUNT / 2; i++) {
        CHECK_TRUE(is_near(got[i], sigmoid_unit(arguments[i]) * arguments[i + COUNT / 2]));
    }
    CHECK_STATUS(aclDestroyTensor(x), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(y), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(results), ACL_SUCCESS);
}

int main(void)
{
    open_device();
    float quarter = 0.25F;
    slope = aclCreateScalar(&quarter, ACL_FLOAT);
    check_functions();
    check_gradients();
    check_halves();
    CHECK_STATUS(aclDestroyScalar(slope), ACLNN_SUCCESS);
    close_device();
    return check_result();
}
