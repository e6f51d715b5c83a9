/* Operators by the names that PyTorch's extension still asks for: recurrent networks, slices, sorts, losses, products with an addend, each against loops. */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl_op_compiler.h"

#define MOST 8

typedef struct {
    aclTensorDesc *descriptions[MOST];
    aclDataBuffer *buffers[MOST];
    void *memory[MOST];
    size_t bytes[MOST];
    int count;
} Side;

static Side in, out;
static aclopAttr *attr;

static void add(Side *side, aclDataType type, int rank, const int64_t *dims, void *memory, size_t bytes, int is_mine)
{
    int at = side->count++;
    side->descriptions[at] = aclCreateTensorDesc(type, rank, dims, ACL_FORMAT_ND);
    side->buffers[at] = aclCreateDataBuffer(memory, bytes);
    side->memory[at] = is_mine ? memory : NULL;
    side->bytes[at] = bytes;
}

static size_t count_of(int rank, const int64_t *dims)
{
    size_t count = 1;
    for (int i = 0; i < rank; i++) {
        count *= (size_t)dims[i];
    }
    return count;
}

static void input(int rank, const int64_t *dims, const float *values)
{
    size_t bytes = count_of(rank, dims) * sizeof *values;
    add(&in, ACL_FLOAT, rank, dims, device_memory(values, bytes), bytes, 1);
}

/* Integers on the host. */
static void ints(int64_t count, const int64_t *values)
{
    add(&in, ACL_INT64, 1, &count, (void *)(uintptr_t)values, (size_t)count * sizeof *values, 0);
    CHECK_STATUS(aclSetTensorPlaceMent(in.descriptions[in.count - 1], ACL_MEMTYPE_HOST), ACL_SUCCESS);
}

/* A number on the host, of no dimensions. */
static void number(const float *value)
{
    add(&in, ACL_FLOAT, 0, NULL, (void *)(uintptr_t)value, sizeof *value, 0);
    CHECK_STATUS(aclSetTensorPlaceMent(in.descriptions[in.count - 1], ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT), ACL_SUCCESS);
}

static void absent(void)
{
    int at = in.count++;
    in.descriptions[at] = aclCreateTensorDesc(ACL_DT_UNDEFINED, 0, NULL, ACL_FORMAT_UNDEFINED);
    in.buffers[at] = aclCreateDataBuffer(NULL, 0);
    in.memory[at] = NULL;
}

static void output(aclDataType type, size_t size, int rank, const int64_t *dims)
{
    size_t bytes = count_of(rank, dims) * size;
    void *memory = device_memory(NULL, bytes);
    REQUIRE_STATUS(aclrtMemset(memory, bytes, 0x5a, bytes), ACL_SUCCESS);
    add(&out, type, rank, dims, memory, bytes, 1);
}

static void floats(int rank, const int64_t *dims)
{
    output(ACL_FLOAT, sizeof(float), rank, dims);
}

static aclError run(const char *type)
{
    (void)aclGetRecentErrMsg();
    aclError status = aclopCompileAndExecute(type, in.count, (const aclTensorDesc *const *)in.descriptions, (const aclDataBuffer *const *)in.buffers, out.count,
                                             (const aclTensorDesc *const *)out.descriptions, out.buffers, attr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, NULL, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    return status;
}

static void end_side(Side *side)
{
    for (int i = 0; i < side->count; i++) {
        aclDestroyTensorDesc(side->descriptions[i]);
        CHECK_STATUS(aclDestroyDataBuffer(side->buffers[i]), ACL_SUCCESS);
        if (side->memory[i] != NULL) {
            CHECK_STATUS(aclrtFree(side->memory[i]), ACL_SUCCESS);
        }
    }
    side->count = 0;
}

static void end(void)
{
    end_side(&in);
    end_side(&out);
    aclopDestroyAttr(attr);
    attr = aclopCreateAttr();
}

/* Output `at` is within a millionth of `wanted`, or of 1 where that is less. */
static void check_near(const char *type, int at, const double *wanted)
{
    float *got = malloc(out.bytes[at]);
    to_host(got, out.memory[at], out.bytes[at]);
    for (size_t i = 0; i < out.bytes[at] / sizeof *got; i++) {
        double error = fabs(got[i] - wanted[i]), most = 1e-6 * fmax(1, fabs(wanted[i]));
        if (!(error <= most)) {
            printf("%s: output %d, element %zu is %.9g, not %.9g\n", type, at, i, got[i], wanted[i]);
            CHECK_TRUE(0);
            break;
        }
    }
    free(got);
}

static void works(const char *type, int at, const double *wanted)
{
    CHECK_STATUS(run(type), ACL_SUCCESS);
    check_near(type, at, wanted);
    end();
}

static float value(int i)
{
    return (float)((i * 37 + 11) % 101 - 50) / 25;
}

static void fill(float *values, size_t count, int seed)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = value((int)i + seed * 53);
    }
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static const int64_t SHAPE[2] = {4, 6};
enum { COUNT = 24 };

