/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>

namespace op {

/**
 * A number of 8 bits: a sign, 4 bits of exponent, 3 of fraction. The largest is 448; there is no infinity, and 0x7f and 0xff are NaN.
 */
struct Float8E4M3FN {
    struct FromBitsTag {};
    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    std::uint8_t value;

    static constexpr std::uint8_t NAN_VALUE = 0x7f;

    constexpr Float8E4M3FN() : value(0) {}
    constexpr Float8E4M3FN(std::uint8_t bits, FromBitsTag) : value(bits) {}
    /** Rounds to the nearest number, ties to an even fraction. What is larger is 448 with its sign; NaN is 0x7f. */
    Float8E4M3FN(float number) : value(NAN_VALUE)
    {
        if (std::isnan(number)) {
            return;
        }
        const float size = std::fabs(number);
        int exponent = -5;
        if (size >= 1.0f / 64) {
            std::frexp(std::fmin(size, 448.0f), &exponent);
        }
        /* In steps of the fraction, of which the exponent's share is 8 for each. */
        const float steps = std::ldexp(std::fmin(size, 448.0f), 4 - exponent);
        float whole = std::floor(steps);
        if (steps - whole > 0.5f || (steps - whole == 0.5f && std::fmod(whole, 2.0f) != 0)) {
            whole += 1;
        }
        value = static_cast<std::uint8_t>((std::signbit(number) ? 0x80 : 0) | ((exponent + 5) * 8 + static_cast<int>(whole)));
    }

    operator float() const
    {
        if (IsNaN()) {
            return std::numeric_limits<float>::quiet_NaN();
        }
        const int exponent = value >> 3 & 15;
        const int fraction = value & 7;
        const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -9) : std::ldexp(static_cast<float>(fraction + 8), exponent - 10);
        return (value & 0x80) != 0 ? -size : size;
    }
    operator double() const { return static_cast<double>(static_cast<float>(*this)); }

    static constexpr Float8E4M3FN Epsilon() { return Float8E4M3FN(0x20, FromBits()); }
    static constexpr Float8E4M3FN Highest() { return Float8E4M3FN(0x7e, FromBits()); }
    static constexpr Float8E4M3FN Lowest() { return Float8E4M3FN(0xfe, FromBits()); }
    static constexpr Float8E4M3FN MinPositiveNormal() { return Float8E4M3FN(0x08, FromBits()); }

    bool IsZero() const { return (value & 0x7f) == 0; }
    bool IsNaN() const { return (value & 0x7f) == 0x7f; }
    bool IsInf() const { return false; }
};

inline std::ostream &operator<<(std::ostream &stream, const Float8E4M3FN &number) { return stream << static_cast<float>(number); }

} // namespace op

namespace std {

inline bool isinf(const op::Float8E4M3FN &) { return false; }
inline bool isnan(const op::Float8E4M3FN &number) { return number.IsNaN(); }
inline bool isfinite(const op::Float8E4M3FN &number) { return !number.IsNaN(); }

} // namespace std

#endif
