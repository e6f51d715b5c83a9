/* Tasks of random numbers: every kind and type, numbers that are read when the task runs, and every refusal. */
#include <pthread.h>

#include "fixture.h"

enum { COUNT = 4096, BYTES = 8 * COUNT };

static aclrtStream stream;
static void *result, *counter, *number;

static aclrtRandomParaInfo value(const void *bytes, size_t size)
{
    aclrtRandomParaInfo info;
    memset(&info, 0, sizeof info);
    memcpy(info.valueOrAddr, bytes, size);
    info.size = (uint8_t)size;
    return info;
}

static aclrtRandomParaInfo at(void *address)
{
    aclrtRandomParaInfo info = value(&address, sizeof address);
    info.isAddr = 1;
    return info;
}

static aclrtRandomNumTaskInfo task(aclDataType type, aclrtRandomNumFuncType function, const void *first, const void *second, size_t size)
{
    const uint64_t seed = 7, count = COUNT;
    aclrtRandomNumTaskInfo info;
    memset(&info, 0, sizeof info);
    info.dataType = type;
    info.randomNumFuncParaInfo.funcType = function;
    info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.min = value(first, size);
    info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.max = value(second, size);
    info.randomResultAddr = result;
    info.randomCounterAddr = counter;
    info.randomSeed = value(&seed, 8);
    info.randomNum = value(&count, 8);
    return info;
}

#define UNIFORM ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS
#define NORMAL ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS
#define TRUNCATED ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS
#define MASK ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK

