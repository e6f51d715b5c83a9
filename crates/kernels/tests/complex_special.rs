//! Special values of complex functions: C99, Annex G. Each row holds for conjugates too, and by symmetry for opposite arguments.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use hostnpu_kernels::complex;
use hostnpu_numeric::Complex;

type C128 = Complex<f64>;
type Function = fn(&[C128], &mut [C128]);

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// A part whose sign, or whose value, C99 leaves open.
const ANY: f64 = 1234.5;
const ZERO_OF_ANY_SIGN: f64 = 1235.5;
const INFINITY_OF_ANY_SIGN: f64 = 1236.5;

fn of(f: Function, re: f64, im: f64) -> C128 {
    let mut y = [C128::default()];
    f(&[Complex::new(re, im)], &mut y);
    y[0]
}

fn open(part: f64) -> bool {
    part == ANY || part == ZERO_OF_ANY_SIGN || part == INFINITY_OF_ANY_SIGN
}

fn is(got: f64, expected: f64) -> bool {
    if expected == ANY {
        true
    } else if expected == ZERO_OF_ANY_SIGN {
        got == 0.0
    } else if expected == INFINITY_OF_ANY_SIGN {
        got.is_infinite()
    } else {
        got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan()
    }
}

fn check(name: &str, f: Function, rows: &[[f64; 4]]) {
    for &[x, y, re, im] in rows {
        let value = of(f, x, y);
        assert!(
            is(value.re, re) && is(value.im, im),
            "{name}({x} + i {y}) = {value}, not {re} + i {im}"
        );
        // The conjugate; where a part is NaN its sign means nothing.
        let value = of(f, x, -y);
        let im = if open(im) { im } else { -im };
        assert!(
            is(value.re, re) && is(value.im, im),
            "{name}({x} + i {}) = {value}",
            -y
        );
    }
}

/// Also for `-z`: of odd functions the negative value, of even ones the same.
fn check_symmetric(name: &str, f: Function, odd: bool, rows: &[[f64; 4]]) {
    check(name, f, rows);
    let negated = |x: f64| if open(x) { x } else { -x };
    let rows: Vec<[f64; 4]> = rows
        .iter()
        .map(|&[x, y, re, im]| {
            if odd {
                [-x, -y, negated(re), negated(im)]
            } else {
                [-x, -y, re, im]
            }
        })
        .collect();
    check(name, f, &rows);
}

#[test]
fn exponential_and_logarithm() {
    check(
        "exp",
        complex::exp::c128,
        &[
            [0.0, 0.0, 1.0, 0.0],
            [-0.0, 0.0, 1.0, 0.0],
            [1.0, INF, NAN, NAN],
            [1.0, NAN, NAN, NAN],
            [INF, 0.0, INF, 0.0],
            [-INF, 1.0, 0.0, 0.0],
            [-INF, 3.0, -0.0, 0.0],
            [INF, 2.0, -INF, INF],
            [-INF, INF, ZERO_OF_ANY_SIGN, ZERO_OF_ANY_SIGN],
            [INF, INF, INFINITY_OF_ANY_SIGN, NAN],
            [-INF, NAN, ZERO_OF_ANY_SIGN, ZERO_OF_ANY_SIGN],
            [INF, NAN, INFINITY_OF_ANY_SIGN, NAN],
            [NAN, 0.0, NAN, 0.0],
            [NAN, 1.0, NAN, NAN],
            [NAN, NAN, NAN, NAN],
        ],
    );
    check(
        "log",
        complex::log::c128,
        &[
            [-0.0, 0.0, -INF, PI],
            [0.0, 0.0, -INF, 0.0],
            [1.0, INF, INF, FRAC_PI_2],
            [1.0, NAN, NAN, NAN],
            [-INF, 1.0, INF, PI],
            [INF, 1.0, INF, 0.0],
            [-INF, INF, INF, 3.0 * FRAC_PI_4],
            [INF, INF, INF, FRAC_PI_4],
            [INF, NAN, INF, NAN],
            [NAN, 1.0, NAN, NAN],
            [NAN, INF, INF, NAN],
            [NAN, NAN, NAN, NAN],
        ],
    );
    check(
        "sqrt",
        complex::sqrt::c128,
        &[
            [0.0, 0.0, 0.0, 0.0],
            [-0.0, 0.0, 0.0, 0.0],
            [1.0, INF, INF, INF],
            [NAN, INF, INF, INF],
            [1.0, NAN, NAN, NAN],
            [-INF, 1.0, 0.0, INF],
            [INF, 1.0, INF, 0.0],
            [-INF, NAN, NAN, INFINITY_OF_ANY_SIGN],
            [INF, NAN, INF, NAN],
            [NAN, 1.0, NAN, NAN],
            [-4.0, 0.0, 0.0, 2.0],
        ],
    );
}

