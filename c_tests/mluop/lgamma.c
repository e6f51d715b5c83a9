/* mluOpLgamma and mluOpAbs through the entry point: every check with its status, message and untouched output; special values to
   the bit; strides on both sides, input without stride, in place, no elements, eight dimensions. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

typedef mluOpStatus_t (*Unary)(mluOpHandle_t, mluOpTensorDescriptor_t, const void *, mluOpTensorDescriptor_t, void *);

static mluOpHandle_t handle;
static cnrtQueue_t queue;

/* The checks that both operators make, in their order: of two that fail, the first one is reported. */
static void refusals(Unary operator, mluOpHandle_t stale)
{
    const float seven[4] = {7, 7, 7, 7};
    const int two[] = {2, 2}, nine[] = {1, 1, 1, 1, 1, 1, 1, 2, 2}, gaps[] = {9, 9, 9, 9, 9, 9, 9, 3, 1};
    const int reversed[] = {4, 4, 4, 4, 4, 4, 4, 1, 2};
    float *x = (float *)device(seven, sizeof seven), *y = (float *)device(seven, sizeof seven), after[4];
    mluOpTensorDescriptor_t f = vector(MLUOP_DTYPE_FLOAT, 4), h = vector(MLUOP_DTYPE_HALF, 4);
    mluOpTensorDescriptor_t d = vector(MLUOP_DTYPE_DOUBLE, 4), three = vector(MLUOP_DTYPE_FLOAT, 3);
    mluOpTensorDescriptor_t square = tensor(MLUOP_DTYPE_FLOAT, 2, two), empty = vector(MLUOP_DTYPE_FLOAT, 0);
    mluOpTensorDescriptor_t nothing = NULL, gone = vector(MLUOP_DTYPE_FLOAT, 4), no_type = vector(MLUOP_DTYPE_INVALID, 4);
    mluOpTensorDescriptor_t deep = tensor(MLUOP_DTYPE_FLOAT, 9, nine), deep_gaps = strided(MLUOP_DTYPE_FLOAT, 9, nine, gaps);
    mluOpTensorDescriptor_t deep_other = strided(MLUOP_DTYPE_FLOAT, 9, nine, reversed);
    const int four[] = {4}, still[] = {0};
    mluOpTensorDescriptor_t one_place = strided(MLUOP_DTYPE_FLOAT, 1, four, still);

    mluOpTensorDescriptor_t minus = vector(MLUOP_DTYPE_FLOAT, -4), huge = vector(MLUOP_DTYPE_FLOAT, 1);
    const int64_t endless[] = {(int64_t)1 << 40, (int64_t)1 << 22};
    REQUIRE_STATUS(mluOpSetTensorDescriptorDim_v2(huge, 2, endless), OK);
    REQUIRE_STATUS(mluOpDestroyTensorDescriptor(gone), OK);
    REQUIRE_STATUS(mluOpCreateTensorDescriptor(&nothing), OK);
    CHECK_REFUSED(operator(NULL, NULL, x, f, y), BAD, "`handle` is null");
    CHECK_REFUSED(operator(stale, f, x, f, y), BAD, "`handle` is a destroyed handle");
    CHECK_REFUSED(operator((mluOpHandle_t)f, f, x, f, y), BAD, "`handle` is a handle of another kind (tensor descriptor)");
    CHECK_REFUSED(operator(handle, NULL, x, NULL, y), BAD, "`x_desc` is null");
    CHECK_REFUSED(operator(handle, gone, x, f, y), BAD, "`x_desc` is a destroyed handle");
    CHECK_REFUSED(operator(handle, f, x, NULL, y), BAD, "`y_desc` is null");
    CHECK_REFUSED(operator(handle, f, x, (mluOpTensorDescriptor_t)NO_HANDLE, y), BAD, "`y_desc` is not a handle");
    CHECK_REFUSED(operator(handle, f, x, h, y), BAD, "`y_desc` has data type MLUOP_DTYPE_HALF; allowed: MLUOP_DTYPE_FLOAT");
    CHECK_REFUSED(operator(handle, f, x, square, y), BAD, "`y_desc` has rank 2; allowed: 1");
    CHECK_REFUSED(operator(handle, d, x, d, y), BAD, "`x_desc` has data type MLUOP_DTYPE_DOUBLE");
    CHECK_REFUSED(operator(handle, no_type, x, no_type, y), BAD, "`x_desc` has data type MLUOP_DTYPE_INVALID");
    CHECK_REFUSED(operator(handle, nothing, x, nothing, y), BAD, "`x_desc` has rank 0; allowed: 1 or more");
    CHECK_REFUSED(operator(handle, three, x, f, y), BAD, "`y_desc` has shape [4]; allowed: [3] (that of `x_desc`)");
    CHECK_REFUSED(operator(handle, empty, NULL, f, NULL), BAD, "`y_desc` has shape [4]");
    CHECK_QUIET(operator(handle, empty, NULL, empty, NULL));
    CHECK_REFUSED(operator(handle, deep_gaps, NULL, deep, y), BAD, "`x_desc` has rank 9");
    CHECK_REFUSED(operator(handle, deep_other, x, deep, y), BAD, "`x_desc` has rank 9");
    CHECK_REFUSED(operator(handle, f, NULL, f, NULL), BAD, "`x` is null");
    CHECK_REFUSED(operator(handle, f, x, f, NULL), BAD, "`y` is null");
    CHECK_REFUSED(operator(handle, f, x + 1, f, y), BAD, "`x` extends to byte 20, past the end of its 16-byte allocation");
    CHECK_REFUSED(operator(handle, f, x, f, y + 2), BAD, "`y` extends to byte 24, past the end of its 16-byte allocation");
    CHECK_REFUSED(operator(handle, f, x, one_place, y), BAD, "`y`");
    CHECK_REFUSED(operator(handle, three, (char *)x + 2, three, y), BAD, "allowed: a multiple of 4 bytes for FLOAT");
    CHECK_REFUSED(operator(handle, minus, x, minus, y), BAD, "`x` has shape [-4]; allowed: extents of 0 or more");
    CHECK_REFUSED(operator(handle, huge, x, huge, y), BAD, "`x` ");
    REQUIRE_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, y, sizeof after);
    CHECK_EQUAL_BITS(after, seven, sizeof after);
    /* Nine dimensions are fine where both sides are dense in the same order. */
    CHECK_QUIET(operator(handle, deep, x, deep, y));
    CHECK_QUIET(operator(handle, deep_other, x, deep_other, y));
    REQUIRE_STATUS(cnrtQueueSync(queue), cnrtSuccess);

    mluOpTensorDescriptor_t all[] = {f, h, d, three, square, empty, nothing, no_type, deep, deep_gaps, deep_other, one_place, minus, huge};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        CHECK_STATUS(mluOpDestroyTensorDescriptor(all[at]), OK);
    }
    CHECK_STATUS(cnrtFree(x), cnrtSuccess);
    CHECK_STATUS(cnrtFree(y), cnrtSuccess);
}

