/* mluOpLogspace through the entry point: checks with status, message and untouched results; the table of corner cases by PyTorch's
   rule on CUDA in each type; the sizes of the acceptance list; long ranges in half. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

#define INF INFINITY
#define MAX 2147483647

static mluOpHandle_t handle;
static cnrtQueue_t queue;

static void refusals(mluOpHandle_t stale)
{
    const float seven[4] = {7, 7, 7, 7};
    float *res = (float *)device(seven, sizeof seven), after[4];
    mluOpTensorDescriptor_t f = vector(MLUOP_DTYPE_FLOAT, 4), gone = vector(MLUOP_DTYPE_FLOAT, 4);
    mluOpTensorDescriptor_t d = vector(MLUOP_DTYPE_DOUBLE, 4), b = vector(MLUOP_DTYPE_BFLOAT16, 4);
    mluOpTensorDescriptor_t l = vector(MLUOP_DTYPE_INT64, 4), five = vector(MLUOP_DTYPE_FLOAT, 5);

    REQUIRE_STATUS(mluOpDestroyTensorDescriptor(gone), OK);
    CHECK_REFUSED(mluOpLogspace(NULL, 1, 3, -1, 10, NULL, NULL), BAD, "`handle` is null");
    CHECK_REFUSED(mluOpLogspace(stale, 1, 3, 4, 10, f, res), BAD, "`handle` is a destroyed handle");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, -1, 10, NULL, NULL), BAD, "`res_desc` is null");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 4, 10, gone, res), BAD, "`res_desc` is a destroyed handle");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, -1, 10, d, res), BAD, "`steps` is -1; allowed: 0 or more");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, INT64_MIN, 10, f, res), BAD, "`steps` is -9223372036854775808");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 5, 10, d, res), BAD, "`steps` is 5; allowed: 4 (the elements of `res_desc`)");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, INT64_MAX, 10, f, res), BAD, "`steps` is 9223372036854775807");
    /* The type is looked at even if there is nothing to do. */
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 0, 10, d, NULL), BAD, "`res_desc` has data type MLUOP_DTYPE_DOUBLE");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 4, 10, b, res), BAD, "`res_desc` has data type MLUOP_DTYPE_BFLOAT16");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 2, 10, l, res), BAD, "`res_desc` has data type MLUOP_DTYPE_INT64");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 4, 10, f, NULL), BAD, "`res` is null");
    CHECK_REFUSED(mluOpLogspace(handle, 1, 3, 5, 10, five, res), BAD, "`res` extends to byte 20, past the end of its 16-byte allocation");
    CHECK_QUIET(mluOpLogspace(handle, 1, 3, 0, 10, f, NULL));
    CHECK_QUIET(mluOpLogspace(handle, 1, 3, 0, 10, f, res));
    REQUIRE_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, res, sizeof after);
    CHECK_EQUAL_BITS(after, seven, sizeof after);

    mluOpTensorDescriptor_t all[] = {f, d, b, l, five};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        CHECK_STATUS(mluOpDestroyTensorDescriptor(all[at]), OK);
    }
    CHECK_STATUS(cnrtFree(res), cnrtSuccess);
}

/* Results of `steps` elements; the one behind them must stay as it was. */
static void *run(mluOpDataType_t type, size_t size, float start, float end, int64_t steps, float base)
{
    const int length = (int)steps + 1;
    const size_t bytes = (size_t)length * size;
    char *host = (char *)malloc(bytes), *memory = NULL;
    mluOpTensorDescriptor_t desc = vector(type, length);
    size_t at;
    CHECK_TRUE(host != NULL);
    REQUIRE_STATUS(cnrtMalloc((void **)&memory, bytes), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemset(memory, 0x5A, bytes), cnrtSuccess);
    CHECK_QUIET(mluOpLogspace(handle, start, end, steps, base, desc, memory));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(host, memory, bytes);
    for (at = bytes - size; at < bytes; at++) {
        CHECK_EQUAL_INT(host[at], 0x5A);
    }
    CHECK_STATUS(cnrtFree(memory), cnrtSuccess);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(desc), OK);
    return host;
}

static float float_run(mluOpDataType_t type, float start, float end, int steps, float base, int at)
{
    void *host = run(type, type == MLUOP_DTYPE_HALF ? 2 : 4, start, end, steps, base);
    const float value = type == MLUOP_DTYPE_HALF ? from_half(((uint16_t *)host)[at]) : ((float *)host)[at];
    free(host);
    return value;
}

