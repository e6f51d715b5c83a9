/* Notifies that count: every change and comparison, clearing, limits, several at once, and every refusal. */
#include "fixture.h"

static aclrtStream stream, other;
static aclrtCntNotify notify;

static void record(int mode, uint32_t value)
{
    aclrtCntNotifyRecordInfo info = {(aclrtCntNotifyRecordMode)mode, value};
    CHECK_STATUS(aclrtCntNotifyRecord(notify, other, &info), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
}

static aclError await_count(int mode, uint32_t value, uint32_t timeout, int is_clear)
{
    aclrtCntNotifyWaitInfo info;
    memset(&info, 0, sizeof info);
    info.mode = (aclrtCntNotifyWaitMode)mode;
    info.value = value;
    info.timeout = timeout;
    info.isClear = (uint8_t)is_clear;
    return aclrtCntNotifyWaitWithTimeout(notify, stream, &info);
}

/* Whether a wait is over at once. */
static void over(int mode, uint32_t value, int expected)
{
    CHECK_STATUS(await_count(mode, value, 0, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), expected ? 0 : 507046);
    if (!expected) {
        CHECK_STATUS(aclrtStreamAbort(stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    }
}

static void counts(void)
{
    record(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 6);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 6, 1);
    over(ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE, 7, 1);
    over(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE, 5, 1);
    over(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE, 6, 0);
    over(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 6, 1);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE, 2, 1);
    record(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 3);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 9, 1);
    record(ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE, 6);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 15, 1);
    record(ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE, 10);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 10, 1);
    record(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 0xFFFFFFFF);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 9, 1);
    CHECK_STATUS(aclrtCntNotifyReset(notify, other), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0, 1);
}

/* A wait goes on when the third record comes, and clears the count. */
static void waits(void)
{
    CHECK_STATUS(await_count(ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 3, 60, 1), ACL_SUCCESS);
    record(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1);
    record(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), 507046);
    record(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    over(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0, 1);
    CHECK_STATUS(await_count(ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 1, 1, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507046, "the wait for a count");
}

static void refusals(void)
{
    aclrtCntNotify none = NULL;
    uint32_t first = 0, second = 0;
    aclrtCntNotifyRecordInfo info = {(aclrtCntNotifyRecordMode)3, 1};
    CHECK_REFUSED(aclrtCntNotifyCreate(NULL, 0), 100000, "`cntNotify` is null");
    CHECK_REFUSED(aclrtCntNotifyCreate(&none, 1), 107000, "`flag` is 1");
    CHECK_TRUE(none == NULL);
    CHECK_REFUSED(aclrtCntNotifyRecord(NULL, stream, &info), 100000, "`cntNotify` is null");
    CHECK_REFUSED(aclrtCntNotifyRecord(notify, stream, NULL), 100000, "`info` is null");
    CHECK_REFUSED(aclrtCntNotifyRecord(notify, stream, &info), 107000, "`info->mode` is aclrtCntNotifyRecordMode(3)");
    CHECK_REFUSED(aclrtCntNotifyRecord(stream, stream, &info), 107017, "expected a live counting notify");
    CHECK_REFUSED(aclrtCntNotifyWaitWithTimeout(notify, stream, NULL), 100000, "`info` is null");
    CHECK_REFUSED(await_count(5, 0, 0, 0), 107000, "`info->mode` is aclrtCntNotifyWaitMode(5)");
    CHECK_REFUSED(await_count(0, 0, 0, 2), 107000, "`info->isClear` is 2");
    CHECK_REFUSED(aclrtCntNotifyGetId(notify, NULL), 100000, "`notifyId` is null");
    REQUIRE_STATUS(aclrtCntNotifyCreate(&none, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtCntNotifyGetId(notify, &first), ACL_SUCCESS);
    CHECK_STATUS(aclrtCntNotifyGetId(none, &second), ACL_SUCCESS);
    CHECK_TRUE(first != second);
    CHECK_STATUS(aclrtCntNotifyDestroy(none), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCntNotifyDestroy(none), 107017, "a destroyed handle");
    CHECK_REFUSED(aclrtCntNotifyReset(none, stream), 107017, "a destroyed handle");
    CHECK_REFUSED(aclrtCntNotifyDestroy(NULL), 100000, "`cntNotify` is null");
}

/* Plain notifies are cleared together. */
static void cleared_together(void)
{
    aclrtNotify two[2] = {NULL, NULL}, wrong[2];
    REQUIRE_STATUS(aclrtCreateNotify(&two[0], 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&two[1], 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordNotify(two[0], stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordNotify(two[1], stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    wrong[0] = two[0];
    wrong[1] = notify;
    CHECK_REFUSED(aclrtNotifyBatchReset(NULL, 1), 100000, "`notifies` is null");
    CHECK_REFUSED(aclrtNotifyBatchReset(two, 0), 100000, "`num` is 0");
    CHECK_REFUSED(aclrtNotifyBatchReset(wrong, 2), 107017, "expected a live notify");
    /* The first one is still set. */
    CHECK_STATUS(aclrtWaitAndResetNotify(two[0], stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtNotifyBatchReset(two, 2), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(two[1], stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 507046);
    CHECK_STATUS(aclrtDestroyNotify(two[0]), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyNotify(two[1]), ACL_SUCCESS);
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCntNotifyCreate(&notify, 0), ACL_SUCCESS);
    counts();
    waits();
    refusals();
    cleared_together();
    CHECK_STATUS(aclrtCntNotifyDestroy(notify), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
