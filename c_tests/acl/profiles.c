/* What programs ask of the profiler beside operators: descriptions, marks, ranges and steps, with and without a profile. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "acl/acl_prof.h"
#include "driver/ascend_hal.h"
#include "fixture.h"
#include "mspti/mspti.h"
#include "mstx/ms_tools_ext.h"

static char folder[] = "profiles_XXXXXX";

static int creates(uint32_t *devices, uint32_t count)
{
    return aclprofCreateConfig(devices, count, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API) != NULL;
}

static void descriptions(void)
{
    uint32_t devices[2] = {0, 0}, absent = 77;
    char path[5000];
    size_t features = 7;
    void *list = NULL;
    aclprofConfig *config, *other;
    memset(path, 'x', sizeof path);
    CHECK_REFUSED(creates(NULL, 1), 0, "`deviceIdList` is null");
    CHECK_REFUSED(creates(&absent, 1), 0, "`deviceIdList` is 77");
    CHECK_REFUSED(creates(devices, 2), 0, "device 0 twice");
    config = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
    other = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
    CHECK_REFUSED(aclprofStart(config), 100043, "aclprofInit was not called");
    CHECK_REFUSED(aclprofWarmup(config), 100043, "aclprofInit was not called");
    CHECK_STATUS(aclprofGetSupportedFeaturesV2(&features, &list), ACL_SUCCESS);
    CHECK_TRUE(features == 0 && list == NULL);
    CHECK_REFUSED(aclprofGetSupportedFeaturesV2(NULL, &list), 100000, "`featuresSize` is null");
    CHECK_REFUSED(aclprofGetSupportedFeaturesV2(&features, NULL), 100000, "`featuresData` is null");
    list = &list;
    CHECK_REFUSED(aclprofGetSupportedFeaturesV2(&features, &list), 100000, "the address of a null pointer");
    CHECK_REFUSED(aclprofFinalize(), 100043, "aclprofInit was not called");
    CHECK_REFUSED(aclprofInit(NULL, 1), 100000, "`profilerResultPath` is null");
    CHECK_REFUSED(aclprofInit(folder, 0), 100000, "`length` is 0");
    CHECK_REFUSED(aclprofInit(path, 4097), 100000, "`length` is 4097");
    CHECK_REFUSED(aclprofInit("/proc/no/such", 13), 500005, "a folder that can be created and written");
    CHECK_STATUS(aclprofInit(folder, strlen(folder)), ACL_SUCCESS);
    CHECK_REFUSED(aclprofInit(folder, strlen(folder)), 100042, "profiling is set up already");
    CHECK_REFUSED(aclprofStop(config), 100043, "aclprofStart was not called with this description");
    CHECK_STATUS(aclprofWarmup(config), ACL_SUCCESS);
    CHECK_STATUS(aclprofStart(config), ACL_SUCCESS);
    CHECK_REFUSED(aclprofWarmup(config), 100042, "device 0 is recorded by another description");
    CHECK_REFUSED(aclprofWarmup(NULL), 100000, "`profilerConfig` is null");
    CHECK_REFUSED(aclprofStart(other), 100042, "device 0 is recorded by another description");
    CHECK_REFUSED(aclprofStart(NULL), 100000, "`profilerConfig` is null");
    CHECK_REFUSED(aclprofStop(NULL), 100000, "`profilerConfig` is null");
    CHECK_STATUS(aclprofStop(config), ACL_SUCCESS);
    CHECK_STATUS(aclprofDestroyConfig(other), ACL_SUCCESS);
    CHECK_REFUSED(aclprofDestroyConfig(other), 107017, "`profilerConfig`");
    CHECK_REFUSED(aclprofDestroyConfig(NULL), 100000, "`profilerConfig` is null");
    CHECK_REFUSED(aclprofStart(other), 107017, "`profilerConfig`");
    CHECK_STATUS(aclprofDestroyConfig(config), ACL_SUCCESS);
    CHECK_STATUS(aclprofSetConfig(ACL_PROF_HOST_SYS, "cpu", 3), ACL_SUCCESS);
    CHECK_REFUSED(aclprofSetConfig(ACL_PROF_HOST_SYS, NULL, 3), 100000, "`config` is null");
    CHECK_REFUSED(aclprofSetConfig((aclprofConfigType)99, "cpu", 3), 100000, "`configType` is aclprofConfigType(99)");
    CHECK_REFUSED(aclprofSetConfig(ACL_PROF_ARGS_MAX, "cpu", 3), 100000, "between its bounds");
    CHECK_REFUSED(aclprofSetConfig(ACL_PROF_HOST_SYS, "", 0), 100000, "`configLength` is 0");
    CHECK_REFUSED(aclprofSetConfig(ACL_PROF_HOST_SYS, path, 257), 100000, "`configLength` is 257");
}

/* Marks and ranges of aclprof. */
static void stamps(aclrtStream stream)
{
    void *stamp = aclprofCreateStamp();
    aclprofStepInfo *step = aclprofCreateStepInfo();
    uint32_t range = 0;
    char text[200];
    memset(text, 'x', sizeof text);
    CHECK_TRUE(stamp != NULL && step != NULL);
    CHECK_STATUS(aclprofSetStampTraceMessage(stamp, text, 127), ACL_SUCCESS);
    CHECK_REFUSED(aclprofSetStampTraceMessage(stamp, text, 128), 100000, "`msgLen` is 128");
    CHECK_REFUSED(aclprofSetStampTraceMessage(stamp, text, 0), 100000, "`msgLen` is 0");
    CHECK_REFUSED(aclprofSetStampTraceMessage(stamp, NULL, 1), 100000, "`msg` is null");
    CHECK_REFUSED(aclprofSetStampTraceMessage(NULL, text, 1), 100000, "`stamp` is null");
    CHECK_STATUS(aclprofSetStampTraceMessage(stamp, "stamp", 5), ACL_SUCCESS);
    CHECK_STATUS(aclprofMark(stamp), ACL_SUCCESS);
    CHECK_REFUSED(aclprofMark(NULL), 100000, "`stamp` is null");
    CHECK_REFUSED(aclprofMark(step), 107000, "another object of profiles");
    CHECK_STATUS(aclprofMarkEx("ex", 2, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclprofMarkEx(NULL, 2, stream), 100000, "`msg` is null");
    CHECK_REFUSED(aclprofMarkEx(text, 128, stream), 100000, "`msgLen` is 128");
    CHECK_STATUS(aclprofPush(stamp), ACL_SUCCESS);
    CHECK_REFUSED(aclprofPush(NULL), 100000, "`stamp` is null");
    CHECK_STATUS(aclprofPop(), ACL_SUCCESS);
    CHECK_REFUSED(aclprofPop(), 100043, "this thread has begun no range");
    CHECK_STATUS(aclprofRangeStart(stamp, &range), ACL_SUCCESS);
    CHECK_TRUE(range != 0);
    CHECK_REFUSED(aclprofRangeStart(stamp, NULL), 100000, "`rangeId` is null");
    CHECK_REFUSED(aclprofRangeStart(NULL, &range), 100000, "`stamp` is null");
    CHECK_STATUS(aclprofRangeStop(range), ACL_SUCCESS);
    CHECK_REFUSED(aclprofRangeStop(range), 100000, "a range that has begun and not ended");
    CHECK_STATUS(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_SUCCESS);
    CHECK_STATUS(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), 100043, "the step has not begun");
    CHECK_REFUSED(aclprofGetStepTimestamp(step, (aclprofStepTag)5, stream), 100000, "`tag` is aclprofStepTag(5)");
    CHECK_REFUSED(aclprofGetStepTimestamp(NULL, ACL_STEP_START, stream), 100000, "`stepInfo` is null");
    CHECK_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_START, step), 107017, "`stream`");
    aclprofDestroyStamp(stamp);
    CHECK_REFUSED(aclprofMark(stamp), 107017, "`stamp`");
    aclprofDestroyStepInfo(step);
    CHECK_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), 107017, "`stepInfo`");
}

