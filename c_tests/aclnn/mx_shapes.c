/* A view of x gives what its contiguous copy gives, in every shape, along both axes and along each; empty tensors are no error. */
#include "fixture.h"

#include "aclnnop/aclnn_anti_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v2.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v3.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis_v2.h"

enum { MOST = 32768, MOST_RANK = 7, POISON = 0xa5 };

/* A shape, ended by 0; what else a view needs is computed. */
static const int64_t shapes[][MOST_RANK + 1] = {
    {1, 2}, {33, 70}, {97, 2}, {2, 130}, {3, 40, 66}, {2, 2, 96, 34}, {1, 2, 3, 33, 6}, {2, 1, 2, 1, 65, 4}, {2, 1, 1, 2, 1, 35, 6},
};

static const aclDataType formats[] = {ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN, ACL_FLOAT4_E2M1, ACL_FLOAT4_E1M2};

static void *x_memory, *dense_memory, *out_memory[4];
static uint16_t bits[MOST], dense[MOST];
static unsigned char first[4][MOST], second[4][MOST];
static uint64_t size;
static aclOpExecutor *executor;

/* A view whose dimensions lie in memory in reverse order, from the second element on, every other element if `gaps`. */
struct view {
    uint64_t rank;
    const int64_t *dims;
    int64_t strides[MOST_RANK], numel, storage;
};

static struct view view_of(const int64_t *dims, int gaps)
{
    struct view view = {0, dims, {0}, 1, 0};
    while (dims[view.rank] != 0) {
        view.strides[view.rank] = view.numel * (gaps ? 2 : 1);
        view.numel *= dims[view.rank++];
    }
    view.storage = 1 + view.numel * (gaps ? 2 : 1);
    return view;
}

/* Fills `dense` with the elements of the view, row-major. */
static void gather(const struct view *view)
{
    for (int64_t i = 0; i < view->numel; i++) {
        int64_t rest = i, at = 1;
        for (uint64_t d = view->rank; d-- > 0; rest /= view->dims[d]) {
            at += rest % view->dims[d] * view->strides[d];
        }
        dense[i] = bits[at];
    }
}

static aclTensor *scales(const struct view *view, uint64_t axis, void *memory, int64_t *count)
{
    int64_t dims[MOST_RANK + 1];
    *count = 2;
    for (uint64_t d = 0; d < view->rank; d++) {
        dims[d] = d == axis ? (view->dims[d] + 63) / 64 : view->dims[d];
        *count *= dims[d];
    }
    dims[view->rank] = 2;
    return tensor(ACL_FLOAT8_E8M0, view->rank + 1, dims, memory);
}