/* Equal in bits, both NaN, or, for what the table gives with six digits, within those. */
static void check_value(float got, float expected, float tolerance, const char *what, size_t row, int at)
{
    const int same = (isnan(got) && isnan(expected)) || float_bits(got) == float_bits(expected) ||
                     (isfinite(expected) && expected != 0 && fabsf(got - expected) <= tolerance * fabsf(expected));
    if (!check_that(same, __FILE__, __LINE__)) {
        fprintf(stderr, "%s case %zu, element %d is %.9g, not %.9g\n", what, row, at, (double)got, (double)expected);
    }
}

typedef struct {
    float start, end;
    int steps;
    float base, expected[7], tolerance;
} Case;

static void float_cases(void)
{
    static const Case cases[] = {
        {-10, 10, 5, 10, {1e-10f, 1e-5f, 1, 1e5f, 1e10f}, 0},
        {0.1f, 1, 5, 10, {1.25893f, 2.11349f, 3.54813f, 5.95662f, 10}, 4e-6f},
        {0.1f, 1, 1, 10, {1.25893f}, 4e-6f},
        {2, 2, 1, 2, {4}, 0},
        {3, 3, 4, 2, {8, 8, 8, 8}, 0},
        {0, 0, 4, 7, {1, 1, 1, 1}, 0},
        {1, 3, 2, 10, {10, 1000}, 0},
        {1, 3, 3, 10, {10, 100, 1000}, 0},
        {0, INF, 5, 10, {NAN, INF, NAN, NAN, NAN}, 0},
        {-INF, 0, 5, 10, {NAN, NAN, 0, 0, NAN}, 0},
        {INF, 0, 5, 10, {NAN, NAN, INF, INF, NAN}, 0},
        {0, -INF, 5, 10, {NAN, 0, NAN, NAN, NAN}, 0},
        {-INF, INF, 5, 10, {NAN, NAN, NAN, NAN, NAN}, 0},
        {INF, INF, 5, 10, {NAN, NAN, NAN, NAN, NAN}, 0},
        {0, INF, 6, 0.5f, {NAN, 0, 0, NAN, NAN, NAN}, 0},
        {0, INF, 5, 1, {1, 1, 1, 1, 1}, 0},
        {0, INF, 5, -1, {NAN, 1, NAN, NAN, NAN}, 0},
        {0, INF, 5, 0, {NAN, 0, NAN, NAN, NAN}, 0},
        {NAN, 1, 4, 10, {NAN, NAN, NAN, NAN}, 0},
        {0, NAN, 4, 10, {NAN, NAN, NAN, NAN}, 0},
        {NAN, NAN, 4, 1, {1, 1, 1, 1}, 0},
        {1, 4, 4, 0, {0, 0, 0, 0}, 0},
        {-4, -1, 4, 0, {INF, INF, INF, INF}, 0},
        {-2, 2, 5, 0, {INF, INF, 1, 0, 0}, 0},
        {2, -2, 5, 0, {0, 0, 1, INF, INF}, 0},
        {0, 4, 5, 0, {1, 0, 0, 0, 0}, 0},
        {-4, 0, 5, 0, {INF, INF, INF, INF, 1}, 0},
        {0, 0, 3, 0, {1, 1, 1}, 0},
        {-1, 2, 4, -0.0f, {-INF, 1, -0.0f, 0}, 0},
        {-2, 2, 5, -2, {0.25f, -0.5f, 1, -2, 4}, 0},
        {0, 2, 5, -2, {1, NAN, -2, NAN, 4}, 0},
        {0, 3, 4, -1, {1, -1, 1, -1}, 0},
        {-2, 2, 5, INF, {0, 0, 1, INF, INF}, 0},
        {-2, 2, 5, -INF, {0, -0.0f, 1, -INF, INF}, 0},
        {-1, 1, 3, NAN, {NAN, 1, NAN}, 0},
        {0, 0, 3, NAN, {1, 1, 1}, 0},
        {0, 40, 5, 10, {1, 1e10f, 1e20f, 1e30f, INF}, 0},
        {-50, 0, 6, 10, {0, 1e-40f, 1e-30f, 1e-20f, 1e-10f, 1}, 0},
        {1, 1, 1, -INF, {-INF}, 0},
        {-3e38f, 3e38f, 5, 10, {NAN, INF, 0, 0, NAN}, 0},
        {0, 1, 2, 0, {1, 0}, 0},
    };
    static const Case halves[] = {
        {0, 5, 6, 10, {1, 10, 100, 1000, 10000, INF}, 0},
        {1, 3, 5, 10, {10, 31.625f, 100, 316.25f, 1000}, 0},
        {0, 1, 5, 2.718f, {1, 1.28418f, 1.64844f, 2.11719f, 2.71875f}, 4e-6f},
        {4.8f, 4.9f, 3, 10, {63200, INF, INF}, 4e-4f},
        {2, 2, 1, 300, {INF}, 0},
        {0, INF, 5, 10, {NAN, INF, NAN, NAN, NAN}, 0},
        {-1, 2, 4, -0.0f, {-INF, 1, -0.0f, 0}, 0},
    };
    size_t row;
    int at;
    for (row = 0; row < sizeof cases / sizeof *cases; row++) {
        const Case *c = &cases[row];
        float *host = (float *)run(MLUOP_DTYPE_FLOAT, sizeof *host, c->start, c->end, c->steps, c->base);
        for (at = 0; at < c->steps; at++) {
            check_value(host[at], c->expected[at], c->tolerance, "float", row, at);
        }
        free(host);
    }
    for (row = 0; row < sizeof halves / sizeof *halves; row++) {
        const Case *c = &halves[row];
        uint16_t *host = (uint16_t *)run(MLUOP_DTYPE_HALF, sizeof *host, c->start, c->end, c->steps, c->base);
        for (at = 0; at < c->steps; at++) {
            check_value(from_half(host[at]), c->expected[at], c->tolerance, "half", row, at);
        }
        free(host);
    }
}

