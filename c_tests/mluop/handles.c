/* Handles of MLU-OPS: queue, modes, version, names, sizes; every status with its message. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

static void bad_handles(mluOpHandle_t stale)
{
    static const char *const texts[] = {"`handle` is null", "`handle` is not a handle", "`handle` is a destroyed handle"};
    mluOpHandle_t bad[] = {NULL, (mluOpHandle_t)NO_HANDLE, NULL};
    mluOpQuantizeRoundMode_t rounding = (mluOpQuantizeRoundMode_t)UNTOUCHED;
    mluOpAtomicsMode_t atomics = (mluOpAtomicsMode_t)UNTOUCHED;
    cnrtQueue_t queue = (cnrtQueue_t)NO_HANDLE;
    size_t at;

    bad[2] = stale;
    for (at = 0; at < 3; at++) {
        CHECK_REFUSED(mluOpDestroy(bad[at]), BAD, texts[at]);
        CHECK_REFUSED(mluOpUpdateContextInformation(bad[at]), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetQueue(bad[at], NULL), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetQueue(bad[at], &queue), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetQuantizeRoundMode(bad[at], MLUOP_ROUND_HALF_UP), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetQuantizeRoundMode(bad[at], &rounding), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetAtomicsMode(bad[at], MLUOP_ATOMICS_ALLOWED), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetAtomicsMode(bad[at], &atomics), BAD, texts[at]);
    }
    CHECK_EQUAL_INT(rounding, UNTOUCHED);
    CHECK_EQUAL_INT(atomics, UNTOUCHED);
    CHECK_TRUE(queue == (cnrtQueue_t)NO_HANDLE);
}

static void modes(mluOpHandle_t handle)
{
    mluOpQuantizeRoundMode_t rounding = (mluOpQuantizeRoundMode_t)UNTOUCHED;
    mluOpAtomicsMode_t atomics = (mluOpAtomicsMode_t)UNTOUCHED;
    int mode;

    CHECK_QUIET(mluOpGetQuantizeRoundMode(handle, &rounding));
    CHECK_EQUAL_INT(rounding, MLUOP_ROUND_HALF_TO_EVEN);
    for (mode = 0; mode < 3; mode++) {
        CHECK_QUIET(mluOpSetQuantizeRoundMode(handle, (mluOpQuantizeRoundMode_t)mode));
        CHECK_QUIET(mluOpGetQuantizeRoundMode(handle, &rounding));
        CHECK_EQUAL_INT(rounding, mode);
    }
    CHECK_REFUSED(mluOpSetQuantizeRoundMode(handle, (mluOpQuantizeRoundMode_t)3), BAD, "`round_mode` is ");
    CHECK_REFUSED(mluOpSetQuantizeRoundMode(handle, (mluOpQuantizeRoundMode_t)-1), BAD, "allowed: 0, 1 or 2");
    CHECK_REFUSED(mluOpGetQuantizeRoundMode(handle, NULL), BAD, "`round_mode` is null");
    CHECK_QUIET(mluOpGetQuantizeRoundMode(handle, &rounding));
    CHECK_EQUAL_INT(rounding, MLUOP_ROUND_HALF_OFF_ZERO);

    CHECK_QUIET(mluOpGetAtomicsMode(handle, &atomics));
    CHECK_EQUAL_INT(atomics, MLUOP_ATOMICS_NOT_ALLOWED);
    /* The vendor does not look at the value. */
    CHECK_QUIET(mluOpSetAtomicsMode(handle, (mluOpAtomicsMode_t)9));
    CHECK_QUIET(mluOpGetAtomicsMode(handle, &atomics));
    CHECK_EQUAL_INT(atomics, 9);
    CHECK_REFUSED(mluOpGetAtomicsMode(handle, NULL), BAD, "`atomics_mode` is null");
}

