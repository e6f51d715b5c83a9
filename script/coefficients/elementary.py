#!/usr/bin/env python3
"""Derives the polynomials of `crates/kernels/src/math/` and prints `coefficients.rs`.

    pip install mpmath==1.3.0
    python3 script/coefficients/elementary.py > crates/kernels/src/coefficients.rs && cargo fmt

Each polynomial interpolates at Chebyshev's nodes in 240-bit arithmetic, which is nearly minimax, or is minimax where a term less is wanted;
its coefficients are rounded once. The error in each comment is the largest relative one on the interval, before evaluation in double.
"""

from mpmath import (
    asin, atan, atanh, cos, cosh, erf, erfc, erfinv, exp, expm1, log, log1p, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt, tan, tanh,
)

mp.prec = 240
LN2 = log(2)
HALF = mpf(1) / 2


def fit(function, low, high, terms, center=0, nodes=None):
    """Coefficients of (x - center)**i and the largest relative error on [low, high]."""
    low, high, center = mpf(low), mpf(high), mpf(center)
    middle, radius = (low + high) / 2, (high - low) / 2
    nodes = nodes or [middle - radius * cos(pi * (2 * i + 1) / (2 * terms)) for i in range(terms)]
    left, right = matrix(terms, terms), matrix(terms, 1)
    for row, x in enumerate(nodes):
        for column in range(terms):
            left[row, column] = (x - center) ** column
        right[row] = function(x)
    solution = lu_solve(left, right)
    coefficients = [solution[i] for i in range(terms)]
    largest = 0
    for i in range(301):
        x = middle - radius * cos(pi * i / 300)
        value = mpf(0)
        for c in reversed(coefficients):
            value = value * (x - center) + c
        exact = function(x)
        largest = max(largest, abs(value - exact) / abs(exact))
    return coefficients, largest


def minimax(function, low, high, terms, center=0):
    """As fit, with the smallest relative error, by the exchange algorithm of E. Remez."""
    low, high, center = mpf(low), mpf(high), mpf(center)
    middle, radius = (low + high) / 2, (high - low) / 2
    places = [middle - radius * cos(pi * i / (60 * terms)) for i in range(60 * terms + 1)]
    values = [function(x) for x in places]
    extremes = range(0, 60 * terms + 1, 60)
    while True:
        left, right = matrix(terms + 1, terms + 1), matrix(terms + 1, 1)
        for row, place in enumerate(extremes):
            for column in range(terms):
                left[row, column] = (places[place] - center) ** column / values[place]
            left[row, terms] = (-1) ** row
            right[row] = 1
        solution = lu_solve(left, right)
        errors = [sum(solution[k] * (x - center) ** k for k in range(terms)) / value - 1 for x, value in zip(places, values)]
        largest = max(map(abs, errors))
        if largest < abs(solution[terms]) * mpf("1.001"):
            return [solution[i] for i in range(terms)], largest
        # The largest error of each sign, one after the other.
        extremes = [0]
        for place, error in enumerate(errors):
            if (error > 0) != (errors[extremes[-1]] > 0):
                extremes.append(place)
            elif abs(error) > abs(errors[extremes[-1]]):
                extremes[-1] = place
        assert len(extremes) == terms + 1


def emit(name, what, function, low, high, terms, center=0, fit=fit):
    coefficients, error = fit(function, low, high, terms, center)
    shown = "" if center == 0 else f" in powers of `x - {mp.nstr(center, 6)}`"
    print(f"\n/// {what}{shown}: error 2^{mp.nstr(log(error, 2), 4)}.")
    print(f"pub const {name}: [f64; {terms}] = [")
    for c in coefficients:
        print(f"    {float(c)!r},")
    print("];")
    if center != 0:
        print(f"pub const {name}_CENTER: f64 = {float(center)!r};")


def at_zero(function, limit):
    """The function, with its limit beside zero, where it is a quotient of zeros."""
    return lambda x: mpf(limit) + x * 0 if abs(x) < mpf(2) ** -100 else function(x)


