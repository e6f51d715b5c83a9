/* What the tests of collective operations share: four ranks in one thread. */
#ifndef HOSTNPU_C_TESTS_HCCL_FIXTURE_H
#define HOSTNPU_C_TESTS_HCCL_FIXTURE_H

#include <stdint.h>

#include "acl/acl.h"
#include "check.h"
#include "hccl/hccl.h"
#include "refused.h"

#define RANKS 4

static HcclComm comms[RANKS];
static aclrtStream streams[RANKS];

CHECK_UNUSED static void begin(void)
{
    int32_t devices[RANKS];
    int32_t i;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    for (i = 0; i < RANKS; i++) {
        devices[i] = i;
        REQUIRE_STATUS(aclrtSetDevice(i), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&streams[i]), ACL_SUCCESS);
    }
    REQUIRE_STATUS(HcclCommInitAll(RANKS, devices, comms), HCCL_SUCCESS);
}

CHECK_UNUSED static int end(void)
{
    int32_t i;
    for (i = 0; i < RANKS; i++) {
        CHECK_STATUS(HcclCommDestroy(comms[i]), HCCL_SUCCESS);
        CHECK_STATUS(aclrtSetDevice(i), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyStream(streams[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtResetDevice(i), ACL_SUCCESS);
    }
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}

CHECK_UNUSED static void synchronize(void)
{
    int i;
    for (i = 0; i < RANKS; i++) {
        CHECK_STATUS(aclrtSynchronizeStream(streams[i]), ACL_SUCCESS);
    }
}

/* Memory of the device that is current. */
CHECK_UNUSED static void *device_memory(size_t bytes)
{
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return memory;
}

#endif
