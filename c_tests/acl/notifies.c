/* Notifies, and words of memory that streams write and wait for. */
#include "fixture.h"

static void refused(aclrtNotify notify, aclrtNotify stale, aclrtStream stream)
{
    static const struct {
        int code;
        const char *text;
    } expected[] = {{ACL_ERROR_INVALID_PARAM, "`notify` is null"}, {ACL_ERROR_RT_INVALID_HANDLE, "`notify` is not a handle"},
                    {ACL_ERROR_RT_INVALID_HANDLE, "`notify` is a destroyed handle"}};
    aclrtNotify bad[] = {NULL, NO_HANDLE, NULL};
    uint64_t *word = device_word();
    uint32_t id = UNTOUCHED_32;
    size_t at;

    bad[2] = stale;
    for (at = 0; at < sizeof bad / sizeof bad[0]; at++) {
        CHECK_REFUSED(aclrtDestroyNotify(bad[at]), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtRecordNotify(bad[at], stream), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtWaitAndResetNotify(bad[at], stream, 1), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtGetNotifyId(bad[at], &id), expected[at].code, expected[at].text);
    }
    CHECK_REFUSED(aclrtGetNotifyId(notify, NULL), ACL_ERROR_INVALID_PARAM, "`notifyId` is null");
    CHECK_EQUAL_INT(id, UNTOUCHED_32);
    CHECK_REFUSED(aclrtRecordNotify(notify, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtWaitAndResetNotify(notify, NO_HANDLE, 1), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");

    CHECK_REFUSED(aclrtValueWrite(NULL, 1, 0, stream), ACL_ERROR_INVALID_PARAM, "`devAddr` is null");
    CHECK_REFUSED(aclrtValueWrite((char *)word + 4, 1, 0, stream), ACL_ERROR_RT_PARAM_INVALID, "a multiple of 8");
    CHECK_REFUSED(aclrtValueWrite(word, 1, 1, stream), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 1");
    CHECK_REFUSED(aclrtValueWrite(word, 1, 0, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtValueWait(NULL, 1, 0, stream), ACL_ERROR_INVALID_PARAM, "`devAddr` is null");
    CHECK_REFUSED(aclrtValueWait((char *)word + 1, 1, 0, stream), ACL_ERROR_RT_PARAM_INVALID, "a multiple of 8");
    CHECK_REFUSED(aclrtValueWait(word, 1, 4, stream), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 4; allowed: 0 to 3");
    CHECK_REFUSED(aclrtValueWait(word, 1, 0, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 0);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static void words(aclrtStream stream)
{
    static const struct {
        uint64_t word, value;
        uint32_t flag;
        int over;
    } cases[] = {{5, 5, ACL_STREAM_WAIT_VALUE_GEQ, 1}, {4, 5, ACL_STREAM_WAIT_VALUE_GEQ, 0},
                 {0, UINT64_MAX, ACL_STREAM_WAIT_VALUE_GEQ, 1}, {7, 7, ACL_STREAM_WAIT_VALUE_EQ, 1},
                 {8, 7, ACL_STREAM_WAIT_VALUE_EQ, 0}, {6, 2, ACL_STREAM_WAIT_VALUE_AND, 1},
                 {4, 2, ACL_STREAM_WAIT_VALUE_AND, 0}, {1, 2, ACL_STREAM_WAIT_VALUE_NOR, 1},
                 {UINT64_MAX - 1, 1, ACL_STREAM_WAIT_VALUE_NOR, 0}};
    uint64_t *word = device_word();
    size_t at;

    for (at = 0; at < sizeof cases / sizeof cases[0]; at++) {
        aclrtStream own;
        int expected = cases[at].over ? ACL_SUCCESS : ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
        REQUIRE_STATUS(aclrtCreateStream(&own), ACL_SUCCESS);
        CHECK_STATUS(aclrtValueWrite(word, cases[at].word, 0, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_TRUE(read_word(word) == cases[at].word);
        CHECK_STATUS(aclrtValueWait(word, cases[at].value, cases[at].flag, own), ACL_SUCCESS);
        if (aclrtSynchronizeStreamWithTimeout(own, cases[at].over ? 20000 : 20) != expected) {
            fprintf(stderr, "case %zu:\n", at);
            CHECK_TRUE(!"the wait ends exactly if the word compares");
        }
        CHECK_STATUS(aclrtDestroyStreamForce(own), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

int main(void)
{
    aclrtNotify notify = NO_HANDLE, stale;
    aclrtStream stream, other;
    aclrtContext own;
    uint32_t id = UNTOUCHED_32, other_id = UNTOUCHED_32;
    uint64_t here = 0;

    CHECK_REFUSED(aclrtCreateNotify(&notify, 0), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtValueWrite(&here, 1, 0, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCreateNotify(NULL, 0), ACL_ERROR_INVALID_PARAM, "`notify` is null");
    CHECK_REFUSED(aclrtCreateNotify(&notify, 2), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x2");
    CHECK_REFUSED(aclrtCreateNotify(&notify, (uint64_t)1 << 32), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x100000000");
    CHECK_TRUE(notify == NO_HANDLE);
    REQUIRE_STATUS(aclrtCreateNotify(&stale, ACL_NOTIFY_DEVICE_USE_ONLY), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetNotifyId(stale, &other_id), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyNotify(stale), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetNotifyId(notify, &id), ACL_SUCCESS);
    CHECK_TRUE(id != other_id);
    refused(notify, stale, stream);

    /* One record releases one wait. */
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_STATUS(aclrtRecordNotify(notify, other), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, stream, 1), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "the wait for a notify took longer than 1s");
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);

    words(stream);
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRecordNotify(notify, stream), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtWaitAndResetNotify(notify, stream, 0), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtValueWrite(&here, 1, 0, stream), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtValueWait(&here, 1, 0, stream), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyNotify(notify), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
