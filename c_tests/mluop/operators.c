/* Operators of MLU-OPS: each check with its status, outputs untouched on failure, strides, results. */
#include <math.h>

#include "check.h"
#include "mlu_op.h"

static mluOpTensorDescriptor_t tensor(mluOpDataType_t dtype, int rank, const int *dims)
{
    mluOpTensorDescriptor_t desc = NULL;
    REQUIRE_STATUS(mluOpCreateTensorDescriptor(&desc), MLUOP_STATUS_SUCCESS);
    REQUIRE_STATUS(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, dtype, rank, dims), MLUOP_STATUS_SUCCESS);
    return desc;
}

int main(void)
{
    const int four[] = {4}, nine[] = {3, 9}, three[] = {3}, square[] = {2, 2}, none[] = {0};
    const int strides[] = {1, 2};
    const float x[4] = {0.5f, -0.5f, -1.0f, 3.0f};
    const float untouched[4] = {7, 7, 7, 7};
    float y[4], *device_x = NULL, *device_y = NULL;
    mluOpHandle_t handle = NULL;
    cnrtQueue_t queue = NULL, found = NULL;
    REQUIRE_STATUS(mluOpCreate(&handle), MLUOP_STATUS_SUCCESS);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    REQUIRE_STATUS(mluOpSetQueue(handle, queue), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(mluOpGetQueue(handle, &found), MLUOP_STATUS_SUCCESS);
    CHECK_TRUE(found == queue);
    REQUIRE_STATUS(cnrtMalloc((void **)&device_x, sizeof x), cnrtSuccess);
    REQUIRE_STATUS(cnrtMalloc((void **)&device_y, sizeof x), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(device_x, (void *)x, sizeof x, cnrtMemcpyHostToDev), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(device_y, (void *)untouched, sizeof x, cnrtMemcpyHostToDev), cnrtSuccess);

    mluOpTensorDescriptor_t f = tensor(MLUOP_DTYPE_FLOAT, 1, four), h = tensor(MLUOP_DTYPE_HALF, 1, four);
    mluOpTensorDescriptor_t i = tensor(MLUOP_DTYPE_INT32, 1, four), g = tensor(MLUOP_DTYPE_FLOAT, 1, three);
    mluOpTensorDescriptor_t s = tensor(MLUOP_DTYPE_FLOAT, 2, square), t = tensor(MLUOP_DTYPE_FLOAT, 2, square);
    mluOpTensorDescriptor_t z = tensor(MLUOP_DTYPE_FLOAT, 1, none), b = tensor(MLUOP_DTYPE_FLOAT, 2, nine);
    mluOpTensorDescriptor_t k = tensor(MLUOP_DTYPE_INT32, 1, three), d = tensor(MLUOP_DTYPE_DOUBLE, 1, four);

    CHECK_STATUS(mluOpLgamma(NULL, f, device_x, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, NULL, device_x, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x, NULL, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, NULL, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x, f, NULL), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x, h, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, i, device_x, i, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x, s, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x, g, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, f, device_x + 1, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLgamma(handle, z, NULL, z, NULL), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(mluOpLogspace(NULL, 1, 3, 4, 10, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 4, 10, NULL, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, -1, 10, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 5, 10, f, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 0, 10, d, device_y), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 4, 10, f, NULL), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 0, 10, f, NULL), MLUOP_STATUS_SUCCESS);
    REQUIRE_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(y, device_y, sizeof y, cnrtMemcpyDevToHost), cnrtSuccess);
    CHECK_EQUAL_BITS(y, untouched, sizeof y);

    /* Transposed on the way: y is read by rows, x by columns. */
    CHECK_STATUS(mluOpSetTensorDescriptorEx(s, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 2, square, strides),
                 MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(mluOpLgamma(handle, s, device_x, t, device_y), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(y, device_y, sizeof y, cnrtMemcpyDevToHost), cnrtSuccess);
    const float lgammas[4] = {0.5723649f, INFINITY, 1.2655121f, 0.6931472f};
    CHECK_EQUAL_BITS(y, lgammas, sizeof y);

    /* Exactly `steps` elements are written. */
    REQUIRE_STATUS(cnrtMemcpy(device_y, (void *)untouched, sizeof x, cnrtMemcpyHostToDev), cnrtSuccess);
    CHECK_STATUS(mluOpLogspace(handle, 1, 3, 3, 10, f, device_y), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(y, device_y, sizeof y, cnrtMemcpyDevToHost), cnrtSuccess);
    const float powers[4] = {10, 100, 1000, 7};
    CHECK_EQUAL_BITS(y, powers, sizeof y);
    CHECK_STATUS(mluOpLogspace(handle, 4.3f, 5, 2, 10, i, device_y), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    int integers[2];
    REQUIRE_STATUS(cnrtMemcpy(integers, device_y, sizeof integers, cnrtMemcpyDevToHost), cnrtSuccess);
    CHECK_EQUAL_INT(integers[0], 10000);
    CHECK_EQUAL_INT(integers[1], 100000);

    /* In place. */
    CHECK_STATUS(mluOpAbs(handle, f, device_x, f, device_x), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(y, device_x, sizeof y, cnrtMemcpyDevToHost), cnrtSuccess);
    const float absolute[4] = {0.5f, 0.5f, 1.0f, 3.0f};
    CHECK_EQUAL_BITS(y, absolute, sizeof y);
    CHECK_STATUS(mluOpAbs(handle, d, device_x, d, device_x), MLUOP_STATUS_BAD_PARAM);

    float corners[27], *boxes = NULL;
    const float scores[3] = {0.65f, 0.85f, 0.35f};
    for (int n = 0; n < 3; n++) {
        const float o = 0.5f * (float)n;
        const float row[9] = {o, o, o + 1, o, o + 1, o + 1, o, o + 1, scores[n]};
        memcpy(corners + 9 * n, row, sizeof row);
    }
    int kept[3] = {0}, number = 0, *device_kept = NULL;
    size_t size = 0;
    CHECK_STATUS(mluOpGetPolyNmsWorkspaceSize(handle, b, &size), MLUOP_STATUS_SUCCESS);
    CHECK_EQUAL_INT(size, 36);
    REQUIRE_STATUS(cnrtMalloc((void **)&boxes, sizeof corners), cnrtSuccess);
    REQUIRE_STATUS(cnrtMalloc((void **)&device_kept, 4 * sizeof(int)), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(boxes, corners, sizeof corners, cnrtMemcpyHostToDev), cnrtSuccess);
    CHECK_STATUS(mluOpPolyNms(handle, b, boxes, 0.5f, NULL, size, k, device_kept, device_kept + 3), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpPolyNms(handle, b, boxes, 0.5f, device_y, 16, k, device_kept, device_kept + 3), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(kept, device_kept, sizeof kept, cnrtMemcpyDevToHost), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(&number, device_kept + 3, sizeof number, cnrtMemcpyDevToHost), cnrtSuccess);
    CHECK_EQUAL_INT(number, 3);
    CHECK_EQUAL_INT(kept[2], 2);

    mluOpTensorDescriptor_t all[] = {f, h, i, g, s, t, z, b, k, d};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        CHECK_STATUS(mluOpDestroyTensorDescriptor(all[n]), MLUOP_STATUS_SUCCESS);
    }
    CHECK_STATUS(mluOpDestroyTensorDescriptor(f), MLUOP_STATUS_BAD_PARAM);
    CHECK_STATUS(mluOpDestroy(handle), MLUOP_STATUS_SUCCESS);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_x), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_x), cnrtErrorCndrvFuncCall);
    CHECK_STATUS(cnrtFree(NULL), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_y), cnrtSuccess);
    CHECK_STATUS(cnrtFree(boxes), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_kept), cnrtSuccess);
    CHECK_EQUAL_STRING(mluOpGetErrorString(MLUOP_STATUS_BAD_PARAM), "MLUOP_STATUS_BAD_PARAM");
    CHECK_EQUAL_INT(sizeof(cnrtDeviceProp_t), 584);
    CHECK_EQUAL_INT(sizeof(cnrtPointerAttributes_t), 48);
    return check_result();
}
