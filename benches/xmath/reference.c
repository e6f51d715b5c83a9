/* The 17 functions of the 32-bit scalar page in straightforward C: the same steps as `crates/kernels/src/fixed`, one after another, nothing
 * clever. The bench beside it compiles this with -O2 and compares it with the library: same results, time per call. */
#include <math.h>
#include <stdint.h>

typedef struct {
    int32_t mant;
    int exp;
} number;

static int headroom(int32_t x)
{
    uint32_t digits = (uint32_t)(x ^ (x >> 31));
    return digits == 0 ? 31 : __builtin_clz(digits) - 1;
}

static int32_t saturate(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < -INT32_MAX ? -INT32_MAX : (int32_t)x;
}

static int64_t round_shift(int64_t x, int bits)
{
    return bits == 0 ? x : (x + ((int64_t)1 << (bits - 1))) >> bits;
}

static int32_t mul30(int32_t x, int32_t y)
{
    return saturate(round_shift((int64_t)x * y, 30));
}

static int32_t mul_floor(int32_t x, int32_t y, int bits)
{
    return (int32_t)(((int64_t)x * y) >> bits);
}

static int32_t negate(int32_t x)
{
    return (int32_t)(0u - (uint32_t)x);
}

/* To the right floored, to the left saturated. */
static int32_t shift(int32_t x, int bits)
{
    if (bits >= 32) {
        return x < 0 ? -1 : 0;
    }
    if (bits <= -32) {
        return x == 0 ? 0 : x < 0 ? -INT32_MAX : INT32_MAX;
    }
    return bits < 0 ? saturate((int64_t)((uint64_t)(int64_t)x << -bits)) : saturate(x >> bits);
}

float s32_to_f32(int32_t mantissa, int exp)
{
    return ldexpf((float)mantissa, exp);
}

int16_t s32_to_s16(int *a_exp, int32_t b, int b_exp)
{
    int shr = 16 - headroom(b);
    if (shr < 0) {
        shr = 0;
    }
    *a_exp = b_exp + shr;
    return (int16_t)(b >> shr);
}

int32_t s32_sqrt(int *a_exp, int32_t b, int b_exp, unsigned depth)
{
    int room = headroom(b), exp = b_exp - room - 31;
    int odd = exp & 1;
    *a_exp = (exp + odd) >> 1;
    if (b <= 0) {
        return 0;
    }
    uint64_t radicand = ((uint64_t)(uint32_t)b << room << 31) >> odd;
    uint64_t root = (uint64_t)sqrt((double)radicand);
    if (root * root > radicand) {
        root--;
    }
    if (depth > 31) {
        depth = 31;
    }
    return (int32_t)(root >> (31 - depth) << (31 - depth));
}

int32_t s32_inverse(int *a_exp, int32_t b)
{
    int n = 60 - headroom(b);
    *a_exp = -n;
    return b == 0 ? INT32_MAX : (int32_t)(((int64_t)1 << n) / b);
}

int32_t s32_mul(int *a_exp, int32_t b, int32_t c, int b_exp, int c_exp)
{
    int hb = headroom(b), hc = headroom(c), total = hb + hc, sb, sc;
    if (total == 0) {
        sb = sc = 1;
    } else if (total == 1) {
        sb = hb == 0;
        sc = hc == 0;
    } else if (hb == 0) {
        sb = 0;
        sc = 2 - total;
    } else if (hc == 0) {
        sb = 2 - total;
        sc = 0;
    } else {
        sb = 1 - hb;
        sc = 1 - hc;
    }
    *a_exp = b_exp + c_exp + sb + sc + 30;
    return mul30(shift(b, sb), shift(c, sc));
}

#define TWO_OVER_PI 0x517CC1B7

int32_t radians_to_sbrads(int32_t theta)
{
    int32_t turns = mul_floor(TWO_OVER_PI, theta, 25);
    unsigned quadrant = (uint32_t)turns >> 30;
    int32_t folded = (int32_t)((uint32_t)turns << 1);
    return quadrant == 1 || quadrant == 2 ? negate(folded) : folded;
}

int32_t sbrad_sin(int32_t theta)
{
    static const int32_t coefficients[6] = {0x6487ED51, -0x52AEF399, 0x519AF19D, -0x4CB4B33A, 0x541E0D21, -0x78C1D3F8};
    static const int shifts[6] = {1, 2, 5, 9, 14, 20};
    int32_t t = theta < 0 ? negate(theta) : theta;
    int32_t square = mul_floor(t, t, 31), power = t;
    uint32_t sum = 0;
    for (int k = 0; k < 6; k++) {
        sum += (uint32_t)saturate(round_shift(round_shift((int64_t)power * coefficients[k], 30), shifts[k]));
        power = mul_floor(power, square, 31);
    }
    return theta < 0 ? negate((int32_t)sum) : (int32_t)sum;
}

