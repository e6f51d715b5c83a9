/* The numbers of 16, 8 and 4 bits that programs take from `aclnn/opdev/`: each of them goes to float and back, and what lies between two
 * is rounded to the nearest one. */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <vector>

#include "aclnn/opdev/bfloat16.h"
#include "aclnn/opdev/float4_e2m1.h"
#include "aclnn/opdev/float8_e4m3fn.h"
#include "aclnn/opdev/float8_e8m0.h"
#include "aclnn/opdev/fp16_t.h"
#include "aclnn/opdev/hifloat8.h"
#include "check.h"

using op::Float4E2M1;
using op::fp16_t;

static fp16_t half(unsigned bits)
{
    return fp16_t(static_cast<std::uint16_t>(bits));
}

/* What the bits of a finite half mean, by the definition of the format. */
static double meaning(unsigned bits)
{
    int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    double size = exponent == 0 ? fraction / 16777216.0 : (1024 + fraction) / 1024.0 * std::pow(2.0, exponent - 15);
    return bits & 0x8000 ? -size : size;
}

static void half_numbers()
{
    CHECK_TRUE(sizeof(fp16_t) == 2 && fp16_t().val == 0);
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const fp16_t number = half(bits);
        if ((bits & 0x7fff) > 0x7c00) {
            CHECK_TRUE(std::isnan(number) && std::isnan(static_cast<float>(number)) && number.IsInf() == 0);
            continue;
        }
        CHECK_TRUE(!std::isnan(number));
        CHECK_TRUE(fp16_t(static_cast<float>(number)).val == bits && fp16_t(static_cast<double>(number)).val == bits);
        if ((bits & 0x7fff) == 0x7c00) {
            CHECK_TRUE(number.IsInf() == (bits & 0x8000 ? -1 : 1));
            continue;
        }
        CHECK_TRUE(number.toDouble() == meaning(bits));
        /* Halfway to the next number, and just beside it. */
        if ((bits & 0x7fff) < 0x7bff) {
            const double half_way = (meaning(bits) + meaning(bits + 1)) / 2;
            const double beyond = std::nextafter(half_way, meaning(bits + 1));
            const double before = std::nextafter(half_way, meaning(bits));
            CHECK_TRUE(fp16_t(half_way).val == bits + (bits & 1));
            CHECK_TRUE(fp16_t(beyond).val == bits + 1 && fp16_t(before).val == bits);
        }
    }
    CHECK_TRUE(fp16_t(65519.996).val == 0x7bff && fp16_t(65520.0).val == 0x7c00 && fp16_t(-1e30f).val == 0xfc00);
    CHECK_TRUE(fp16_t(0).val == 0 && fp16_t(1.0).val == 0x3c00 && fp16_t(2049).val == 0x6800 && fp16_t(2051).val == 0x6802);
    CHECK_TRUE(fp16_t(INT64_MIN).val == 0xfc00 && fp16_t(UINT64_MAX).val == 0x7c00);
    fp16_t assigned;
    assigned = static_cast<std::uint16_t>(7);
    CHECK_TRUE(assigned.toFloat() == 7);
}

static void half_conversions()
{
    CHECK_TRUE(fp16_t(2.5).toInt8() == 2 && fp16_t(3.5).toInt8() == 4 && fp16_t(-2.5).toInt32() == -2);
    CHECK_TRUE(fp16_t(200.0).toInt8() == 127 && fp16_t(-200.0).toInt8() == -128 && fp16_t(-1.0).toUInt8() == 0 && fp16_t(300.0).toUInt8() == 255);
    CHECK_TRUE(half(0x7c00).toInt32() == INT32_MAX && half(0xfc00).toInt32() == INT32_MIN && half(0xfc00).toUInt16() == 0);
    CHECK_TRUE(static_cast<bool>(half(0x3c00)) && !static_cast<bool>(half(0)));
    CHECK_TRUE(half(0) == half(0x8000) && half(0x3c00) > half(0xbc00) && half(0xbc00) < half(0x8000) && half(0x3c00) <= half(0x3c00));
    CHECK_TRUE((fp16_t(1.0) + fp16_t(2.0)).toFloat() == 3 && (fp16_t(1.0) - fp16_t(2.0)).toFloat() == -1);
    CHECK_TRUE((fp16_t(3.0) * fp16_t(0.5)).toFloat() == 1.5f && (fp16_t(1.0) / fp16_t(4.0)).toFloat() == 0.25f);
    CHECK_TRUE((fp16_t(-1.0) / fp16_t(0.0)).val == 0xfbff && (fp16_t(0.0) / fp16_t(-1.0)).val == 0);
    fp16_t sum(1.0);
    sum += fp16_t(2.0);
    CHECK_TRUE(sum.toFloat() == 3 && std::abs(fp16_t(-3.0)) == 3);
    std::vector<fp16_t> values(4, 1.0);
    CHECK_TRUE(values[3].val == 0x3c00);
}

