/* What the tests of refusals share: outputs that must stay as they were, and the call that is refused. */
#ifndef HOSTNPU_C_TESTS_ACLNN_MX_REFUSALS_H
#define HOSTNPU_C_TESTS_ACLNN_MX_REFUSALS_H

#include "fixture.h"

#define UNTOUCHED_SIZE 0x1234567890abcdefu
#define UNTOUCHED_EXECUTOR ((aclOpExecutor *)0x1234)

enum { TENSORS = 128, PLACE = 1 << 16, MEMORY = TENSORS * PLACE, POISON = 0x5a };

static uint64_t size;
static aclOpExecutor *executor;
/* All tensors lie here, each in a place of its own: outputs that share memory are refused. */
static void *memory;
static aclTensor *made[TENSORS];
static size_t made_count;

static void open_memory(void)
{
    static unsigned char poison[MEMORY];
    memset(poison, POISON, sizeof poison);
    memory = device_memory(poison, sizeof poison);
}

/* After nothing but refusals: nothing was written. */
static void close_memory(void)
{
    static unsigned char host[MEMORY];
    to_host(host, memory, sizeof host);
    size_t at = 0;
    while (at < sizeof host && host[at] == POISON) {
        at++;
    }
    CHECK_EQUAL_INT(at, sizeof host);
    for (size_t i = 0; i < made_count; i++) {
        CHECK_STATUS(aclDestroyTensor(made[i]), 0);
    }
    CHECK_STATUS(aclrtFree(memory), 0);
}

static aclTensor *keep(aclTensor *tensor_or_null)
{
    CHECK_TRUE(tensor_or_null != NULL && made_count < sizeof made / sizeof *made);
    return made[made_count++] = tensor_or_null;
}

/* make(TYPE, extents...) is a contiguous tensor; strided() has its dimensions in reverse order in memory; formatted() is NCHW. */
#define make(type, ...) make_of(type, ACL_FORMAT_ND, 0, sizeof((int64_t[]){__VA_ARGS__}) / 8, (int64_t[]){__VA_ARGS__})
#define strided(type, ...) make_of(type, ACL_FORMAT_ND, 1, sizeof((int64_t[]){__VA_ARGS__}) / 8, (int64_t[]){__VA_ARGS__})
#define formatted(type, ...) make_of(type, ACL_FORMAT_NCHW, 0, sizeof((int64_t[]){__VA_ARGS__}) / 8, (int64_t[]){__VA_ARGS__})

static aclTensor *make_of(aclDataType type, aclFormat format, int backwards, uint64_t rank, const int64_t *dims)
{
    int64_t strides[16], step = 1;
    for (uint64_t i = 0; i < rank; i++) {
        uint64_t at = backwards ? i : rank - 1 - i;
        strides[at] = step;
        step *= dims[at];
    }
    char *place = (char *)memory + made_count * PLACE;
    return keep(aclCreateTensor(dims, rank, type, strides, 0, format, dims, rank, place));
}

static void start(void)
{
    size = UNTOUCHED_SIZE;
    executor = UNTOUCHED_EXECUTOR;
    (void)message();
}

/* Which call: version and line of the check. */
static void check_refusal(const char *entry_point, int line, aclnnStatus status, aclnnStatus expected, const char *sentence)
{
    const char *text = message();
    int right = status == expected && size == UNTOUCHED_SIZE && executor == UNTOUCHED_EXECUTOR &&
                strstr(text, sentence) != NULL && strstr(text, entry_point) != NULL;
    if (!right) {
        fprintf(stderr, "%s, check in line %d: status %d, not %d, or an output was touched, or \"%s\" does not contain \"%s\"\n",
                entry_point, line, status, expected, text, sentence);
    }
    CHECK_TRUE(right);
}

/* The second phase, which all entry points share: executor, then workspace. */
typedef aclnnStatus (*second_phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

static void second_phase_refuses(second_phase phase, const char *entry_point, aclnnStatus no_executor, aclnnStatus no_workspace)
{
    (void)message();
    CHECK_STATUS(phase(NULL, 0, NULL, stream), no_executor);
    CHECK_MESSAGE_CONTAINS(message(), entry_point);
    CHECK_STATUS(phase(NULL, 0, (aclOpExecutor *)0x1234, stream), no_executor);
    CHECK_MESSAGE_CONTAINS(message(), "`executor`");
    CHECK_STATUS(phase(NULL, 16, executor, stream), no_workspace);
    CHECK_MESSAGE_CONTAINS(message(), "`workspace` is null");
}

#endif
