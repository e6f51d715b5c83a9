/* Tensor descriptors of MLU-OPS, with 32 and 64-bit extents, strides and groups: every check with its status and message,
   what is kept, and outputs untouched on failure. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

typedef struct {
    mluOpTensorLayout_t layout;
    mluOpDataType_t dtype;
    int rank;
    int64_t dims[10], strides[10];
} Shape;

static Shape untouched(void)
{
    Shape shape;
    memset(&shape, 0x5A, sizeof shape);
    return shape;
}

/* What all four getters agree on. */
static Shape shape_of(mluOpTensorDescriptor_t desc)
{
    Shape wide = untouched(), plain = untouched();
    int dims[10], strides[10], at;
    CHECK_QUIET(mluOpGetTensorDescriptorEx_v2(desc, &wide.layout, &wide.dtype, &wide.rank, wide.dims, wide.strides));
    CHECK_QUIET(mluOpGetTensorDescriptor_v2(desc, &plain.layout, &plain.dtype, &plain.rank, plain.dims));
    CHECK_EQUAL_INT(plain.layout, wide.layout);
    CHECK_EQUAL_INT(plain.dtype, wide.dtype);
    CHECK_EQUAL_INT(plain.rank, wide.rank);
    CHECK_EQUAL_BITS(plain.dims, wide.dims, sizeof wide.dims);
    CHECK_QUIET(mluOpGetTensorDescriptorEx(desc, &plain.layout, &plain.dtype, &plain.rank, dims, strides));
    for (at = 0; at < wide.rank; at++) {
        CHECK_EQUAL_INT(dims[at], (int)wide.dims[at]);
        CHECK_EQUAL_INT(strides[at], (int)wide.strides[at]);
    }
    CHECK_QUIET(mluOpGetTensorDescriptor(desc, NULL, NULL, &plain.rank, dims));
    CHECK_EQUAL_INT(plain.rank, wide.rank);
    CHECK_EQUAL_INT(dims[0], wide.rank > 0 ? (int)wide.dims[0] : dims[0]);
    return wide;
}

static void bad_handles(mluOpTensorDescriptor_t stale)
{
    static const char *const texts[] = {"`desc` is null", "`desc` is not a handle", "`desc` is a destroyed handle"};
    mluOpTensorDescriptor_t bad[] = {NULL, (mluOpTensorDescriptor_t)NO_HANDLE, NULL};
    const int dims[] = {2, 3}, strides[] = {3, 1};
    const int64_t wide_dims[] = {2, 3}, wide_strides[] = {3, 1};
    const mluOpTensorLayout_t array = MLUOP_LAYOUT_ARRAY;
    const mluOpDataType_t type = MLUOP_DTYPE_FLOAT;
    Shape shape = untouched(), before = untouched();
    int numbers[10], n = UNTOUCHED, offset = UNTOUCHED, at;
    float scale = 7;
    mluOpPointerMode_t mode = (mluOpPointerMode_t)UNTOUCHED;

    bad[2] = stale;
    for (at = 0; at < 3; at++) {
        mluOpTensorDescriptor_t desc = bad[at];
        CHECK_REFUSED(mluOpDestroyTensorDescriptor(desc), BAD, texts[at]);
        CHECK_REFUSED(mluOpResetTensorDescriptor(desc), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptor(desc, array, type, 2, dims), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, array, type, 2, wide_dims), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, type, 2, dims, strides), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, array, type, 2, wide_dims, wide_strides), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorDim(desc, 2, dims), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorDim_v2(desc, 2, wide_dims), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorPointerMode(desc, MLUOP_POINTER_MODE_HOST), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorOnchipDataType(desc, type), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorPosition(desc, 1), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorPositionAndScale(desc, 1, 1), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetTensorDescriptorPositionScaleAndOffset(desc, 1, 1, 1), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptor(desc, &shape.layout, &shape.dtype, &n, numbers), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptor_v2(desc, &shape.layout, &shape.dtype, &n, shape.dims), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, &shape.layout, &shape.dtype, &n, numbers, numbers), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, &shape.layout, &shape.dtype, &n, shape.dims, shape.strides), BAD,
                      texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorPointerMode(desc, &mode), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorOnchipDataType(desc, &shape.dtype), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorPosition(desc, &n), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorPositionAndScale(desc, &n, &scale), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, &n, &scale, &offset), BAD, texts[at]);
        CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 0);
    }
    CHECK_EQUAL_BITS(&shape, &before, sizeof shape);
    CHECK_EQUAL_INT(n, UNTOUCHED);
    CHECK_EQUAL_INT(offset, UNTOUCHED);
    CHECK_EQUAL_INT(mode, UNTOUCHED);
    CHECK_TRUE(scale == 7);
}

