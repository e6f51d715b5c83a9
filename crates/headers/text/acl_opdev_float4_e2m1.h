#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>

namespace op {

/**
 * A number of 4 bits, the low ones of a byte: a sign, 2 bits of exponent, 1 of fraction. 0, 0.5, 1, 1.5, 2, 3, 4 and 6, and their negatives; neither infinity nor NaN.
 */
struct Float4E2M1 {
    struct FromBitsTag {};
    static constexpr FromBitsTag FromBits() { return FromBitsTag(); }

    std::uint8_t value;

    constexpr Float4E2M1() : value(0) {}
    constexpr Float4E2M1(std::uint8_t bits, FromBitsTag) : value(bits & 0x0f) {}
    /** Rounds to the nearest number, ties to an even fraction. What is larger is 6 with its sign, NaN is 6. */
    Float4E2M1(float number) : value(0)
    {
        /* Halfway to the next number, of each but the last. */
        const float limits[] = {0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5.0f};
        if (std::isnan(number)) {
            value = 7;
            return;
        }
        const float size = std::fabs(number);
        std::uint8_t bits = 0;
        while (bits < 7 && (size > limits[bits] || (size == limits[bits] && (bits & 1) != 0))) {
            ++bits;
        }
        value = static_cast<std::uint8_t>(bits | (std::signbit(number) ? 8 : 0));
    }

    operator float() const
    {
        const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
        const float size = numbers[value & 7];
        return (value & 8) != 0 ? -size : size;
    }
    operator double() const { return static_cast<double>(static_cast<float>(*this)); }

    static constexpr Float4E2M1 Epsilon() { return Float4E2M1(1, FromBits()); }
    static constexpr Float4E2M1 Highest() { return Float4E2M1(7, FromBits()); }
    static constexpr Float4E2M1 Lowest() { return Float4E2M1(15, FromBits()); }
    static constexpr Float4E2M1 MinPositiveNormal() { return Float4E2M1(2, FromBits()); }

    bool IsZero() const { return (value & 7) == 0; }
    bool IsNaN() const { return false; }
    bool IsInf() const { return false; }
};

inline std::ostream &operator<<(std::ostream &stream, const Float4E2M1 &number) { return stream << static_cast<float>(number); }

} // namespace op

namespace std {

inline bool isinf(const op::Float4E2M1 &) { return false; }
inline bool isnan(const op::Float4E2M1 &) { return false; }
inline bool isfinite(const op::Float4E2M1 &) { return true; }

template <> class numeric_limits<op::Float4E2M1> {
public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr bool is_iec559 = false;
    static constexpr bool has_infinity = false;
    static constexpr bool has_quiet_NaN = false;
    static constexpr bool has_signaling_NaN = false;
    static constexpr int radix = 2;
    static constexpr op::Float4E2M1 min() { return op::Float4E2M1::MinPositiveNormal(); }
    static constexpr op::Float4E2M1 lowest() { return op::Float4E2M1::Lowest(); }
    static constexpr op::Float4E2M1 max() { return op::Float4E2M1::Highest(); }
    static constexpr op::Float4E2M1 epsilon() { return op::Float4E2M1::Epsilon(); }
    static constexpr float round_error() { return 0.5f; }
    static constexpr float denorm_min() { return 0.5f; }
};

} // namespace std

#endif
