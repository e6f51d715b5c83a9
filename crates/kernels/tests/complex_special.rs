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

/// A number of a table.
fn part(text: &str) -> f64 {
    match text {
        "π" => PI,
        "π/2" => FRAC_PI_2,
        "π/4" => FRAC_PI_4,
        "3π/4" => 3.0 * FRAC_PI_4,
        "±0" => ZERO_OF_ANY_SIGN,
        "±inf" => INFINITY_OF_ANY_SIGN,
        "any" => ANY,
        number => number.parse().expect(number),
    }
}

/// The rows of a table: `x y = re im`, the argument and the result, with semicolons in between.
fn parsed(table: &str) -> Vec<[f64; 4]> {
    let rows = table.split(';').map(|row| {
        let parts: Vec<&str> = row.split_whitespace().collect();
        let [x, y, "=", re, im] = parts[..] else {
            panic!("not a row: {row}")
        };
        [x, y, re, im].map(part)
    });
    rows.collect()
}

fn check(name: &str, f: Function, table: &str) {
    check_rows(name, f, &parsed(table));
}

fn check_rows(name: &str, f: Function, rows: &[[f64; 4]]) {
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
fn check_symmetric(name: &str, f: Function, odd: bool, table: &str) {
    check(name, f, table);
    let negated = |x: f64| if open(x) { x } else { -x };
    let rows: Vec<[f64; 4]> = parsed(table)
        .into_iter()
        .map(|[x, y, re, im]| {
            if odd {
                [-x, -y, negated(re), negated(im)]
            } else {
                [-x, -y, re, im]
            }
        })
        .collect();
    check_rows(name, f, &rows);
}

#[test]
fn exponential_and_logarithm() {
    check(
        "exp",
        complex::exp::c128,
        "0 0 = 1 0; -0 0 = 1 0; 1 inf = nan nan; 1 nan = nan nan; inf 0 = inf 0; -inf 1 = 0 0; -inf 3 = -0 0;\
         inf 2 = -inf inf; -inf inf = ±0 ±0; inf inf = ±inf nan; -inf nan = ±0 ±0; inf nan = ±inf nan;\
         nan 0 = nan 0; nan 1 = nan nan; nan nan = nan nan",
    );
    check(
        "log",
        complex::log::c128,
        "-0 0 = -inf π; 0 0 = -inf 0; 1 inf = inf π/2; 1 nan = nan nan; -inf 1 = inf π; inf 1 = inf 0;\
         -inf inf = inf 3π/4; inf inf = inf π/4; inf nan = inf nan; nan 1 = nan nan; nan inf = inf nan;\
         nan nan = nan nan",
    );
    check(
        "sqrt",
        complex::sqrt::c128,
        "0 0 = 0 0; -0 0 = 0 0; 1 inf = inf inf; nan inf = inf inf; 1 nan = nan nan; -inf 1 = 0 inf; inf 1 = inf 0;\
         -inf nan = nan ±inf; inf nan = inf nan; nan 1 = nan nan; -4 0 = 0 2",
    );
}

#[test]
fn hyperbolic_functions() {
    check_symmetric(
        "sinh",
        complex::sinh::c128,
        true,
        "0 0 = 0 0; 0 inf = ±0 nan; 0 nan = ±0 nan; 1 inf = nan nan; 1 nan = nan nan; inf 0 = inf 0;\
         inf 2 = -inf inf; inf inf = ±inf nan; inf nan = ±inf nan; nan 0 = nan 0; nan 1 = nan nan;\
         nan nan = nan nan",
    );
    check_symmetric(
        "cosh",
        complex::cosh::c128,
        false,
        "0 0 = 1 0; 0 inf = nan ±0; 0 nan = nan ±0; 1 inf = nan nan; inf 0 = inf 0; inf 2 = -inf inf;\
         inf inf = ±inf nan; inf nan = inf nan; nan 0 = nan ±0; nan 1 = nan nan",
    );
    check_symmetric(
        "tanh",
        complex::tanh::c128,
        true,
        "0 0 = 0 0; 1 inf = nan nan; 1 nan = nan nan; inf 1 = 1 0; inf 2 = 1 -0; inf inf = 1 ±0; inf nan = 1 ±0;\
         nan 0 = nan 0; nan 1 = nan nan; 300 0.5 = 1 any",
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
        "0 0 = 0 0; 1 inf = inf π/2; 1 nan = nan nan; inf 1 = inf 0; inf inf = inf π/4; inf nan = inf nan;\
         nan 0 = nan 0; nan 1 = nan nan; nan inf = ±inf nan; 0 2 = 1.3169578969248166 π/2",
    );
    check(
        "acos",
        complex::acos::c128,
        "0 0 = π/2 -0; 0 nan = π/2 nan; 1 inf = π/2 -inf; 1 nan = nan nan; -inf 1 = π -inf; inf 1 = 0 -inf;\
         -inf inf = 3π/4 -inf; inf inf = π/4 -inf; inf nan = nan ±inf; nan 1 = nan nan; nan inf = nan -inf;\
         2 0 = 0 -1.3169578969248166; -2 0 = π -1.3169578969248166",
    );
    check(
        "acosh",
        complex::acosh::c128,
        "0 0 = 0 π/2; -0 0 = 0 π/2; 1 inf = inf π/2; 0 nan = nan π/2; 1 nan = nan nan; -inf 1 = inf π;\
         inf 1 = inf 0; -inf inf = inf 3π/4; inf inf = inf π/4; inf nan = inf nan; nan 1 = nan nan;\
         nan inf = inf nan",
    );
    check_symmetric(
        "atanh",
        complex::atanh::c128,
        true,
        "0 0 = 0 0; 0 nan = 0 nan; 1 0 = inf 0; 1 inf = 0 π/2; 1 nan = nan nan; inf 1 = 0 π/2; inf inf = 0 π/2;\
         inf nan = 0 nan; nan 1 = nan nan; nan inf = ±0 π/2; 2 0 = 0.5493061443340549 π/2",
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