static void pointwise(void)
{
    float x[COUNT], y[COUNT], grad[COUNT];
    double mish[COUNT], swish[COUNT], scaled[COUNT], log2s[COUNT], sums[COUNT], clipped[COUNT], relu[COUNT], filled[COUNT];
    const float low = -0.5F, high = 1.25F, seven = 7;
    fill(x, COUNT, 1);
    fill(y, COUNT, 2);
    fill(grad, COUNT, 3);
    for (int i = 0; i < COUNT; i++) {
        mish[i] = x[i] * tanh(log1p(exp((double)x[i])));
        swish[i] = x[i] * sigmoid(x[i]);
        scaled[i] = x[i] * sigmoid(1.5 * x[i]);
        log2s[i] = log2(fabs((double)y[i]) + 3);
        sums[i] = log2(exp2((double)x[i]) + exp2((double)y[i]));
        clipped[i] = fmin(fmax(x[i], low), high);
        relu[i] = x[i] > 0 ? grad[i] : 0;
        filled[i] = 7;
    }
    input(2, SHAPE, x);
    floats(2, SHAPE);
    works("Mish", 0, mish);
    input(2, SHAPE, x);
    floats(2, SHAPE);
    works("Swish", 0, swish);
    input(2, SHAPE, x);
    floats(2, SHAPE);
    CHECK_STATUS(aclopSetAttrFloat(attr, "scale", 1.5F), ACL_SUCCESS);
    works("Swish", 0, scaled);

    float positive[COUNT];
    for (int i = 0; i < COUNT; i++) {
        positive[i] = fabsf(y[i]) + 3;
        log2s[i] = log2((double)positive[i]);
    }
    static const struct {
        float base;
        double factor;
    } BASES[] = {{2, 1}, {10, 0.30102999566398120}, {-1, 0.69314718055994531}};
    for (int b = 0; b < 3; b++) {
        double wanted[COUNT];
        for (int i = 0; i < COUNT; i++) {
            wanted[i] = log2s[i] * BASES[b].factor;
        }
        input(2, SHAPE, positive);
        floats(2, SHAPE);
        CHECK_STATUS(aclopSetAttrFloat(attr, "base", BASES[b].base), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrFloat(attr, "scale", 1), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrFloat(attr, "shift", 0), ACL_SUCCESS);
        works("Log", 0, wanted);
    }
    input(2, SHAPE, positive);
    floats(2, SHAPE);
    CHECK_STATUS(aclopSetAttrFloat(attr, "base", 3), ACL_SUCCESS);
    CHECK_STATUS(run("Log"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "\"base\"");
    end();

    input(2, SHAPE, x);
    input(2, SHAPE, y);
    floats(2, SHAPE);
    CHECK_STATUS(aclopSetAttrFloat(attr, "base", 2), ACL_SUCCESS);
    works("LogAddExp", 0, sums);
    /* Limits on the host, and on the device. */
    input(2, SHAPE, x);
    number(&low);
    number(&high);
    floats(2, SHAPE);
    works("ClipByValueV2", 0, clipped);
    const int64_t one[1] = {1};
    input(2, SHAPE, x);
    input(1, one, &low);
    input(1, one, &high);
    floats(2, SHAPE);
    works("ClipByValueV2", 0, clipped);
    input(2, SHAPE, grad);
    input(2, SHAPE, x);
    floats(2, SHAPE);
    works("ReluGrad", 0, relu);
    ints(2, SHAPE);
    number(&seven);
    floats(2, SHAPE);
    works("Fill", 0, filled);
    ints(2, SHAPE);
    input(0, NULL, &seven);
    floats(2, SHAPE);
    works("Fill", 0, filled);
    static const int64_t WRONG[2] = {6, 4};
    ints(2, WRONG);
    number(&seven);
    floats(2, SHAPE);
    CHECK_STATUS(run("Fill"), ACL_ERROR_OP_INPUT_NOT_MATCH);
    end();
}

static void movement(void)
{
    float x[COUNT], y[COUNT];
    double wanted[2 * COUNT];
    fill(x, COUNT, 4);
    fill(y, COUNT, 5);

    static const int64_t BEGIN[2] = {3, 1}, END[2] = {0, 6}, STEP[2] = {-2, 2}, STRIDED[2] = {2, 3};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) {
            wanted[i * 3 + k] = x[(3 - 2 * i) * 6 + 1 + 2 * k];
        }
    }
    input(2, SHAPE, x);
    ints(2, BEGIN);
    ints(2, END);
    ints(2, STEP);
    floats(2, STRIDED);
    works("StridedSlice", 0, wanted);
    /* The begin of the first axis, the end of the second one and the first axis itself go by masks. */
    static const int64_t ONES[2] = {1, 1}, ROW[1] = {4}, FROM[2] = {2, 2}, TO[2] = {3, 0};
    for (int k = 0; k < 4; k++) {
        wanted[k] = x[2 * 6 + 2 + k];
    }
    input(2, SHAPE, x);
    ints(2, FROM);
    ints(2, TO);
    ints(2, ONES);
    floats(1, ROW);
    CHECK_STATUS(aclopSetAttrInt(attr, "begin_mask", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "end_mask", 2), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "ellipsis_mask", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "new_axis_mask", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "shrink_axis_mask", 1), ACL_SUCCESS);
    works("StridedSlice", 0, wanted);

    static const int64_t OFFSET[2] = {1, 2}, SIZE[2] = {2, -1}, SLICED[2] = {2, 4}, BEYOND[2] = {2, 5};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 4; k++) {
            wanted[i * 4 + k] = x[(1 + i) * 6 + 2 + k];
        }
    }
    input(2, SHAPE, x);
    ints(2, OFFSET);
    ints(2, SIZE);
    floats(2, SLICED);
    works("Slice", 0, wanted);
    input(2, SHAPE, x);
    ints(2, OFFSET);
    ints(2, BEYOND);
    floats(2, BEYOND);
    CHECK_STATUS(run("Slice"), ACL_ERROR_OP_INPUT_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "`inputs` is from 2 with size 5; allowed: what lies inside 6 elements");
    end();

    static const int64_t JOINED[2] = {4, 12}, STACKED[3] = {4, 2, 6};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 6; k++) {
            wanted[i * 12 + k] = x[i * 6 + k];
            wanted[i * 12 + 6 + k] = y[i * 6 + k];
        }
    }
    input(2, SHAPE, x);
    input(2, SHAPE, y);
    floats(2, JOINED);
    CHECK_STATUS(aclopSetAttrInt(attr, "N", 2), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "concat_dim", 1), ACL_SUCCESS);
    works("ConcatD", 0, wanted);
    input(2, SHAPE, x);
    input(2, SHAPE, y);
    floats(3, STACKED);
    CHECK_STATUS(aclopSetAttrInt(attr, "axis", 1), ACL_SUCCESS);
    works("Pack", 0, wanted);

    static const int64_t PADS[4] = {1, 0, 0, 2}, PADDED[2] = {5, 8};
    const float two = 2;
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 8; k++) {
            wanted[i * 8 + k] = i == 0 || k > 5 ? 2 : x[(i - 1) * 6 + k];
        }
    }
    input(2, SHAPE, x);
    ints(4, PADS);
    number(&two);
    floats(2, PADDED);
    CHECK_STATUS(aclopSetAttrString(attr, "mode", "constant"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrBool(attr, "paddings_contiguous", 1), ACL_SUCCESS);
    works("PadV3", 0, wanted);
    input(2, SHAPE, x);
    ints(4, PADS);
    number(&two);
    floats(2, PADDED);
    CHECK_STATUS(aclopSetAttrString(attr, "mode", "reflect"), ACL_SUCCESS);
    CHECK_STATUS(run("PadV3"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    end();

    for (int descending = 0; descending < 2; descending++) {
        float rows[COUNT];
        memcpy(rows, x, sizeof rows);
        for (int i = 0; i < 4; i++) {
            for (int a = 0; a < 6; a++) {
                for (int b = a + 1; b < 6; b++) {
                    float *first = &rows[i * 6 + a], *second = &rows[i * 6 + b];
                    if (descending ? *first < *second : *first > *second) {
                        float swapped = *first;
                        *first = *second;
                        *second = swapped;
                    }
                }
            }
        }
        for (int i = 0; i < COUNT; i++) {
            wanted[i] = rows[i];
        }
        input(2, SHAPE, x);
        floats(2, SHAPE);
        CHECK_STATUS(aclopSetAttrInt(attr, "axis", 1), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "descending", (uint8_t)descending), ACL_SUCCESS);
        works("SortV2", 0, wanted);

        /* Positions of INT32, of all and of the first two. */
        int32_t at[COUNT], got[COUNT], first[8];
        double values[8];
        for (int i = 0; i < COUNT; i++) {
            for (int k = 0; k < 6; k++) {
                if (x[i / 6 * 6 + k] == rows[i]) {
                    at[i] = k;
                }
            }
        }
        for (int i = 0; i < 8; i++) {
            first[i] = at[i / 2 * 6 + i % 2];
            values[i] = rows[i / 2 * 6 + i % 2];
        }
        input(2, SHAPE, x);
        floats(2, SHAPE);
        output(ACL_INT32, sizeof(int32_t), 2, SHAPE);
        CHECK_STATUS(aclopSetAttrInt(attr, "axis", 1), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "descending", (uint8_t)descending), ACL_SUCCESS);
        CHECK_STATUS(run("Sort"), ACL_SUCCESS);
        check_near("Sort", 0, wanted);
        to_host(got, out.memory[1], sizeof got);
        CHECK_EQUAL_BITS(got, at, sizeof got);
        end();
        static const int64_t TWO[1] = {2}, FIRST[2] = {4, 2};
        input(2, SHAPE, x);
        ints(1, TWO);
        floats(2, FIRST);
        output(ACL_INT32, sizeof(int32_t), 2, FIRST);
        CHECK_STATUS(aclopSetAttrInt(attr, "dim", 1), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "largest", (uint8_t)descending), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "sorted", 1), ACL_SUCCESS);
        CHECK_STATUS(run("TopKV2"), ACL_SUCCESS);
        check_near("TopKV2", 0, values);
        to_host(got, out.memory[1], sizeof first);
        CHECK_EQUAL_BITS(got, first, sizeof first);
        end();
    }
}

