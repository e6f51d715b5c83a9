/* Memory that is freed wrongly, used after its end, passed, or of the wrong side. */
#include "fixture.h"

/* freed_twice: HN-DOUBLE-FREE */
static void freed_twice(void)
{
    void *x = NULL;
    CHECK_STATUS(aclrtMalloc(&x, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS); // @made
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);                                       // @freed
    CHECK_TRUE(aclrtFree(x) != ACL_SUCCESS);                                       // @again
}

/* freed_inside: HN-FREE-INTERIOR */
static void freed_inside(void)
{
    char *x = memory(BYTES);
    CHECK_TRUE(aclrtFree(x + 64) != ACL_SUCCESS); // @freed
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* freed_as_the_other_kind: HN-FREE-WRONG-KIND HN-FREE-WRONG-KIND */
static void freed_as_the_other_kind(void)
{
    void *host = NULL, *device = memory(BYTES);
    CHECK_STATUS(aclrtMallocHost(&host, BYTES), ACL_SUCCESS);
    CHECK_TRUE(aclrtFree(host) != ACL_SUCCESS);       // @freed
    CHECK_TRUE(aclrtFreeHost(device) != ACL_SUCCESS); // @freed
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
}

/* freed_from_malloc: HN-FREE-WRONG-KIND */
static void freed_from_malloc(void)
{
    void *host = malloc(8);
    CHECK_TRUE(aclrtFree(host) != ACL_SUCCESS); // @freed
    free(host);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"freed_twice", freed_twice},
        {"freed_inside", freed_inside},
        {"freed_as_the_other_kind", freed_as_the_other_kind},
        {"freed_from_malloc", freed_from_malloc},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
