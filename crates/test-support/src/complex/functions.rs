//! Each function of complex floats with two references: a double near the result, from the C library, and the exact one.

use hostnpu_kernels::complex;
use hostnpu_numeric::Complex;

use super::exact::{Z, one};

pub type C64 = Complex<f32>;
pub type C128 = Complex<f64>;

/// A function of one argument, or of two.
pub struct Function {
    pub name: &'static str,
    /// Of functions of one argument the second one is not looked at. A real result is a real part.
    pub run: fn(&[C64], &[C64], &mut [C64]),
    /// Near the result in most cases, in its parts; anything, or NaN, in others.
    pub near: fn(C128, C128) -> C128,
    pub exact: fn(&Z, &Z) -> Z,
    /// True if the second argument counts.
    pub of_two: bool,
    /// True if each part is the nearest float.
    pub is_nearest: bool,
}

mod c {
    use super::C128;

    // Two doubles in two registers: a complex number and a structure are passed alike.
    unsafe extern "C" {
        pub safe fn cexp(z: C128) -> C128;
        pub safe fn clog(z: C128) -> C128;
        pub safe fn csqrt(z: C128) -> C128;
        pub safe fn csinh(z: C128) -> C128;
        pub safe fn ccosh(z: C128) -> C128;
        pub safe fn ctanh(z: C128) -> C128;
        pub safe fn csin(z: C128) -> C128;
        pub safe fn ccos(z: C128) -> C128;
        pub safe fn ctan(z: C128) -> C128;
        pub safe fn casinh(z: C128) -> C128;
        pub safe fn cacosh(z: C128) -> C128;
        pub safe fn catanh(z: C128) -> C128;
        pub safe fn casin(z: C128) -> C128;
        pub safe fn cacos(z: C128) -> C128;
        pub safe fn catan(z: C128) -> C128;
        pub safe fn cpow(z: C128, w: C128) -> C128;
    }
}

const fn of_one(
    name: &'static str,
    run: fn(&[C64], &[C64], &mut [C64]),
    near: fn(C128, C128) -> C128,
    exact: fn(&Z, &Z) -> Z,
) -> Function {
    Function {
        name,
        run,
        near,
        exact,
        of_two: false,
        is_nearest: false,
    }
}

const fn of_two(
    name: &'static str,
    run: fn(&[C64], &[C64], &mut [C64]),
    near: fn(C128, C128) -> C128,
    exact: fn(&Z, &Z) -> Z,
) -> Function {
    Function {
        of_two: true,
        ..of_one(name, run, near, exact)
    }
}

macro_rules! one {
    ($name:ident, $near:expr, $exact:expr) => {
        of_one(
            stringify!($name),
            |z, _, y| complex::$name::c64(z, y),
            |z, _| $near(z),
            |z, _| $exact(z),
        )
    };
}

macro_rules! two {
    ($name:ident, $near:expr, $exact:expr) => {
        of_two(
            stringify!($name),
            |z, w, y| complex::$name::c64(z, w, y),
            $near,
            $exact,
        )
    };
}

/// Runs a function with real results.
fn real(f: fn(&[C64], &mut [f32]), z: &[C64], y: &mut [C64]) {
    let mut values = vec![0.0; z.len()];
    f(z, &mut values);
    for (y, value) in y.iter_mut().zip(values) {
        *y = C64::new(value, 0.0);
    }
}

fn inverse(z: C128) -> C128 {
    let square = z.re * z.re + z.im * z.im;
    C128::new(z.re / square, -z.im / square)
}

fn over(z: C128, divisor: f64) -> C128 {
    C128::new(z.re / divisor, z.im / divisor)
}

fn sigmoid(z: C128) -> C128 {
    let double = 2.0 * (z.re.cosh() + z.im.cos());
    C128::new((z.re.exp() + z.im.cos()) / double, z.im.sin() / double)
}

/// `g` times the conjugate of `r - r²`.
fn backward(g: &Z, r: &Z) -> Z {
    let square = r.minus(&r.times(r));
    g.times(&Z::of(square.re, -square.im))
}

