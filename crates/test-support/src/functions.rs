//! Each function with its reference.

use half::{bf16, f16};
use hostnpu_kernels::{math, single};
use rug::Float;
use rug::float::{Constant, Special};

/// A function of one argument.
#[derive(Clone, Copy)]
pub struct Unary {
    pub name: &'static str,
    pub f32: Loop<f32>,
    pub odd: Option<Loop<f32>>,
    /// None of functions that have no loop over doubles.
    pub f64: Option<Loop<f64>>,
    /// None of functions with parameters, which have no tables.
    pub halves: Option<Halves>,
    pub exact: fn(Float) -> Float,
    /// The interval of most samples.
    pub from: f32,
    pub to: f32,
}

/// A function of one argument for slices of a type.
pub type Loop<T> = fn(&[T], &mut [T]);

/// A function of one argument for both 16-bit types.
pub type Halves = (Loop<f16>, Loop<bf16>);

/// A function of two arguments.
pub struct Binary {
    pub name: &'static str,
    pub f32: fn(&[f32], &[f32], &mut [f32]),
    pub f64: fn(&[f64], &[f64], &mut [f64]),
    pub exact: fn(Float, Float) -> Float,
    /// The interval of most samples.
    pub from: (f32, f32),
    pub to: (f32, f32),
}

/// The logistic function.
pub fn sigmoid(x: Float) -> Float {
    let one: Float = 1 + (-x).exp();
    one.recip()
}

/// `x Φ(x)`, of minus infinity NaN.
pub fn gelu(x: Float) -> Float {
    let prec = x.prec();
    let root = Float::with_val(prec, 2).sqrt();
    let twice = Float::with_val(prec, -(&x / root)).erfc();
    x * twice / 2u32
}

/// `x s(u)` with `u = √(8/π) (x + 0.044715 x³)`, of minus infinity NaN.
pub fn gelu_by_tanh(x: Float) -> Float {
    let prec = x.prec();
    let scale = Float::with_val(prec, 8 / Float::with_val(prec, Constant::Pi)).sqrt();
    let cube = Float::with_val(prec, Float::with_val(prec, 44_715) / 1_000_000u32);
    let inner = Float::with_val(prec, x.square_ref()) * cube + 1u32;
    let u = Float::with_val(prec, &x * inner) * scale;
    x * sigmoid(u)
}

fn softplus(x: Float) -> Float {
    if x.is_nan() || x > 1000 {
        return x;
    }
    let prec = x.prec();
    // Below, the result is nothing to a float; MPFR's exponents end somewhere.
    let x = if x < -1_000_000 {
        Float::with_val(prec, -1_000_000)
    } else {
        x
    };
    x.exp().ln_1p()
}

/// MPFR has +∞ for `rsqrt(-0)`.
fn rsqrt(x: Float) -> Float {
    if x.is_zero() && x.is_sign_negative() {
        return Float::with_val(x.prec(), Special::NegInfinity);
    }
    x.recip_sqrt()
}

fn sinc(x: Float) -> Float {
    if x.is_zero() {
        return x + 1u32;
    }
    if x.is_infinite() {
        return Float::with_val(x.prec(), Special::Nan);
    }
    // Enough bits for an argument of any size.
    let pi = Float::with_val(x.prec() + 200, Constant::Pi);
    let turned = pi * &x;
    let sine = Float::with_val(x.prec(), &x).sin_pi();
    Float::with_val(x.prec(), sine / turned)
}

/// NaN at poles, where MPFR has an infinity.
fn digamma(x: Float) -> Float {
    if x.is_infinite() && x.is_sign_negative()
        || x.is_sign_negative() && !x.is_zero() && x.is_integer()
    {
        return Float::with_val(x.prec(), Special::Nan);
    }
    if x.is_zero() {
        let special = if x.is_sign_negative() {
            Special::Infinity
        } else {
            Special::NegInfinity
        };
        return Float::with_val(x.prec(), special);
    }
    // MPFR takes as many bits as the argument has for a reflection: more than time allows for tiny and huge ones.
    if x.clone().abs() < 1e-30 {
        return -x.recip();
    }
    x.digamma()
}

/// MPFR has none.
fn erfinv(x: Float) -> Float {
    if x.is_nan() || x.clone().abs() > 1 {
        return Float::with_val(x.prec(), Special::Nan);
    }
    if x.is_zero() || x.clone().abs() == 1 {
        return if x.is_zero() {
            x
        } else if x > 0 {
            Float::with_val(8, Special::Infinity)
        } else {
            Float::with_val(8, Special::NegInfinity)
        };
    }
    let prec = x.prec() + 40;
    let x_bits = prec as i32 - 30;
    let half_root_pi = Float::with_val(prec, Constant::Pi).sqrt() / 2u32;
    if x.clone().abs() < 1e-10 {
        // The first terms of the series: `1 - x` would need too many bits.
        let square = Float::with_val(prec, &half_root_pi * &x).square();
        return half_root_pi * x * (1 + square / 3u32);
    }
    let magnitude = Float::with_val(prec, x.abs_ref());
    let rest = Float::with_val(prec, 1 - &magnitude);
    // Newton's method for `-ln erfc`, which is convex.
    let log = -Float::with_val(prec, rest.ln_ref());
    let mut y = Float::with_val(prec, &magnitude * &half_root_pi);
    for _ in 0..200 {
        let erfc = Float::with_val(prec, y.erfc_ref());
        let derivative = Float::with_val(prec, -y.clone().square()).exp() / &half_root_pi / &erfc;
        let step: Float = (-erfc.ln() - &log) / derivative;
        y -= &step;
        if step.is_zero() || step.get_exp() < y.get_exp().map(|exponent| exponent - x_bits) {
            break;
        }
    }
    if x.is_sign_negative() { -y } else { y }
}