static void four_bits()
{
    const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    CHECK_TRUE(sizeof(Float4E2M1) == 1 && Float4E2M1().value == 0);
    for (unsigned bits = 0; bits < 16; ++bits) {
        const Float4E2M1 number(static_cast<std::uint8_t>(bits), Float4E2M1::FromBits());
        const float size = numbers[bits & 7];
        CHECK_TRUE(static_cast<float>(number) == (bits & 8 ? -size : size) && std::signbit(static_cast<float>(number)) == (bits >= 8));
        CHECK_TRUE(Float4E2M1(static_cast<float>(number)).value == bits);
        if ((bits & 7) < 7) {
            const float sign = bits & 8 ? -1.0f : 1.0f;
            const float half_way = (size + numbers[(bits & 7) + 1]) / 2;
            CHECK_TRUE(Float4E2M1(sign * half_way).value == bits + (bits & 1));
            CHECK_TRUE(Float4E2M1(sign * std::nextafter(half_way, 9.0f)).value == bits + 1);
            CHECK_TRUE(Float4E2M1(sign * std::nextafter(half_way, 0.0f)).value == bits);
        }
    }
    CHECK_TRUE(Float4E2M1(1e30f).value == 7 && Float4E2M1(-INFINITY).value == 15 && Float4E2M1(NAN).value == 7);
    CHECK_TRUE(static_cast<float>(std::numeric_limits<Float4E2M1>::max()) == 6 && static_cast<float>(std::numeric_limits<Float4E2M1>::lowest()) == -6);
    std::ostringstream text;
    text << Float4E2M1(1.5f);
    CHECK_TRUE(text.str() == "1.5" && Float4E2M1(0.1f).IsZero() && std::isfinite(Float4E2M1(6)));
}

/* Each number of 8 bits goes to float and back, and what lies between two is rounded to the nearest; halfway to the one with the even code, or the one of the larger size. */
template <typename Code> static void eight_bits(int codes, bool is_even)
{
    std::vector<float> all;
    CHECK_TRUE(sizeof(Code) == 1 && Code().value == 0);
    for (int bits = 0; bits < codes; ++bits) {
        const Code number(static_cast<std::uint8_t>(bits), Code::FromBits());
        const float value = number;
        if (std::isnan(number)) {
            CHECK_TRUE(std::isnan(value) && std::isnan(Code(NAN)));
            continue;
        }
        CHECK_TRUE(Code(value).value == bits && std::isinf(number) == std::isinf(value));
        if (std::isfinite(number)) {
            all.push_back(value);
        }
    }
    std::sort(all.begin(), all.end());
    for (std::size_t at = 0; at + 1 < all.size(); ++at) {
        const float low = all[at], high = all[at + 1], half_way = low + (high - low) / 2;
        const bool is_low = is_even ? (Code(low).value & 1) == 0 : half_way < 0;
        CHECK_TRUE(static_cast<float>(Code(half_way)) == (is_low ? low : high));
        CHECK_TRUE(static_cast<float>(Code(std::nextafter(half_way, high))) == high);
        CHECK_TRUE(static_cast<float>(Code(std::nextafter(half_way, low))) == low);
    }
}

static void eight_bits_beyond()
{
    CHECK_TRUE(op::Float8E4M3FN(-1e9f).value == 0xfe && op::Float8E4M3FN(INFINITY).value == 0x7e && op::Float8E4M3FN(-0.0f).value == 0x80);
    CHECK_TRUE(op::Float8E8M0(1).value == 127 && op::Float8E8M0(-1).value == 255 && op::Float8E8M0(INFINITY).value == 254);
    CHECK_TRUE(op::Float8E8M0(3e38f).value == 254 && op::Float8E8M0(4).GetExponent() == 2);
    CHECK_TRUE(op::HiFloat8(40959.0f).value == 0x6e && op::HiFloat8(40960.0f).value == 0x6f && op::HiFloat8(-1e30f).value == 0xef);
    CHECK_TRUE(op::HiFloat8(std::ldexp(1.0f, -23)).value == 1 && op::HiFloat8(-std::ldexp(1.0f, -24)).IsZero());
}

static void brain_numbers()
{
    using op::bfloat16;
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const bfloat16 number(static_cast<std::uint16_t>(bits), bfloat16::from_bits());
        CHECK_TRUE(std::isnan(number) ? bfloat16(static_cast<float>(number)).value == 0x7fc0 : bfloat16(static_cast<float>(number)).value == bits);
    }
    CHECK_TRUE(bfloat16(1.00390625f).value == 0x3f80 && bfloat16(1.01171875f).value == 0x3f82 && bfloat16(3.4e38f).value == 0x7f80);
    bfloat16 sum = bfloat16(1) + bfloat16(2.5);
    sum += 1;
    sum = sum / bfloat16(2);
    CHECK_TRUE(static_cast<float>(sum) == 2.25f && static_cast<int>(sum) == 2 && static_cast<double>(-sum) == -2.25 && bfloat16(1) < sum);
    CHECK_TRUE(std::vector<bfloat16>(3, 0.5f)[2].value == 0x3f00 && std::abs(bfloat16(-3)) == bfloat16(3) && static_cast<bool>(sum));
    CHECK_TRUE(static_cast<float>(std::numeric_limits<bfloat16>::epsilon()) == 0.0078125f);
}

int main()
{
    half_numbers();
    half_conversions();
    four_bits();
    eight_bits<op::Float8E4M3FN>(256, true);
    eight_bits<op::Float8E8M0>(256, false);
    eight_bits<op::HiFloat8>(256, false);
    eight_bits_beyond();
    brain_numbers();
    return check_result();
}