#[test]
fn hyperbolic_functions() {
    check_symmetric(
        "sinh",
        complex::sinh::c128,
        true,
        &[
            [0.0, 0.0, 0.0, 0.0],
            [0.0, INF, ZERO_OF_ANY_SIGN, NAN],
            [0.0, NAN, ZERO_OF_ANY_SIGN, NAN],
            [1.0, INF, NAN, NAN],
            [1.0, NAN, NAN, NAN],
            [INF, 0.0, INF, 0.0],
            [INF, 2.0, -INF, INF],
            [INF, INF, INFINITY_OF_ANY_SIGN, NAN],
            [INF, NAN, INFINITY_OF_ANY_SIGN, NAN],
            [NAN, 0.0, NAN, 0.0],
            [NAN, 1.0, NAN, NAN],
            [NAN, NAN, NAN, NAN],
        ],
    );
    check_symmetric(
        "cosh",
        complex::cosh::c128,
        false,
        &[
            [0.0, 0.0, 1.0, 0.0],
            [0.0, INF, NAN, ZERO_OF_ANY_SIGN],
            [0.0, NAN, NAN, ZERO_OF_ANY_SIGN],
            [1.0, INF, NAN, NAN],
            [INF, 0.0, INF, 0.0],
            [INF, 2.0, -INF, INF],
            [INF, INF, INFINITY_OF_ANY_SIGN, NAN],
            [INF, NAN, INF, NAN],
            [NAN, 0.0, NAN, ZERO_OF_ANY_SIGN],
            [NAN, 1.0, NAN, NAN],
        ],
    );
    check_symmetric(
        "tanh",
        complex::tanh::c128,
        true,
        &[
            [0.0, 0.0, 0.0, 0.0],
            [1.0, INF, NAN, NAN],
            [1.0, NAN, NAN, NAN],
            [INF, 1.0, 1.0, 0.0],
            [INF, 2.0, 1.0, -0.0],
            [INF, INF, 1.0, ZERO_OF_ANY_SIGN],
            [INF, NAN, 1.0, ZERO_OF_ANY_SIGN],
            [NAN, 0.0, NAN, 0.0],
            [NAN, 1.0, NAN, NAN],
            [300.0, 0.5, 1.0, ANY],
        ],
    );
    // The circular functions are these, turned.
    let turned = |f: Function, g: Function, odd: bool| {
        for re in [0.0, 1.0, INF, NAN] {
            for im in [0.0, 1.0, INF, NAN] {
                let (value, other) = (of(f, re, im), of(g, -im, re));
                let expected = if odd {
                    (other.im, -other.re)
                } else {
                    (other.re, other.im)
                };
                assert!(
                    is(value.re, expected.0) && is(value.im, expected.1),
                    "{re} + i {im}: {value}"
                );
            }
        }
    };
    turned(complex::sin::c128, complex::sinh::c128, true);
    turned(complex::cos::c128, complex::cosh::c128, false);
    turned(complex::tan::c128, complex::tanh::c128, true);
}