static void products(void)
{
    enum { BATCH = 2, ROWS = 3, INNER = 5, COLUMNS = 4 };
    const int64_t a_shape[3] = {BATCH, ROWS, INNER}, b_shape[3] = {BATCH, COLUMNS, INNER}, y_shape[3] = {BATCH, ROWS, COLUMNS}, bias_shape[1] = {COLUMNS};
    float a[BATCH * ROWS * INNER], b[BATCH * COLUMNS * INNER], bias[COLUMNS], addend[BATCH * ROWS * COLUMNS];
    double product[BATCH * ROWS * COLUMNS], sum[BATCH * ROWS * COLUMNS], biased[BATCH * ROWS * COLUMNS];
    fill(a, BATCH * ROWS * INNER, 6);
    fill(b, BATCH * COLUMNS * INNER, 7);
    fill(bias, COLUMNS, 8);
    fill(addend, BATCH * ROWS * COLUMNS, 9);
    for (int n = 0, i = 0; n < BATCH; n++) {
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++, i++) {
                product[i] = 0;
                for (int k = 0; k < INNER; k++) {
                    product[i] += (double)a[(n * ROWS + row) * INNER + k] * b[(n * COLUMNS + column) * INNER + k];
                }
                sum[i] = product[i] + addend[i];
                biased[i] = product[i] + bias[column];
            }
        }
    }
    static const char *const TYPES[] = {"MatMul", "MatMulV2"}, *const BATCHES[] = {"BatchMatMul", "BatchMatMulV2"};
    for (int i = 0; i < 2; i++) {
        input(2, a_shape + 1, a);
        input(2, b_shape + 1, b);
        input(1, bias_shape, bias);
        floats(2, y_shape + 1);
        CHECK_STATUS(aclopSetAttrBool(attr, "transpose_x1", 0), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "transpose_x2", 1), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrInt(attr, "offset_x", 0), ACL_SUCCESS);
        works(TYPES[i], 0, biased);
        input(3, a_shape, a);
        input(3, b_shape, b);
        floats(3, y_shape);
        CHECK_STATUS(aclopSetAttrBool(attr, "adj_x1", 0), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "adj_x2", 1), ACL_SUCCESS);
        works(BATCHES[i], 0, product);
        input(3, a_shape, a);
        input(3, b_shape, b);
        input(3, y_shape, addend);
        floats(3, y_shape);
        CHECK_STATUS(aclopSetAttrBool(attr, "adj_x2", 1), ACL_SUCCESS);
        works(BATCHES[i], 0, sum);
    }
}