/* Says that the last call was refused with these words: marks have no status. */
static void was_refused(const char *text)
{
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), text);
}

static void marks(aclrtStream stream)
{
    mstxDomainHandle_t domain = mstxDomainCreateA("domain");
    mstxRangeId range, within;
    uint64_t tool = 0;
    CHECK_TRUE(domain != NULL);
    mstxMarkA("mark", stream);
    range = mstxRangeStartA("range", stream);
    within = mstxDomainRangeStartA(domain, "within", stream);
    CHECK_TRUE(range != 0 && within != 0 && range != within);
    mstxDomainMarkA(domain, "mark", stream);
    mstxDomainRangeEnd(domain, within);
    mstxRangeEnd(range);
    mstxGetToolId(&tool);
    CHECK_TRUE(tool != 0);
    (void)aclGetRecentErrMsg();
    mstxMarkA(NULL, stream);
    was_refused("mstxMarkA: `message` is null");
    CHECK_EQUAL_INT(mstxRangeStartA(NULL, stream), 0);
    was_refused("mstxRangeStartA: `message` is null");
    CHECK_TRUE(mstxDomainCreateA(NULL) == NULL);
    was_refused("mstxDomainCreateA: `message` is null");
    CHECK_EQUAL_INT(mstxDomainRangeStartA(domain, NULL, stream), 0);
    was_refused("mstxDomainRangeStartA: `message` is null");
    mstxDomainDestroy(domain);
    mstxDomainMarkA(domain, "late", stream);
    was_refused("mstxDomainMarkA: `domain`");
    CHECK_EQUAL_INT(mstxDomainRangeStartA(domain, "late", stream), 0);
    was_refused("mstxDomainRangeStartA: `domain`");
    mstxDomainDestroy(domain);
    was_refused("mstxDomainDestroy: `domain`");
    mstxGetToolId(NULL);
    was_refused("mstxGetToolId: `id` is null");
    /* Numbers that are none's are ignored. */
    mstxRangeEnd(range);
    mstxDomainRangeEnd(domain, within);
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
}