static void integer_cases(void)
{
    static const struct {
        float start, end;
        int steps;
        float base;
        int32_t expected[7];
    } cases[] = {
        {0, 4, 5, 10, {1, 10, 100, 1000, 10000}},
        {4.3f, 5, 2, 10, {10000, 100000}},
        {4.3f, 5, 1, 10, {19952}},
        {0, 12, 4, 10, {1, 10000, 100000000, MAX}},
        {-2, 2, 5, 10, {0, 0, 1, 10, 100}},
        {0, 3, 7, -2, {1, 0, -2, 0, 4, 0, -8}},
        {0, 2, 5, -2, {1, 0, -2, 0, 4}},
        {-1, 1, 3, 0, {MAX, 1, 0}},
        {0, INF, 5, 10, {1, MAX, MAX, MAX, MAX}},
        {-0.9f, 0.9f, 3, 10, {1, 1, 1}},
        {0, 40, 3, -3, {1, MAX, MAX}},
        {1, 1, 1, NAN, {0}},
        {-3, -1, 3, 10, {0, 0, 0}},
    };
    size_t row;
    for (row = 0; row < sizeof cases / sizeof *cases; row++) {
        int32_t *host = (int32_t *)run(MLUOP_DTYPE_INT32, sizeof *host, cases[row].start, cases[row].end, cases[row].steps,
                                       cases[row].base);
        CHECK_EQUAL_BITS(host, cases[row].expected, (size_t)cases[row].steps * sizeof *host);
        free(host);
    }
}

/* The acceptance measure: both of them at most `threshold`. */
static void accept(const char *what, int steps, double error, double size, double error2, double size2, double threshold)
{
    const double diff1 = error / (size + 1e-9), diff2 = sqrt(error2 / (size2 + 1e-9));
    if (!check_that(diff1 <= threshold && diff2 <= threshold, __FILE__, __LINE__)) {
        fprintf(stderr, "%s, %d steps: diff1 %g, diff2 %g, allowed %g\n", what, steps, diff1, diff2, threshold);
    }
}