#[test]
fn inverse_functions() {
    check_symmetric(
        "asinh",
        complex::asinh::c128,
        true,
        &[
            [0.0, 0.0, 0.0, 0.0],
            [1.0, INF, INF, FRAC_PI_2],
            [1.0, NAN, NAN, NAN],
            [INF, 1.0, INF, 0.0],
            [INF, INF, INF, FRAC_PI_4],
            [INF, NAN, INF, NAN],
            [NAN, 0.0, NAN, 0.0],
            [NAN, 1.0, NAN, NAN],
            [NAN, INF, INFINITY_OF_ANY_SIGN, NAN],
            // On the cut the sign of the real zero decides.
            [0.0, 2.0, 1.316_957_896_924_816_6, FRAC_PI_2],
        ],
    );
    check(
        "acos",
        complex::acos::c128,
        &[
            [0.0, 0.0, FRAC_PI_2, -0.0],
            [0.0, NAN, FRAC_PI_2, NAN],
            [1.0, INF, FRAC_PI_2, -INF],
            [1.0, NAN, NAN, NAN],
            [-INF, 1.0, PI, -INF],
            [INF, 1.0, 0.0, -INF],
            [-INF, INF, 3.0 * FRAC_PI_4, -INF],
            [INF, INF, FRAC_PI_4, -INF],
            [INF, NAN, NAN, INFINITY_OF_ANY_SIGN],
            [NAN, 1.0, NAN, NAN],
            [NAN, INF, NAN, -INF],
            [2.0, 0.0, 0.0, -1.316_957_896_924_816_6],
            [-2.0, 0.0, PI, -1.316_957_896_924_816_6],
        ],
    );
    check(
        "acosh",
        complex::acosh::c128,
        &[
            [0.0, 0.0, 0.0, FRAC_PI_2],
            [-0.0, 0.0, 0.0, FRAC_PI_2],
            [1.0, INF, INF, FRAC_PI_2],
            [0.0, NAN, NAN, FRAC_PI_2],
            [1.0, NAN, NAN, NAN],
            [-INF, 1.0, INF, PI],
            [INF, 1.0, INF, 0.0],
            [-INF, INF, INF, 3.0 * FRAC_PI_4],
            [INF, INF, INF, FRAC_PI_4],
            [INF, NAN, INF, NAN],
            [NAN, 1.0, NAN, NAN],
            [NAN, INF, INF, NAN],
        ],
    );
    check_symmetric(
        "atanh",
        complex::atanh::c128,
        true,
        &[
            [0.0, 0.0, 0.0, 0.0],
            [0.0, NAN, 0.0, NAN],
            [1.0, 0.0, INF, 0.0],
            [1.0, INF, 0.0, FRAC_PI_2],
            [1.0, NAN, NAN, NAN],
            [INF, 1.0, 0.0, FRAC_PI_2],
            [INF, INF, 0.0, FRAC_PI_2],
            [INF, NAN, 0.0, NAN],
            [NAN, 1.0, NAN, NAN],
            [NAN, INF, ZERO_OF_ANY_SIGN, FRAC_PI_2],
            [2.0, 0.0, 0.549_306_144_334_054_9, FRAC_PI_2],
        ],
    );
}

#[test]
fn infinities_win_in_products_and_quotients() {
    let apply = |f: fn(&[C128], &[C128], &mut [C128]), a: [f64; 2], b: [f64; 2]| {
        let mut y = [C128::default()];
        f(
            &[Complex::new(a[0], a[1])],
            &[Complex::new(b[0], b[1])],
            &mut y,
        );
        y[0]
    };
    let infinite = |z: C128| z.re.is_infinite() || z.im.is_infinite();
    let zero = |z: C128| z.re == 0.0 && z.im == 0.0;
    let (mul, div) = (complex::mul::c128, complex::div::c128);
    let infinities = [[INF, 1.0], [INF, NAN], [NAN, -INF], [-INF, INF]];
    for a in infinities {
        for b in [[1.0, 1.0], [0.0, -2.0], [INF, 0.0], [-INF, NAN]] {
            assert!(
                infinite(apply(mul, a, b)) && infinite(apply(mul, b, a)),
                "{a:?} * {b:?}"
            );
        }
        for b in [[1.0, 1.0], [0.0, -2.0], [0.0, 0.0]] {
            assert!(infinite(apply(div, a, b)), "{a:?} / {b:?}");
            assert!(zero(apply(div, b, a)), "{b:?} / {a:?}");
        }
        assert!(apply(div, a, a).re.is_nan());
    }
    assert!(infinite(apply(div, [1.0, 2.0], [0.0, -0.0])));
    let nothing = apply(div, [0.0, 0.0], [0.0, 0.0]);
    assert!(nothing.re.is_nan() && nothing.im.is_nan());
    // The same in float, whatever stands beside it in its block.
    let a = [
        Complex::new(f32::INFINITY, f32::NAN),
        Complex::new(1.0, 2.0),
    ];
    let b = [Complex::new(1.0, 1.0), Complex::new(3.0, 4.0)];
    let mut y = [Complex::default(); 2];
    complex::mul::c64(&a, &b, &mut y);
    assert!(y[0].re.is_infinite() && y[1] == Complex::new(-5.0, 10.0));
    complex::div::c64(&a, &b, &mut y);
    assert!(y[0].re.is_infinite() && y[1] == Complex::new(0.44, 0.08));
    let mut moduli = [0.0; 2];
    complex::abs::c64(&a, &mut moduli);
    assert_eq!(moduli, [f32::INFINITY, 5f32.sqrt()]);
    complex::pow::c64(
        &[Complex::new(0.0, 0.0); 2],
        &[Complex::new(0.0, 0.0), Complex::new(2.0, 1.0)],
        &mut y,
    );
    assert_eq!(y, [Complex::new(1.0, 0.0), Complex::new(0.0, 0.0)]);
}
