/* Random calls with live, stale, foreign and invented handles, with extents and strides that make no sense, and with addresses
   that leave their allocation: whatever is refused is refused with a documented status, and nothing crashes. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

enum { CALLS = 300000, KEPT = 64, BYTES = 4096 };

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static int below(int end)
{
    return (int)(next() % (uint64_t)end);
}

/* Handles of every kind, dead ones among them. */
static void *handles[KEPT];

static void *some_handle(void)
{
    const int kind = below(12);
    return kind == 0 ? NULL : kind == 1 ? NO_HANDLE : kind == 2 ? (void *)(uintptr_t)next() : handles[below(KEPT)];
}

static void keep(void *handle)
{
    handles[below(KEPT)] = handle;
}

static int64_t some_extent(void)
{
    static const int64_t odd[] = {-3, -1, 0, (int64_t)1 << 20, (int64_t)1 << 40, INT64_MAX, INT64_MIN};
    return below(6) == 0 ? odd[below(7)] : 1 + below(9);
}

static int64_t some_stride(void)
{
    static const int64_t odd[] = {-1, 0, -1000, (int64_t)1 << 40, INT64_MAX, INT64_MIN};
    return below(6) == 0 ? odd[below(6)] : below(81);
}

static char *memory;

static void *some_address(void)
{
    return below(20) == 0 ? NULL : memory + below(2 * BYTES);
}

static mluOpStatus_t one_call(void)
{
    int64_t dims[10], strides[10], res_steps = below(4) == 0 ? (int64_t)next() : below(300);
    int small_dims[10], rank = below(20) == 0 ? -1 : below(11), at;
    mluOpTensorDescriptor_t x = (mluOpTensorDescriptor_t)some_handle(), y = (mluOpTensorDescriptor_t)some_handle();
    mluOpHandle_t handle = (mluOpHandle_t)some_handle();
    const mluOpDataType_t type = (mluOpDataType_t)(below(3) == 0 ? below(20) - 1 : below(2) + 1);
    const mluOpTensorLayout_t layout = MLUOP_LAYOUT_ARRAY;
    mluOpTensorSetDescriptor_t set = (mluOpTensorSetDescriptor_t)some_handle();
    mluOpSeqDataDescriptor_t seq = (mluOpSeqDataDescriptor_t)some_handle();
    mluOpStatus_t status;
    void *made = NULL, *address = NULL;
    size_t size;
    for (at = 0; at < 10; at++) {
        dims[at] = some_extent();
        strides[at] = some_stride();
        small_dims[at] = (int)(dims[at] % 7);
    }
    switch (below(22)) {
    case 0:
        status = mluOpCreate((mluOpHandle_t *)&made);
        keep(made);
        return status;
    case 1: return below(8) == 0 ? mluOpDestroy(handle) : MLUOP_STATUS_SUCCESS;
    case 2:
    case 3:
        status = mluOpCreateTensorDescriptor((mluOpTensorDescriptor_t *)&made);
        keep(made);
        return status;
    case 4: return below(4) == 0 ? mluOpDestroyTensorDescriptor(x) : MLUOP_STATUS_SUCCESS;
    case 5: return mluOpSetTensorDescriptor_v2(x, layout, type, rank, dims);
    case 6:
    case 7: return mluOpSetTensorDescriptorEx_v2(x, layout, type, rank, dims, strides);
    case 8: return mluOpSetTensorDescriptor(x, layout, type, rank, small_dims);
    case 9: return mluOpGetTensorDescriptorEx_v2(x, &(mluOpTensorLayout_t){0}, &(mluOpDataType_t){0}, &rank, dims, strides);
    case 10: return mluOpSetQueue(handle, (cnrtQueue_t)some_handle());
    case 11:
        status = mluOpCreateTensorSetDescriptor((mluOpTensorSetDescriptor_t *)&made, below(4), small_dims);
        keep(made);
        return status;
    case 12: return mluOpInitTensorSetMemberDescriptor(set, below(4), small_dims, layout, type, rank, small_dims);
    case 13:
        status = mluOpGetTensorAndDataFromTensorSet(set, below(4), small_dims, memory, (mluOpTensorDescriptor_t *)&made, &address);
        keep(made);
        return status;
    case 14: return below(4) == 0 ? mluOpDestroyTensorSetDescriptor(set) : mluOpGetTensorSetDescriptorSize(set, &rank);
    case 15:
        status = mluOpCreateSeqDataDescriptor((mluOpSeqDataDescriptor_t *)&made);
        keep(made);
        return status;
    case 16: return mluOpSetSeqDataDescriptor_v2(seq, MLUOP_SEQDATA_NT, type, rank, dims, below(11) - 1, small_dims, NULL);
    case 17: return mluOpLogspace(handle, (float)below(9) - 4, (float)below(9), res_steps, (float)below(5) - 1, x, some_address());
    case 18: return mluOpAbs(handle, x, some_address(), below(2) == 0 ? x : y, some_address());
    case 19: return mluOpPolyNms(handle, x, some_address(), 0.5f, NULL, 0, y, some_address(), some_address());
    case 20: return mluOpGetPolyNmsWorkspaceSize(handle, x, &size);
    default: return mluOpLgamma(handle, x, some_address(), below(2) == 0 ? x : y, some_address());
    }
}

int main(void)
{
    long counts[9] = {0};
    int call;
    REQUIRE_STATUS(cnrtMalloc((void **)&memory, 2 * BYTES), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemset(memory, 0x3c, 2 * BYTES), cnrtSuccess);
    for (call = 0; call < CALLS; call++) {
        const int status = (int)one_call();
        if (status != OK && status != BAD && status != MLUOP_STATUS_NOT_SUPPORTED && status != MLUOP_STATUS_NUMERICAL_OVERFLOW) {
            fprintf(stderr, "call %d gave status %d\n", call, status);
            CHECK_TRUE(!"the status is a documented one");
        }
        counts[status < 0 || status > 8 ? 4 : status]++;
    }
    CHECK_STATUS(cnrtSyncDevice(), cnrtSuccess);
    /* Both happen, or the test is blind. */
    CHECK_TRUE(counts[OK] > CALLS / 20 && counts[BAD] > CALLS / 20);
    CHECK_STATUS(cnrtFree(memory), cnrtSuccess);
    return check_result();
}
