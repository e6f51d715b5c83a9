/* Lists of tensors: a step of AdamW as a framework makes it, lists that share memory with each other, gradients of a scaled loss. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_fused_adamw.h"

enum { MEMBERS = 3, ELEMENTS = 70000 };

typedef aclnnStatus (*second_phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

/* Runs a second phase with the workspace that the first one asked for, and waits. */
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

/* Tensors of different lengths over new memory, all elements the same. */
static aclTensorList *list(float value, float *memories[MEMBERS])
{
    static float values[ELEMENTS];
    aclTensor *members[MEMBERS];
    for (int64_t k = 0; k < MEMBERS; k++) {
        const int64_t length = ELEMENTS / (k + 1);
        for (int64_t i = 0; i < length; i++) {
            values[i] = value;
        }
        memories[k] = device_memory(values, (size_t)length * sizeof *values);
        members[k] = tensor(ACL_FLOAT, 1, &length, memories[k]);
    }
    aclTensorList *made = aclCreateTensorList((const aclTensor *const *)members, MEMBERS);
    CHECK_TRUE(made != NULL);
    return made;
}

static aclScalar *scalar(double value)
{
    aclScalar *made = aclCreateScalar(&value, ACL_DOUBLE);
    CHECK_TRUE(made != NULL);
    return made;
}

/* All elements of all members, which are the same. */
static float element(float *memories[MEMBERS])
{
    static float values[ELEMENTS];
    float first = 0;
    for (int k = 0; k < MEMBERS; k++) {
        const int length = ELEMENTS / (k + 1);
        to_host(values, memories[k], (size_t)length * sizeof *values);
        if (k == 0) {
            first = values[0];
        }
        for (int i = 0; i < length; i++) {
            if (values[i] != first) {
                CHECK_TRUE(values[i] == first);
                return first;
            }
        }
    }
    return first;
}

int main(void)
{
    open_device();
    float *p[MEMBERS], *g[MEMBERS], *m[MEMBERS], *v[MEMBERS], *r[MEMBERS];
    aclTensorList *params = list(1.0F, p), *grads = list(0.5F, g), *means = list(0.0F, m), *squares = list(0.0F, v);
    aclTensorList *roots = list(0.0F, r);

    /* The first step of AdamW: the gradient's sign counts alone. */
    const double lr = 0.01, decay = 0.1, beta1 = 0.9, beta2 = 0.999;
    RUN(aclnnForeachMulScalarV2, params, scalar(1 - lr * decay), params);
    RUN(aclnnForeachLerpScalar, means, grads, scalar(1 - beta1), means);
    RUN(aclnnForeachMulScalarV2, squares, scalar(beta2), squares);
    RUN(aclnnForeachAddcmulScalarV2, squares, grads, grads, scalar(1 - beta2), squares);
    RUN(aclnnForeachSqrt, squares, roots);
    float root = (float)sqrt(1 - beta2);
    aclScalar *each[MEMBERS];
    for (int k = 0; k < MEMBERS; k++) {
        each[k] = aclCreateScalar(&root, ACL_FLOAT);
    }
    aclScalarList *all = aclCreateScalarList((const aclScalar *const *)each, MEMBERS);
    RUN(aclnnForeachDivScalarList, roots, all, roots);
    RUN(aclnnForeachAddScalarV2, roots, scalar(1e-8), roots);
    RUN(aclnnForeachAddcdivScalarV2, params, means, roots, scalar(-lr / (1 - beta1)), params);
    const double expected = 1 - lr * decay - lr;
    CHECK_TRUE(fabs(element(p) - expected) < 1e-6);
    CHECK_TRUE(fabs(element(m) - 0.05) < 1e-8 && fabs(element(v) - 0.00025) < 1e-9);

    /* The same in one call. */
    float *q[MEMBERS], *m2[MEMBERS], *v2[MEMBERS];
    aclTensorList *fused = list(1.0F, q), *means2 = list(0.0F, m2), *squares2 = list(0.0F, v2);
    aclTensor *step_of[MEMBERS];
    const int64_t one = 1, first = 1;
    for (int k = 0; k < MEMBERS; k++) {
        step_of[k] = tensor(ACL_INT64, 1, &one, device_memory(&first, sizeof first));
    }
    aclTensorList *steps = aclCreateTensorList((const aclTensor *const *)step_of, MEMBERS);
    RUN(aclnnFusedAdamw, fused, grads, means2, squares2, NULL, steps, NULL, NULL, lr, beta1, beta2, decay, 1e-8, false, false);
    CHECK_TRUE(fabs(element(q) - expected) < 1e-6);
    CHECK_TRUE(fabsf(element(m2) - element(m)) < 1e-8F && fabsf(element(v2) - element(v)) < 1e-9F);

    /* Each list is read before the other is written: a rotation. */
    const int64_t length = 40000;
    aclTensor *from[3], *to[3];
    float *memory[3];
    static float values[40000];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < length; i++) {
            values[i] = (float)(k + 1);
        }
        memory[k] = device_memory(values, sizeof values);
        from[k] = tensor(ACL_FLOAT, 1, &length, memory[k]);
    }
    for (int k = 0; k < 3; k++) {
        to[k] = tensor(ACL_FLOAT, 1, &length, memory[(k + 1) % 3]);
    }
    aclTensorList *before = aclCreateTensorList((const aclTensor *const *)from, 3);
    aclTensorList *after = aclCreateTensorList((const aclTensor *const *)to, 3);
    RUN(aclnnForeachCopy, before, after);
    for (int k = 0; k < 3; k++) {
        to_host(values, memory[(k + 1) % 3], sizeof values);
        CHECK_TRUE(values[0] == k + 1 && values[length / 2] == k + 1 && values[length - 1] == k + 1);
    }

    /* Gradients of a scaled loss, first finite, then not. */
    const float quarter = 0.25F, zero = 0;
    void *flag = device_memory(&zero, sizeof zero);
    aclTensor *found = tensor(ACL_FLOAT, 1, &one, flag), *scale = tensor(ACL_FLOAT, 1, &one, device_memory(&quarter, sizeof quarter));
    float got = -1;
    RUN(aclnnForeachNonFiniteCheckAndUnscale, grads, found, scale);
    to_host(&got, flag, sizeof got);
    CHECK_TRUE(got == 0 && element(g) == 0.125F);
    const float infinite = INFINITY;
    CHECK_STATUS(aclrtMemcpy(g[2] + 100, sizeof infinite, &infinite, sizeof infinite, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    RUN(aclnnForeachNonFiniteCheckAndUnscale, grads, found, scale);
    to_host(&got, flag, sizeof got);
    CHECK_TRUE(got == 1);

    /* What is refused is named. */
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnForeachAddListV2GetWorkspaceSize(params, before, scalar(1), params, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`x2`");
    close_device();
    return check_result();
}