/* Both axes if `axis` is the rank, else that one, of `x` into `host`. */
static void quantise(const struct view *view, aclTensor *x, uint64_t axis, aclDataType format, unsigned char host[4][MOST])
{
    int both = axis == view->rank;
    for (int i = 0; i < 4; i++) {
        memset(host[i], POISON, MOST);
        REQUIRE_STATUS(aclrtMemcpy(out_memory[i], MOST, host[i], MOST, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    }
    int64_t count[2] = {0, 0};
    aclTensor *y = tensor(format, view->rank, view->dims, out_memory[0]), *y2 = tensor(format, view->rank, view->dims, out_memory[2]);
    aclTensor *scale = scales(view, both ? view->rank - 1 : axis, out_memory[1], &count[0]);
    aclTensor *scale2 = scales(view, view->rank - 2, out_memory[3], &count[1]);
    if (both) {
        CHECK_STATUS(aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(x, NULL, format, 0, y, scale, y2, scale2, &size, &executor), 0);
        finish(aclnnDynamicMxQuantWithDualAxis, size, executor);
    } else {
        CHECK_STATUS(aclnnDynamicMxQuantGetWorkspaceSize(x, (int64_t)axis, NULL, format, 32, 0, y, scale, &size, &executor), 0);
        finish(aclnnDynamicMxQuant, size, executor);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    aclTensor *all[] = {y, y2, scale, scale2};
    int64_t bytes = format == ACL_FLOAT4_E2M1 || format == ACL_FLOAT4_E1M2 ? view->numel / 2 : view->numel;
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
        to_host(host[i], out_memory[i], MOST);
        /* Nothing is written behind an output, and nothing at all to one that was not asked for. */
        int64_t written = i >= 2 && !both ? 0 : i % 2 ? count[i / 2] : bytes;
        for (int64_t at = written; at < written + 64; at++) {
            CHECK_EQUAL_INT(host[i][at], POISON);
        }
    }
}

static void a_view_is_its_contiguous_copy(void)
{
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (int gaps = 0; gaps < 2; gaps++) {
            struct view view = view_of(shapes[s], gaps);
            gather(&view);
            REQUIRE_STATUS(aclrtMemcpy(dense_memory, sizeof dense, dense, sizeof dense, ACL_MEMCPY_HOST_TO_DEVICE), 0);
            aclTensor *plain = tensor(ACL_BF16, view.rank, view.dims, dense_memory);
            aclTensor *strided = aclCreateTensor(view.dims, view.rank, ACL_BF16, view.strides, 1, ACL_FORMAT_ND, &view.storage, 1, x_memory);
            for (int f = 0; f < 4; f++) {
                for (uint64_t axis = 0; axis <= view.rank; axis++) {
                    quantise(&view, plain, axis, formats[f], first);
                    quantise(&view, strided, axis, formats[f], second);
                    CHECK_EQUAL_BITS(second, first, sizeof first);
                }
            }
            CHECK_STATUS(aclDestroyTensor(plain), 0);
            CHECK_STATUS(aclDestroyTensor(strided), 0);
        }
    }
}

static void runs_empty(aclnnStatus (*phase)(void *, uint64_t, aclOpExecutor *, aclrtStream), aclnnStatus planned)
{
    CHECK_STATUS(planned, 0);
    CHECK_EQUAL_INT(size, 0);
    CHECK_STATUS(phase(NULL, 0, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
}

/* An empty dimension anywhere, without memory, whatever the attributes. */
static void empty_dimensions(void)
{
    static const int64_t empty[][3] = {{0, 4, 66}, {3, 0, 66}, {3, 4, 0}, {0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        const int64_t *d = empty[i], scale1[] = {d[0], d[1], (d[2] + 63) / 64, 2}, scale2[] = {d[0], (d[1] + 63) / 64, d[2], 2};
        aclTensor *x = tensor(ACL_FLOAT16, 3, d, NULL), *y = tensor(ACL_FLOAT8_E5M2, 3, d, NULL);
        aclTensor *s1 = tensor(ACL_FLOAT8_E8M0, 4, scale1, NULL), *s2 = tensor(ACL_FLOAT8_E8M0, 4, scale2, NULL);
        aclTensor *restored = tensor(ACL_FLOAT, 3, d, NULL);
        size = 99;
        runs_empty(aclnnDynamicMxQuantWithDualAxis,
                   aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(x, NULL, 35, 0, y, s1, y, s2, &size, &executor));
        size = 99;
        runs_empty(aclnnDynamicMxQuantWithDualAxisV2,
                   aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(x, NULL, 35, 9, 99.0, y, s1, y, s2, &size, &executor));
        size = 99;
        runs_empty(aclnnDynamicMxQuant, aclnnDynamicMxQuantGetWorkspaceSize(x, -1, NULL, 35, 32, 0, y, s1, &size, &executor));
        size = 99;
        runs_empty(aclnnDynamicMxQuantV2, aclnnDynamicMxQuantV2GetWorkspaceSize(x, 1, NULL, 35, 32, 0, 0.0, y, s2, &size, &executor));
        size = 99;
        runs_empty(aclnnDynamicMxQuantV3, aclnnDynamicMxQuantV3GetWorkspaceSize(x, 1, NULL, 0, 0, 9, 0.0, 0.0, y, s2, &size, &executor));
        size = 99;
        runs_empty(aclnnAntiMxQuant, aclnnAntiMxQuantGetWorkspaceSize(y, s1, -1, 0, restored, &size, &executor));
        aclTensor *all[] = {x, y, s1, s2, restored};
        for (int t = 0; t < 5; t++) {
            CHECK_STATUS(aclDestroyTensor(all[t]), 0);
        }
    }
}

int main(void)
{
    open_device();
    uint32_t state = 7;
    for (int i = 0; i < MOST; i++) {
        state = state * 1664525u + 1013904223u;
        bits[i] = (uint16_t)((state >> 16 & 0x8fff) + 0x3800); /* 2^-15 to 2^16, both signs */
    }
    x_memory = device_memory(bits, sizeof bits);
    dense_memory = device_memory(NULL, sizeof dense);
    for (int i = 0; i < 4; i++) {
        out_memory[i] = device_memory(NULL, MOST);
    }
    a_view_is_its_contiguous_copy();
    empty_dimensions();
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(aclrtFree(out_memory[i]), 0);
    }
    CHECK_STATUS(aclrtFree(dense_memory), 0);
    CHECK_STATUS(aclrtFree(x_memory), 0);
    close_device();
    return check_result();
}
