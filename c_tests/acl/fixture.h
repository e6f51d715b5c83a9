/* What the tests of the AscendCL runtime share. */
#ifndef HOSTNPU_C_TESTS_ACL_FIXTURE_H
#define HOSTNPU_C_TESTS_ACL_FIXTURE_H

#include <stdint.h>

#include "acl/acl.h"
#include "check.h"
#include "refused.h"

/* What no call writes by chance. */
#define UNTOUCHED_32 0x5A5A5A5A
#define UNTOUCHED_64 0x5A5A5A5A5A5A5A5A

/* A pointer that is no handle: an address of the program. */
CHECK_UNUSED static int no_handle_target;
#define NO_HANDLE ((void *)&no_handle_target)

/* A word of device memory that holds 0. */
CHECK_UNUSED static uint64_t *device_word(void)
{
    void *word = NULL;
    REQUIRE_STATUS(aclrtMalloc(&word, sizeof(uint64_t), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(word, sizeof(uint64_t), 0, sizeof(uint64_t)), ACL_SUCCESS);
    return (uint64_t *)word;
}

/* Lets a stream wait until `open` is called for the word. */
CHECK_UNUSED static void hold(uint64_t *word, aclrtStream stream)
{
    REQUIRE_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
}

CHECK_UNUSED static void open_word(uint64_t *word)
{
    uint64_t one = 1;
    REQUIRE_STATUS(aclrtMemcpy(word, sizeof one, &one, sizeof one, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

CHECK_UNUSED static uint64_t read_word(const void *word)
{
    uint64_t value = 0;
    REQUIRE_STATUS(aclrtMemcpy(&value, sizeof value, word, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return value;
}

#endif