static void defaults(mluOpTensorDescriptor_t desc)
{
    mluOpPointerMode_t mode = (mluOpPointerMode_t)UNTOUCHED;
    mluOpDataType_t onchip = (mluOpDataType_t)UNTOUCHED;
    Shape shape = shape_of(desc);
    int position = UNTOUCHED, offset = UNTOUCHED;
    float scale = 7;
    CHECK_EQUAL_INT(shape.layout, MLUOP_LAYOUT_ARRAY);
    CHECK_EQUAL_INT(shape.dtype, MLUOP_DTYPE_FLOAT);
    CHECK_EQUAL_INT(shape.rank, 0);
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 0);
    CHECK_QUIET(mluOpGetTensorDescriptorPointerMode(desc, &mode));
    CHECK_EQUAL_INT(mode, MLUOP_POINTER_MODE_DEVICE);
    CHECK_QUIET(mluOpGetTensorDescriptorOnchipDataType(desc, &onchip));
    CHECK_EQUAL_INT(onchip, MLUOP_DTYPE_INVALID);
    CHECK_QUIET(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, &position, &scale, &offset));
    CHECK_EQUAL_INT(position, 0);
    CHECK_EQUAL_INT(offset, 0);
    CHECK_TRUE(scale == 1.0f);
}

static void setters(mluOpTensorDescriptor_t desc)
{
    const mluOpTensorLayout_t nchw = MLUOP_LAYOUT_NCHW;
    const mluOpDataType_t half = MLUOP_DTYPE_HALF;
    const int dims[] = {2, 3, 5, 7, 1, 1, 1, 1, 1, 2}, strides[] = {0, 100, -2, 1};
    const int64_t wide_dims[] = {3, (int64_t)1 << 33}, wide_strides[] = {(int64_t)1 << 40, 1};
    const int none[] = {4, 0}, negative[] = {-3, 2};
    Shape shape;
    int at;

    CHECK_QUIET(mluOpSetTensorDescriptor(desc, nchw, half, 4, dims));
    shape = shape_of(desc);
    CHECK_EQUAL_INT(shape.layout, nchw);
    CHECK_EQUAL_INT(shape.dtype, half);
    CHECK_EQUAL_INT(shape.rank, 4);
    CHECK_EQUAL_INT(shape.strides[0], 105);
    CHECK_EQUAL_INT(shape.strides[1], 35);
    CHECK_EQUAL_INT(shape.strides[2], 7);
    CHECK_EQUAL_INT(shape.strides[3], 1);
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 210);

    CHECK_QUIET(mluOpSetTensorDescriptorEx(desc, nchw, half, 4, dims, strides));
    shape = shape_of(desc);
    for (at = 0; at < 4; at++) {
        CHECK_EQUAL_INT(shape.dims[at], dims[at]);
        CHECK_EQUAL_INT(shape.strides[at], strides[at]);
    }
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 210);

    /* More dimensions than MLUOP_DIM_MAX are fine here. */
    CHECK_QUIET(mluOpSetTensorDescriptorDim(desc, 10, dims));
    shape = shape_of(desc);
    CHECK_EQUAL_INT(shape.layout, nchw);
    CHECK_EQUAL_INT(shape.rank, 10);
    CHECK_EQUAL_INT(shape.strides[0], 210);
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 420);

    CHECK_QUIET(mluOpSetTensorDescriptor_v2(desc, MLUOP_LAYOUT_NC, MLUOP_DTYPE_INT32, 2, wide_dims));
    CHECK_TRUE(mluOpGetTensorElementNum(desc) == (size_t)3 << 33);
    shape = shape_of(desc);
    CHECK_TRUE(shape.dims[1] == wide_dims[1] && shape.strides[0] == wide_dims[1]);
    CHECK_QUIET(mluOpSetTensorDescriptorEx_v2(desc, MLUOP_LAYOUT_NC, MLUOP_DTYPE_INT32, 2, wide_dims, wide_strides));
    shape = shape_of(desc);
    CHECK_TRUE(shape.strides[0] == wide_strides[0] && shape.strides[1] == 1);
    CHECK_QUIET(mluOpSetTensorDescriptorDim_v2(desc, 1, wide_dims));
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 3);

    /* Extents of 0 and below are not looked at here. */
    CHECK_QUIET(mluOpSetTensorDescriptorDim(desc, 2, none));
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 0);
    CHECK_QUIET(mluOpSetTensorDescriptorDim(desc, 2, negative));
    shape = shape_of(desc);
    CHECK_EQUAL_INT(shape.dims[0], -3);

    /* A product that overflows is a warning, no refusal. */
    const int large[] = {65536, 65536};
    log_start();
    int status = (int)mluOpSetTensorDescriptorDim(desc, 2, large);
    log_stop();
    CHECK_STATUS(status, OK);
    CHECK_MESSAGE_CONTAINS(log_text, "[MLUOP] [Warning]: [mluOpSetTensorDescriptorDim] the product of `dimSize` overflows");
    const int64_t larger[] = {(int64_t)1 << 32, (int64_t)1 << 32};
    log_start();
    status = (int)mluOpSetTensorDescriptorDim_v2(desc, 2, larger);
    log_stop();
    CHECK_STATUS(status, OK);
    CHECK_MESSAGE_CONTAINS(log_text, "[Warning]");
}

