/* Communicators of some ranks of another one, and settings of a communicator. */
#include "fixture.h"

static HcclCommConfig config;
static int32_t *x[RANKS];

static void fill(void)
{
    int r;
    for (r = 0; r < RANKS; r++) {
        x[r][0] = 1 << r;
        x[r][1] = 10 * r;
    }
}

/* Two pairs of one number, then all four in another order. */
static void parts(void)
{
    HcclComm pair[RANKS], turned[RANKS];
    uint32_t low[2] = {0, 2}, high[2] = {3, 1}, back[RANKS] = {3, 2, 1, 0}, number;
    char name[COMM_NAME_MAX_LENGTH], whole[COMM_NAME_MAX_LENGTH], expected[2 * COMM_NAME_MAX_LENGTH];
    uint32_t r;
    for (r = 0; r < RANKS; r++) {
        uint32_t *list = r % 2 ? high : low;
        HcclCommConfigInit(&config);
        CHECK_STATUS(HcclCreateSubCommConfig(&comms[r], 2, list, 5, list[1] == r, &config, &pair[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclGetRankSize(pair[r], &number), HCCL_SUCCESS);
        CHECK_EQUAL_INT(number, 2);
        CHECK_STATUS(HcclGetRankId(pair[r], &number), HCCL_SUCCESS);
        CHECK_EQUAL_INT(number, list[1] == r);
        CHECK_STATUS(HcclGetCommName(comms[r], whole), HCCL_SUCCESS);
        CHECK_STATUS(HcclGetCommName(pair[r], name), HCCL_SUCCESS);
        snprintf(expected, sizeof expected, "%s_sub_5", whole);
        CHECK_EQUAL_STRING(name, expected);
        strcpy(config.hcclCommName, "turned");
        CHECK_STATUS(HcclCreateSubCommConfig(&comms[r], RANKS, back, 6, RANKS - 1 - r, &config, &turned[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclGetCommName(turned[r], name), HCCL_SUCCESS);
        CHECK_EQUAL_STRING(name, "turned");
    }
    /* The parts and the whole, side by side in the same streams. */
    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAllReduce(x[r], x[r], 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, pair[r], streams[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclBroadcast(x[r] + 1, 1, HCCL_DATA_TYPE_INT32, 0, turned[r], streams[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclAllReduce(x[r], x[r] + 2, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MAX, comms[r], streams[r]), HCCL_SUCCESS);
    }
    synchronize();
    for (r = 0; r < RANKS; r++) {
        CHECK_EQUAL_INT(x[r][0], r % 2 ? 2 + 8 : 1 + 4);
        CHECK_EQUAL_INT(x[r][1], 30);
        CHECK_EQUAL_INT(x[r][2], 10);
    }
    for (r = 0; r < RANKS; r++) {
        HcclComm inner = NULL;
        uint32_t one = 0;
        CHECK_REFUSED(HcclCreateSubCommConfig(&pair[r], 1, &one, 1, 0, &config, &inner),
                      r % 2 ? (r == 3 ? HCCL_E_NOT_SUPPORT : HCCL_E_PARA) : (r == 0 ? HCCL_E_NOT_SUPPORT : HCCL_E_PARA),
                      r == 0 || r == 3 ? "cannot be divided again" : "a list without this rank (1)");
        CHECK_STATUS(HcclCommDestroy(pair[r]), HCCL_SUCCESS);
        CHECK_STATUS(HcclCommDestroy(turned[r]), HCCL_SUCCESS);
    }
    /* The whole is still there. */
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclBarrier(comms[r], streams[r]), HCCL_SUCCESS);
    }
    synchronize();
}

static void refusals(void)
{
    HcclComm none = NULL, part = NULL, other = &config;
    uint32_t list[RANKS + 1] = {0, 1, 2, 3, 0}, twice[2] = {0, 0}, beyond[2] = {0, RANKS}, second[2] = {0, 2};
    HcclCommConfig empty;
    memset(&empty, 0, sizeof empty);
    HcclCommConfigInit(&config);
    CHECK_REFUSED(HcclCreateSubCommConfig(NULL, 2, list, 1, 0, &config, &part), HCCL_E_PTR, "`comm` is null");
    CHECK_REFUSED(HcclCreateSubCommConfig(&none, 2, list, 1, 0, &config, &part), HCCL_E_PTR, "`comm` is null");
    CHECK_REFUSED(HcclCreateSubCommConfig(&streams[0], 2, list, 1, 0, &config, &part), HCCL_E_PARA, "expected a live communicator");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, list, 1, 0, &config, NULL), HCCL_E_PTR, "`subComm` is null");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, NULL, 1, 0, &config, &part), HCCL_E_PTR, "`rankIds` is null");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, list, 1, 0, NULL, &part), HCCL_E_PTR, "`config` is null");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, list, 1, 0, &empty, &part), HCCL_E_PARA, "what HcclCommConfigInit has filled");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 0, list, 1, 0, &config, &part), HCCL_E_PARA, "`rankNum` is 0; allowed: 1 to 4");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], RANKS + 1, list, 1, 0, &config, &part), HCCL_E_PARA, "`rankNum` is 5");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, twice, 1, 0, &config, &part), HCCL_E_PARA, "`rankIds` is 0 twice");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, beyond, 1, 0, &config, &part), HCCL_E_PARA, "`rankIds` is 4; allowed: 0 to 3");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[3], 2, list, 1, 0, &config, &part), HCCL_E_PARA, "a list without this rank (3)");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, list, 1, 1, &config, &part), HCCL_E_PARA,
                  "`subCommRankId` is 1; allowed: 0, where `rankIds` has this rank (0)");
    CHECK_TRUE(part == NULL);
    /* A rank that takes no part. */
    CHECK_STATUS(HcclCreateSubCommConfig(&comms[3], 0, NULL, 0xffffffff, 0, NULL, &other), HCCL_SUCCESS);
    CHECK_TRUE(other == NULL);
    /* Lists that differ, and a number that is taken. */
    CHECK_STATUS(HcclCreateSubCommConfig(&comms[0], 2, list, 9, 0, &config, &part), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[0], 2, list, 9, 0, &config, &other), HCCL_E_PARA, "part 9 for the second time");
    CHECK_REFUSED(HcclCreateSubCommConfig(&comms[2], 2, second, 9, 1, &config, &other), HCCL_E_PARA,
                  "the ranks of part 9 differ: ranks 0 and 1, and ranks 0 and 2");
    CHECK_STATUS(HcclCommDestroy(part), HCCL_SUCCESS);
}

