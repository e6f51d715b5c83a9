#!/usr/bin/env python3
"""Derives every constant of `crates/kernels/src/lgamma/` and prints `coefficients.rs`.

    pip install mpmath==1.3.0
    python3 script/coefficients/lgamma.py > crates/kernels/src/lgamma/coefficients.rs && cargo fmt

Polynomials are minimax: the Remez exchange in 240-bit arithmetic, then each coefficient rounded once, to a double or
to an unevaluated sum of two. The error in each comment is that of the polynomial before rounding.
"""

from mpmath import cos, log, loggamma, lu_solve, matrix, mp, mpf, pi, psi, sin, sqrt

mp.prec = 240
HALF = mpf(1) / 2
NEAR_ZERO = mpf(2) ** -60


def remez(function, weight, low, high, terms, step=1, grid=600):
    """Coefficients c and error of sum(c[i] * x**(step*i)) with least maximum of weight * |error| on [low, high]."""
    low, high = mpf(low), mpf(high)
    middle, radius = (low + high) / 2, (high - low) / 2
    points = [middle - radius * cos(pi * (2 * i + 1) / (2 * terms + 2)) for i in range(terms + 1)]
    fine = [middle - radius * cos(pi * i / grid) for i in range(grid + 1)]
    values, weights = [function(x) for x in fine], [weight(x) for x in fine]
    for _ in range(20):
        left, right = matrix(terms + 1, terms + 1), matrix(terms + 1, 1)
        for row, x in enumerate(points):
            for column in range(terms):
                left[row, column] = x ** (step * column)
            left[row, terms] = (-1) ** row / weight(x)
            right[row] = function(x)
        solution = lu_solve(left, right)
        coefficients = [solution[i] for i in range(terms)]
        errors = []
        for x, value, scale in zip(fine, values, weights):
            total = mpf(0)
            for c in reversed(coefficients):
                total = total * x**step + c
            errors.append(scale * (value - total))
        extrema = []
        for i, error in enumerate(errors):
            if not extrema or (error > 0) != (errors[extrema[-1]] > 0):
                extrema.append(i)
            elif abs(error) > abs(errors[extrema[-1]]):
                extrema[-1] = i
        while len(extrema) > terms + 1:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        largest = max(abs(error) for error in errors)
        assert len(extrema) == terms + 1, "the grid is too coarse"
        points = [fine[i] for i in extrema]
        if largest < 1.02 * min(abs(errors[i]) for i in extrema):
            break
    return coefficients, largest


def nearest(x):
    """The double nearest to x."""
    return float(x)


def literal(x):
    text = repr(float(x))
    return text if any(c in text for c in ".en") else text + ".0"


def pair(x):
    high = nearest(x)
    return high, nearest(x - mpf(high))


def emit(name, comment, coefficients, error=None, doubled=0):
    """One constant array; with `doubled`, the first so many coefficients as pairs and the rest in a second array."""
    if error is not None:
        comment += f" Error 2^{float(log(error, 2)):.1f}."
    if doubled:
        rows = ", ".join(f"({literal(h)}, {literal(l)})" for h, l in map(pair, coefficients[:doubled]))
        print(f"/// {comment} The terms that need a double-double.")
        print(f"pub(super) const {name}: [(f64, f64); {doubled}] = [{rows}];\n")
        name, comment, coefficients = name + "_TAIL", f"The terms above those of `{name}`.", coefficients[doubled:]
    rows = ", ".join(literal(nearest(c)) for c in coefficients)
    print(f"/// {comment}")
    print(f"pub(super) const {name}: [f64; {len(coefficients)}] = [{rows}];\n")


def core(t):
    """ln Gamma(2 + t) / t."""
    if abs(t) < NEAR_ZERO:
        return psi(0, 2) + t * psi(1, 2) / 2
    return loggamma(2 + t) / t


def binet(w):
    """x * (ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2) at w = x**-2."""
    if w < NEAR_ZERO:
        return mpf(1) / 12 - w / 360
    x = 1 / sqrt(w)
    return (loggamma(x) - (x - HALF) * log(x) + x - log(2 * pi) / 2) * x


