/* Nothing is left of contexts, streams and events that are gone (reliability review, A 10). */
#define _POSIX_C_SOURCE 200809L
#include "reliability.h"

enum { ROUNDS = 1000000, MOST_KIB = 4096 };

/* Kibibytes of memory in use. */
static long resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK_TRUE(file != NULL && fscanf(file, "%*s %ld", &pages) == 1);
    if (file != NULL) {
        fclose(file);
    }
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void round_trip(void)
{
    aclrtContext context = NULL;
    REQUIRE_STATUS(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtDestroyContext(context), ACL_SUCCESS);
}

int main(void)
{
    long before;
    int round;
    for (round = 0; round < ROUNDS / 10; round++) {
        round_trip();
    }
    before = resident();
    for (round = 0; round < ROUNDS; round++) {
        round_trip();
    }
    CHECK_TRUE(resident() - before < MOST_KIB);
    return check_result();
}
