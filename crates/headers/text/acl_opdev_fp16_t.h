#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace op {

namespace detail {

/** The nearest integer of a number from 0 to 2^53, the even one of two. */
inline std::uint64_t nearest(double value)
{
    std::uint64_t whole = static_cast<std::uint64_t>(value);
    double rest = value - static_cast<double>(whole);
    return whole + (rest > 0.5 || (rest == 0.5 && (whole & 1) != 0) ? 1 : 0);
}

} // namespace detail

/**
 * A number of half precision: a sign, 5 bits of exponent, 10 of fraction. Numbers are rounded to the nearest one, ties to even; what is too large becomes infinity.
 * Conversions to integers round the same way and end at the integer type's limits. Comparisons are those of the bits as sign and magnitude: NaN equals itself.
 */
typedef struct tagFp16 {
    std::uint16_t val;

    tagFp16() : val(0) {}
    /** Takes bits, not a number. */
    constexpr tagFp16(const std::uint16_t &bits) : val(bits) {}
    tagFp16(const tagFp16 &other) : val(other.val) {}
    template <typename T> tagFp16(const T &value) { *this = value; }

    tagFp16 &operator=(const tagFp16 &other)
    {
        val = other.val;
        return *this;
    }
    tagFp16 &operator=(const float &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const double &value)
    {
        const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
        const double size = std::fabs(value);
        std::uint64_t bits;
        if (std::isnan(value)) {
            bits = 0x7fff;
        } else if (size >= 65520) {
            bits = 0x7c00;
        } else if (size < 1.0 / 16384) {
            bits = detail::nearest(size * 16777216);
        } else {
            int exponent = 0;
            const double fraction = std::frexp(size, &exponent);
            bits = (static_cast<std::uint64_t>(exponent + 13) << 10) + detail::nearest(fraction * 2048);
        }
        val = static_cast<std::uint16_t>(sign | bits);
        return *this;
    }
    tagFp16 &operator=(const std::int8_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::uint8_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::int16_t &value) { return *this = static_cast<double>(value); }
    /** Takes a number, not bits. */
    tagFp16 &operator=(const std::uint16_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::int32_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::uint32_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::int64_t &value) { return *this = static_cast<double>(value); }
    tagFp16 &operator=(const std::uint64_t &value) { return *this = static_cast<double>(value); }

    operator float() const { return static_cast<float>(toDouble()); }
    operator double() const { return toDouble(); }
    operator std::int8_t() const { return integer<std::int8_t>(); }
    operator std::uint8_t() const { return integer<std::uint8_t>(); }
    operator std::int16_t() const { return integer<std::int16_t>(); }
    operator std::uint16_t() const { return integer<std::uint16_t>(); }
    operator std::int32_t() const { return integer<std::int32_t>(); }
    operator std::uint32_t() const { return integer<std::uint32_t>(); }
    operator std::int64_t() const { return integer<std::int32_t>(); }
    operator std::uint64_t() const { return integer<std::uint32_t>(); }
    /** Whether any bit is set, as of -0. */
    operator bool() const { return val != 0; }

    float toFloat() const { return static_cast<float>(toDouble()); }
    double toDouble() const
    {
        const int exponent = (val >> 10) & 0x1f;
        const int fraction = val & 0x3ff;
        double size;
        if (exponent != 0x1f) {
            size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
        } else {
            size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
        }
        return (val & 0x8000) != 0 ? -size : size;
    }
    std::int8_t toInt8() const { return integer<std::int8_t>(); }
    std::uint8_t toUInt8() const { return integer<std::uint8_t>(); }
    std::int16_t toInt16() const { return integer<std::int16_t>(); }
    std::uint16_t toUInt16() const { return integer<std::uint16_t>(); }
    std::int32_t toInt32() const { return integer<std::int32_t>(); }
    std::uint32_t toUInt32() const { return integer<std::uint32_t>(); }

    /** 1 for infinity, -1 for its negative, 0 for all others. */
    int IsInf() const { return (val & 0x7fff) != 0x7c00 ? 0 : (val & 0x8000) != 0 ? -1 : 1; }

    tagFp16 operator+(const tagFp16 other) const { return tagFp16(toDouble() + other.toDouble()); }
    tagFp16 operator-(const tagFp16 other) const { return tagFp16(toDouble() - other.toDouble()); }
    tagFp16 operator*(const tagFp16 other) const { return tagFp16(toDouble() * other.toDouble()); }
    /** What is divided by 0 is the largest finite number; 0 divided by anything else is +0. */
    tagFp16 operator/(const tagFp16 other) const
    {
        if ((other.val & 0x7fff) == 0) {
            return tagFp16(static_cast<std::uint16_t>(((val ^ other.val) & 0x8000) | 0x7bff));
        }
        return (val & 0x7fff) == 0 ? tagFp16() : tagFp16(toDouble() / other.toDouble());
    }
    tagFp16 operator+=(const tagFp16 other) { return *this = *this + other; }
    tagFp16 operator-=(const tagFp16 other) { return *this = *this - other; }
    tagFp16 operator*=(const tagFp16 other) { return *this = *this * other; }
    tagFp16 operator/=(const tagFp16 other) { return *this = *this / other; }

    bool operator==(const tagFp16 &other) const { return order() == other.order(); }
    bool operator!=(const tagFp16 &other) const { return order() != other.order(); }
    bool operator>(const tagFp16 &other) const { return order() > other.order(); }
    bool operator>=(const tagFp16 &other) const { return order() >= other.order(); }
    bool operator<(const tagFp16 &other) const { return order() < other.order(); }
    bool operator<=(const tagFp16 &other) const { return order() <= other.order(); }

private:
    int order() const { return (val & 0x8000) != 0 ? -(val & 0x7fff) : val & 0x7fff; }

    template <typename T> T integer() const
    {
        const bool is_negative = (val & 0x8000) != 0;
        const T limit = is_negative ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
        if ((val & 0x7c00) == 0x7c00) {
            return limit;
        }
        double value = static_cast<double>(detail::nearest(std::fabs(toDouble())));
        value = is_negative ? -value : value;
        const bool is_beyond = is_negative ? value < static_cast<double>(limit) : value > static_cast<double>(limit);
        return is_beyond ? limit : static_cast<T>(value);
    }
} fp16_t;

template <typename T> bool operator<(T a, op::fp16_t b) { return a < static_cast<T>(b); }
template <typename T> bool operator>(T a, op::fp16_t b) { return a > static_cast<T>(b); }

} // namespace op

namespace std {
inline bool isnan(op::fp16_t value) { return (value.val & 0x7fff) > 0x7c00; }
inline float abs(op::fp16_t value) { return std::fabs(value.toFloat()); }
} // namespace std

#endif