/* Runs an operator over `count` elements of `size` bytes. */
static void run(Unary operator, mluOpDataType_t type, int count, size_t size, const void *input, void *output)
{
    mluOpTensorDescriptor_t desc = vector(type, count);
    void *x = device(input, (size_t)count * size), *y = NULL;
    REQUIRE_STATUS(cnrtMalloc(&y, (size_t)count * size), cnrtSuccess);
    CHECK_STATUS(operator(handle, desc, x, desc, y), OK);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(output, y, (size_t)count * size);
    CHECK_STATUS(cnrtFree(x), cnrtSuccess);
    CHECK_STATUS(cnrtFree(y), cnrtSuccess);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(desc), OK);
}

static void special_values(void)
{
    /* Input and result; any NaN stands for every NaN. */
    static const uint32_t floats[][2] = {
        {0x00000000, 0x7f800000}, {0x80000000, 0x7f800000}, {0x3f800000, 0x00000000}, {0x40000000, 0x00000000},
        {0xbf800000, 0x7f800000}, {0xc0000000, 0x7f800000}, {0xc2c80000, 0x7f800000}, {0x7f800000, 0x7f800000},
        {0xff800000, 0x7f800000}, {0x7fc00000, 0x7fc00000}, {0xcb000000, 0x7f800000}, {0xcb000001, 0x7f800000},
        {0xff7fffff, 0x7f800000}, {0xcaffffff, 0xccef1402}, {0x00000001, 0x42ce8ed0}, {0x80000001, 0x42ce8ed0},
        {0x7c44af8d, 0x7f7ffffe}, {0x7c44af8e, 0x7f800000}, {0x7f7fffff, 0x7f800000}, {0x3f000000, 0x3f128682},
        {0xbf000000, 0x3fa1fc4d}, {0x40400000, 0x3f317218}};
    static const uint16_t halves[][2] = {{0x0000, 0x7c00}, {0x8000, 0x7c00}, {0x3c00, 0x0000}, {0x4000, 0x0000},
                                         {0xbc00, 0x7c00}, {0x7c00, 0x7c00}, {0xfc00, 0x7c00}, {0xe400, 0x7c00},
                                         {0xe3ff, 0xedee}, {0x0001, 0x4c29}, {0x8001, 0x4c29}, {0x6ffd, 0x7bff},
                                         {0x6ffe, 0x7c00}, {0x7bff, 0x7c00}, {0x7e00, 0x7e00}};
    enum { FLOATS = sizeof floats / sizeof *floats, HALVES = sizeof halves / sizeof *halves };
    uint32_t x[FLOATS], y[FLOATS];
    uint16_t half_x[HALVES], half_y[HALVES];
    int at;
    for (at = 0; at < FLOATS; at++) {
        x[at] = floats[at][0];
    }
    for (at = 0; at < HALVES; at++) {
        half_x[at] = halves[at][0];
    }
    run(mluOpLgamma, MLUOP_DTYPE_FLOAT, FLOATS, sizeof *x, x, y);
    run(mluOpLgamma, MLUOP_DTYPE_HALF, HALVES, sizeof *half_x, half_x, half_y);
    for (at = 0; at < FLOATS; at++) {
        const int is_nan = (y[at] & 0x7fffffff) > 0x7f800000;
        CHECK_EQUAL_INT(is_nan ? 0x7fc00000 : y[at], floats[at][1]);
    }
    for (at = 0; at < HALVES; at++) {
        const int is_nan = (half_y[at] & 0x7fff) > 0x7c00;
        CHECK_EQUAL_INT(is_nan ? 0x7e00 : half_y[at], halves[at][1]);
    }
}

