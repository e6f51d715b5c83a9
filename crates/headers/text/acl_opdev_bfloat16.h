#ifdef __cplusplus

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>
#include <type_traits>

namespace op {

typedef std::complex<float> complex64;
typedef std::complex<double> complex128;

/**
 * The upper half of a FLOAT: a sign, 8 bits of exponent, 7 of fraction. Numbers are rounded to the nearest one, ties to even; NaN is 0x7fc0. Sums, products and quotients
 * are those of FLOAT, rounded. Equality is that of bits: NaN equals itself, 0 is not equal to -0.
 */
struct bfloat16 {
    struct from_bits_t {};
    static constexpr from_bits_t from_bits() { return from_bits_t(); }

    std::uint16_t value;

    static constexpr std::uint16_t NAN_VALUE = 0x7fc0;

    constexpr bfloat16() : value(0) {}
    constexpr bfloat16(std::uint16_t bits, from_bits_t) : value(bits) {}
    bfloat16(float number) : value(round_to_bfloat16(number).value) {}
    bfloat16(const complex64 &number) : bfloat16(number.real()) {}
    bfloat16(const complex128 &number) : bfloat16(static_cast<float>(number.real())) {}
    template <typename T> bfloat16(const T &number) : bfloat16(static_cast<float>(number)) {}
    template <typename T> bfloat16 &operator=(T number) { return *this = round_to_bfloat16(static_cast<float>(number)); }

    operator float() const
    {
        const std::uint32_t bits = static_cast<std::uint32_t>(value) << 16;
        float number;
        std::memcpy(&number, &bits, sizeof number);
        return number;
    }
    /** Whether the size is at least the distance from 1 to the next FLOAT, 2^-23. */
    operator bool() const { return std::fabs(static_cast<float>(*this)) >= std::numeric_limits<float>::epsilon(); }
    operator complex64() const { return complex64(static_cast<float>(*this), 0); }
    operator complex128() const { return complex128(static_cast<float>(*this), 0); }
    /** To DOUBLE, and to integers towards 0. */
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type> operator T() const
    {
        return static_cast<T>(static_cast<float>(*this));
    }

    static bfloat16 round_to_bfloat16(float number)
    {
        if (std::isnan(number)) {
            return bfloat16(NAN_VALUE, from_bits());
        }
        std::uint32_t bits;
        std::memcpy(&bits, &number, sizeof bits);
        return bfloat16(static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16), from_bits());
    }

    static constexpr bfloat16 epsilon() { return bfloat16(0x3c00, from_bits()); }
    static constexpr bfloat16 highest() { return bfloat16(0x7f7f, from_bits()); }
    static constexpr bfloat16 lowest() { return bfloat16(0xff7f, from_bits()); }
    static constexpr bfloat16 min_positive_normal() { return bfloat16(0x0080, from_bits()); }

    bool IsZero() const { return (value & 0x7fff) == 0; }
};

inline std::ostream &operator<<(std::ostream &stream, const bfloat16 &number) { return stream << static_cast<float>(number); }

inline bfloat16 operator+(bfloat16 a, bfloat16 b) { return bfloat16(static_cast<float>(a) + static_cast<float>(b)); }
inline bfloat16 operator+(bfloat16 a, int b) { return bfloat16(static_cast<float>(a) + static_cast<float>(b)); }
inline bfloat16 operator+(int a, bfloat16 b) { return b + a; }
inline bfloat16 operator-(bfloat16 a, bfloat16 b) { return bfloat16(static_cast<float>(a) - static_cast<float>(b)); }
inline bfloat16 operator*(bfloat16 a, bfloat16 b) { return bfloat16(static_cast<float>(a) * static_cast<float>(b)); }
inline bfloat16 operator/(bfloat16 a, bfloat16 b) { return bfloat16(static_cast<float>(a) / static_cast<float>(b)); }
inline bfloat16 operator-(bfloat16 a) { return bfloat16(static_cast<std::uint16_t>(a.value ^ 0x8000), bfloat16::from_bits()); }
inline bfloat16 &operator+=(bfloat16 &a, bfloat16 b) { return a = a + b; }
inline bfloat16 &operator-=(bfloat16 &a, bfloat16 b) { return a = a - b; }
inline bfloat16 &operator*=(bfloat16 &a, bfloat16 b) { return a = a * b; }
inline bfloat16 &operator/=(bfloat16 &a, bfloat16 b) { return a = a / b; }

inline bool operator==(bfloat16 a, bfloat16 b) { return a.value == b.value; }
inline bool operator!=(bfloat16 a, bfloat16 b) { return a.value != b.value; }
inline bool operator<(bfloat16 a, bfloat16 b) { return static_cast<float>(a) < static_cast<float>(b); }
inline bool operator<=(bfloat16 a, bfloat16 b) { return static_cast<float>(a) <= static_cast<float>(b); }
inline bool operator>=(bfloat16 a, bfloat16 b) { return static_cast<float>(a) >= static_cast<float>(b); }
template <typename T> bool operator<(T a, bfloat16 b) { return static_cast<float>(a) < static_cast<float>(b); }
template <typename T> bool operator>(T a, bfloat16 b) { return static_cast<float>(a) > static_cast<float>(b); }

} // namespace op

namespace std {

using op::bfloat16;

inline bool isinf(const op::bfloat16 &number) { return (number.value & 0x7fff) == 0x7f80; }
inline bool isnan(const op::bfloat16 &number) { return (number.value & 0x7fff) > 0x7f80; }
inline bool isfinite(const op::bfloat16 &number) { return (number.value & 0x7fff) < 0x7f80; }
inline op::bfloat16 abs(const op::bfloat16 &number) { return op::bfloat16(static_cast<uint16_t>(number.value & 0x7fff), op::bfloat16::from_bits()); }

template <> struct hash<op::bfloat16> {
    size_t operator()(const op::bfloat16 &number) const { return hash<float>()(static_cast<float>(number)); }
};

template <> class numeric_limits<op::bfloat16> {
public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr bool is_iec559 = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = true;
    static constexpr int digits = 8;
    static constexpr int digits10 = 2;
    static constexpr int max_digits10 = 4;
    static constexpr int radix = 2;
    static constexpr int min_exponent = -125;
    static constexpr int min_exponent10 = -37;
    static constexpr int max_exponent = 128;
    static constexpr int max_exponent10 = 38;
    static constexpr op::bfloat16 min() { return op::bfloat16::min_positive_normal(); }
    static constexpr op::bfloat16 lowest() { return op::bfloat16::lowest(); }
    static constexpr op::bfloat16 max() { return op::bfloat16::highest(); }
    static constexpr op::bfloat16 epsilon() { return op::bfloat16::epsilon(); }
    static constexpr op::bfloat16 infinity() { return op::bfloat16(0x7f80, op::bfloat16::from_bits()); }
    static constexpr op::bfloat16 quiet_NaN() { return op::bfloat16(op::bfloat16::NAN_VALUE, op::bfloat16::from_bits()); }
};

} // namespace std

#endif