/* Gradients of Euclidean distances. */
static void distances(void)
{
    enum { P = 3, R = 4, M = 5 };
    const int64_t x1_shape[2] = {P, M}, x2_shape[2] = {R, M}, shape[2] = {P, R};
    float x1[P * M], x2[R * M], grad[P * R], norms[P * R];
    double wanted[P * M];
    fill(x1, P * M, 10);
    fill(x2, R * M, 11);
    fill(grad, P * R, 12);
    for (int i = 0; i < P * R; i++) {
        double sum = 0;
        for (int m = 0; m < M; m++) {
            double difference = (double)x1[i / R * M + m] - x2[i % R * M + m];
            sum += difference * difference;
        }
        norms[i] = (float)sqrt(sum);
    }
    for (int p = 0; p < P; p++) {
        for (int m = 0; m < M; m++) {
            wanted[p * M + m] = 0;
            for (int r = 0; r < R; r++) {
                wanted[p * M + m] += grad[p * R + r] * ((double)x1[p * M + m] - x2[r * M + m]) / norms[p * R + r];
            }
        }
    }
    input(2, shape, grad);
    input(2, x1_shape, x1);
    input(2, x2_shape, x2);
    input(2, shape, norms);
    floats(2, x1_shape);
    CHECK_STATUS(aclopSetAttrFloat(attr, "p", 2), ACL_SUCCESS);
    works("CdistGrad", 0, wanted);
}

