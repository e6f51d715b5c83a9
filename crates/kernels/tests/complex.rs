//! Functions of complex numbers, against MPFR with enough bits that no cancellation is seen, by the textbook formulas; and the special values
//! of C99, Annex G.

use hostnpu_kernels::complex;
use hostnpu_numeric::Complex;
use rug::Float;

use exact::{BITS, Z, one, ulps_double, ulps_single};
use hostnpu_test_support as support;
use hostnpu_test_support::bounds;
use hostnpu_test_support::complex::exact;
use support::Random;

type C64 = Complex<f32>;
type C128 = Complex<f64>;

/// Numbers of the functions' whole domain: of all sizes up to `largest` in either part, close to 1 and to multiples of pi / 2, subnormal.
fn samples(largest: f64, smallest: f64) -> Vec<C64> {
    let mut random = Random::new(5);
    let mut part = |i: usize| {
        let unit = (random.next() >> 11) as f64 * f64::exp2(-53.0) + 0.5;
        let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
        let spread = largest.log2() - smallest.log2();
        let size = match i % 6 {
            0 | 1 => unit,
            2 => unit * 10.0,
            3 => 1.0 + (random.next() % 9) as f64 * f64::exp2(-23.0) - f64::exp2(-21.0),
            4 => (random.next() % 5) as f64 * std::f64::consts::FRAC_PI_2,
            _ => {
                unit * smallest
                    * f64::exp2(spread * (random.next() >> 11) as f64 * f64::exp2(-53.0))
            }
        };
        (sign * if size == 0.0 { unit } else { size.min(largest) }) as f32
    };
    (0..420)
        .map(|i| Complex::new(part(i), part(i / 6)))
        .collect()
}

type Pair<'a> = (
    fn(&[C64], &mut [C64]),
    fn(&[C128], &mut [C128]),
    &'a dyn Fn(&Z) -> Z,
);

/// The bound of the functions, in units of each part in `c64`, of the larger part in `c128`.
fn bound(dtype: &str) -> f64 {
    match bounds::accuracy(&format!("math {dtype}")) {
        bounds::Accuracy::Ulp(ulp) | bounds::Accuracy::UlpOfLargerPart(ulp) => ulp,
        other => panic!("the bound of complex functions is {other:?}"),
    }
}

/// Each part within its bound.
fn check(name: &str, inputs: &[C64], (single, double, exact): Pair<'_>) {
    let mut y = vec![C64::default(); inputs.len()];
    single(inputs, &mut y);
    let wide: Vec<C128> = inputs
        .iter()
        // Doubles that no float has.
        .map(|z| {
            Complex::new(
                f64::from(z.re) * (1.0 + 1e-12),
                f64::from(z.im) * (1.0 - 3e-13),
            )
        })
        .collect();
    let mut w = vec![C128::default(); wide.len()];
    double(&wide, &mut w);
    let (single_bound, double_bound) = (bound("c64"), bound("c128"));
    let mut worst = (0.0_f64, 0.0_f64);
    for i in 0..inputs.len() {
        let expected = exact(&Z::new(inputs[i].re.into(), inputs[i].im.into()));
        for (got, part) in [(y[i].re, &expected.re), (y[i].im, &expected.im)] {
            let off = ulps_single(got, part, part);
            assert!(
                off <= single_bound,
                "{name} of {}: {}, {off} ULP from {}",
                inputs[i],
                y[i],
                part.to_f64()
            );
            worst.0 = worst.0.max(off);
        }
        let expected = exact(&Z::new(wide[i].re, wide[i].im));
        let larger = Float::with_val(
            BITS,
            expected.re.clone().abs().max(&expected.im.clone().abs()),
        );
        for (got, part) in [(w[i].re, &expected.re), (w[i].im, &expected.im)] {
            let off = ulps_double(got, part, &larger);
            assert!(
                off <= double_bound,
                "{name} of {}: {}, {off} ULP from {}",
                wide[i],
                w[i],
                part.to_f64()
            );
            worst.1 = worst.1.max(off);
        }
    }
    println!("{name}: {:.5} and {:.2} ULP", worst.0, worst.1);
}

macro_rules! check {
    ($inputs:expr; $($name:ident = $exact:expr;)+) => {$(
        check(stringify!($name), &$inputs, (complex::$name::c64, complex::$name::c128, &$exact));
    )+};
}