/// The factor of sums, one for all: neither part is a power of two.
pub const ALPHA: C64 = C64::new(1.3, -0.7);

fn log_of(base: u32, z: &Z) -> Z {
    let base = rug::Float::with_val(super::exact::BITS, base).ln();
    z.log().scaled(&base.recip())
}

fn only_real(re: rug::Float) -> Z {
    Z::of(re, rug::Float::with_val(1, 0))
}

/// All of them but those that only move bits.
pub const FUNCTIONS: &[Function] = &[
    Function {
        is_nearest: true,
        ..of_one(
            "abs",
            |z, _, y| real(complex::abs::c64, z, y),
            |z, _| C128::new(z.re.hypot(z.im), 0.0),
            |z, _| only_real(z.norm().sqrt()),
        )
    },
    Function {
        is_nearest: true,
        ..of_one(
            "angle",
            |z, _, y| real(complex::angle::c64, z, y),
            |z, _| C128::new(z.im.atan2(z.re), 0.0),
            |z, _| only_real(z.im.clone().atan2(&z.re)),
        )
    },
    one!(reciprocal, inverse, |z| one().over(z)),
    one!(exp, c::cexp, Z::exp),
    one!(log, c::clog, Z::log),
    one!(log2, |z| over(c::clog(z), std::f64::consts::LN_2), |z| {
        log_of(2, z)
    }),
    one!(log10, |z| over(c::clog(z), std::f64::consts::LN_10), |z| {
        log_of(10, z)
    }),
    one!(sigmoid, sigmoid, Z::sigmoid),
    one!(sqrt, c::csqrt, Z::sqrt),
    one!(rsqrt, |z| inverse(c::csqrt(z)), |z: &Z| one()
        .over(&z.sqrt())),
    one!(sinh, c::csinh, Z::sinh),
    one!(cosh, c::ccosh, Z::cosh),
    one!(tanh, c::ctanh, Z::tanh),
    one!(sin, c::csin, |z: &Z| z.turned().sinh().turned_back()),
    one!(cos, c::ccos, |z: &Z| z.turned().cosh()),
    one!(tan, c::ctan, |z: &Z| z.turned().tanh().turned_back()),
    one!(asinh, c::casinh, Z::asinh),
    one!(acosh, c::cacosh, Z::acosh),
    one!(atanh, c::catanh, Z::atanh),
    one!(asin, c::casin, Z::asin),
    one!(acos, c::cacos, Z::acos),
    one!(atan, c::catan, |z: &Z| z.turned().atanh().turned_back()),
    one!(sign, |z: C128| over(z, z.re.hypot(z.im)), |z: &Z| z
        .scaled(&z.norm().sqrt().recip())),
    two!(
        mul,
        |z, w| C128::new(z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re),
        |z, w| z.times(w)
    ),
    two!(div, |z, w| z * inverse(w), |z, w| z.over(w)),
    two!(pow, |z, w| c::cpow(z, w), |z, w| z.power(w)),
    of_two(
        "add_scaled",
        |z, w, y| complex::add_scaled::c64(z, w, y, &[ALPHA]),
        |z, w| z + w * C128::new(ALPHA.re.into(), ALPHA.im.into()),
        |z, w| z.plus(&w.times(&Z::new(ALPHA.re.into(), ALPHA.im.into()))),
    ),
    two!(sigmoid_backward, |g, r| g * (r - r * r).conj(), backward),
    of_one(
        "polar",
        |z, _, y| {
            let parts = |part: fn(&C64) -> f32| -> Vec<f32> { z.iter().map(part).collect() };
            complex::polar::f32(&parts(|z| z.re), &parts(|z| z.im), y);
        },
        |z, _| C128::new(z.re * z.im.cos(), z.re * z.im.sin()),
        |z, _| {
            let (sin, cos) = (z.im.clone().sin(), z.im.clone().cos());
            Z::of(cos * &z.re, sin * &z.re)
        },
    ),
];
