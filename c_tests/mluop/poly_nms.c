/* mluOpPolyNms and its workspace: every check with its status, message and untouched outputs; the vendor's sample data. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

static mluOpHandle_t handle;

static mluOpTensorDescriptor_t matrix(mluOpDataType_t type, int rows, int columns)
{
    const int dims[] = {rows, columns};
    return tensor(type, 2, dims);
}

int main(void)
{
    const int gaps[] = {10, 1}, three_nine[] = {3, 9}, two[] = {2}, three[] = {3};
    const float scores[3] = {0.65f, 0.85f, 0.35f};
    float corners[27];
    int kept[4] = {7, 7, 7, 7}, after[4], n;
    size_t size = UNTOUCHED;
    cnrtQueue_t queue = NULL;
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    REQUIRE_STATUS(mluOpCreate(&handle), OK);
    REQUIRE_STATUS(mluOpSetQueue(handle, queue), OK);
    for (n = 0; n < 3; n++) {
        const float o = 0.5f * (float)n;
        const float row[9] = {o, o, o + 1, o, o + 1, o + 1, o, o + 1, scores[n]};
        memcpy(corners + 9 * n, row, sizeof row);
    }
    float *boxes = (float *)device(corners, sizeof corners);
    int *output = (int *)device(kept, sizeof kept);
    char *workspace = (char *)device(corners, 36);
    mluOpTensorDescriptor_t b = matrix(MLUOP_DTYPE_FLOAT, 3, 9), k = vector(MLUOP_DTYPE_INT32, 3);
    mluOpTensorDescriptor_t eight = matrix(MLUOP_DTYPE_FLOAT, 3, 8), flat = vector(MLUOP_DTYPE_FLOAT, 27);
    mluOpTensorDescriptor_t half = matrix(MLUOP_DTYPE_HALF, 3, 9), f = vector(MLUOP_DTYPE_FLOAT, 3);
    mluOpTensorDescriptor_t four = vector(MLUOP_DTYPE_INT32, 4), column = matrix(MLUOP_DTYPE_INT32, 3, 1);
    mluOpTensorDescriptor_t apart = strided(MLUOP_DTYPE_FLOAT, 2, three_nine, gaps), k_apart = strided(MLUOP_DTYPE_INT32, 1, three, two);
    mluOpTensorDescriptor_t nchw = matrix(MLUOP_DTYPE_FLOAT, 3, 9), none = matrix(MLUOP_DTYPE_FLOAT, 0, 9);
    mluOpTensorDescriptor_t k_none = vector(MLUOP_DTYPE_INT32, 0);
    mluOpTensorDescriptor_t many = matrix(MLUOP_DTYPE_FLOAT, 9771, 9), k_many = vector(MLUOP_DTYPE_INT32, 9771);
    REQUIRE_STATUS(mluOpSetTensorDescriptor(nchw, MLUOP_LAYOUT_NCHW, MLUOP_DTYPE_FLOAT, 2, three_nine), OK);

    CHECK_REFUSED(mluOpGetPolyNmsWorkspaceSize(NULL, b, &size), BAD, "`handle` is null");
    CHECK_REFUSED(mluOpGetPolyNmsWorkspaceSize(handle, NULL, &size), BAD, "`boxes_desc` is null");
    CHECK_REFUSED(mluOpGetPolyNmsWorkspaceSize(handle, b, NULL), BAD, "`size` is null");
    CHECK_REFUSED(mluOpGetPolyNmsWorkspaceSize(handle, flat, &size), BAD, "`boxes_desc` has shape [27]; allowed: [n, 9]");
    CHECK_REFUSED(mluOpGetPolyNmsWorkspaceSize(handle, eight, &size), BAD, "`boxes_desc` has shape [3, 8]");
    CHECK_EQUAL_INT(size, UNTOUCHED);
    CHECK_QUIET(mluOpGetPolyNmsWorkspaceSize(handle, b, &size));
    CHECK_EQUAL_INT(size, 36);
    CHECK_QUIET(mluOpGetPolyNmsWorkspaceSize(handle, none, &size));
    CHECK_EQUAL_INT(size, 0);
    size = 36;

    CHECK_REFUSED(mluOpPolyNms(NULL, b, boxes, 0.5f, workspace, size, k, output, output + 3), BAD, "`handle` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, NULL, boxes, 0.5f, workspace, size, k, output, output + 3), BAD, "`boxes_desc` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, NULL, output, output + 3), BAD, "`output_desc` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, k, output, NULL), BAD, "`output_size` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, half, boxes, 0.5f, workspace, size, k, output, output + 3), BAD,
                  "`boxes_desc` has data type MLUOP_DTYPE_HALF");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, f, output, output + 3), BAD,
                  "`output_desc` has data type MLUOP_DTYPE_FLOAT");
    CHECK_REFUSED(mluOpPolyNms(handle, nchw, boxes, 0.5f, workspace, size, k, output, output + 3), BAD, "layout MLUOP_LAYOUT_ARRAY");
    CHECK_REFUSED(mluOpPolyNms(handle, flat, boxes, 0.5f, workspace, size, k, output, output + 3), BAD, "allowed: [n, 9]");
    CHECK_REFUSED(mluOpPolyNms(handle, eight, boxes, 0.5f, workspace, size, k, output, output + 3), BAD, "allowed: [n, 9]");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, four, output, output + 3), BAD,
                  "`output_desc` has shape [4]; allowed: [3]");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, column, output, output + 3), BAD, "`output_desc` has shape [3, 1]");
    CHECK_REFUSED(mluOpPolyNms(handle, apart, boxes, 0.5f, workspace, size, k, output, output + 3), MLUOP_STATUS_NOT_SUPPORTED,
                  "must be contiguous");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, k_apart, output, output + 3), MLUOP_STATUS_NOT_SUPPORTED,
                  "must be contiguous");
    CHECK_REFUSED(mluOpPolyNms(handle, b, NULL, 0.5f, workspace, size, k, output, output + 3), BAD, "`boxes` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, k, NULL, output + 3), BAD, "`output` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, b, boxes, 0.5f, NULL, size, k, output, output + 3), BAD, "`workspace` is null");
    CHECK_REFUSED(mluOpPolyNms(handle, many, boxes, 0.5f, workspace, size, k_many, output, output + 3),
                  MLUOP_STATUS_NOT_SUPPORTED, "`boxes_desc` has 9771 boxes");
    REQUIRE_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, output, sizeof after);
    CHECK_EQUAL_BITS(after, kept, sizeof after);

    /* Squares that overlap by a seventh: all stay. From a threshold of 0.1 on, the best one suppresses its neighbours. */
    CHECK_QUIET(mluOpPolyNms(handle, b, boxes, 0.5f, workspace, size, k, output, output + 3));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, output, sizeof after);
    CHECK_TRUE(after[3] == 3 && after[0] == 0 && after[1] == 1 && after[2] == 2);
    CHECK_QUIET(mluOpPolyNms(handle, b, boxes, 0.1f, NULL, 0, k, output, output + 3));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, output, sizeof after);
    CHECK_TRUE(after[3] == 1 && after[0] == 1);
    CHECK_QUIET(mluOpPolyNms(handle, none, NULL, 0.5f, NULL, 0, k_none, NULL, output + 3));
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(after, output, sizeof after);
    CHECK_EQUAL_INT(after[3], 0);

    mluOpTensorDescriptor_t all[] = {b, k, eight, flat, half, f, four, column, apart, k_apart, nchw, none, k_none, many, k_many};
    for (n = 0; n < (int)(sizeof all / sizeof *all); n++) {
        CHECK_STATUS(mluOpDestroyTensorDescriptor(all[n]), OK);
    }
    CHECK_STATUS(cnrtFree(boxes), cnrtSuccess);
    CHECK_STATUS(cnrtFree(output), cnrtSuccess);
    CHECK_STATUS(cnrtFree(workspace), cnrtSuccess);
    CHECK_STATUS(mluOpDestroy(handle), OK);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
    return check_result();
}