print("//! Polynomials, the coefficient of the lowest power first. Written by `script/coefficients/elementary.py`.")
print('\n#![allow(clippy::approx_constant, reason = "generated")]')
bound = LN2 / 2 * (1 + mpf(2) ** -20)
emit("EXPM1", "`(e^x - 1) / x` for `|x| <= ln 2 / 2`", at_zero(lambda x: expm1(x) / x, 1), -bound, bound, 9)
sixteenth = LN2 / 32 * (1 + mpf(2) ** -20)
# Times x it has as many zeros as the fifth of Chebyshev's polynomials, of which 0 is one.
nodes = [sixteenth * cos(pi * (2 * i + 1) / 10) for i in (0, 1, 3, 4)]
SHORT, _ = fit(at_zero(lambda x: expm1(x) / x, 1), -sixteenth, sixteenth, 4, nodes=nodes)
error = max(abs(1 + x * sum(c * x**i for i, c in enumerate(SHORT)) - exp(x)) / exp(x) for x in (sixteenth * i / 150 for i in range(-150, 151)))
print(f"\n/// `(e^x - 1) / x` for `|x| <= ln 2 / 32`: error of `e^x` 2^{mp.nstr(log(error, 2), 4)}.\npub const EXPM1_SHORT: [f64; 4] = [")
for c in SHORT:
    print(f"    {float(c)!r},")
print("];")
emit("EXPM1_FINE", "`(e^x - 1) / x` for `|x| <= ln 2 / 32`", at_zero(lambda x: expm1(x) / x, 1), -sixteenth, sixteenth, 5)
emit("TANH", "`tanh √x / √x` for `√x <= ln 2 / 64`", at_zero(lambda x: tanh(sqrt(x)) / sqrt(x), 1), 0, sixteenth**2 / 4, 3)
# As above, for machines on which looking up a power takes longer than some more terms.
nodes = [bound * cos(pi * (2 * i + 1) / 18) for i in (0, 1, 2, 3, 5, 6, 7, 8)]
WHOLE, _ = fit(at_zero(lambda x: expm1(x) / x, 1), -bound, bound, 8, nodes=nodes)
error = max(abs(1 + x * sum(c * x**i for i, c in enumerate(WHOLE)) - exp(x)) / exp(x) for x in (bound * i / 150 for i in range(-150, 151)))
print(f"\n/// `(e^x - 1) / x` for `|x| <= ln 2 / 2`: error of `e^x` 2^{mp.nstr(log(error, 2), 4)}.\npub const EXPM1_WHOLE: [f64; 8] = [")
for c in WHOLE:
    print(f"    {float(c)!r},")
print("];")
emit("TANH_WHOLE", "`tanh √x / √x` for `√x <= ln 2 / 4`", at_zero(lambda x: tanh(sqrt(x)) / sqrt(x), 1), 0, bound**2 / 4, 5, fit=minimax)
print("\n/// `2^(i/16)`.\npub const POWERS_OF_SIXTEENTHS: [f64; 16] = [")
for i in range(16):
    print(f"    {float(mpf(2) ** (mpf(i) / 16))!r},")
print("];")
emit("EXP2M1", "`(2^x - 1) / x` for `|x| <= 1/2`", at_zero(lambda x: expm1(x * LN2) / x, LN2), -HALF, HALF, 9)
emit("COSH", "`cosh √x` for `√x <= ln 2 / 2`", lambda x: cosh(sqrt(x)), 0, bound**2, 5)
emit("SINH", "`sinh √x / √x` for `√x <= ln 2 / 2`", at_zero(lambda x: sinh(sqrt(x)) / sqrt(x), 1), 0, bound**2, 5)
low, high = sqrt(HALF) - 1, sqrt(2) - 1
emit("LOG1P", "`ln(1 + x) / x` for `√½ - 1 <= x <= √2 - 1`", at_zero(lambda x: log1p(x) / x, 1), low, high, 16)
emit("LOG1P_LONG", "`ln(1 + x) / x` for `√½ - 1 <= x <= √2 - 1`", at_zero(lambda x: log1p(x) / x, 1), low, high, 20)
print("\n/// Factors `c` that bring a number of `[3/4, 3/2)` beside 1, by its first four bits after the binary point.\npub const LOG_FACTORS: [f64; 16] = [")
FACTORS = []
for i in range(16):
    middle = mpf(1) if i in (0, 15) else (mpf(2 * (16 + i) + 1) / 32) / (1 if i < 8 else 2)
    FACTORS.append(mpf(float(1 / middle)))
    print(f"    {float(FACTORS[i])!r},")