int32_t sbrad_tan(int32_t theta)
{
    static const int32_t coefficients[8] = {0x6487ED51, 0x52AEF398, 0x519AF19D, 0x517FFE6D, 0x517D1CB8, 0x517CCBC9, 0x517CC2D5, 0x6B6CB9BD};
    int32_t t = theta < 0 ? negate(theta) : theta;
    int32_t square = mul_floor(t, t, 30), power = t;
    uint32_t sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += (uint32_t)saturate(round_shift(round_shift((int64_t)power * coefficients[k], 30), 2 * k + 1));
        power = mul_floor(power, square, 30);
    }
    return theta < 0 ? negate((int32_t)sum) : (int32_t)sum;
}

int32_t q24_sin(int32_t theta)
{
    return sbrad_sin(radians_to_sbrads(theta));
}

int32_t q24_cos(int32_t theta)
{
    return q24_sin(theta >= 0 ? theta - 79060768 : theta + 26353589);
}

number q24_tan(int32_t theta)
{
    int32_t angle = mul_floor(TWO_OVER_PI, theta, 24);
    int inverted = angle > 1 << 30 || angle < -(1 << 30);
    if (inverted) {
        angle = (int32_t)(0x80000000u - (uint32_t)angle);
    }
    number result = {sbrad_tan(angle), -30};
    if (inverted) {
        result.mant = s32_inverse(&result.exp, result.mant);
        result.exp += 30;
    }
    return result;
}

int32_t q30_exp_small(int32_t x)
{
    static const int32_t coefficients[9] = {0x40000000, 0x20000000, 0x0AAAAAAB, 0x02AAAAAB, 0x00888889,
                                            0x0016C16C, 0x00034034, 0x00006807, 0x00000B8F};
    int32_t power = 1 << 30;
    int64_t sum = (int64_t)1 << 60;
    for (int k = 0; k < 9; k++) {
        power = mul_floor(power, x, 30);
        sum += (int64_t)coefficients[k] * power;
    }
    return (int32_t)(sum >> 30);
}

/* e^x of a number with an exponent. */
static number exponential(int32_t mant, int exp)
{
    int room = headroom(mant);
    int32_t t = shift(shift(mant, -room), 1);
    int e = exp - room + 1;
    int32_t y = mul_floor(0x5C551D95, t, 30);
    if (e >= 0) {
        return (number){1 << 30, e - 30};
    }
    int fraction = -e, s = fraction - 30, odd;
    int32_t whole, rest;
    if (fraction < 31) {
        int32_t halves = y >> (fraction - 1);
        rest = shift(y & (int32_t)((1u << (fraction - 1)) - 1), s);
        odd = halves & 1;
        whole = halves >> 1;
    } else if (fraction == 31) {
        whole = y < 0 ? -1 : 0;
        odd = y >> 30 & 1;
        rest = shift(y & 0x3FFFFFFF, 1);
    } else {
        whole = y < 0 ? -1 : 0;
        odd = y < 0;
        rest = shift(y, s) + (y < 0 ? 0x20000000 : 0);
    }
    int32_t small = q30_exp_small(mul_floor(rest, 0x2C5C85FE, 30));
    return (number){mul_floor(odd ? 0x5A82799A : 1 << 30, small, 30), whole - 30};
}

int32_t q24_logistic(int32_t x)
{
    static const int32_t coefficients[6] = {268435456, -22369621, 2236962, -226359, 22932, -2323};
    int32_t p = x >= 0 ? x : ~x, y;
    if (p <= 20132659) {
        int32_t square = mul_floor(p, p, 24), power = p;
        y = 1 << 23;
        for (int k = 0; k < 6; k++) {
            y += mul30(power, coefficients[k]);
            power = mul_floor(power, square, 24);
        }
    } else {
        number e = exponential(-p, -24);
        int s = -24 - e.exp;
        int32_t z = s < 32 ? -(e.mant >> s) : 0, power = 1 << 24;
        y = 1 << 24;
        for (int k = 0; k < 10; k++) {
            power = mul_floor(power, z, 24);
            y += power;
        }
    }
    return x >= 0 ? y : (1 << 24) - y;
}

int32_t q24_logistic_fast(int32_t x)
{
    static const int32_t slopes[8] = {1015490930, 640498971, 297985800, 120120271, 46079377, 17219453, 6371555, 3717288};
    static const int32_t offsets[8] = {8388608, 9853420, 12529304, 14613666, 15770555, 16334225, 16588473, 16661050};
    int32_t p = x >= 0 ? x : ~x, line = p >> 24;
    int32_t y = line >= 8 ? (1 << 24) - 1 : mul_floor(p, slopes[line], 32) + offsets[line];
    return x >= 0 ? y : (1 << 24) - y;
}

void s32_to_chunk_s32(int32_t *a, int32_t b)
{
    for (int k = 0; k < 8; k++) {
        a[k] = b;
    }
}

void q30_powers(int32_t *a, int32_t b, unsigned count)
{
    a[0] = 1 << 30;
    for (unsigned k = 1; k < count; k++) {
        a[k] = mul30(a[k - 1], b);
    }
}

void s32_odd_powers(int32_t *a, int32_t b, unsigned count, int shr)
{
    int32_t square = mul_floor(b, b, shr);
    a[0] = b;
    for (unsigned k = 1; k < count; k++) {
        a[k] = mul_floor(a[k - 1], square, shr);
    }
}
