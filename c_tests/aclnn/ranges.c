/* aclnnLinspace, aclnnLogSpace and aclnnLgamma: their numbers and their refusals. */
#include "fixture.h"

#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_logspace.h"

static aclnnStatus (*const linspace)(const aclScalar *, const aclScalar *, int64_t, aclTensor *, uint64_t *,
                                     aclOpExecutor **) = aclnnLinspaceGetWorkspaceSize;
static aclnnStatus (*const logspace)(const aclScalar *, const aclScalar *, int64_t, double, const aclTensor *, uint64_t *,
                                     aclOpExecutor **) = aclnnLogSpaceGetWorkspaceSize;
static aclnnStatus (*const lgamma_first)(const aclTensor *, aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnLgammaGetWorkspaceSize;

static uint64_t size;
static aclOpExecutor *executor;

static void run(aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream))
{
    CHECK_STATUS(second(NULL, size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

static aclScalar *number(float value)
{
    return aclCreateScalar(&value, ACL_FLOAT);
}

int main(void)
{
    open_device();
    aclScalar *zero = number(0), *one = number(1), *three = number(3);
    float complex_value[2] = {1, 2};
    aclScalar *complex_scalar = aclCreateScalar(complex_value, ACL_COMPLEX64);
    int64_t eight = 8, four = 4, none = 0, matrix[] = {2, 4}, single[] = {1, 1};
    float got[16];
    void *memory = device_memory(NULL, sizeof got);
    aclTensor *out = tensor(ACL_FLOAT, 1, &eight, memory), *square = tensor(ACL_FLOAT, 2, matrix, memory);
    aclTensor *text = tensor(ACL_COMPLEX64, 1, &four, memory), *empty = tensor(ACL_FLOAT, 1, &none, NULL);
    aclTensor *only = tensor(ACL_FLOAT, 2, single, memory), *integers = tensor(ACL_INT32, 1, &four, memory);

    /* Linspace: the vendor's example, to the bit; one step; none; integers truncate. */
    const uint32_t eighths[] = {0x00000000, 0x3e124925, 0x3e924925, 0x3edb6db8, 0x3f124924, 0x3f36db6e, 0x3f5b6db7, 0x3f800000};
    CHECK_STATUS(linspace(zero, one, 8, out, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLinspace);
    to_host(got, memory, 32);
    CHECK_EQUAL_BITS(got, eighths, sizeof eighths);
    CHECK_STATUS(linspace(three, one, 1, only, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLinspace);
    to_host(got, memory, 4);
    CHECK_TRUE(got[0] == 3.0f);
    CHECK_STATUS(linspace(zero, one, 0, empty, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLinspace);
    const int32_t thirds[] = {0, 1, 2, 3};
    CHECK_STATUS(linspace(zero, three, 4, integers, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLinspace);
    to_host(got, memory, 16);
    CHECK_EQUAL_BITS(got, thirds, sizeof thirds);

    size = 77;
    executor = (aclOpExecutor *)0x1234;
    CHECK_STATUS(linspace(NULL, one, 8, out, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(linspace(zero, NULL, 8, out, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(linspace(zero, one, 8, NULL, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(linspace(zero, one, 8, out, NULL, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(linspace(zero, one, 8, out, &size, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(linspace(complex_scalar, one, 8, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`start` has data type COMPLEX64");
    CHECK_STATUS(linspace(zero, complex_scalar, 8, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(linspace(zero, one, 4, text, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(linspace(zero, one, -1, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`steps` is -1; allowed: 0 or more");
    CHECK_STATUS(linspace(zero, one, 7, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(linspace(zero, one, 8, square, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_TRUE(size == 77 && executor == (aclOpExecutor *)0x1234);

    /* LogSpace: exact powers; half exponents; refusals. */
    aclTensor *powers = tensor(ACL_FLOAT, 1, &four, memory), *halves = tensor(ACL_FLOAT16, 1, &four, memory);
    const float tens[] = {1, 10, 100, 1000};
    const uint16_t half_tens[] = {0x3c00, 0x4900, 0x5640, 0x63d0};
    CHECK_STATUS(logspace(zero, three, 4, 10.0, powers, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLogSpace);
    to_host(got, memory, 16);
    CHECK_EQUAL_BITS(got, tens, sizeof tens);
    CHECK_STATUS(logspace(zero, three, 4, 10.0, halves, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLogSpace);
    to_host(got, memory, 8);
    CHECK_EQUAL_BITS(got, half_tens, sizeof half_tens);
    CHECK_STATUS(logspace(zero, three, 0, 10.0, powers, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLogSpace);
    size = 77;
    executor = (aclOpExecutor *)0x1234;
    CHECK_STATUS(logspace(NULL, one, 4, 10.0, powers, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(logspace(zero, NULL, 4, 10.0, powers, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(logspace(zero, one, 4, 10.0, NULL, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(logspace(zero, one, 4, 10.0, powers, NULL, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(logspace(zero, one, 4, 10.0, powers, &size, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(logspace(zero, one, 4, 10.0, integers, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(logspace(zero, one, -2, 10.0, powers, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(logspace(zero, one, 5, 10.0, powers, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(logspace(zero, one, 8, 10.0, square, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_TRUE(size == 77 && executor == (aclOpExecutor *)0x1234);

    /* Lgamma: the vendor's example; refusals. */
    const float x[] = {1, -1, -1, -2, 2, -2, -3, 3};
    void *arguments = device_memory(x, sizeof x);
    aclTensor *self = tensor(ACL_FLOAT, 1, &eight, arguments);
    CHECK_STATUS(lgamma_first(self, out, &size, &executor), ACLNN_SUCCESS);
    run(aclnnLgamma);
    to_host(got, memory, 32);
    const uint32_t expected[] = {0, 0x7f800000, 0x7f800000, 0x7f800000, 0, 0x7f800000, 0x7f800000, 0x3f317218};
    CHECK_EQUAL_BITS(got, expected, sizeof expected);
    CHECK_STATUS(lgamma_first(NULL, out, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(lgamma_first(self, NULL, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(lgamma_first(self, out, NULL, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(lgamma_first(self, out, &size, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(lgamma_first(self, halves, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(lgamma_first(integers, integers, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(lgamma_first(self, square, &size, &executor), ACLNN_ERR_PARAM_INVALID);

    aclTensor *const all[] = {out, square, text, empty, only, integers, powers, halves, self};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACLNN_SUCCESS);
    }
    aclScalar *const scalars[] = {zero, one, three, complex_scalar};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        CHECK_STATUS(aclDestroyScalar(scalars[i]), ACLNN_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(arguments), ACL_SUCCESS);
    close_device();
    return check_result();
}