print("];\n\n/// `-ln c` of [`LOG_FACTORS`].\npub const LOGS: [f64; 16] = [")
for factor in FACTORS:
    print(f"    {float(-log(factor)) + 0.0!r},")
print("];")
emit("LOG1P_BESIDE_1", "`ln(1 + x) / x` for `-1/32 <= x <= 1/16`", at_zero(lambda x: log1p(x) / x, 1), -mpf(1) / 32, mpf(1) / 16, 7)
emit("LOG1P_FINE", "`ln(1 + x) / x` for `-1/32 <= x <= 1/16`", at_zero(lambda x: log1p(x) / x, 1), -mpf(1) / 32, mpf(1) / 16, 9)
logarithm_of_quotient = at_zero(lambda x: 2 * atanh(sqrt(x)) / sqrt(x), 2)
emit("LOG_OF_QUOTIENT", "`ln((1 + √x) / (1 - √x)) / √x` for `√x <= 1/5`", logarithm_of_quotient, 0, mpf(1) / 25, 6, fit=minimax)
emit("LOG_OF_QUOTIENT_FINE", "`ln((1 + √x) / (1 - √x)) / √x` for `√x <= 1/5`", logarithm_of_quotient, 0, mpf(1) / 25, 8)
emit("SIN_PI", "`sin(π √x) / √x` for `√x <= 1/2`", at_zero(lambda x: sin(pi * sqrt(x)) / sqrt(x), pi), 0, HALF**2, 7)
emit("TAN_PI", "`tan(π √x) / √x` for `√x <= 1/4`", at_zero(lambda x: tan(pi * sqrt(x)) / sqrt(x), pi), 0, HALF**4, 12)
emit("ATAN", "`atan √x / √x` for `√x <= 1`", at_zero(lambda x: atan(sqrt(x)) / sqrt(x), 1), 0, 1, 16)
print("\n/// A number near what lies between a sixteenth and 16, by the last bits of the exponent and the first one of the mantissa; 0 for the least.\npub const ATAN_CENTERS: [f64; 16] = [")
CENTERS = []
for i in range(16):
    # The bits of a sixteenth are 6.
    number = (i - 6) % 16
    begin = mpf(2) ** (number // 2 - 4) * (1 if number % 2 == 0 else mpf("1.5"))
    end = begin * (mpf("1.5") if number % 2 == 0 else mpf(4) / 3)
    highest = atan(end) if number < 15 else pi / 2
    CENTERS.append(mpf(0) if number == 0 else mpf(float(tan((atan(begin) + highest) / 2))))
    print(f"    {float(CENTERS[i])!r},")
print("];\n\n/// The inverse tangents of [`ATAN_CENTERS`].\npub const ATAN_OF_CENTERS: [f64; 16] = [")
for center in CENTERS:
    print(f"    {float(atan(center))!r},")
print("];")
emit("ATAN_NEAR", "`atan √x / √x` for `√x <= 3/32`", at_zero(lambda x: atan(sqrt(x)) / sqrt(x), 1), 0, (mpf(3) / 32) ** 2, 4, fit=minimax)
emit("ASIN", "`asin √x / √x` for `√x <= 1/2`", at_zero(lambda x: asin(sqrt(x)) / sqrt(x), 1), 0, HALF**2, 10)
# Beyond, the result is 1 in float.
erf_end = mpf("3.9193")
emit("ERF", "`erf √x / √x` for `√x <= 3.9193`", at_zero(lambda x: erf(sqrt(x)) / sqrt(x), 2 / sqrt(pi)), 0, erf_end**2, 21, 7.7, minimax)

emit("INVERSE", "`1 / x` for `1 <= x <= 9/8`", lambda x: 1 / x, 1, mpf(9) / 8, 3)
emit("SIN", "`sin √x / √x` for `√x <= π/2`", at_zero(lambda x: sin(sqrt(x)) / sqrt(x), 1), 0, (pi / 2 * (1 + mpf(2) ** -20)) ** 2, 7)
emit("TAN", "`tan √x / √x` for `√x <= π/4`", at_zero(lambda x: tan(sqrt(x)) / sqrt(x), 1), 0, (pi / 4 * (1 + mpf(2) ** -20)) ** 2, 11)

print("\n// For results in double: what follows the leading terms, which are taken in two doubles.")
emit("EXP_TAIL", "`(e^x - 1 - x - x²/2 - x³/6) / x⁴` for `|x| <= ln 2 / 2`", at_zero(lambda x: (exp(x) - 1 - x - x * x / 2 - x**3 / 6) / x**4, mpf(1) / 24), -bound, bound, 10)
ratio = (3 - 2 * sqrt(2)) * (1 + mpf(2) ** -20)
emit("ATANH_TAIL", "`(atanh √x / √x - 1 - x/3) / x²` for `√x <= 3 - 2√2`", at_zero(lambda x: (atanh(sqrt(x)) / sqrt(x) - 1 - x / 3) / x**2, mpf(1) / 5), 0, ratio**2, 9)
step = (mpf(1) / 32 * (1 + mpf(2) ** -20)) ** 2
quarter = (pi / 4 * (1 + mpf(2) ** -20)) ** 2
emit("SIN_TAIL", "`(sin √x / √x - 1 + x/6 - x²/120) / x³` for `√x <= π/4`", at_zero(lambda x: (sin(sqrt(x)) / sqrt(x) - 1 + x / 6 - x**2 / 120) / x**3, -mpf(1) / 5040), 0, quarter, 6)
emit("COS_TAIL", "`(cos √x - 1 + x/2 - x²/24) / x³` for `√x <= π/4`", at_zero(lambda x: (cos(sqrt(x)) - 1 + x / 2 - x**2 / 24) / x**3, -mpf(1) / 720), 0, quarter, 6)
step = (mpf(1) / 32 * (1 + mpf(2) ** -20)) ** 2
emit("ATAN_TAIL", "`(atan √x / √x - 1) / x` for `√x <= 1/32`", at_zero(lambda x: (atan(sqrt(x)) / sqrt(x) - 1) / x, -mpf(1) / 3), 0, step, 5)


def pair(x):
    hi = float(x)
    return f"[{hi!r}, {float(x - mpf(hi))!r}]"


def constant(name, what, value):
    print(f"\n/// {what}, in two doubles.\npub const {name}: [f64; 2] = {pair(value)};")


constant("SIXTH", "1/6", mpf(1) / 6)
constant("SIN_FIFTH", "1/120", mpf(1) / 120)
constant("COS_FOURTH", "1/24", mpf(1) / 24)
constant("THIRD", "1/3", mpf(1) / 3)
constant("INVERSE_LN_2", "`1 / ln 2`", 1 / LN2)
constant("INVERSE_LN_10", "`1 / ln 10`", 1 / log(10))
constant("LN_2", "`ln 2`", LN2)
constant("HALF_PI", "`π / 2`", pi / 2)


def table(name, what, function, count):
    print(f"\n/// {what}, each in two doubles.\npub const {name}: [[f64; 2]; {count}] = [")
    for i in range(count):
        print(f"    {pair(function(mpf(i) / 16))},")
    print("];")


table("ATAN_OF_SIXTEENTHS", "`atan(i / 16)`", atan, 17)
K = mpf("3.75")


def scaled_erfc(u):
    """(1 + 2x) e^(x²) erfc x for u = (x - K) / (x + K): M. Shepherd and J. Laframboise (1981)."""
    x = K * (1 + u) / (1 - u)
    return (1 + 2 * x) * exp(x * x) * erfc(x)


FEWER_TERMS, error = fit(scaled_erfc, -1, (28 - K) / (28 + K), 25)
print(f"\n/// `(1 + 2x) e^(x²) erfc x` for `u = (x - 3.75) / (x + 3.75)` and `0 <= x <= 28`, in powers of `u`: error 2^{mp.nstr(log(error, 2), 4)}.\npub const ERFC: [f64; 25] = [")
for c in FEWER_TERMS:
    print(f"    {float(c)!r},")
print("];")
ERFC, error = fit(scaled_erfc, (HALF - K) / (HALF + K), (28 - K) / (28 + K), 25)
print(f"\n/// As [`ERFC`], for `1/2 <= x <= 28`: error 2^{mp.nstr(log(error, 2), 4)}. The first coefficients, each in two doubles.\npub const ERFC_PAIRS: [[f64; 2]; 8] = [")
for c in ERFC[:8]:
    print(f"    {pair(c)},")
print("];")
print("\n/// The coefficients that follow [`ERFC_PAIRS`].\npub const ERFC_REST: [f64; 17] = [")
for c in ERFC[8:]:
    print(f"    {float(c)!r},")
print("];")
root_pi = sqrt(pi)
ERF_NEAR, error = fit(at_zero(lambda x: erf(sqrt(x)) / sqrt(x), 2 / root_pi), 0, HALF**2, 13)
print(f"\n/// `erf √x / √x` for `√x <= 1/2`: error 2^{mp.nstr(log(error, 2), 4)}. The first coefficients, each in two doubles.\npub const ERF_PAIRS: [[f64; 2]; 3] = [")
for c in ERF_NEAR[:3]:
    print(f"    {pair(c)},")
print("];\n\n/// The coefficients that follow [`ERF_PAIRS`].\npub const ERF_REST: [f64; 10] = [")
for c in ERF_NEAR[3:]:
    print(f"    {float(c)!r},")
print("];")
constant("SIX_TENTHS", "0.6", mpf("0.6"))
constant("TWO_OVER_ROOT_PI", "`2 / √π`", 2 / root_pi)
constant("PI_PAIR", "`π`", pi)
constant("ROOT_OF_HALF", "`√½`", sqrt(HALF))
constant("SQRT_8_OVER_PI", "`√(8/π)`", sqrt(8 / pi))
constant("CUBE", "0.044715", mpf("0.044715"))


def inverse_erf(one_minus_square):
    """erfinv(x) / x for x² = 1 - one_minus_square."""
    x = sqrt(1 - one_minus_square)
    if x < mpf(2) ** -60:
        return root_pi / 2
    y = erfinv(x) if x < mpf("0.9") else None
    if y is None:
        rest = one_minus_square / (1 + x)
        y = sqrt(-log(rest * root_pi * sqrt(-log(rest))))
        for _ in range(60):
            step = (erfc(y) - rest) * root_pi / 2 * exp(y * y)
            y += step
            if abs(step) < mpf(2) ** -180:
                break
    return y / x


emit("ERFINV_LOW", "`erfinv x / x` for `w = -ln(1 - x²) <= 6.25`", lambda w: inverse_erf(exp(-w)), 0, mpf("6.25"), 17, 3.125)
emit("ERFINV_HIGH", "`erfinv x / x` for `s = √w` and `6.25 <= w <= 37.5`", lambda s: inverse_erf(exp(-s * s)), mpf("2.5"), sqrt(mpf("37.5")), 24, 4.25)
mp.prec = 1400
bits = int(mp.floor(2 / pi * mpf(2) ** 1280))
mp.prec = 240
print("\n/// `2 / π` after the binary point, most significant word first.\npub const TWO_OVER_PI: [u64; 20] = [")
for i in range(20):
    print(f"    {(bits >> (64 * (19 - i))) & (2**64 - 1):#018x},")
print("];")


def normal_tail(u):
    """(x + 4) e^(x²/2) (1 - Φ(x)) for u = (x - 4) / (x + 4)."""
    x = 4 * (1 + u) / (1 - u)
    return (x + 4) * exp(x * x / 2) * erfc(x * sqrt(HALF)) / 2


mp.prec = 240
emit("NORMAL_TAIL", "`(x + 4) e^(x²/2) (1 - Φ(x))` as a function of `(x - 4) / (x + 4)`, for x from 0 to 13", normal_tail, -1, mpf(9) / 17, 15)
