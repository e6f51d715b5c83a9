//! Special values of complex functions: C99, Annex G. Each row holds for conjugates too, and by symmetry for opposite arguments.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use hostnpu_kernels::complex;
use hostnpu_numeric::Complex;

type C64 = Complex<f32>;
type C128 = Complex<f64>;

/// A function in both types.
#[derive(Clone, Copy)]
struct Function {
    wide: fn(&[C128], &mut [C128]),
    single: fn(&[C64], &mut [C64]),
}

macro_rules! both {
    ($name:ident) => {
        Function {
            wide: complex::$name::c128,
            single: complex::$name::c64,
        }
    };
}

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// A part whose sign, or whose value, C99 leaves open.
const ANY: f64 = 1234.5;
const ZERO_OF_ANY_SIGN: f64 = 1235.5;
const INFINITY_OF_ANY_SIGN: f64 = 1236.5;

fn of(f: Function, re: f64, im: f64) -> C128 {
    let mut y = [C128::default()];
    (f.wide)(&[Complex::new(re, im)], &mut y);
    y[0]
}

fn of_single(f: Function, re: f64, im: f64) -> C128 {
    let mut y = [C64::default()];
    (f.single)(&[Complex::new(re as f32, im as f32)], &mut y);
    Complex::new(y[0].re.into(), y[0].im.into())
}

