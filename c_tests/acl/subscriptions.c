/* Records of the operators that a model instance runs, through a pipe. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>

#include "acl/acl_prof.h"
#include "models.h"
#include "profiling/aprof_pub.h"

#define RUNS 3

static char records[4096];
static size_t filled;

/* Reads until the subscription ends. */
static void *reads(void *end)
{
    ssize_t got;
    while (filled < sizeof records && (got = read(*(int *)end, records + filled, sizeof records - filled)) > 0) {
        filled += (size_t)got;
    }
    return NULL;
}

static aclprofSubscribeConfig *config_of(int *descriptor)
{
    aclprofSubscribeConfig *config = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, descriptor);
    CHECK_TRUE(config != NULL);
    return config;
}

/* Two sums, run three times: six records, in their order. */
static uint32_t subscribe(aclrtStream stream)
{
    float *x = floats(1), *y = floats(2);
    int ends[2];
    uint32_t id = 0, count = 0, i;
    size_t size = 0;
    uint64_t before = 0;
    pthread_t reader;
    aclprofSubscribeConfig *config;
    aclmdlRI model;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    add(x, y, 1, x, stream);
    add(x, x, 2, y, stream);
    model = end(stream);
    CHECK_STATUS(aclmdlRIGetId(model, &id), ACL_SUCCESS);
    run(model, stream);
    CHECK_EQUAL_INT(pipe(ends), 0);
    config = config_of(&ends[1]);
    REQUIRE_STATUS(aclprofModelSubscribe(id, config), ACL_SUCCESS);
    CHECK_REFUSED(aclprofModelSubscribe(id, config), 148046, "is subscribed to already");
    CHECK_STATUS(aclprofDestroySubscribeConfig(config), ACL_SUCCESS);
    CHECK_EQUAL_INT(pthread_create(&reader, NULL, reads, &ends[0]), 0);
    for (i = 0; i < RUNS; i++) {
        run(model, stream);
    }
    CHECK_STATUS(aclprofModelUnSubscribe(id), ACL_SUCCESS);
    CHECK_EQUAL_INT(pthread_join(reader, NULL), 0);
    run(model, stream);
    CHECK_EQUAL_INT(close(ends[1]), -1);
    CHECK_STATUS(aclprofGetOpDescSize(&size), ACL_SUCCESS);
    CHECK_STATUS(aclprofGetOpNum(records, filled, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 2 * RUNS);
    CHECK_EQUAL_INT(filled, count * size);
    for (i = 0; i < count; i++) {
        char text[64];
        size_t length = 0;
        uint64_t start = aclprofGetOpStart(records, filled, i), stop = aclprofGetOpEnd(records, filled, i);
        CHECK_STATUS(aclprofGetOpTypeLen(records, filled, i, &length), ACL_SUCCESS);
        CHECK_EQUAL_INT(length, sizeof "Add");
        CHECK_STATUS(aclprofGetOpType(records, filled, i, text, length), ACL_SUCCESS);
        CHECK_EQUAL_STRING(text, "Add");
        CHECK_STATUS(aclprofGetOpNameLen(records, filled, i, &length), ACL_SUCCESS);
        CHECK_EQUAL_INT(length, sizeof "Add_0");
        CHECK_STATUS(aclprofGetOpName(records, filled, i, text, sizeof text), ACL_SUCCESS);
        CHECK_EQUAL_STRING(text, i % 2 == 0 ? "Add_0" : "Add_1");
        CHECK_EQUAL_INT(aclprofGetModelId(records, filled, i), id);
        CHECK_TRUE(start > 0 && start >= before && stop > start);
        CHECK_EQUAL_INT(aclprofGetOpDuration(records, filled, i), stop - start);
        before = start;
    }
    CHECK_EQUAL_INT(close(ends[0]), 0);
    /* A reader that has gone ends nothing but the records. */
    CHECK_EQUAL_INT(pipe(ends), 0);
    config = config_of(&ends[1]);
    REQUIRE_STATUS(aclprofModelSubscribe(id, config), ACL_SUCCESS);
    CHECK_EQUAL_INT(close(ends[0]), 0);
    run(model, stream);
    CHECK_STATUS(aclprofModelUnSubscribe(id), ACL_SUCCESS);
    CHECK_STATUS(aclprofDestroySubscribeConfig(config), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    return id;
}

/* A model that another library has loaded, as the published sample has it. */
static void subscribe_told(void)
{
    int ends[2];
    char byte;
    aclprofSubscribeConfig *first, *second;
    CHECK_EQUAL_INT(pipe(ends), 0);
    first = config_of(&ends[1]);
    second = config_of(&ends[1]);
    CHECK_EQUAL_INT(MsprofSetDeviceIdByGeModelIdx(900001, 0), 0);
    CHECK_EQUAL_INT(MsprofSetDeviceIdByGeModelIdx(900002, 0), 0);
    CHECK_STATUS(aclprofModelSubscribe(900001, first), ACL_SUCCESS);
    CHECK_STATUS(aclprofModelSubscribe(900002, second), ACL_SUCCESS);
    /* The last one closes what both write to. */
    CHECK_STATUS(aclprofModelUnSubscribe(900001), ACL_SUCCESS);
    CHECK_EQUAL_INT(write(ends[1], "x", 1), 1);
    CHECK_STATUS(aclprofModelUnSubscribe(900002), ACL_SUCCESS);
    CHECK_EQUAL_INT(read(ends[0], &byte, 1), 1);
    CHECK_EQUAL_INT(read(ends[0], &byte, 1), 0);
    CHECK_EQUAL_INT(close(ends[0]), 0);
    CHECK_EQUAL_INT(MsprofUnsetDeviceIdByGeModelIdx(900001, 0), 0);
    CHECK_REFUSED(aclprofModelSubscribe(900001, first), 100011, "`modelId` is 900001");
    CHECK_REFUSED(MsprofUnsetDeviceIdByGeModelIdx(900001, 0), 100011, "model 900001 of device 0");
    CHECK_REFUSED(MsprofUnsetDeviceIdByGeModelIdx(900002, 1), 100011, "model 900002 of device 1");
    CHECK_REFUSED(MsprofSetDeviceIdByGeModelIdx(1, 99), 107001, "`deviceId` is 99");
    CHECK_EQUAL_INT(MsprofUnsetDeviceIdByGeModelIdx(900002, 0), 0);
    CHECK_STATUS(aclprofDestroySubscribeConfig(first), ACL_SUCCESS);
    CHECK_STATUS(aclprofDestroySubscribeConfig(second), ACL_SUCCESS);
}

static int created(int8_t times, aclprofAicoreMetrics metrics, int *descriptor)
{
    return aclprofCreateSubscribeConfig(times, metrics, descriptor) == NULL;
}

static void refusals(uint32_t id)
{
    size_t size = 0, length = 7;
    uint32_t count = 7;
    char text[64];
    int closed = 999, ends[2];
    aclprofSubscribeConfig *config;
    CHECK_EQUAL_INT(pipe(ends), 0);
    CHECK_REFUSED(created(1, ACL_AICORE_NONE, NULL), 1, "`fd` is null");
    CHECK_REFUSED(created(1, ACL_AICORE_NONE, &closed), 1, "`fd` is 999, which is not open");
    CHECK_REFUSED(created(0, ACL_AICORE_NONE, &ends[1]), 1, "`timeInfoSwitch` is 0");
    config = config_of(&ends[1]);
    CHECK_REFUSED(aclprofModelSubscribe(id, config), 100011, "`modelId`");
    CHECK_REFUSED(aclprofModelSubscribe(id, NULL), 100000, "`profSubscribeConfig` is null");
    CHECK_REFUSED(aclprofModelUnSubscribe(id), 100011, "a model that is subscribed to");
    CHECK_STATUS(aclprofDestroySubscribeConfig(config), ACL_SUCCESS);
    CHECK_REFUSED(aclprofDestroySubscribeConfig(config), 107017, "`profSubscribeConfig`");
    CHECK_REFUSED(aclprofModelSubscribe(id, config), 107017, "`profSubscribeConfig`");
    CHECK_REFUSED(aclprofDestroySubscribeConfig(NULL), 100000, "`profSubscribeConfig` is null");
    CHECK_EQUAL_INT(close(ends[0]) | close(ends[1]), 0);

    CHECK_STATUS(aclprofGetOpDescSize(&size), ACL_SUCCESS);
    CHECK_REFUSED(aclprofGetOpDescSize(NULL), 100000, "`opDescSize` is null");
    CHECK_REFUSED(aclprofGetOpNum(NULL, size, &count), 100000, "`opInfo` is null");
    CHECK_REFUSED(aclprofGetOpNum(records, size - 1, &count), 100000, "`opInfoLen`");
    CHECK_REFUSED(aclprofGetOpNum(records, 0, &count), 100000, "`opInfoLen` is 0");
    CHECK_REFUSED(aclprofGetOpNum(records + 1, size, &count), 100000, "bytes that are no records");
    CHECK_REFUSED(aclprofGetOpNum(records, size, NULL), 100000, "`opNumber` is null");
    CHECK_REFUSED(aclprofGetOpTypeLen(records, size, 1, &length), 100000, "`index` is 1; allowed: 0 to 0");
    CHECK_REFUSED(aclprofGetOpTypeLen(records, size, 0, NULL), 100000, "`opTypeLen` is null");
    CHECK_REFUSED(aclprofGetOpNameLen(NULL, size, 0, &length), 100000, "`opInfo` is null");
    CHECK_REFUSED(aclprofGetOpNameLen(records, size, 9, &length), 100000, "`index` is 9");
    CHECK_REFUSED(aclprofGetOpNameLen(records, size, 0, NULL), 100000, "`opNameLen` is null");
    CHECK_REFUSED(aclprofGetOpType(records, size, 0, NULL, 4), 100000, "`opType` is null");
    CHECK_REFUSED(aclprofGetOpType(records, size, 0, text, 3), 100000, "`opTypeLen` is 3; allowed: 4 or more");
    CHECK_REFUSED(aclprofGetOpType(records, size, 2, text, 4), 100000, "`index` is 2");
    CHECK_REFUSED(aclprofGetOpName(records, size, 0, NULL, 6), 100000, "`opName` is null");
    CHECK_REFUSED(aclprofGetOpName(records, size, 0, text, 0), 100000, "`opNameLen` is 0");
    CHECK_REFUSED((int)aclprofGetOpStart(records, size, 1), 0, "`index` is 1");
    CHECK_REFUSED((int)aclprofGetOpEnd(NULL, size, 0), 0, "`opInfo` is null");
    CHECK_REFUSED((int)aclprofGetOpDuration(records, 5, 0), 0, "`opInfoLen` is 5");
    CHECK_REFUSED((int)aclprofGetModelId(records, size, 1), 0, "`index` is 1");
    CHECK_EQUAL_INT(count, 7);
    CHECK_EQUAL_INT(length, 7);
}

int main(void)
{
    aclrtStream stream;
    uint32_t id;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    stream = new_stream();
    id = subscribe(stream);
    subscribe_told();
    refusals(id);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
