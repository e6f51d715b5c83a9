/* cnrtCastDataType_V2: every pair of types, each way of rounding, fixed-point parameters, in place; codes and messages. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "fixture.h"

static void refusals(void)
{
    float source[2] = {1, 2};
    int16_t target[2] = {7, 7};
    cnrtQuantizedParam_t param = (cnrtQuantizedParam_t)NO_HANDLE, stale = NULL;
    const int args = cnrtErrorArgsInvalid, handle = cnrtErrorInvalidResourceHandle;
    const cnrtRoundingMode_t rn = cnrtRounding_rn;

    CHECK_REFUSED(cnrtCreateQuantizedParam(NULL, 0, 1, 0), args, "`param` is null");
    CHECK_REFUSED(cnrtCreateQuantizedParam(&param, 0, 0, 0), args, "`scale` is 0; allowed: a finite number other than 0");
    CHECK_REFUSED(cnrtCreateQuantizedParam(&param, 0, NAN, 0), args, "`scale` is NaN");
    CHECK_TRUE(param == (cnrtQuantizedParam_t)NO_HANDLE);
    CHECK_STATUS(cnrtCreateQuantizedParam(&stale, 0, 1, 0), OK);
    CHECK_STATUS(cnrtDestroyQuantizedParam(stale), OK);
    CHECK_REFUSED(cnrtDestroyQuantizedParam(stale), handle, "`param` is a destroyed handle");
    CHECK_REFUSED(cnrtDestroyQuantizedParam(NULL), args, "`param` is null");
    CHECK_REFUSED(cnrtDestroyQuantizedParam((cnrtQuantizedParam_t)NO_HANDLE), handle, "`param` is not a handle");

    CHECK_REFUSED(cnrtCastDataType_V2(NULL, cnrtFloat, target, cnrtShort, 2, NULL, rn), args, "`src` is null");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtFloat, NULL, cnrtShort, 2, NULL, rn), args, "`dst` is null");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtUnknown, target, cnrtShort, 2, NULL, rn), args, "`srcType` is cnrtUnknown");
    CHECK_REFUSED(cnrtCastDataType_V2(source, (cnrtDataType_V2_t)5, target, cnrtShort, 2, NULL, rn), args, "`srcType` is ");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtFloat, target, (cnrtDataType_V2_t)-1, 2, NULL, rn), args, "`dstType` is ");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtFloat, target, cnrtShort, -1, NULL, rn), args, "`count` is -1; allowed: 0");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtFloat, target, cnrtShort, 2, stale, rn), handle, "`param` is a destroyed");
    CHECK_REFUSED(cnrtCastDataType_V2(source, cnrtFloat, target, cnrtShort, 2, NULL, (cnrtRoundingMode_t)6), args, "`rounding` is ");
    CHECK_STATUS(cnrtCastDataType_V2(source, cnrtFloat, target, cnrtShort, 0, NULL, rn), OK);
    CHECK_TRUE(target[0] == 7 && target[1] == 7);
}

/* Numbers that every type has, from each type to each. */
static void every_pair(void)
{
    static const struct {
        cnrtDataType_V2_t type;
        size_t size;
        double largest;
    } types[] = {{cnrtDouble, 8, 100}, {cnrtFloat, 4, 100}, {cnrtHalf, 2, 100},  {cnrtBfloat, 2, 100},   {cnrtUlonglong, 8, 100},
                 {cnrtUint, 4, 100},   {cnrtUshort, 2, 100}, {cnrtUchar, 1, 100}, {cnrtLonglong, 8, 100}, {cnrtInt, 4, 100},
                 {cnrtShort, 2, 100},  {cnrtChar, 1, 100},   {cnrtBoolean, 1, 1}};
    enum { TYPES = sizeof types / sizeof *types };
    const double numbers[4] = {0, 1, 2, 100};
    int from, to, at;
    for (from = 0; from < TYPES; from++) {
        for (to = 0; to < TYPES; to++) {
            unsigned char source[32], target[40];
            double back[4];
            const int last = (int)(4 * types[to].size);
            memset(target, 0x5A, sizeof target);
            CHECK_STATUS(cnrtCastDataType_V2(numbers, cnrtDouble, source, types[from].type, 4, NULL, cnrtRounding_rm), OK);
            CHECK_STATUS(cnrtCastDataType_V2(source, types[from].type, target, types[to].type, 4, NULL, cnrtRounding_rm), OK);
            CHECK_STATUS(cnrtCastDataType_V2(target, types[to].type, back, cnrtDouble, 4, NULL, cnrtRounding_rm), OK);
            for (at = 0; at < 4; at++) {
                CHECK_TRUE(back[at] == fmin(numbers[at], fmin(types[from].largest, types[to].largest)));
            }
            CHECK_EQUAL_INT(target[last], 0x5A);
        }
    }
}