#[test]
fn exponentials_and_circular_functions() {
    check! { samples(80.0, 1e-40);
        exp = Z::exp;
        sinh = Z::sinh;
        cosh = Z::cosh;
        tanh = Z::tanh;
        sin = |z| z.turned().sinh().turned_back();
        cos = |z| z.turned().cosh();
        tan = |z| z.turned().tanh().turned_back();
        sigmoid = Z::sigmoid;
    }
}

#[test]
fn logarithms_and_roots() {
    check! { samples(3e38, 1e-44);
        log = Z::log;
        log2 = |z| z.log().scaled(&Float::with_val(BITS, 2).ln().recip());
        log10 = |z| z.log().scaled(&Float::with_val(BITS, 10).ln().recip());
        sqrt = Z::sqrt;
        rsqrt = |z| one().over(&z.sqrt());
        reciprocal = |z| one().over(z);
        sign = |z| z.scaled(&z.norm().sqrt().recip());
    }
}

#[test]
fn inverse_functions() {
    check! { samples(3e38, 1e-44);
        asinh = Z::asinh;
        asin = |z| z.turned().asinh().turned_back();
        acos = Z::acos;
        acosh = Z::acosh;
        atanh = Z::atanh;
        atan = |z| z.turned().atanh().turned_back();
    }
}

#[test]
fn products_quotients_and_powers() {
    let a = samples(1e18, 1e-18);
    let b: Vec<C64> = a.iter().rev().copied().collect();
    let wide = |x: &[C64]| -> Vec<C128> {
        x.iter()
            .map(|z| Complex::new(f64::from(z.re) * 1.000_000_000_01, z.im.into()))
            .collect()
    };
    let (wide_a, wide_b) = (wide(&a), wide(&b));
    let (mut y, mut w) = (a.clone(), wide_a.clone());
    let z = |z: C64| Z::new(z.re.into(), z.im.into());
    let each = |y: &[C64], w: &[C128], exact: &dyn Fn(&Z, &Z) -> Z| {
        for i in 0..a.len() {
            let expected = exact(&z(a[i]), &z(b[i]));
            for (got, part) in [(y[i].re, &expected.re), (y[i].im, &expected.im)] {
                let off = ulps_single(got, part, part);
                assert!(off <= 0.5001, "{} and {}: {}, {off} ULP", a[i], b[i], y[i]);
            }
            let expected = exact(
                &Z::new(wide_a[i].re, wide_a[i].im),
                &Z::new(wide_b[i].re, wide_b[i].im),
            );
            for (got, part) in [(w[i].re, &expected.re), (w[i].im, &expected.im)] {
                let off = ulps_double(got, part, part);
                assert!(
                    off <= 3.0,
                    "{} and {}: {}, {off} ULP",
                    wide_a[i],
                    wide_b[i],
                    w[i]
                );
            }
        }
    };
    complex::mul::c64(&a, &b, &mut y);
    complex::mul::c128(&wide_a, &wide_b, &mut w);
    each(&y, &w, &Z::times);
    complex::div::c64(&a, &b, &mut y);
    complex::div::c128(&wide_a, &wide_b, &mut w);
    each(&y, &w, &Z::over);
    let small: Vec<C64> = b
        .iter()
        .map(|z| Complex::new(z.re % 4.0, z.im % 4.0))
        .collect();
    let wide_small = wide(&small);
    complex::pow::c64(&a, &small, &mut y);
    complex::pow::c128(&wide_a, &wide_small, &mut w);
    for i in 0..a.len() {
        let expected = z(a[i]).power(&z(small[i]));
        for (got, part) in [(y[i].re, &expected.re), (y[i].im, &expected.im)] {
            let off = ulps_single(got, part, part);
            assert!(
                off <= bounds::ulp("math pow c64"),
                "{} to {}: {}, {off} ULP",
                a[i],
                small[i],
                y[i]
            );
        }
        let exponent = Z::new(wide_small[i].re, wide_small[i].im)
            .times(&Z::new(wide_a[i].re, wide_a[i].im).log());
        let (expected, turns) = (exponent.exp(), exponent.norm().sqrt().to_f64());
        let modulus = expected.norm().sqrt();
        for (got, part) in [(w[i].re, &expected.re), (w[i].im, &expected.im)] {
            let off = ((Float::with_val(BITS, got) - part) / &modulus)
                .to_f64()
                .abs();
            assert!(
                off <= f64::exp2(-51.0) * (4.0 + turns),
                "{} to {}: {}, {off:e}",
                wide_a[i],
                wide_small[i],
                w[i]
            );
        }
    }
}