/// Fails unless both parts of a result are the expected ones, to the bit, in both types.
fn assert_is(name: &str, f: Function, [x, y, re, im]: [f64; 4]) {
    let value = of(f, x, y);
    assert!(
        is(value.re, re) && is(value.im, im),
        "{name}({x} + i {y}) = {value}, not {re} + i {im}"
    );
    let rounded = |part: f64| {
        if open(part) {
            part
        } else {
            f64::from(part as f32)
        }
    };
    let value = of_single(f, x, y);
    assert!(
        is(value.re, rounded(re)) && is(value.im, rounded(im)),
        "{name}({x} + i {y}) = {value} in float, not {re} + i {im}"
    );
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

/// A kind of number: its size, with a sign if that counts.
fn kind(x: f64, with_sign: bool) -> String {
    let size = match x.abs() {
        0.0 => "0",
        INF => "inf",
        size if size.is_nan() => return "nan".to_string(),
        _ => "1",
    };
    let sign = if with_sign && x.is_sign_negative() {
        "-"
    } else {
        ""
    };
    format!("{sign}{size}")
}

/// Fails unless a table has all pairs of kinds in which a part is not finite, or both are 0.
fn assert_complete(name: &str, rows: &[[f64; 4]], symmetric: bool) {
    let kinds = ["-inf", "-1", "-0", "0", "1", "inf", "nan"];
    for x in &kinds[if symmetric { 3 } else { 0 }..] {
        for y in &kinds[3..] {
            let finite = |kind: &str| !kind.ends_with("inf") && kind != "nan";
            let zeros = x.ends_with('0') && *y == "0";
            let is_there = rows
                .iter()
                .any(|row| kind(row[0], !symmetric) == *x && kind(row[1], false) == *y);
            let is_usual = finite(x) && finite(y) && !zeros;
            assert!(is_there || is_usual, "{name} has no row {x} {y}");
        }
    }
}

/// Of a function whose values on the left are not those on the right.
fn check(name: &str, f: Function, table: &str) {
    let rows = parsed(table);
    assert_complete(name, &rows, false);
    check_rows(name, f, &rows);
}

fn check_rows(name: &str, f: Function, rows: &[[f64; 4]]) {
    for &[x, y, re, im] in rows {
        assert_is(name, f, [x, y, re, im]);
        // The conjugate; where a part is NaN its sign means nothing.
        assert_is(name, f, [x, -y, re, if open(im) { im } else { -im }]);
    }
}

/// Also for `-z`: of odd functions the negative value, of even ones the same.
fn check_symmetric(name: &str, f: Function, odd: bool, table: &str) {
    let rows = parsed(table);
    assert_complete(name, &rows, true);
    check_rows(name, f, &rows);
    let negated = |x: f64| if open(x) { x } else { -x };
    let rows: Vec<[f64; 4]> = rows
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

/// The values of a function are those of another at `i z`, turned back by `-i` if it is odd.
fn check_turned(name: &str, f: Function, g: Function, odd: bool) {
    let values = [-INF, -2.0, -1.0, -0.0, 0.0, 1.0, 2.0, INF, NAN];
    for re in values {
        for im in values {
            for of in [of, of_single] {
                let (value, other) = (of(f, re, im), of(g, -im, re));
                let expected = if odd {
                    (other.im, -other.re)
                } else {
                    (other.re, other.im)
                };
                assert!(
                    is(value.re, expected.0) && is(value.im, expected.1),
                    "{name}({re} + i {im}) = {value}"
                );
            }
        }
    }
}

#[test]
fn exponential_and_logarithm() {
    check(
        "exp",
        both!(exp),
        "-inf 0 = 0 0; -inf 1 = 0 0; -inf 3 = -0 0; -inf inf = ±0 ±0; -inf nan = ±0 ±0;\
         -1 0 = any 0; -1 inf = nan nan; -1 nan = nan nan; -0 0 = 1 0; -0 inf = nan nan; -0 nan = nan nan;\
         0 0 = 1 0; 0 inf = nan nan; 0 nan = nan nan; 1 0 = any 0; 1 inf = nan nan; 1 nan = nan nan;\
         inf 0 = inf 0; inf 1 = inf inf; inf 2 = -inf inf; inf inf = ±inf nan; inf nan = ±inf nan;\
         nan 0 = nan 0; nan 1 = nan nan; nan inf = nan nan; nan nan = nan nan",
    );
    check(
        "log",
        both!(log),
        "-inf 0 = inf π; -inf 1 = inf π; -inf inf = inf 3π/4; -inf nan = inf nan; -1 0 = 0 π; -1 inf = inf π/2;\
         -1 nan = nan nan; -0 0 = -inf π; -0 1 = 0 π/2; -0 inf = inf π/2; -0 nan = nan nan; 0 0 = -inf 0; 0 inf = inf π/2;\
         0 nan = nan nan; 1 0 = 0 0; 1 inf = inf π/2; 1 nan = nan nan; inf 0 = inf 0; inf 1 = inf 0; inf inf = inf π/4;\
         inf nan = inf nan; nan 0 = nan nan; nan 1 = nan nan; nan inf = inf nan; nan nan = nan nan",
    );
    check(
        "sqrt",
        both!(sqrt),
        "-inf 0 = 0 inf; -inf 1 = 0 inf; -inf inf = inf inf; -inf nan = nan ±inf; -1 0 = 0 1; -4 0 = 0 2; -1 inf = inf inf;\
         -1 nan = nan nan; -0 0 = 0 0; -0 inf = inf inf; -0 nan = nan nan; 0 0 = 0 0; 0 inf = inf inf; 0 nan = nan nan;\
         1 0 = 1 0; 1 inf = inf inf; 1 nan = nan nan; inf 0 = inf 0; inf 1 = inf 0; inf inf = inf inf; inf nan = inf nan;\
         nan 0 = nan nan; nan 1 = nan nan; nan inf = inf inf; nan nan = nan nan",
    );
    // Logarithms to other bases: the same infinities, zeros and NaN.
    for (name, f) in [("log2", both!(log2)), ("log10", both!(log10))] {
        let values = [-INF, -1.0, -0.0, 0.0, 1.0, INF, NAN];
        for (x, y) in values.into_iter().flat_map(|x| values.map(|y| (x, y))) {
            let value = of(both!(log), x, y);
            let same = |part: f64| {
                if part.is_finite() && part != 0.0 {
                    ANY
                } else {
                    part
                }
            };
            assert_is(name, f, [x, y, same(value.re), same(value.im)]);
        }
    }
}

#[test]
fn hyperbolic_functions() {
    check_symmetric(
        "sinh",
        both!(sinh),
        true,
        "0 0 = 0 0; 0 1 = 0 any; 0 inf = ±0 nan; 0 nan = ±0 nan; 1 0 = any 0; 1 inf = nan nan; 1 nan = nan nan; inf 0 = inf 0;\
         inf 1 = inf inf; inf 2 = -inf inf; inf inf = ±inf nan; inf nan = ±inf nan; nan 0 = nan 0; nan 1 = nan nan;\
         nan inf = nan nan; nan nan = nan nan",
    );
    check_symmetric(
        "cosh",
        both!(cosh),
        false,
        "0 0 = 1 0; 0 1 = any 0; 0 inf = nan ±0; 0 nan = nan ±0; 1 0 = any 0; 1 inf = nan nan; 1 nan = nan nan; inf 0 = inf 0;\
         inf 1 = inf inf; inf 2 = -inf inf; inf inf = ±inf nan; inf nan = inf nan; nan 0 = nan ±0; nan 1 = nan nan;\
         nan inf = nan nan; nan nan = nan nan",
    );
    check_symmetric(
        "tanh",
        both!(tanh),
        true,
        "0 0 = 0 0; 0 1 = 0 any; 0 inf = 0 nan; 0 nan = 0 nan; 1 0 = any 0; 1 inf = nan nan; 1 nan = nan nan; inf 0 = 1 0;\
         inf 1 = 1 0; inf 2 = 1 -0; inf inf = 1 ±0; inf nan = 1 ±0; nan 0 = nan 0; nan 1 = nan nan; nan inf = nan nan;\
         nan nan = nan nan; 300 0.5 = 1 any",
    );
    check_turned("sin", both!(sin), both!(sinh), true);
    check_turned("cos", both!(cos), both!(cosh), false);
    check_turned("tan", both!(tan), both!(tanh), true);
}

#[test]
fn inverse_functions() {
    check_symmetric(
        "asinh",
        both!(asinh),
        true,
        "0 0 = 0 0; 0 1 = 0 π/2; 0 inf = inf π/2; 0 nan = nan nan; 1 0 = any 0; 1 inf = inf π/2; 1 nan = nan nan; inf 0 = inf 0;\
         inf 1 = inf 0; inf inf = inf π/4; inf nan = inf nan; nan 0 = nan 0; nan 1 = nan nan; nan inf = ±inf nan;\
         nan nan = nan nan; 0 2 = 1.3169578969248166 π/2",
    );
    check(
        "acos",
        both!(acos),
        "-inf 0 = π -inf; -inf 1 = π -inf; -inf inf = 3π/4 -inf; -inf nan = nan ±inf; -1 0 = π -0; -1 inf = π/2 -inf;\
         -1 nan = nan nan; -0 0 = π/2 -0; -0 inf = π/2 -inf; -0 nan = π/2 nan; 0 0 = π/2 -0; 0 inf = π/2 -inf; 0 nan = π/2 nan;\
         1 0 = 0 -0; 1 inf = π/2 -inf; 1 nan = nan nan; inf 0 = 0 -inf; inf 1 = 0 -inf; inf inf = π/4 -inf; inf nan = nan ±inf;\
         nan 0 = nan nan; nan 1 = nan nan; nan inf = nan -inf; nan nan = nan nan;\
         2 0 = 0 -1.3169578969248166; -2 0 = π -1.3169578969248166",
    );
    check(
        "acosh",
        both!(acosh),
        "-inf 0 = inf π; -inf 1 = inf π; -inf inf = inf 3π/4; -inf nan = inf nan; -1 0 = 0 π; -1 inf = inf π/2; -1 nan = nan nan;\
         -0 0 = 0 π/2; -0 inf = inf π/2; -0 nan = nan π/2; 0 0 = 0 π/2; 0 inf = inf π/2; 0 nan = nan π/2; 1 0 = 0 0;\
         1 inf = inf π/2; 1 nan = nan nan; inf 0 = inf 0; inf 1 = inf 0; inf inf = inf π/4; inf nan = inf nan;\
         nan 0 = nan nan; nan 1 = nan nan; nan inf = inf nan; nan nan = nan nan; 2 0 = 1.3169578969248166 0",
    );
    check_symmetric(
        "atanh",
        both!(atanh),
        true,
        "0 0 = 0 0; 0 1 = 0 π/4; 0 inf = 0 π/2; 0 nan = 0 nan; 1 0 = inf 0; 1 inf = 0 π/2; 1 nan = nan nan; inf 0 = 0 π/2;\
         inf 1 = 0 π/2; inf inf = 0 π/2; inf nan = 0 nan; nan 0 = nan nan; nan 1 = nan nan; nan inf = ±0 π/2;\
         nan nan = nan nan; 2 0 = 0.5493061443340549 π/2",
    );
    check_turned("asin", both!(asin), both!(asinh), true);
    check_turned("atan", both!(atan), both!(atanh), true);
}

#[test]
fn angles() {
    let table = "-inf 0 = π 0; -inf 1 = π 0; -inf inf = 3π/4 0; -1 0 = π 0; -1 inf = π/2 0; -0 0 = π 0; -0 1 = π/2 0; 0 0 = 0 0;\
         0 1 = π/2 0; 0 inf = π/2 0; 1 0 = 0 0; 1 1 = π/4 0; inf 1 = 0 0; inf inf = π/4 0; nan 0 = nan 0; 0 nan = nan 0; inf nan = nan 0";
    for [x, y, angle, _] in parsed(table) {
        for sign in [1.0, -1.0] {
            let (mut wide, mut single) = ([0.0], [0.0]);
            complex::angle::c128(&[Complex::new(x, sign * y)], &mut wide);
            complex::angle::c64(&[Complex::new(x as f32, (sign * y) as f32)], &mut single);
            let expected = (sign * angle) as f32;
            assert!(is(wide[0], sign * angle), "{x} {y}: {}", wide[0]);
            assert!(
                is(single[0].into(), expected.into()),
                "{x} {y}: {}",
                single[0]
            );
        }
    }
}

/// Functions that C99 has not: by the limits of the definitions.
#[test]
fn other_functions() {
    check_rows(
        "sigmoid",
        both!(sigmoid),
        &parsed(
            "-inf 0 = 0 0; -inf 1 = 0 0; -inf 2 = -0 0; -inf inf = ±0 ±0; inf 0 = 1 0; inf 1 = 1 0; 0 0 = 0.5 0; 1 inf = nan nan;\
             nan 1 = nan nan; 1 nan = nan nan; nan nan = nan nan",
        ),
    );
    check_rows(
        "reciprocal",
        both!(reciprocal),
        &parsed(
            "0 0 = inf nan; inf 1 = 0 ±0; inf 0 = 0 -0; 1 inf = 0 -0; inf inf = 0 -0; -inf 1 = -0 ±0; -2 0 = -0.5 -0; -0 4 = -0 -0.25; 2 0 = 0.5 -0; 0 4 = 0 -0.25; nan 1 = nan nan",
        ),
    );
    check_rows(
        "rsqrt",
        both!(rsqrt),
        &parsed(
            "inf 1 = 0 -0; inf 0 = 0 -0; 4 0 = 0.5 -0; -4 0 = 0 -0.5; -inf 1 = 0 -0; 1 inf = 0 -0; nan 1 = nan nan; 1 nan = nan nan",
        ),
    );
    check_rows(
        "sign",
        both!(sign),
        &parsed("0 0 = 0 0; -0 0 = -0 0; -3 4 = -0.6 0.8; nan 1 = nan nan; 0 -2 = 0 -1"),
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