/* Elements of a tensor with strides, one after the other, by counting. */
static int place(int index, int rank, const int *dims, const int *strides)
{
    int at = 0, axis;
    for (axis = rank - 1; axis >= 0; axis--) {
        at += index % dims[axis] * strides[axis];
        index /= dims[axis];
    }
    return at;
}

/* Every element of y is the operator's result for x at the same index, and between them nothing is written. */
static void strides(int rank, const int *dims, const int *x_strides, const int *y_strides, int in_place)
{
    enum { ROOM = 4096 };
    static float x[ROOM], y[ROOM], expected[ROOM], results[ROOM];
    mluOpTensorDescriptor_t x_desc = strided(MLUOP_DTYPE_FLOAT, rank, dims, x_strides);
    mluOpTensorDescriptor_t y_desc = strided(MLUOP_DTYPE_FLOAT, rank, dims, y_strides);
    int count = (int)mluOpGetTensorElementNum(x_desc), at;
    for (at = 0; at < ROOM; at++) {
        x[at] = -20.0f + (float)at * 0.0371f;
        y[at] = in_place ? x[at] : 7.0f;
    }
    run(mluOpLgamma, MLUOP_DTYPE_FLOAT, ROOM, sizeof *x, x, results);
    memcpy(expected, y, sizeof y);
    for (at = 0; at < count; at++) {
        expected[place(at, rank, dims, y_strides)] = results[place(at, rank, dims, x_strides)];
    }
    float *device_x = (float *)device(x, sizeof x), *device_y = in_place ? device_x : (float *)device(y, sizeof y);
    CHECK_QUIET(mluOpLgamma(handle, x_desc, device_x, y_desc, device_y));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(y, device_y, sizeof y);
    CHECK_EQUAL_BITS(y, expected, sizeof y);
    CHECK_STATUS(cnrtFree(device_x), cnrtSuccess);
    CHECK_STATUS(in_place ? cnrtSuccess : cnrtFree(device_y), cnrtSuccess);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(x_desc), OK);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(y_desc), OK);
}

static void all_strides(void)
{
    const int flat[] = {1000}, flat_strides[] = {1}, pairs[] = {4}, still[] = {0};
    const int cube[] = {10, 10, 10}, rows[] = {100, 10, 1}, columns[] = {1, 10, 100}, gaps[] = {400, 40, 2};
    const int repeated[] = {0, 10, 1}, turned[] = {100, 1, 10};
    const int deep[] = {2, 3, 2, 2, 3, 2, 2, 2}, deep_rows[] = {288, 96, 48, 24, 8, 4, 2, 1};
    const int deep_mixed[] = {1, 2, 576, 6, 12, 36, 72, 144};
    strides(1, flat, flat_strides, flat_strides, 0);
    strides(1, flat, flat_strides, flat_strides, 1);
    strides(1, flat, pairs, flat_strides, 0);
    strides(1, flat, still, flat_strides, 0);
    strides(3, cube, rows, columns, 0);
    strides(3, cube, columns, rows, 0);
    strides(3, cube, gaps, rows, 0);
    strides(3, cube, rows, gaps, 0);
    strides(3, cube, repeated, turned, 0);
    strides(3, cube, turned, turned, 1);
    strides(3, cube, gaps, gaps, 1);
    strides(8, deep, deep_rows, deep_mixed, 0);
    strides(8, deep, deep_mixed, deep_rows, 0);
}