static void roundings(void)
{
    static const struct {
        float x;
        int expected[6]; /* rn, rz, rd, ru, ro, rm */
    } cases[] = {{2.5f, {2, 2, 2, 3, 3, 3}},    {-2.5f, {-2, -2, -3, -2, -3, -2}}, {3.5f, {4, 3, 3, 4, 4, 4}},
                 {0.25f, {0, 0, 0, 1, 1, 0}},   {-0.75f, {-1, 0, -1, 0, -1, -1}},  {7, {7, 7, 7, 7, 7, 7}},
                 {1e30f, {127, 127, 127, 127, 127, 127}}, {-INFINITY, {-128, -128, -128, -128, -128, -128}},
                 {NAN, {0, 0, 0, 0, 0, 0}}};
    size_t row;
    int mode;
    for (row = 0; row < sizeof cases / sizeof *cases; row++) {
        for (mode = 0; mode < 6; mode++) {
            int8_t result = 99;
            CHECK_STATUS(cnrtCastDataType_V2(&cases[row].x, cnrtFloat, &result, cnrtChar, 1, NULL, (cnrtRoundingMode_t)mode), OK);
            CHECK_EQUAL_INT(result, cases[row].expected[mode]);
        }
    }
    /* 2049 lies between two halves, 2048 and 2050; 70000 is above them all. */
    static const uint16_t halves[6][2] = {{0x6800, 0x7c00}, {0x6800, 0x7bff}, {0x6800, 0x7bff},
                                          {0x6801, 0x7c00}, {0x6801, 0x7c00}, {0x6801, 0x7c00}};
    const float between[2] = {2049, 70000};
    for (mode = 0; mode < 6; mode++) {
        uint16_t result[2] = {0, 0};
        CHECK_STATUS(cnrtCastDataType_V2(between, cnrtFloat, result, cnrtHalf, 2, NULL, (cnrtRoundingMode_t)mode), OK);
        CHECK_EQUAL_BITS(result, halves[mode], sizeof result);
    }
    /* Large integers are exact on the way, and saturate at the ends. */
    const uint64_t large[2] = {UINT64_MAX, ((uint64_t)1 << 53) + 1};
    int64_t narrowed[2];
    double doubles[2];
    CHECK_STATUS(cnrtCastDataType_V2(large, cnrtUlonglong, narrowed, cnrtLonglong, 2, NULL, cnrtRounding_rn), OK);
    CHECK_TRUE(narrowed[0] == INT64_MAX && narrowed[1] == ((int64_t)1 << 53) + 1);
    CHECK_STATUS(cnrtCastDataType_V2(large, cnrtUlonglong, doubles, cnrtDouble, 2, NULL, cnrtRounding_ru), OK);
    CHECK_TRUE(doubles[0] == 18446744073709551616.0 && doubles[1] == 9007199254740994.0);
}

static void fixed_point(void)
{
    cnrtQuantizedParam_t param = NULL;
    const float x[4] = {0, 1.5f, -3.25f, 1000};
    int8_t q[4];
    float back[4], plain[4];
    /* One unit is 2^-2 / 0.5 = 0.5; zero is at 10. */
    CHECK_STATUS(cnrtCreateQuantizedParam(&param, -2, 0.5f, 10), OK);
    CHECK_STATUS(cnrtCastDataType_V2(x, cnrtFloat, q, cnrtChar, 4, param, cnrtRounding_rn), OK);
    CHECK_TRUE(q[0] == 10 && q[1] == 13 && q[2] == 4 && q[3] == 127);
    CHECK_STATUS(cnrtCastDataType_V2(q, cnrtChar, back, cnrtFloat, 4, param, cnrtRounding_rn), OK);
    CHECK_TRUE(back[0] == 0 && back[1] == 1.5f && back[2] == -3 && back[3] == 58.5f);
    /* Between two floating-point types there is nothing to scale. */
    CHECK_STATUS(cnrtCastDataType_V2(x, cnrtFloat, plain, cnrtFloat, 4, param, cnrtRounding_rn), OK);
    CHECK_EQUAL_BITS(plain, x, sizeof x);
    CHECK_STATUS(cnrtDestroyQuantizedParam(param), OK);
}

static void in_place(void)
{
    union {
        float floats[100];
        uint16_t halves[100];
        double doubles[100];
    } place;
    int at, wrong = 0;
    for (at = 0; at < 100; at++) {
        place.floats[at] = (float)at;
    }
    CHECK_STATUS(cnrtCastDataType_V2(&place, cnrtFloat, &place, cnrtHalf, 100, NULL, cnrtRounding_rm), OK);
    CHECK_EQUAL_INT(place.halves[99], 0x5630);
    CHECK_STATUS(cnrtCastDataType_V2(&place, cnrtHalf, &place, cnrtDouble, 100, NULL, cnrtRounding_rm), OK);
    for (at = 0; at < 100; at++) {
        wrong += place.doubles[at] != at;
    }
    CHECK_EQUAL_INT(wrong, 0);
}

int main(void)
{
    refusals();
    every_pair();
    roundings();
    fixed_point();
    in_place();
    return check_result();
}