/* The likelihood of a target, by all sequences of classes that give it. */
static void sequences(void)
{
    enum { STEPS = 4, SAMPLES = 2, CLASSES = 3, TARGET = 2, ALL = 81, WIDTH = 2 * TARGET + 1 };
    const int64_t shape[3] = {STEPS, SAMPLES, CLASSES}, targets_shape[2] = {SAMPLES, TARGET}, loss_shape[1] = {SAMPLES}, sums_shape[3] = {SAMPLES, STEPS, WIDTH};
    static const int64_t TARGETS[SAMPLES][TARGET] = {{1, 2}, {1, 1}}, INPUTS[SAMPLES] = {4, 3}, LENGTHS[SAMPLES] = {2, 1};
    float logarithms[STEPS][SAMPLES][CLASSES];
    double wanted[SAMPLES];
    for (int t = 0; t < STEPS; t++) {
        for (int n = 0; n < SAMPLES; n++) {
            double sum = 0;
            for (int c = 0; c < CLASSES; c++) {
                sum += exp((double)value(t * 7 + n * 3 + c));
            }
            for (int c = 0; c < CLASSES; c++) {
                logarithms[t][n][c] = (float)(value(t * 7 + n * 3 + c) - log(sum));
            }
        }
    }
    for (int n = 0; n < SAMPLES; n++) {
        double likelihood = 0;
        int paths = n == 0 ? ALL : ALL / CLASSES;
        for (int path = 0; path < paths; path++) {
            double logarithm = 0;
            int64_t found[STEPS];
            int length = 0, before = 0;
            for (int t = 0, rest = path; t < INPUTS[n]; t++, rest /= CLASSES) {
                int c = rest % CLASSES;
                logarithm += logarithms[t][n][c];
                if (c != 0 && c != before) {
                    found[length++] = c;
                }
                before = c;
            }
            if (length == LENGTHS[n] && memcmp(found, TARGETS[n], (size_t)length * sizeof *found) == 0) {
                likelihood += exp(logarithm);
            }
        }
        wanted[n] = -log(likelihood);
    }
    for (int with_length = 0; with_length < 2; with_length++) {
        input(3, shape, &logarithms[0][0][0]);
        add(&in, ACL_INT64, 2, targets_shape, device_memory(TARGETS, sizeof TARGETS), sizeof TARGETS, 1);
        ints(SAMPLES, INPUTS);
        ints(SAMPLES, LENGTHS);
        floats(1, loss_shape);
        floats(3, sums_shape);
        /* The extension adds the longest target, times the classes. */
        CHECK_STATUS(aclopSetAttrInt(attr, "blank", with_length ? TARGET * CLASSES : 0), ACL_SUCCESS);
        CHECK_STATUS(aclopSetAttrBool(attr, "zero_infinity", 0), ACL_SUCCESS);
        works("CTCLossV2", 0, wanted);
    }
}