static void absolute_values(void)
{
    const float x[6] = {-0.0f, -1.5f, INFINITY, -INFINITY, 3.0f, -NAN};
    const int32_t integers[3] = {-7, 7, -2147483647};
    const uint16_t halves[3] = {0xc000, 0x8000, 0xfc00};
    const float complex[6] = {3, -4, 0, -2, INFINITY, NAN};
    float y[6], moduli[3];
    int32_t integer_y[3];
    uint16_t half_y[3];
    run(mluOpAbs, MLUOP_DTYPE_FLOAT, 6, sizeof *x, x, y);
    CHECK_TRUE(float_bits(y[0]) == 0 && y[1] == 1.5f && y[2] == INFINITY && y[3] == INFINITY && y[4] == 3.0f);
    CHECK_TRUE(isnan(y[5]) && !signbit(y[5]));
    run(mluOpAbs, MLUOP_DTYPE_INT32, 3, sizeof *integers, integers, integer_y);
    CHECK_TRUE(integer_y[0] == 7 && integer_y[1] == 7 && integer_y[2] == 2147483647);
    run(mluOpAbs, MLUOP_DTYPE_HALF, 3, sizeof *halves, halves, half_y);
    CHECK_TRUE(half_y[0] == 0x4000 && half_y[1] == 0 && half_y[2] == 0x7c00);
    run(mluOpAbs, MLUOP_DTYPE_BFLOAT16, 3, sizeof *halves, halves, half_y);
    CHECK_TRUE(half_y[0] == 0x4000 && half_y[1] == 0 && half_y[2] == 0x7c00);

    mluOpTensorDescriptor_t c = vector(MLUOP_DTYPE_COMPLEX_FLOAT, 3), f = vector(MLUOP_DTYPE_FLOAT, 3);
    float *device_x = (float *)device(complex, sizeof complex), *device_y = (float *)device(complex, sizeof moduli);
    CHECK_REFUSED(mluOpAbs(handle, c, device_x, c, device_y), BAD, "`y_desc` has data type MLUOP_DTYPE_COMPLEX_FLOAT");
    CHECK_QUIET(mluOpAbs(handle, c, device_x, f, device_y));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(moduli, device_y, sizeof moduli);
    CHECK_TRUE(moduli[0] == 5.0f && moduli[1] == 2.0f && moduli[2] == INFINITY);
    CHECK_STATUS(cnrtFree(device_x), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_y), cnrtSuccess);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(c), OK);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(f), OK);
}

/* Steps 1, 1, 1 of an input that overlaps itself, as in a case of the vendor's. */
static void overlapping_input(void)
{
    const int dims[] = {3, 2, 2, 5}, overlapping[] = {1, 1, 1, 4};
    strides(4, dims, overlapping, (const int[]){20, 10, 5, 1}, 0);
}

int main(void)
{
    mluOpHandle_t stale = NULL;
    const int integers[] = {4};
    REQUIRE_STATUS(mluOpCreate(&stale), OK);
    REQUIRE_STATUS(mluOpDestroy(stale), OK);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    REQUIRE_STATUS(mluOpCreate(&handle), OK);
    REQUIRE_STATUS(mluOpSetQueue(handle, queue), OK);

    refusals(mluOpLgamma, stale);
    refusals(mluOpAbs, stale);
    mluOpTensorDescriptor_t i = tensor(MLUOP_DTYPE_INT32, 1, integers), b = tensor(MLUOP_DTYPE_BFLOAT16, 1, integers);
    CHECK_REFUSED(mluOpLgamma(handle, i, &i, i, &i), BAD, "MLUOP_DTYPE_HALF or MLUOP_DTYPE_FLOAT");
    CHECK_REFUSED(mluOpLgamma(handle, b, &i, b, &i), BAD, "`x_desc` has data type MLUOP_DTYPE_BFLOAT16");
    CHECK_STATUS(mluOpDestroyTensorDescriptor(i), OK);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(b), OK);
    special_values();
    all_strides();
    overlapping_input();
    absolute_values();

    CHECK_STATUS(mluOpDestroy(handle), OK);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
    return check_result();
}