#[test]
fn moduli_and_angles() {
    let x = samples(3e38, 1e-44);
    let (mut moduli, mut angles) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    complex::abs::c64(&x, &mut moduli);
    complex::angle::c64(&x, &mut angles);
    for i in 0..x.len() {
        let z = Z::new(x[i].re.into(), x[i].im.into());
        let (modulus, angle) = (z.norm().sqrt(), z.log().im);
        assert!(
            ulps_single(moduli[i], &modulus, &modulus) <= 0.5001,
            "modulus of {}",
            x[i]
        );
        assert!(
            ulps_single(angles[i], &angle, &angle) <= 0.5001,
            "angle of {}",
            x[i]
        );
    }
    let mut y = [C64::default(); 2];
    complex::polar::f32(&[2.0, 3.0], &[0.0, 1.0], &mut y);
    assert_eq!(
        y,
        [
            Complex::new(2.0, 0.0),
            Complex::new((3.0 * 1f64.cos()) as f32, (3.0 * 1f64.sin()) as f32)
        ]
    );
    complex::join::f32(&[1.0, 2.0], &[3.0, 4.0], &mut y);
    assert_eq!(y, [Complex::new(1.0, 3.0), Complex::new(2.0, 4.0)]);
    complex::conj::c64(&y.clone(), &mut y);
    assert_eq!(y, [Complex::new(1.0, -3.0), Complex::new(2.0, -4.0)]);
}

#[test]
fn nothing_overflows_or_underflows_in_between() {
    let large = 1.5e308;
    let tiny = 3e-320;
    let one_of = |f: fn(&[C128], &[C128], &mut [C128]), a: (f64, f64), b: (f64, f64)| {
        let mut y = [C128::default()];
        f(&[Complex::new(a.0, a.1)], &[Complex::new(b.0, b.1)], &mut y);
        (y[0].re, y[0].im)
    };
    assert_eq!(
        one_of(complex::div::c128, (large, large), (large, large)),
        (1.0, 0.0)
    );
    assert_eq!(
        one_of(complex::div::c128, (tiny, tiny), (tiny, tiny)),
        (1.0, 0.0)
    );
    assert_eq!(
        one_of(complex::mul::c128, (1e200, 1e200), (1e100, -1e100)),
        (2e300, 0.0)
    );
    assert_eq!(
        one_of(complex::mul::c128, (1e308, 1e308), (1.0, 1.0)).0,
        0.0
    );
    let function = |f: fn(&[C128], &mut [C128]), re: f64, im: f64| {
        let mut y = [C128::default()];
        f(&[Complex::new(re, im)], &mut y);
        y[0]
    };
    let root = function(complex::sqrt::c128, large, large);
    assert!((root.re / 1.345_6e154 - 1.0).abs() < 1e-3 && root.im > 5.5e153);
    let root = function(complex::sqrt::c128, 0.0, tiny);
    assert!(
        (root.re - root.im).abs() < 1e-170 && (root.re * root.im * 2.0 / tiny - 1.0).abs() < 1e-3
    );
    assert_eq!(
        function(complex::sqrt::c128, 4.0, 1e-320),
        Complex::new(2.0, 0.25e-320)
    );
    let logarithm = function(complex::log::c128, large, large);
    assert!((logarithm.re - 709.947_965).abs() < 1e-3);
    // A cosine close to 0 makes finite what e^x alone is not.
    let value = function(complex::exp::c128, 720.0, std::f64::consts::FRAC_PI_2);
    assert!(value.re.is_finite() && value.re > 1e295 && value.im.is_infinite());
    let value = function(complex::acosh::c128, 1e308, 1e308);
    assert!(
        (value.re - 710.235).abs() < 1e-2 && (value.im - std::f64::consts::FRAC_PI_4).abs() < 1e-15
    );
}