/// Alpha, scale and input scale.
const ELU: [f32; 3] = [1.3, 0.7, 0.6];

fn elu(x: Float) -> Float {
    let [alpha, scale, input_scale] = ELU;
    if x > 0 {
        x * scale
    } else {
        (x * input_scale).exp_m1() * alpha * scale
    }
}

fn selu(x: Float) -> Float {
    let below = if x < 0 {
        x.exp_m1() * 1.673_263_242_354_377_2
    } else {
        x
    };
    below * 1.050_700_987_355_480_5
}

/// Alpha is 0.3125.
fn celu(x: Float) -> Float {
    if x > 0 {
        return x;
    }
    (x / 0.3125f32).exp_m1() * 0.3125f32
}

fn mish(x: Float) -> Float {
    if x.is_infinite() && x.is_sign_negative() {
        return Float::with_val(x.prec(), Special::Nan);
    }
    x.clone() * softplus(x).tanh()
}

fn logit(x: Float) -> Float {
    let rest = Float::with_val(1200, 1 - &x);
    if rest.is_zero() || x.is_zero() {
        return Float::with_val(
            8,
            if x.is_zero() {
                Special::NegInfinity
            } else {
                Special::Infinity
            },
        );
    }
    Float::with_val(1200, x / rest).ln()
}

macro_rules! unary {
    ($($name:ident from $from:literal to $to:literal = $exact:expr;)+) => {
        &[$(Unary {
            name: stringify!($name),
            f32: math::$name::f32,
            odd: Some(math::$name::f32_odd),
            f64: Some(math::$name::f64),
            halves: Some((math::$name::f16, math::$name::bf16)),
            exact: $exact,
            from: $from,
            to: $to,
        }),+]
    };
}

const WITHOUT_PARAMETERS: &[Unary] = unary! {
    erfc from -4.0 to 11.0 = |x| x.erfc();
    erfinv from -1.0 to 1.0 = erfinv;
    digamma from -10.0 to 20.0 = digamma;
    selu from -30.0 to 10.0 = selu;
    mish from -110.0 to 30.0 = mish;
    exp from -110.0 to 100.0 = |x| x.exp();
    exp2 from -155.0 to 130.0 = |x| x.exp2();
    expm1 from -30.0 to 100.0 = |x| x.exp_m1();
    tanh from -12.0 to 12.0 = |x| x.tanh();
    sigmoid from -110.0 to 30.0 = sigmoid;
    softplus from -110.0 to 100.0 = softplus;
    logsigmoid from -100.0 to 110.0 = |x| -softplus(-x);
    log from 0.0 to 4.0 = |x| x.ln();
    log2 from 0.0 to 4.0 = |x| x.log2();
    log10 from 0.0 to 4.0 = |x| x.log10();
    log1p from -1.0 to 3.0 = |x| x.ln_1p();
    cosh from -90.0 to 90.0 = |x| x.cosh();
    sinh from -90.0 to 90.0 = |x| x.sinh();
    asinh from -3.0 to 3.0 = |x| x.asinh();
    acosh from 1.0 to 5.0 = |x| x.acosh();
    atanh from -1.0 to 1.0 = |x| x.atanh();
    atan from -5.0 to 5.0 = |x| x.atan();
    asin from -1.0 to 1.0 = |x| x.asin();
    acos from -1.0 to 1.0 = |x| x.acos();
    erf from -4.5 to 4.5 = |x| x.erf();
    rsqrt from 0.0 to 9.0 = rsqrt;
    cos from -100.0 to 100.0 = |x| x.cos();
    tan from -100.0 to 100.0 = |x| x.tan();
    sinc from -20.0 to 20.0 = sinc;
};

macro_rules! unary_with {
    ($($name:ident($parameters:expr, $wide:expr) from $from:literal to $to:literal = $exact:expr;)+) => {
        &[$(Unary {
            name: stringify!($name),
            f32: |x, y| math::$name::f32(x, y, &$parameters),
            odd: Some(|x, y| math::$name::f32_odd(x, y, &$parameters)),
            f64: Some(|x, y| math::$name::f64(x, y, &$wide)),
            halves: None,
            exact: $exact,
            from: $from,
            to: $to,
        }),+]
    };
}

const WITH_PARAMETERS: &[Unary] = unary_with! {
    elu(ELU, ELU.map(f64::from)) from -90.0 to 10.0 = elu;
    celu([0.3125], [0.3125]) from -30.0 to 10.0 = celu;
};