static void refusals(mluOpTensorDescriptor_t desc)
{
    const mluOpTensorLayout_t array = MLUOP_LAYOUT_ARRAY, no_layout = (mluOpTensorLayout_t)-1;
    const mluOpDataType_t type = MLUOP_DTYPE_INT8, no_type = (mluOpDataType_t)-2;
    const int dims[] = {2, 3}, strides[] = {3, 1};
    const int64_t wide_dims[] = {2, 3}, wide_strides[] = {3, 1};
    Shape shape, before;
    int number = UNTOUCHED, offset = UNTOUCHED;
    float scale = 7;

    CHECK_QUIET(mluOpSetTensorDescriptor(desc, array, type, 2, dims));
    before = shape_of(desc);
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, no_layout, type, 2, dims), BAD, "`layout` is mluOpTensorLayout_t(-1)");
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, array, no_type, 2, dims), BAD, "`dtype` is mluOpDataType_t(-2)");
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, array, type, 0, dims), BAD, "`dimNb` is 0; allowed: 1 or more");
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, array, type, -1, dims), BAD, "`dimNb` is -1");
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, array, type, 2, NULL), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, no_layout, type, 2, wide_dims), BAD, "`layout` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, array, no_type, 2, wide_dims), BAD, "`dtype` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, array, type, 0, wide_dims), BAD, "`dimNb` is 0");
    CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, array, type, -5, wide_dims), BAD, "`dimNb` is -5");
    CHECK_REFUSED(mluOpSetTensorDescriptor_v2(desc, array, type, 2, NULL), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, no_layout, type, 2, dims, strides), BAD, "`layout` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, no_type, 2, dims, strides), BAD, "`dtype` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, type, 0, dims, strides), BAD, "`dimNb` is 0");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, type, -1, dims, strides), BAD, "`dimNb` is -1");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, type, 2, NULL, strides), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx(desc, array, type, 2, dims, NULL), BAD, "`dimStride` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, no_layout, type, 2, wide_dims, wide_strides), BAD, "`layout` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, array, no_type, 2, wide_dims, wide_strides), BAD, "`dtype` is ");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, array, type, -1, wide_dims, wide_strides), BAD, "`dimNb` is -1");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, array, type, 2, NULL, wide_strides), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorEx_v2(desc, array, type, 2, wide_dims, NULL), BAD, "`dimStride` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorDim(desc, 2, NULL), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorDim(desc, 0, dims), BAD, "`dimNb` is 0");
    CHECK_REFUSED(mluOpSetTensorDescriptorDim_v2(desc, 2, NULL), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpSetTensorDescriptorDim_v2(desc, -1, wide_dims), BAD, "`dimNb` is -1");
    CHECK_REFUSED(mluOpSetTensorDescriptorPointerMode(desc, (mluOpPointerMode_t)-1), BAD, "`pointer_mode` is ");
    shape = shape_of(desc);
    CHECK_EQUAL_BITS(&shape, &before, sizeof shape);

    /* Layout and type are stored before the rest is looked at, as in the vendor's library. */
    CHECK_REFUSED(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_NC, MLUOP_DTYPE_BOOL, -1, dims), BAD, "`dimNb` is -1");
    shape = shape_of(desc);
    CHECK_EQUAL_INT(shape.layout, MLUOP_LAYOUT_NC);
    CHECK_EQUAL_INT(shape.dtype, MLUOP_DTYPE_BOOL);
    CHECK_EQUAL_INT(shape.rank, 2);

    CHECK_QUIET(mluOpGetTensorDescriptor(desc, NULL, NULL, NULL, NULL));
    CHECK_QUIET(mluOpGetTensorDescriptor_v2(desc, NULL, NULL, NULL, NULL));
    shape = untouched();
    before = untouched();
    int dims_out[2], *d = dims_out;
    CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, NULL, &shape.dtype, &shape.rank, d, d), BAD, "`layout` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, &shape.layout, NULL, &shape.rank, d, d), BAD, "`dtype` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, &shape.layout, &shape.dtype, NULL, d, d), BAD, "`dimNb` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, &shape.layout, &shape.dtype, &shape.rank, NULL, d), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx(desc, &shape.layout, &shape.dtype, &shape.rank, d, NULL), BAD,
                  "`dimStride` is null");
    int64_t *w = shape.dims;
    CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, NULL, &shape.dtype, &shape.rank, w, w), BAD, "`layout` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, &shape.layout, NULL, &shape.rank, w, w), BAD, "`dtype` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, &shape.layout, &shape.dtype, NULL, w, w), BAD, "`dimNb` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, &shape.layout, &shape.dtype, &shape.rank, NULL, w), BAD,
                  "`dimSize` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorEx_v2(desc, &shape.layout, &shape.dtype, &shape.rank, w, NULL), BAD,
                  "`dimStride` is null");
    CHECK_EQUAL_BITS(&shape, &before, sizeof shape);
    CHECK_REFUSED(mluOpGetTensorDescriptorPointerMode(desc, NULL), BAD, "`pointer_mode` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorOnchipDataType(desc, NULL), BAD, "`onchip_dtype` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPosition(desc, NULL), BAD, "`position` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPositionAndScale(desc, NULL, &scale), BAD, "`position` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPositionAndScale(desc, &number, NULL), BAD, "`scale` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, NULL, &scale, &offset), BAD, "`position` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, &number, NULL, &offset), BAD, "`scale` is null");
    CHECK_REFUSED(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, &number, &scale, NULL), BAD, "`offset` is null");
    CHECK_EQUAL_INT(number, UNTOUCHED);
    CHECK_EQUAL_INT(offset, UNTOUCHED);
    CHECK_TRUE(scale == 7);
}