def binet_weight(w):
    """Error relative to ln Gamma(x)."""
    if w < NEAR_ZERO:
        return NEAR_ZERO
    return sqrt(w) / loggamma(1 / sqrt(w))


def atanh_tail(w):
    """(ln((1 + s)/(1 - s)) - 2s) / s**3 at w = s**2."""
    if w < NEAR_ZERO:
        return mpf(2) / 3 + w * 2 / 5
    s = sqrt(w)
    return (log((1 + s) / (1 - s)) - 2 * s) / s**3


def sine(w):
    """sin(pi f) / (pi f) at w = f**2."""
    if w < NEAR_ZERO:
        return 1 - pi**2 * w / 6
    f = sqrt(w)
    return sin(pi * f) / (pi * f)


def split_ln2():
    """ln 2 as a sum of three doubles; the first has so few bits that its products with exponents are exact."""
    first = mpf(int(log(2) * 2**40)) / 2**40
    return [nearest(first), *pair(log(2) - first)]


def main():
    print("//! Constants of the kernels, written by `script/coefficients/lgamma.py`: do not edit.")
    print("//!")
    print("//! Polynomials stand with the lowest power first.\n")
    print("#![allow(clippy::approx_constant, clippy::excessive_precision, reason = \"generated\")]\n")
    low, high = mpf("-0.5"), mpf("0.5")
    core_weight = lambda t: 1 / core(t)
    c, e = remez(core, core_weight, low, high, 14)
    emit("CORE", "ln Γ(2 + t) / t on \\[-1/2, 1/2\\], relative.", c, e)
    c, e = remez(binet, binet_weight, 0, mpf("0.16"), 8)
    emit("BINET", "x · (ln Γ(x) - (x - 1/2) ln x + x - ln(2π)/2) in x⁻² for x >= 2.5, relative to ln Γ(x).", c, e)
    bound = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2
    c, e = remez(atanh_tail, lambda w: w / 2, 0, bound, 5)
    emit("LOG", "(ln((1 + s)/(1 - s)) - 2s) / s³ in s² for |s| <= (√2 - 1)/(√2 + 1), relative to ln.", c, e)
    c, e = remez(sine, lambda w: 1 / sine(w), 0, mpf("0.25"), 7)
    emit("SINE", "sin(πf) / (πf) in f² on \\[-1/2, 1/2\\], relative.", c, e)
    c, e = remez(core, core_weight, low, high, 28)
    emit("CORE_DD", "ln Γ(2 + t) / t on \\[-1/2, 1/2\\], relative.", c, e, doubled=15)
    c, e = remez(binet, binet_weight, 0, mpf(1) / 256, 11)
    emit("BINET_DD", "As `BINET`, for x >= 16.", c, e, doubled=1)
    c, e = remez(sine, lambda w: 1 / sine(w), 0, mpf("0.25"), 12)
    emit("SINE_DD", "sin(πf) / (πf) in f² on \\[-1/2, 1/2\\], relative.", c, e, doubled=7)
    high, low = pair(log(2 * pi) / 2 - HALF)
    print("/// (ln(2π) - 1) / 2.")
    print(f"pub(super) const HALF_LN_TWO_PI_LESS_HALF: (f64, f64) = ({literal(high)}, {literal(low)});\n")
    high, low = pair(pi)
    print("/// ln 2 as a sum; products of the first with exponents are exact.")
    rows = ", ".join(literal(x) for x in split_ln2())
    print(f"pub(super) const LN_2: [f64; 3] = [{rows}];\n")
    print("/// For j = 90..=182: c, the double nearest to 128/j, and -ln c as a sum of two.")
    print("pub(super) const RECIPROCALS: [(f64, f64, f64); 93] = [")
    for j in range(90, 183):
        c = nearest(mpf(128) / j)
        high, low = pair(-log(mpf(c)))
        print(f"    ({literal(c)}, {literal(high)}, {literal(low)}),")
    print("];")


main()