static void queues(mluOpHandle_t handle)
{
    cnrtQueue_t queue = NULL, stale = NULL, found = (cnrtQueue_t)NO_HANDLE;

    CHECK_QUIET(mluOpGetQueue(handle, &found));
    CHECK_TRUE(found == NULL);
    REQUIRE_STATUS(cnrtQueueCreate(&stale), cnrtSuccess);
    REQUIRE_STATUS(cnrtQueueDestroy(stale), cnrtSuccess);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    CHECK_QUIET(mluOpSetQueue(handle, queue));
    CHECK_REFUSED(mluOpSetQueue(handle, stale), BAD, "`queue` is a destroyed handle");
    CHECK_REFUSED(mluOpSetQueue(handle, (cnrtQueue_t)NO_HANDLE), BAD, "`queue` is not a handle");
    CHECK_REFUSED(mluOpSetQueue(handle, (cnrtQueue_t)handle), BAD, "`queue` is a handle of");
    CHECK_QUIET(mluOpGetQueue(handle, &found));
    CHECK_TRUE(found == queue);
    CHECK_REFUSED(mluOpGetQueue(handle, NULL), BAD, "`queue` is null");
    CHECK_QUIET(mluOpSetQueue(handle, NULL));
    CHECK_QUIET(mluOpGetQueue(handle, &found));
    CHECK_TRUE(found == NULL);
    CHECK_STATUS(cnrtQueueDestroy(queue), cnrtSuccess);
}

static void sizes(void)
{
    static const int bytes[] = {-1, 2, 4, 1, 2, 4, 4, 1, 1, 8, 0, 4, 8, 2, 8, 4, 8, 2, 0};
    int dtype;
    for (dtype = 1; dtype < (int)(sizeof bytes / sizeof *bytes); dtype++) {
        size_t size = UNTOUCHED;
        CHECK_QUIET(mluOpGetSizeOfDataType((mluOpDataType_t)dtype, &size));
        CHECK_EQUAL_INT(size, bytes[dtype]);
    }
    size_t size = UNTOUCHED;
    CHECK_REFUSED(mluOpGetSizeOfDataType(MLUOP_DTYPE_INVALID, &size), BAD, "`data_type` is MLUOP_DTYPE_INVALID");
    CHECK_EQUAL_INT(size, UNTOUCHED);
    CHECK_REFUSED(mluOpGetSizeOfDataType(MLUOP_DTYPE_FLOAT, NULL), BAD, "`size` is null");
}

static void names(void)
{
    static const char *const expected[] = {
        "MLUOP_STATUS_SUCCESS",       "MLUOP_STATUS_NOT_INITIALIZED",  "MLUOP_STATUS_ALLOC_FAILED",
        "MLUOP_STATUS_BAD_PARAM",     "MLUOP_STATUS_INTERNAL_ERROR",   "MLUOP_STATUS_ARCH_MISMATCH",
        "MLUOP_STATUS_EXECUTION_FAILED", "MLUOP_STATUS_NOT_SUPPORTED", "MLUOP_STATUS_NUMERICAL_OVERFLOW"};
    int status, major = 0, minor = 0, patch = 0;
    for (status = 0; status < 9; status++) {
        CHECK_EQUAL_STRING(mluOpGetErrorString((mluOpStatus_t)status), expected[status]);
    }
    CHECK_EQUAL_STRING(mluOpGetErrorString((mluOpStatus_t)9), "MLUOP_STATUS_UNKNOWN");
    CHECK_EQUAL_STRING(mluOpGetErrorString((mluOpStatus_t)-1), "MLUOP_STATUS_UNKNOWN");
    mluOpGetLibVersion(&major, &minor, &patch);
    CHECK_EQUAL_INT(major, MLUOP_MAJOR);
    CHECK_EQUAL_INT(minor, MLUOP_MINOR);
    CHECK_EQUAL_INT(patch, MLUOP_PATCHLEVEL);
    mluOpGetLibVersion(NULL, &minor, NULL);
}

int main(void)
{
    mluOpHandle_t handle = NULL, other = NULL;
    CHECK_REFUSED(mluOpCreate(NULL), BAD, "[mluOpCreate] `handle` is null");
    CHECK_QUIET(mluOpCreate(&other));
    CHECK_QUIET(mluOpDestroy(other));
    CHECK_QUIET(mluOpCreate(&handle));
    CHECK_TRUE(handle != other);
    CHECK_QUIET(mluOpUpdateContextInformation(handle));
    bad_handles(other);
    modes(handle);
    queues(handle);
    sizes();
    names();
    CHECK_QUIET(mluOpDestroy(handle));
    return check_result();
}