static void fixed_point_and_scalars(mluOpTensorDescriptor_t desc)
{
    const int dims[] = {2};
    mluOpPointerMode_t mode = (mluOpPointerMode_t)UNTOUCHED;
    mluOpDataType_t onchip = (mluOpDataType_t)UNTOUCHED;
    int position = UNTOUCHED, offset = UNTOUCHED;
    float scale = 7;

    CHECK_QUIET(mluOpSetTensorDescriptorPosition(desc, -3));
    CHECK_QUIET(mluOpGetTensorDescriptorPosition(desc, &position));
    CHECK_EQUAL_INT(position, -3);
    CHECK_QUIET(mluOpSetTensorDescriptorPositionAndScale(desc, 5, 0.5f));
    CHECK_QUIET(mluOpGetTensorDescriptorPositionAndScale(desc, &position, &scale));
    CHECK_TRUE(position == 5 && scale == 0.5f);
    CHECK_QUIET(mluOpSetTensorDescriptorPositionScaleAndOffset(desc, 6, 0.25f, -9));
    CHECK_QUIET(mluOpSetTensorDescriptorOnchipDataType(desc, MLUOP_DTYPE_INT16));
    CHECK_QUIET(mluOpSetTensorDescriptorPointerMode(desc, MLUOP_POINTER_MODE_HOST));
    /* Setting the shape keeps all of these. */
    CHECK_QUIET(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 1, dims));
    CHECK_QUIET(mluOpGetTensorDescriptorPositionScaleAndOffset(desc, &position, &scale, &offset));
    CHECK_TRUE(position == 6 && scale == 0.25f && offset == -9);
    CHECK_QUIET(mluOpGetTensorDescriptorOnchipDataType(desc, &onchip));
    CHECK_EQUAL_INT(onchip, MLUOP_DTYPE_INT16);
    CHECK_QUIET(mluOpGetTensorDescriptorPointerMode(desc, &mode));
    CHECK_EQUAL_INT(mode, MLUOP_POINTER_MODE_HOST);
    /* Without dimensions, a tensor of the host is one number. */
    CHECK_QUIET(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 0, NULL));
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 1);
    CHECK_EQUAL_INT(shape_of(desc).rank, 0);
    CHECK_QUIET(mluOpSetTensorDescriptor_v2(desc, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 0, NULL));
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(desc), 1);
    CHECK_QUIET(mluOpResetTensorDescriptor(desc));
    defaults(desc);
}

