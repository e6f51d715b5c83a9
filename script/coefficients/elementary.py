#!/usr/bin/env python3
"""Derives the polynomials of `crates/kernels/src/math/` and prints `coefficients.rs`.

    pip install mpmath==1.3.0
    python3 script/coefficients/elementary.py > crates/kernels/src/math/coefficients.rs && cargo fmt

Each polynomial interpolates at Chebyshev's nodes in 240-bit arithmetic, which is nearly minimax, and its coefficients are
rounded once. The error in each comment is the largest relative one on the interval, before evaluation in double.
"""

from mpmath import (
    asin, atan, cos, cosh, erf, erfc, erfinv, exp, expm1, log, log1p, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt, tan,
)

mp.prec = 240
LN2 = log(2)
HALF = mpf(1) / 2


def fit(function, low, high, terms, center=0):
    """Coefficients of (x - center)**i and the largest relative error on [low, high]."""
    low, high, center = mpf(low), mpf(high), mpf(center)
    middle, radius = (low + high) / 2, (high - low) / 2
    nodes = [middle - radius * cos(pi * (2 * i + 1) / (2 * terms)) for i in range(terms)]
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


def emit(name, what, function, low, high, terms, center=0):
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
emit("EXP2M1", "`(2^x - 1) / x` for `|x| <= 1/2`", at_zero(lambda x: expm1(x * LN2) / x, LN2), -HALF, HALF, 9)
emit("COSH", "`cosh √x` for `√x <= ln 2 / 2`", lambda x: cosh(sqrt(x)), 0, bound**2, 5)
emit("SINH", "`sinh √x / √x` for `√x <= ln 2 / 2`", at_zero(lambda x: sinh(sqrt(x)) / sqrt(x), 1), 0, bound**2, 5)
low, high = sqrt(HALF) - 1, sqrt(2) - 1
emit("LOG1P", "`ln(1 + x) / x` for `√½ - 1 <= x <= √2 - 1`", at_zero(lambda x: log1p(x) / x, 1), low, high, 16)
emit("LOG1P_LONG", "`ln(1 + x) / x` for `√½ - 1 <= x <= √2 - 1`", at_zero(lambda x: log1p(x) / x, 1), low, high, 20)
emit("SIN_PI", "`sin(π √x) / √x` for `√x <= 1/2`", at_zero(lambda x: sin(pi * sqrt(x)) / sqrt(x), pi), 0, HALF**2, 7)
emit("TAN_PI", "`tan(π √x) / √x` for `√x <= 1/4`", at_zero(lambda x: tan(pi * sqrt(x)) / sqrt(x), pi), 0, HALF**4, 12)
emit("ATAN", "`atan √x / √x` for `√x <= 1`", at_zero(lambda x: atan(sqrt(x)) / sqrt(x), 1), 0, 1, 16)
emit("ASIN", "`asin √x / √x` for `√x <= 1/2`", at_zero(lambda x: asin(sqrt(x)) / sqrt(x), 1), 0, HALF**2, 10)
emit("ERF", "`erf √x / √x` for `√x <= 3.94`", at_zero(lambda x: erf(sqrt(x)) / sqrt(x), 2 / sqrt(pi)), 0, mpf("3.94") ** 2, 24, 7.76)