static void activities(void)
{
    int version = 0;
    msptiSubscriberHandle subscriber = NULL, other = NULL;
    msptiActivity *record = NULL;
    uint8_t buffer[8];
    CHECK_EQUAL_INT(msptiSubscribe(&subscriber, NULL, NULL), 0);
    CHECK_TRUE(subscriber != NULL);
    CHECK_REFUSED(msptiSubscribe(&other, NULL, NULL), 2, "there is a subscriber already");
    CHECK_REFUSED(msptiSubscribe(NULL, NULL, NULL), 1, "`subscriber` is null");
    CHECK_REFUSED(msptiUnsubscribe(NULL), 1, "`subscriber` is null");
    CHECK_EQUAL_INT(msptiUnsubscribe(subscriber), 0);
    CHECK_REFUSED(msptiUnsubscribe(subscriber), 1, "`subscriber` is no subscriber");
    CHECK_EQUAL_INT(msptiActivityGetNextRecord(buffer, sizeof buffer, &record), 3);
    CHECK_EQUAL_INT(msptiActivityEnable(8), 0);
    CHECK_TRUE(msptiActivityIsEnabled(8));
    CHECK_EQUAL_INT(msptiActivityDisable(8), 0);
    CHECK_TRUE(!msptiActivityIsEnabled(8));
    CHECK_REFUSED(msptiActivityEnable(0), 1, "`kind` is 0; allowed: 1 to 63");
    CHECK_REFUSED(msptiActivityDisable(64), 1, "`kind` is 64; allowed: 1 to 63");
    CHECK_EQUAL_INT(msptiActivityFlushAll(1), 0);
    CHECK_EQUAL_INT(halGetAPIVersion(&version), 0);
    CHECK_EQUAL_INT(version, 0x072318);
    CHECK_EQUAL_INT(halGetAPIVersion(NULL), 3);
}

/* A file stands where the folder of profiles was. */
static void cannot_be_written(void)
{
    static char lost[] = "lost_XXXXXX";
    uint32_t device = 0;
    aclprofConfig *config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
    FILE *file;
    CHECK_TRUE(mkdtemp(lost) != NULL);
    CHECK_STATUS(aclprofInit(lost, strlen(lost)), ACL_SUCCESS);
    CHECK_EQUAL_INT(rmdir(lost), 0);
    file = fopen(lost, "w");
    CHECK_TRUE(file != NULL);
    fclose(file);
    CHECK_STATUS(aclprofStart(config), ACL_SUCCESS);
    CHECK_REFUSED(aclprofStop(config), 500005, "the profile cannot be written");
    CHECK_STATUS(aclprofStart(config), ACL_SUCCESS);
    CHECK_REFUSED(aclprofFinalize(), 500005, "the profile cannot be written");
    CHECK_STATUS(aclprofDestroyConfig(config), ACL_SUCCESS);
    CHECK_EQUAL_INT(remove(lost), 0);
}

int main(void)
{
    aclrtStream stream = NULL;
    char command[64];
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_TRUE(mkdtemp(folder) != NULL);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    stamps(stream);
    marks(stream);
    descriptions();
    /* The same while a profile is taken. */
    stamps(stream);
    marks(stream);
    activities();
    CHECK_STATUS(aclprofFinalize(), ACL_SUCCESS);
    cannot_be_written();
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQUAL_INT(system(command), 0);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