static void groups(void)
{
    enum { COUNT = 3 };
    mluOpTensorDescriptor_t descs[COUNT] = {NULL, NULL, NULL}, single = NULL;
    mluOpTensorDescriptor_t *group[COUNT] = {&descs[0], &descs[1], &descs[2]};
    const mluOpTensorLayout_t layouts[COUNT] = {MLUOP_LAYOUT_ARRAY, MLUOP_LAYOUT_NCHW, MLUOP_LAYOUT_NC};
    const mluOpDataType_t types[COUNT] = {MLUOP_DTYPE_FLOAT, MLUOP_DTYPE_HALF, MLUOP_DTYPE_INT32};
    const int ranks[COUNT] = {1, 4, 2}, dims[] = {7, 2, 3, 5, 7, 4, 6}, bad_ranks[COUNT] = {1, -1, 2};
    Shape shape;

    CHECK_REFUSED(mluOpCreateGroupTensorDescriptors(NULL, COUNT), BAD, "`group_desc` is null");
    CHECK_REFUSED(mluOpCreateGroupTensorDescriptors(group, 0), BAD, "`desc_num` is 0; allowed: 1 or more");
    CHECK_REFUSED(mluOpCreateGroupTensorDescriptors(group, -1), BAD, "`desc_num` is -1");
    CHECK_TRUE(descs[0] == NULL && descs[1] == NULL && descs[2] == NULL);
    CHECK_QUIET(mluOpCreateGroupTensorDescriptors(group, COUNT));
    defaults(descs[0]);
    defaults(descs[2]);
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(NULL, layouts, types, ranks, dims, COUNT), BAD, "`group_desc` is null");
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(group, NULL, types, ranks, dims, COUNT), BAD, "`group_layout` is null");
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(group, layouts, NULL, ranks, dims, COUNT), BAD, "`group_dtype` is null");
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(group, layouts, types, NULL, dims, COUNT), BAD, "`group_dimNb` is null");
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(group, layouts, types, ranks, NULL, COUNT), BAD, "`group_dimSize` is null");
    CHECK_REFUSED(mluOpSetGroupTensorDescriptors(group, layouts, types, ranks, dims, 0), BAD, "`desc_num` is 0");
    defaults(descs[1]);
    CHECK_QUIET(mluOpSetGroupTensorDescriptors(group, layouts, types, ranks, dims, COUNT));
    shape = shape_of(descs[1]);
    CHECK_TRUE(shape.rank == 4 && shape.dims[3] == 7 && shape.layout == MLUOP_LAYOUT_NCHW);
    shape = shape_of(descs[2]);
    CHECK_TRUE(shape.rank == 2 && shape.dims[0] == 4 && shape.dims[1] == 6 && shape.dtype == MLUOP_DTYPE_INT32);
    CHECK_EQUAL_INT(mluOpGetTensorElementNum(descs[0]), 7);
    /* The status of a single one is dropped: the others are set. */
    CHECK_QUIET(mluOpSetGroupTensorDescriptors(group, layouts, types, bad_ranks, dims, COUNT));
    shape = shape_of(descs[2]);
    CHECK_TRUE(shape.dims[0] == 2 && shape.dims[1] == 3);
    /* Members are descriptors as any other, and the other way round. */
    CHECK_QUIET(mluOpDestroyTensorDescriptor(descs[1]));
    CHECK_QUIET(mluOpCreateTensorDescriptor(&single));
    descs[1] = single;
    CHECK_REFUSED(mluOpDestroyGroupTensorDescriptors(NULL, COUNT), BAD, "`group_desc` is null");
    CHECK_REFUSED(mluOpDestroyGroupTensorDescriptors(group, 0), BAD, "`desc_num` is 0");
    CHECK_QUIET(mluOpDestroyGroupTensorDescriptors(group, COUNT));
    CHECK_REFUSED(mluOpDestroyTensorDescriptor(single), BAD, "`desc` is a destroyed handle");
}

int main(void)
{
    mluOpTensorDescriptor_t desc = NULL, stale = NULL;
    CHECK_REFUSED(mluOpCreateTensorDescriptor(NULL), BAD, "`desc` is null");
    CHECK_QUIET(mluOpCreateTensorDescriptor(&stale));
    CHECK_QUIET(mluOpDestroyTensorDescriptor(stale));
    CHECK_QUIET(mluOpCreateTensorDescriptor(&desc));
    bad_handles(stale);
    defaults(desc);
    setters(desc);
    refusals(desc);
    CHECK_QUIET(mluOpResetTensorDescriptor(desc));
    fixed_point_and_scalars(desc);
    CHECK_QUIET(mluOpDestroyTensorDescriptor(desc));
    groups();
    return check_result();
}