static void sizes(void)
{
    static const int all[] = {0, 1, 128, 65536, 98304, 131072, 262144};
    size_t row;
    for (row = 0; row < sizeof all / sizeof *all; row++) {
        const int steps = all[row];
        float *floats = (float *)run(MLUOP_DTYPE_FLOAT, 4, 1, 3, steps, 10);
        int32_t *integers = (int32_t *)run(MLUOP_DTYPE_INT32, 4, 1, 3, steps, 10);
        uint16_t *halves = (uint16_t *)run(MLUOP_DTYPE_HALF, 2, 1, 3, steps, 10);
        double error[3] = {0}, size[3] = {0}, error2[3] = {0}, size2[3] = {0};
        int at, type;
        for (at = 0; at < steps; at++) {
            const double curve = pow(10, 1 + 2.0 * at / (steps > 1 ? steps - 1 : 1));
            /* From 65520 steps on, half arithmetic knows two levels, and nothing between them beyond 131040. */
            const double level = at < steps / 2 ? 10 : 1000;
            const int unknown = steps >= 131041 && at >= 65520 && at < steps - 65520;
            const double rule = steps < 65521 ? curve : level, half = (double)from_half(halves[at]);
            const double baseline[3] = {curve, trunc(curve + 1e-9), unknown ? 0 : rule};
            const double got[3] = {(double)floats[at], (double)integers[at], unknown ? 0 : half};
            CHECK_TRUE(!unknown || isnan(half));
            for (type = 0; type < 3; type++) {
                const double off = got[type] - baseline[type];
                error[type] += fabs(off);
                size[type] += fabs(baseline[type]);
                error2[type] += off * off;
                size2[type] += baseline[type] * baseline[type];
            }
        }
        accept("float", steps, error[0], size[0], error2[0], size2[0], 1e-5);
        accept("int32", steps, error[1], size[1], error2[1], size2[1], 3e-3);
        accept("half", steps, error[2], size[2], error2[2], size2[2], 3e-3);
        free(floats);
        free(integers);
        free(halves);
    }
}

static void long_halves(void)
{
    static const struct {
        float start, end, base;
        int steps, at;
        float expected;
    } cases[] = {
        {0, 1, 2, 4096, 1000, 1.18457f},        {0, 1, 2, 4096, 2047, 1.41406f},
        {0, 1, 2, 4096, 2048, 1.41406f},        {0, 1, 2, 4096, 3000, 1.66113f},
        {1, 3, 10, 32768, 8192, 31.625f},       {1, 3, 10, 32768, 16383, 100},
        {1, 3, 10, 32768, 16384, 100},          {1, 3, 10, 32768, 24576, 316.25f},
        {1, 3, 10, 65536, 32767, 10},           {1, 3, 10, 65536, 32768, 1000},
        {1, 3, 10, 131072, 65519, 10},          {1, 3, 10, 131072, 65520, NAN},
        {1, 3, 10, 131072, 65551, NAN},         {1, 3, 10, 131072, 65552, 1000},
        {1, 3, 10, 262144, 65519, 10},          {1, 3, 10, 262144, 65520, NAN},
        {1, 3, 10, 262144, 196623, NAN},        {1, 3, 10, 262144, 196624, 1000},
        {2, 2, 10, 131072, 0, 100},             {2, 2, 10, 131072, 65520, NAN},
        {2, 2, 10, 131072, 131071, 100},
    };
    size_t row;
    for (row = 0; row < sizeof cases / sizeof *cases; row++) {
        const float got = float_run(MLUOP_DTYPE_HALF, cases[row].start, cases[row].end, cases[row].steps, cases[row].base,
                                    cases[row].at);
        check_value(got, cases[row].expected, 4e-6f, "long half", row, cases[row].at);
    }
}

/* The elements are written one behind the other, whatever the shape and the strides of the descriptor are. */
static void shape_is_ignored(void)
{
    const int dims[] = {2, 2}, strides[] = {100, 50};
    const float seven[4] = {7, 7, 7, 7}, expected[4] = {10, 100, 1000, 7};
    mluOpTensorDescriptor_t desc = strided(MLUOP_DTYPE_FLOAT, 2, dims, strides);
    float *res = (float *)device(seven, sizeof seven), after[4];
    CHECK_QUIET(mluOpLogspace(handle, 1, 3, 3, 10, desc, res));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, res, sizeof after);
    CHECK_EQUAL_BITS(after, expected, sizeof after);
    CHECK_STATUS(cnrtFree(res), cnrtSuccess);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(desc), OK);
}

int main(void)
{
    mluOpHandle_t stale = NULL;
    REQUIRE_STATUS(mluOpCreate(&stale), OK);
    REQUIRE_STATUS(mluOpDestroy(stale), OK);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    REQUIRE_STATUS(mluOpCreate(&handle), OK);
    REQUIRE_STATUS(mluOpSetQueue(handle, queue), OK);
    refusals(stale);
    float_cases();
    integer_cases();
    sizes();
    long_halves();
    shape_is_ignored();
    CHECK_STATUS(mluOpDestroy(handle), OK);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
    return check_result();
}