macro_rules! units {
    ($($name:ident from $from:literal to $to:literal = $exact:expr;)+) => {
        &[$(Unary {
            name: stringify!($name),
            f32: math::$name::f32,
            odd: Some(math::$name::f32_odd),
            f64: None,
            halves: Some((math::$name::f16, math::$name::bf16)),
            exact: $exact,
            from: $from,
            to: $to,
        }),+]
    };
}

const UNITS: &[Unary] = units! {
    gelu from -14.0 to 7.0 = gelu;
    gelu_by_tanh from -12.0 to 7.0 = gelu_by_tanh;
    silu from -110.0 to 30.0 = |x| x.clone() * sigmoid(x);
};

const OTHERS: &[Unary] = &[
    Unary {
        name: "logit",
        f32: |x, y| math::logit::f32(x, -1.0, y),
        odd: Some(|x, y| math::logit::f32_odd(x, -1.0, y)),
        f64: Some(|x, y| math::logit::f64(x, -1.0, y)),
        halves: None,
        exact: logit,
        from: 0.0,
        to: 1.0,
    },
    // 16-bit types have their own kernels, which need no rounding to odd.
    Unary {
        name: "sin",
        f32: math::sin::f32,
        odd: None,
        f64: Some(math::sin::f64),
        halves: Some((math::sin::f16, math::sin::bf16)),
        exact: |x| x.sin(),
        from: -100.0,
        to: 100.0,
    },
];

/// Returns all functions of one argument.
pub fn unary() -> impl Iterator<Item = &'static Unary> {
    WITHOUT_PARAMETERS
        .iter()
        .chain(WITH_PARAMETERS)
        .chain(UNITS)
        .chain(OTHERS)
}

/// Functions of high performance: names of functions of [`unary`], and loops in float.
pub const SINGLES: &[(&str, Loop<f32>)] = &[
    ("atan", single::atan::f32),
    ("cos", single::cos::f32),
    ("cosh", single::cosh::f32),
    ("erf", single::erf::f32),
    ("erfc", single::erfc::f32),
    ("exp", single::exp::f32),
    ("exp2", single::exp2::f32),
    ("expm1", single::expm1::f32),
    ("gelu", single::gelu::f32),
    ("log", single::log::f32),
    ("log10", single::log10::f32),
    ("log1p", single::log1p::f32),
    ("log2", single::log2::f32),
    ("logsigmoid", single::logsigmoid::f32),
    ("mish", single::mish::f32),
    ("rsqrt", single::rsqrt::f32),
    ("sigmoid", single::sigmoid::f32),
    ("silu", single::silu::f32),
    ("sinh", single::sinh::f32),
    ("softplus", single::softplus::f32),
    ("tan", single::tan::f32),
    ("tanh", single::tanh::f32),
];

/// The larger one, and what `beyond` makes of the distance between the two.
fn log_of_sum(a: Float, b: Float, beyond: fn(Float) -> Float) -> Float {
    if a.is_nan() || b.is_nan() {
        return Float::with_val(a.prec(), Special::Nan);
    }
    let (small, large) = if a > b { (b, a) } else { (a, b) };
    if large.is_infinite() || small.is_infinite() {
        // -0 and nothing is +0.
        return if large.is_zero() { large.abs() } else { large };
    }
    let distance = Float::with_val(600, small - &large);
    Float::with_val(600, beyond(distance) + large)
}

fn logaddexp(a: Float, b: Float) -> Float {
    log_of_sum(a, b, |distance| distance.exp().ln_1p())
}

fn logaddexp2(a: Float, b: Float) -> Float {
    log_of_sum(a, b, |distance| {
        distance.exp2().ln_1p() / Float::with_val(600, Constant::Log2)
    })
}

fn times_log(a: Float, b: Float, log: Float) -> Float {
    if b.is_nan() {
        b
    } else if a.is_zero() {
        Float::with_val(8, 0)
    } else {
        a * log
    }
}

macro_rules! binary {
    ($($name:ident from $from:expr, to $to:expr, = $exact:expr;)+) => {
        &[$(Binary {
            name: stringify!($name),
            f32: math::$name::f32,
            f64: math::$name::f64,
            exact: $exact,
            from: $from,
            to: $to,
        }),+]
    };
}

/// All functions of two arguments.
pub const BINARY: &[Binary] = binary! {
    pow from (0.0, -20.0), to (9.0, 20.0), = |x, y| rug::ops::Pow::pow(x, y);
    atan2 from (-4.0, -4.0), to (4.0, 4.0), = |y, x| y.atan2(&x);
    logaddexp from (-5.0, -5.0), to (5.0, 5.0), = logaddexp;
    logaddexp2 from (-5.0, -5.0), to (5.0, 5.0), = logaddexp2;
    xlogy from (-3.0, 0.0), to (3.0, 4.0), = |a, b| {
        let log = b.clone().ln();
        times_log(a, b, log)
    };
    xlog1py from (-3.0, -1.0), to (3.0, 4.0), = |a, b| {
        let log = b.clone().ln_1p();
        times_log(a, b, log)
    };
};