static void settings(void)
{
    HcclConfigValue value;
    value.value = 1;
    CHECK_STATUS(HcclSetConfig(HCCL_DETERMINISTIC, value), HCCL_SUCCESS);
    value.value = 7;
    CHECK_STATUS(HcclGetCommConfig(comms[0], HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
    CHECK_EQUAL_INT(value.value, 1);
    value.value = 2;
    CHECK_STATUS(HcclSetCommConfig(comms[0], HCCL_DETERMINISTIC, value), HCCL_SUCCESS);
    value.value = 7;
    CHECK_STATUS(HcclGetCommConfig(comms[0], HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
    CHECK_EQUAL_INT(value.value, 2);
    CHECK_STATUS(HcclGetCommConfig(comms[1], HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
    CHECK_EQUAL_INT(value.value, 1);
    CHECK_REFUSED(HcclSetCommConfig(NULL, HCCL_DETERMINISTIC, value), HCCL_E_PTR, "`comm` is null");
    CHECK_REFUSED(HcclSetCommConfig(comms[0], HCCL_CONFIG_RESERVED, value), HCCL_E_PARA, "`config` is HCCL_CONFIG_RESERVED");
    value.value = 3;
    CHECK_REFUSED(HcclSetCommConfig(comms[0], HCCL_DETERMINISTIC, value), HCCL_E_PARA, "`configValue` is 3; allowed: 0, 1 or 2");
    CHECK_REFUSED(HcclGetCommConfig(comms[0], HCCL_DETERMINISTIC, NULL), HCCL_E_PTR, "`configValue` is null");
    CHECK_REFUSED(HcclGetCommConfig(comms[0], HCCL_CONFIG_RESERVED, &value), HCCL_E_PARA, "`config` is HCCL_CONFIG_RESERVED");
    CHECK_REFUSED(HcclGetCommConfig(streams[0], HCCL_DETERMINISTIC, &value), HCCL_E_PARA, "expected a live communicator");
}

int main(void)
{
    int r;
    begin();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtSetDevice(r), ACL_SUCCESS);
        x[r] = (int32_t *)device_memory(64);
    }
    parts();
    refusals();
    settings();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtFree(x[r]), ACL_SUCCESS);
    }
    return end();
}
