/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>

namespace op {

/**
 * HiFloat8: a sign and 7 bits, of which a prefix says how many are the exponent's: 3 bits of fraction near 1, none from 2^-22 to 2^-16. 0x80 is NaN, 0x6f and 0xef are the
 * infinities; there is no -0.
 */
struct HiFloat8 {
    struct FromBitsTag {};
    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    std::uint8_t value;

    static constexpr std::uint8_t HIF8_ZERO_VALUE = 0;
    static constexpr std::uint8_t HIF8_NAN_VALUE = 0x80;
    static constexpr std::uint8_t HIF8_INF_VALUE = 0x6f;

    constexpr HiFloat8() : value(HIF8_ZERO_VALUE) {}
    constexpr HiFloat8(std::uint8_t bits, FromBitsTag) : value(bits) {}
    /** Rounds to the nearest number, ties away from 0. From 1.25 * 2^15 on it is infinity. */
    HiFloat8(float number) : value(HIF8_NAN_VALUE)
    {
        const float size = std::fabs(number);
        if (std::isnan(number)) {
            return;
        }
        if (size < std::ldexp(1.0f, -23)) {
            value = HIF8_ZERO_VALUE;
            return;
        }
        std::uint8_t bits = HIF8_INF_VALUE;
        if (size < std::ldexp(1.25f, 15)) {
            int exponent = 0;
            const float fraction = std::frexp(size, &exponent);
            exponent -= 1;
            /* In steps of the fraction's last bit: from 2^width to twice as many. */
            int steps = static_cast<int>(std::floor(std::ldexp(fraction, width(exponent) + 1) + 0.5f));
            if (exponent < -22 || steps >> width(exponent) == 2) {
                exponent += 1;
                steps = 0;
            }
            bits = code(exponent, steps & ((1 << width(exponent)) - 1));
        }
        value = static_cast<std::uint8_t>(bits | (std::signbit(number) ? 0x80 : 0));
    }

    operator float() const
    {
        if (IsNaN()) {
            return std::numeric_limits<float>::quiet_NaN();
        }
        float size = IsInf() ? std::numeric_limits<float>::infinity() : 0.0f;
        const int bits = value & 0x7f;
        if (bits != 0 && bits < 8) {
            size = std::ldexp(1.0f, bits - 23);
        } else if (bits != 0 && !IsInf()) {
            /* The prefix 11 has 4 bits of exponent, 10 three, 01 two, 001 one, 0001 none. */
            const int length = bits >= 0x60 ? 4 : bits >= 0x40 ? 3 : bits >= 0x20 ? 2 : bits >= 0x10 ? 1 : 0;
            const int fraction_bits = length > 2 ? 5 - length : 3;
            int exponent = 0;
            if (length > 0) {
                const int field = bits >> fraction_bits & ((1 << length) - 1);
                const int half = 1 << (length - 1);
                exponent = field < half ? field + half : -field;
            }
            const int fraction = bits & ((1 << fraction_bits) - 1);
            size = std::ldexp(static_cast<float>((1 << fraction_bits) + fraction), exponent - fraction_bits);
        }
        return (value & 0x80) != 0 ? -size : size;
    }

    bool IsNaN() const { return value == HIF8_NAN_VALUE; }
    bool IsInf() const { return (value & 0x7f) == HIF8_INF_VALUE; }
    bool IsZero() const { return value == HIF8_ZERO_VALUE; }

private:
    /** Bits of fraction beside an exponent. */
    static int width(int exponent)
    {
        const int size = exponent < 0 ? -exponent : exponent;
        return size < 4 ? 3 : size < 8 ? 2 : size < 16 ? 1 : 0;
    }

    static std::uint8_t code(int exponent, int fraction)
    {
        if (exponent < -15) {
            return static_cast<std::uint8_t>(exponent + 23);
        }
        const int size = exponent < 0 ? -exponent : exponent;
        const int length = size == 0 ? 0 : size == 1 ? 1 : size < 4 ? 2 : size < 8 ? 3 : 4;
        const int prefixes[] = {0x08, 0x10, 0x20, 0x40, 0x60};
        /* The exponent's leading bit gives its place to the exponent's sign. */
        const int field = length == 0 ? 0 : exponent < 0 ? size : size - (1 << (length - 1));
        return static_cast<std::uint8_t>(prefixes[length] | field << width(exponent) | fraction);
    }
};

inline std::ostream &operator<<(std::ostream &stream, const HiFloat8 &number) { return stream << static_cast<float>(number); }

} // namespace op

namespace std {

inline bool isinf(const op::HiFloat8 &number) { return number.IsInf(); }
inline bool isnan(const op::HiFloat8 &number) { return number.IsNaN(); }
inline bool isfinite(const op::HiFloat8 &number) { return !number.IsInf() && !number.IsNaN(); }

} // namespace std

#endif