static void run(aclrtRandomNumTaskInfo info, void *host, size_t bytes)
{
    REQUIRE_STATUS(aclrtMemset(result, BYTES, 0xA5, BYTES), ACL_SUCCESS);
    CHECK_STATUS(aclrtRandomNumAsync(&info, stream, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(host, bytes, result, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
}

/* Integers from `low` up to `high` are all there, about alike, and nothing else; behind them nothing is written. */
#define INTEGERS(type, TYPE, low, high)                                                                     \
    do {                                                                                                    \
        static type host[BYTES / sizeof(type)];                                                             \
        const type first = (type)(low), last = (type)(high);                                                \
        size_t i, seen[8] = {0};                                                                            \
        run(task(TYPE, UNIFORM, &first, &last, sizeof(type)), host, BYTES);                                 \
        for (i = 0; i < COUNT; i++) {                                                                       \
            type above = (type)(host[i] - first);                                                           \
            CHECK_TRUE(above < (type)(last - first));                                                       \
            seen[above % 8]++;                                                                              \
        }                                                                                                   \
        for (i = 0; i < (size_t)(type)(last - first); i++) {                                                \
            CHECK_TRUE(seen[i] > COUNT / 5 - 200 && seen[i] < COUNT / 5 + 200);                             \
        }                                                                                                   \
        CHECK_TRUE(sizeof(type) == 8 || ((unsigned char *)host)[COUNT * sizeof(type)] == 0xA5);             \
    } while (0)

static void integers(void)
{
    INTEGERS(int32_t, ACL_INT32, -2, 3);
    INTEGERS(int64_t, ACL_INT64, -2, 3);
    INTEGERS(uint32_t, ACL_UINT32, 0xFFFFFFF0u, 0xFFFFFFF5u);
    INTEGERS(uint64_t, ACL_UINT64, 0xFFFFFFFFFFFFFFF0u, 0xFFFFFFFFFFFFFFF5u);
}

static void moments(const float *values, double mean, double deviation)
{
    double sum = 0, squares = 0;
    size_t i;
    for (i = 0; i < COUNT; i++) {
        sum += values[i];
        squares += (values[i] - mean) * (values[i] - mean);
    }
    /* Four standard errors. */
    CHECK_TRUE(sum / COUNT > mean - deviation / 16 && sum / COUNT < mean + deviation / 16);
    CHECK_TRUE(squares / COUNT > 0.88 * deviation * deviation && squares / COUNT < 1.12 * deviation * deviation);
}

static void widen(const uint16_t *narrow, float *wide, int is_bf16)
{
    size_t i;
    for (i = 0; i < COUNT; i++) {
        uint32_t bits = (uint32_t)narrow[i] << 16;
        if (is_bf16) {
            memcpy(&wide[i], &bits, 4);
        } else {
            wide[i] = aclFloat16ToFloat(narrow[i]);
        }
    }
}

static void floats(void)
{
    static float host[COUNT], again[COUNT];
    static uint16_t narrow[COUNT];
    const float one = 1, three = 3, two = 2;
    const uint16_t half_three = 0x4200, half_two = 0x4000, bf16_three = 0x4040, bf16_two = 0x4000;
    size_t i;
    run(task(ACL_FLOAT, UNIFORM, &one, &three, 4), host, sizeof host);
    for (i = 0; i < COUNT; i++) {
        CHECK_TRUE(host[i] >= 1 && host[i] < 3);
    }
    moments(host, 2, 0.57735);
    run(task(ACL_FLOAT, NORMAL, &three, &two, 4), host, sizeof host);
    moments(host, 3, 2);
    run(task(ACL_FLOAT, NORMAL, &three, &two, 4), again, sizeof again);
    CHECK_EQUAL_BITS(again, host, sizeof host);
    run(task(ACL_FLOAT, TRUNCATED, &three, &two, 4), host, sizeof host);
    for (i = 0; i < COUNT; i++) {
        CHECK_TRUE(host[i] >= -1 && host[i] <= 7);
    }
    moments(host, 3, 2 * 0.8796);
    run(task(ACL_FLOAT16, NORMAL, &half_three, &half_two, 2), narrow, sizeof narrow);
    widen(narrow, host, 0);
    moments(host, 3, 2);
    run(task(ACL_BF16, TRUNCATED, &bf16_three, &bf16_two, 2), narrow, sizeof narrow);
    widen(narrow, host, 1);
    moments(host, 3, 2 * 0.8796);
    run(task(ACL_BF16, UNIFORM, &bf16_two, &bf16_three, 2), narrow, sizeof narrow);
    widen(narrow, host, 1);
    moments(host, 2.5, 0.288675);
    /* Another counter, another sequence. */
    REQUIRE_STATUS(aclrtMemset(counter, 16, 1, 16), ACL_SUCCESS);
    run(task(ACL_FLOAT, NORMAL, &three, &two, 4), host, sizeof host);
    CHECK_TRUE(memcmp(host, again, sizeof host) != 0);
    REQUIRE_STATUS(aclrtMemset(counter, 16, 0, 16), ACL_SUCCESS);
}

static void masks(void)
{
    static unsigned char host[COUNT / 8 + 1];
    const float share = 0.25f, all = 1, none = 0;
    size_t i, ones = 0;
    int bit;
    run(task(ACL_FLOAT, MASK, &share, &none, 4), host, sizeof host);
    for (i = 0; i < COUNT / 8; i++) {
        for (bit = 0; bit < 8; bit++) {
            ones += host[i] >> bit & 1;
        }
    }
    CHECK_TRUE(ones > 0.72 * COUNT && ones < 0.78 * COUNT);
    CHECK_EQUAL_INT(host[COUNT / 8], 0xA5);
    run(task(ACL_FLOAT, MASK, &all, &none, 4), host, 1);
    CHECK_EQUAL_INT(host[0], 0);
    run(task(ACL_FLOAT, MASK, &none, &none, 4), host, 1);
    CHECK_EQUAL_INT(host[0], 0xFF);
}

/* Numbers that are read when the task runs: also in a model instance. */
static void addresses(void)
{
    static float host[COUNT], expected[COUNT];
    const float three = 3, two = 2, minus = -5;
    const uint64_t seed = 7, count = COUNT, many = BYTES;
    char *place = (char *)number;
    aclrtRandomNumTaskInfo info = task(ACL_FLOAT, NORMAL, &three, &two, 4);
    run(info, expected, sizeof expected);
    REQUIRE_STATUS(aclrtMemcpy(place, 4, &three, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(place + 8, 8, &seed, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(place + 16, 8, &count, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    info.randomNumFuncParaInfo.paramInfo.normalDisInfo.mean = at(place);
    info.randomSeed = at(place + 8);
    info.randomNum = at(place + 16);
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclrtRandomNumAsync(&info, stream, NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(host, sizeof host, result, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_BITS(host, expected, sizeof host);
    REQUIRE_STATUS(aclrtMemcpy(place, 4, &minus, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(host, sizeof host, result, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    moments(host, -5, 2);
    /* More than there is room for is found out when the task runs. */
    REQUIRE_STATUS(aclrtMemcpy(place + 16, 8, &many, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507015, "`randomResultAddr` extends to byte");
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

static void refused(aclrtRandomNumTaskInfo info, aclError code, const char *text)
{
    CHECK_REFUSED(aclrtRandomNumAsync(&info, stream, NULL), code, text);
}

static aclrtRandomNumTaskInfo whole;

/* Of a thread that has chosen no device. */
static void *without_context(void *argument)
{
    CHECK_REFUSED(aclrtRandomNumAsync(&whole, NULL, NULL), 107002, ": ");
    return argument;
}

static void refusals(void)
{
    const float one = 1, two = 2, many = 1.5f;
    const double wide = 1;
    const int32_t low = 4, high = 4;
    const uint64_t too_many = COUNT + 1;
    const aclrtRandomNumTaskInfo right = task(ACL_FLOAT, UNIFORM, &one, &two, 4);
    aclrtRandomNumTaskInfo wrong = right;
    aclrtContext own = NULL, other = NULL;
    aclrtStream foreign = NULL;
    pthread_t thread;
    CHECK_REFUSED(aclrtRandomNumAsync(NULL, stream, NULL), 100000, "`taskInfo` is null");
    CHECK_REFUSED(aclrtRandomNumAsync(&right, stream, result), 107000, "`reserve` is not null");
    refused(task(ACL_DOUBLE, UNIFORM, &one, &two, 4), 100000, "`dataType` is ACL_DOUBLE");
    refused(task(ACL_INT32, NORMAL, &low, &high, 4), 107000, "`dataType` is ACL_INT32");
    refused(task(ACL_FLOAT, (aclrtRandomNumFuncType)4, &one, &two, 4), 107000, "`funcType` is aclrtRandomNumFuncType(4)");
    refused(task(ACL_FLOAT, UNIFORM, &wide, &wide, 8), 107000, "`min` is of 8 bytes; allowed: of 1 to 4 bytes");
    refused(task(ACL_INT32, UNIFORM, &low, &high, 4), 107000, "`max` is 4, with a `min` of 4");
    refused(task(ACL_FLOAT, MASK, &many, &one, 4), 107000, "`dropoutRation` is 1.5");
    wrong.randomCounterAddr = NULL;
    refused(wrong, 107000, "`randomCounterAddr` is null");
    wrong = right;
    wrong.randomResultAddr = NULL;
    refused(wrong, 107000, "`randomResultAddr` is null");
    wrong.randomResultAddr = (char *)result + 2;
    refused(wrong, 107008, "a multiple of 4");
    wrong.randomResultAddr = (char *)result + BYTES - 8;
    refused(wrong, 107000, "`randomResultAddr` extends to byte");
    wrong = task(ACL_INT64, UNIFORM, &one, &two, 4);
    wrong.randomNum = value(&too_many, 8);
    refused(wrong, 107000, "`randomResultAddr` extends to byte");
    wrong = right;
    wrong.randomSeed.size = 0;
    refused(wrong, 107000, "`randomSeed` is of 0 bytes");
    wrong.randomSeed.size = 9;
    refused(wrong, 107000, "`randomSeed` is of 9 bytes");
    wrong = right;
    wrong.randomNum.isAddr = 2;
    refused(wrong, 107000, "`randomNum` is with `isAddr` 2");
    wrong.randomNum = at(NULL);
    refused(wrong, 100000, "`randomNum` is null");
    CHECK_REFUSED(aclrtRandomNumAsync(&right, counter, NULL), 107017, "not a handle");
    CHECK_STATUS(aclrtGetCurrentContext(&own), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateContext(&other, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&foreign), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetCurrentContext(own), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRandomNumAsync(&right, foreign, NULL), 107003, ": ");
    CHECK_STATUS(aclrtDestroyContext(other), ACL_SUCCESS);
    whole = right;
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, without_context, NULL), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&result, BYTES, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&counter, 16, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&number, 24, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(counter, 16, 0, 16), ACL_SUCCESS);
    integers();
    floats();
    masks();
    addresses();
    refusals();
    CHECK_STATUS(aclrtFree(number), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(counter), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(result), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
