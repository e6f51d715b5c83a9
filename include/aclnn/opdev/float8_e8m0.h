/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>

namespace op {

/**
 * A scale of 8 bits, which is an exponent: 2^(value - 127). 0xff is NaN. This class takes 0 for zero, as the toolkit's does; where an operator reads a scale, 0 is 2^-127.
 */
struct Float8E8M0 {
    struct FromBitsTag {};
    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    std::uint8_t value;

    static constexpr std::uint8_t NAN_VALUE = 0xff;

    constexpr Float8E8M0() : value(0) {}
    constexpr Float8E8M0(std::uint8_t bits, FromBitsTag) : value(bits) {}
    /** Rounds to the nearest power of two, the larger of two; what is larger is 2^127, less than 2^-126 is 0. NaN and negative numbers are NaN. */
    Float8E8M0(float number) : value(NAN_VALUE)
    {
        if (std::isnan(number) || number < 0) {
            return;
        }
        if (number < std::ldexp(1.0f, -127)) {
            value = 0;
            return;
        }
        int exponent = 128;
        if (!std::isinf(number) && std::frexp(number, &exponent) < 0.75f) {
            exponent -= 1;
        }
        value = static_cast<std::uint8_t>(exponent > 127 ? 254 : exponent < -126 ? 1 : exponent + 127);
    }

    operator float() const
    {
        return IsNaN() ? std::numeric_limits<float>::quiet_NaN() : IsZero() ? 0 : std::ldexp(1.0f, GetExponent());
    }
    operator double() const { return static_cast<double>(static_cast<float>(*this)); }

    static constexpr Float8E8M0 Epsilon() { return Float8E8M0(0x7f, FromBits()); }
    static constexpr Float8E8M0 Highest() { return Float8E8M0(0xfe, FromBits()); }
    static constexpr Float8E8M0 Lowest() { return MinPositive(); }
    static constexpr Float8E8M0 MinPositive() { return Float8E8M0(0x01, FromBits()); }

    bool IsZero() const { return value == 0; }
    bool IsNaN() const { return value == NAN_VALUE; }
    bool IsInf() const { return false; }
    std::int32_t GetExponent() const { return IsZero() || IsNaN() ? 0 : value - 127; }
};

inline std::ostream &operator<<(std::ostream &stream, const Float8E8M0 &number) { return stream << static_cast<float>(number); }

} // namespace op

namespace std {

inline bool isinf(const op::Float8E8M0 &) { return false; }
inline bool isnan(const op::Float8E8M0 &number) { return number.IsNaN(); }
inline bool isfinite(const op::Float8E8M0 &number) { return !number.IsNaN(); }

} // namespace std

#endif