enum { STEPS = 3, BATCH = 2, INPUTS = 3, HIDDEN = 4 };
static const int64_t X_SHAPE[3] = {STEPS, BATCH, INPUTS}, H_SHAPE[3] = {1, BATCH, HIDDEN}, Y_SHAPE[3] = {STEPS, BATCH, HIDDEN};

/* Sums of one gate: weights stand in columns, gate by gate. */
static double sums(const float *weights, int inputs, int gates, int gate, int unit, const double *x)
{
    double sum = 0;
    for (int i = 0; i < inputs; i++) {
        sum += x[i] * weights[i * gates * HIDDEN + gate * HIDDEN + unit];
    }
    return sum;
}

static void network(const char *const *names, const char *const *texts)
{
    for (int i = 0; names[i] != NULL; i++) {
        CHECK_STATUS(aclopSetAttrString(attr, names[i], texts[i]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclopSetAttrInt(attr, "cell_depth", 1), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrFloat(attr, "keep_prob", 1), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrFloat(attr, "cell_clip", -1), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrInt(attr, "num_proj", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrBool(attr, "time_major", 1), ACL_SUCCESS);
}

static void long_short_term_memory(int with_bias)
{
    static const char *const NAMES[] = {"cell_type", "direction", "activation", "gate_order", NULL}, *const TEXTS[] = {"LSTM", "UNIDIRECTIONAL", "tanh", "ifco"};
    const int64_t w_shape[2] = {INPUTS, 4 * HIDDEN}, u_shape[2] = {HIDDEN, 4 * HIDDEN}, b_shape[1] = {4 * HIDDEN};
    float x[STEPS * BATCH * INPUTS], w[INPUTS * 4 * HIDDEN], u[HIDDEN * 4 * HIDDEN], b[4 * HIDDEN], h0[BATCH * HIDDEN], c0[BATCH * HIDDEN];
    double wanted[8][STEPS * BATCH * HIDDEN], h[BATCH][HIDDEN], c[BATCH][HIDDEN];
    fill(x, STEPS * BATCH * INPUTS, 13);
    fill(w, INPUTS * 4 * HIDDEN, 14);
    fill(u, HIDDEN * 4 * HIDDEN, 15);
    fill(b, 4 * HIDDEN, 16);
    fill(h0, BATCH * HIDDEN, 17);
    fill(c0, BATCH * HIDDEN, 18);
    for (int i = 0; i < BATCH * HIDDEN; i++) {
        h[i / HIDDEN][i % HIDDEN] = h0[i];
        c[i / HIDDEN][i % HIDDEN] = c0[i];
    }
    for (int t = 0; t < STEPS; t++) {
        for (int n = 0; n < BATCH; n++) {
            double own[INPUTS], next[HIDDEN];
            for (int i = 0; i < INPUTS; i++) {
                own[i] = x[(t * BATCH + n) * INPUTS + i];
            }
            for (int k = 0; k < HIDDEN; k++) {
                double gate[4];
                for (int g = 0; g < 4; g++) {
                    gate[g] = sums(w, INPUTS, 4, g, k, own) + sums(u, HIDDEN, 4, g, k, h[n]) + (with_bias ? b[g * HIDDEN + k] : 0);
                }
                double i = sigmoid(gate[0]), f = sigmoid(gate[1]), j = tanh(gate[2]), o = sigmoid(gate[3]);
                c[n][k] = f * c[n][k] + i * j;
                next[k] = o * tanh(c[n][k]);
                const double kept[8] = {next[k], next[k], c[n][k], i, j, f, o, tanh(c[n][k])};
                for (int at = 0; at < 8; at++) {
                    wanted[at][(t * BATCH + n) * HIDDEN + k] = kept[at];
                }
            }
            memcpy(h[n], next, sizeof next);
        }
    }
    input(3, X_SHAPE, x);
    input(2, w_shape, w);
    input(2, u_shape, u);
    if (with_bias) {
        input(1, b_shape, b);
    } else {
        absent();
    }
    absent();
    input(3, H_SHAPE, h0);
    input(3, H_SHAPE, c0);
    for (int at = 0; at < 8; at++) {
        floats(3, Y_SHAPE);
    }
    network(NAMES, TEXTS);
    CHECK_STATUS(aclopSetAttrBool(attr, "use_peephole", 0), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrFloat(attr, "forget_bias", 0), ACL_SUCCESS);
    CHECK_STATUS(run("DynamicRNNV2"), ACL_SUCCESS);
    for (int at = 0; at < 8; at++) {
        check_near("DynamicRNNV2", at, wanted[at]);
    }
    /* What is not computed: another direction, a bias of the forget gates, another order of gates, which is the default. */
    CHECK_STATUS(aclopSetAttrString(attr, "direction", "REDIRECTIONAL"), ACL_SUCCESS);
    CHECK_STATUS(run("DynamicRNNV2"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "\"direction\"");
    CHECK_STATUS(aclopSetAttrString(attr, "direction", "UNIDIRECTIONAL"), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrFloat(attr, "forget_bias", 1), ACL_SUCCESS);
    CHECK_STATUS(run("DynamicRNNV2"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    aclopDestroyAttr(attr);
    attr = aclopCreateAttr();
    CHECK_STATUS(run("DynamicRNNV2"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    CHECK_MESSAGE_CONTAINS(message(), "\"gate_order\"");
    end();
}

/* The state before the first step has a dimension of layers, or has not, as the extension passes it. */
static void gated_units(int state_rank)
{
    static const char *const NAMES[] = {"direction", "activation", "gate_order", NULL}, *const TEXTS[] = {"UNIDIRECTIONAL", "tanh", "rzh"};
    const int64_t w_shape[2] = {INPUTS, 3 * HIDDEN}, u_shape[2] = {HIDDEN, 3 * HIDDEN}, b_shape[1] = {3 * HIDDEN};
    float x[STEPS * BATCH * INPUTS], w[INPUTS * 3 * HIDDEN], u[HIDDEN * 3 * HIDDEN], b[3 * HIDDEN], d[3 * HIDDEN], h0[BATCH * HIDDEN];
    double wanted[6][STEPS * BATCH * HIDDEN], h[BATCH][HIDDEN];
    fill(x, STEPS * BATCH * INPUTS, 19);
    fill(w, INPUTS * 3 * HIDDEN, 20);
    fill(u, HIDDEN * 3 * HIDDEN, 21);
    fill(b, 3 * HIDDEN, 22);
    fill(d, 3 * HIDDEN, 23);
    fill(h0, BATCH * HIDDEN, 24);
    for (int i = 0; i < BATCH * HIDDEN; i++) {
        h[i / HIDDEN][i % HIDDEN] = h0[i];
    }
    for (int t = 0; t < STEPS; t++) {
        for (int n = 0; n < BATCH; n++) {
            double own[INPUTS], next[HIDDEN];
            for (int i = 0; i < INPUTS; i++) {
                own[i] = x[(t * BATCH + n) * INPUTS + i];
            }
            for (int k = 0; k < HIDDEN; k++) {
                double by_input[3], by_hidden[3];
                for (int g = 0; g < 3; g++) {
                    by_input[g] = sums(w, INPUTS, 3, g, k, own) + b[g * HIDDEN + k];
                    by_hidden[g] = sums(u, HIDDEN, 3, g, k, h[n]) + d[g * HIDDEN + k];
                }
                double r = sigmoid(by_input[0] + by_hidden[0]), z = sigmoid(by_input[1] + by_hidden[1]), m = tanh(by_input[2] + r * by_hidden[2]);
                next[k] = (1 - z) * m + z * h[n][k];
                const double kept[6] = {next[k], next[k], z, r, m, by_hidden[2]};
                for (int at = 0; at < 6; at++) {
                    wanted[at][(t * BATCH + n) * HIDDEN + k] = kept[at];
                }
            }
            memcpy(h[n], next, sizeof next);
        }
    }
    input(3, X_SHAPE, x);
    input(2, w_shape, w);
    input(2, u_shape, u);
    input(1, b_shape, b);
    input(1, b_shape, d);
    absent();
    input(state_rank, H_SHAPE + 3 - state_rank, h0);
    for (int at = 0; at < 6; at++) {
        floats(3, Y_SHAPE);
    }
    network(NAMES, TEXTS);
    CHECK_STATUS(aclopSetAttrBool(attr, "reset_after", 1), ACL_SUCCESS);
    CHECK_STATUS(aclopSetAttrBool(attr, "is_training", 1), ACL_SUCCESS);
    CHECK_STATUS(run("DynamicGRUV2"), ACL_SUCCESS);
    for (int at = 0; at < 6; at++) {
        check_near("DynamicGRUV2", at, wanted[at]);
    }
    CHECK_STATUS(aclopSetAttrBool(attr, "reset_after", 0), ACL_SUCCESS);
    CHECK_STATUS(run("DynamicGRUV2"), ACL_ERROR_OP_ATTR_NOT_MATCH);
    /* A length of each sequence is not computed. */
    CHECK_STATUS(aclopSetAttrBool(attr, "reset_after", 1), ACL_SUCCESS);
    aclTensorDesc *none = in.descriptions[5];
    in.descriptions[5] = in.descriptions[3];
    aclDataBuffer *nothing = in.buffers[5];
    in.buffers[5] = in.buffers[3];
    CHECK_STATUS(run("DynamicGRUV2"), ACL_ERROR_OP_INPUT_NOT_MATCH);
    in.descriptions[5] = none;
    in.buffers[5] = nothing;
    end();
}

int main(void)
{
    open_device();
    attr = aclopCreateAttr();
    pointwise();
    movement();
    products();
    distances();
    sequences();
    long_short_term_memory(1);
    long_short_term_memory(0);
    gated_units(3);
    gated_units(2);
    aclopDestroyAttr(attr);
    close_device();
    return check_result();
}
