//! Each function with its reference.

use half::{bf16, f16};
use hostnpu_kernels::math;
use rug::Float;
use rug::float::{Constant, Special};

/// A function of one argument.
pub struct Unary {
    pub name: &'static str,
    pub f32: fn(&[f32], &mut [f32]),
    pub odd: fn(&[f32], &mut [f32]),
    pub f64: fn(&[f64], &mut [f64]),
    /// Those without parameters, which have tables.
    pub halves: Option<Halves>,
    pub exact: fn(Float) -> Float,
    /// Where most samples are taken.
    pub from: f32,
    pub to: f32,
}

/// A function of one argument for both 16-bit types.
pub type Halves = (fn(&[f16], &mut [f16]), fn(&[bf16], &mut [bf16]));

/// A function of two arguments.
pub struct Binary {
    pub name: &'static str,
    pub f32: fn(&[f32], &[f32], &mut [f32]),
    pub f64: fn(&[f64], &[f64], &mut [f64]),
    pub exact: fn(Float, Float) -> Float,
    /// Where most samples are taken.
    pub from: (f32, f32),
    pub to: (f32, f32),
}

fn sigmoid(x: Float) -> Float {
    let one: Float = 1 + (-x).exp();
    one.recip()
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
        let slope = Float::with_val(prec, -y.clone().square()).exp() / &half_root_pi / &erfc;
        let step: Float = (-erfc.ln() - &log) / slope;
        y -= &step;
        if step.is_zero() || step.get_exp() < y.get_exp().map(|exponent| exponent - x_bits) {
            break;
        }
    }
    if x.is_sign_negative() { -y } else { y }
}

/// Alpha, scale and input scale.
const ELU: [f32; 3] = [1.3, 0.7, 0.6];

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

/// All functions of one argument without parameters.
pub const UNARY: &[Unary] = &[
    Unary {
        name: "erfc",
        f32: math::erfc::f32,
        f64: math::erfc::f64,
        halves: Some((math::erfc::f16, math::erfc::bf16)),
        odd: math::erfc::f32_odd,
        exact: |x| x.erfc(),
        from: -4.0,
        to: 11.0,
    },
    Unary {
        name: "erfinv",
        f32: math::erfinv::f32,
        f64: math::erfinv::f64,
        halves: Some((math::erfinv::f16, math::erfinv::bf16)),
        odd: math::erfinv::f32_odd,
        exact: erfinv,
        from: -1.0,
        to: 1.0,
    },
    Unary {
        name: "digamma",
        f32: math::digamma::f32,
        f64: math::digamma::f64,
        halves: Some((math::digamma::f16, math::digamma::bf16)),
        odd: math::digamma::f32_odd,
        exact: digamma,
        from: -10.0,
        to: 20.0,
    },
    Unary {
        name: "logit",
        f32: |x, y| math::logit::f32(x, -1.0, y),
        f64: |x, y| math::logit::f64(x, -1.0, y),
        halves: None,
        odd: |x, y| math::logit::f32_odd(x, -1.0, y),
        exact: logit,
        from: 0.0,
        to: 1.0,
    },
    Unary {
        name: "elu",
        f32: |x, y| math::elu::f32(x, y, &ELU),
        f64: |x, y| math::elu::f64(x, y, &ELU.map(f64::from)),
        halves: None,
        odd: |x, y| math::elu::f32_odd(x, y, &ELU),
        exact: |x| {
            let [alpha, scale, input_scale] = ELU;
            if x > 0 {
                x * scale
            } else {
                (x * input_scale).exp_m1() * alpha * scale
            }
        },
        from: -90.0,
        to: 10.0,
    },
    Unary {
        name: "celu",
        f32: |x, y| math::celu::f32(x, y, &[0.3125]),
        f64: |x, y| math::celu::f64(x, y, &[0.3125]),
        halves: None,
        odd: |x, y| math::celu::f32_odd(x, y, &[0.3125]),
        exact: celu,
        from: -30.0,
        to: 10.0,
    },
    Unary {
        name: "selu",
        f32: math::selu::f32,
        f64: math::selu::f64,
        halves: Some((math::selu::f16, math::selu::bf16)),
        odd: math::selu::f32_odd,
        exact: |x| {
            if x < 0 {
                x.exp_m1() * 1.673_263_242_354_377_2 * 1.050_700_987_355_480_5
            } else {
                x * 1.050_700_987_355_480_5
            }
        },
        from: -30.0,
        to: 10.0,
    },
    Unary {
        name: "mish",
        f32: math::mish::f32,
        f64: math::mish::f64,
        halves: Some((math::mish::f16, math::mish::bf16)),
        odd: math::mish::f32_odd,
        exact: mish,
        from: -110.0,
        to: 30.0,
    },
    Unary {
        name: "exp",
        f32: math::exp::f32,
        f64: math::exp::f64,
        halves: Some((math::exp::f16, math::exp::bf16)),
        odd: math::exp::f32_odd,
        exact: |x| x.exp(),
        from: -110.0,
        to: 100.0,
    },
    Unary {
        name: "exp2",
        f32: math::exp2::f32,
        f64: math::exp2::f64,
        halves: Some((math::exp2::f16, math::exp2::bf16)),
        odd: math::exp2::f32_odd,
        exact: |x| x.exp2(),
        from: -155.0,
        to: 130.0,
    },
    Unary {
        name: "expm1",
        f32: math::expm1::f32,
        f64: math::expm1::f64,
        halves: Some((math::expm1::f16, math::expm1::bf16)),
        odd: math::expm1::f32_odd,
        exact: |x| x.exp_m1(),
        from: -30.0,
        to: 100.0,
    },
    Unary {
        name: "tanh",
        f32: math::tanh::f32,
        f64: math::tanh::f64,
        halves: Some((math::tanh::f16, math::tanh::bf16)),
        odd: math::tanh::f32_odd,
        exact: |x| x.tanh(),
        from: -12.0,
        to: 12.0,
    },
    Unary {
        name: "sigmoid",
        f32: math::sigmoid::f32,
        f64: math::sigmoid::f64,
        halves: Some((math::sigmoid::f16, math::sigmoid::bf16)),
        odd: math::sigmoid::f32_odd,
        exact: sigmoid,
        from: -110.0,
        to: 30.0,
    },
    Unary {
        name: "softplus",
        f32: math::softplus::f32,
        f64: math::softplus::f64,
        halves: Some((math::softplus::f16, math::softplus::bf16)),
        odd: math::softplus::f32_odd,
        exact: softplus,
        from: -110.0,
        to: 100.0,
    },
    Unary {
        name: "logsigmoid",
        f32: math::logsigmoid::f32,
        f64: math::logsigmoid::f64,
        halves: Some((math::logsigmoid::f16, math::logsigmoid::bf16)),
        odd: math::logsigmoid::f32_odd,
        exact: |x| -softplus(-x),
        from: -100.0,
        to: 110.0,
    },
    Unary {
        name: "log",
        f32: math::log::f32,
        f64: math::log::f64,
        halves: Some((math::log::f16, math::log::bf16)),
        odd: math::log::f32_odd,
        exact: |x| x.ln(),
        from: 0.0,
        to: 4.0,
    },
    Unary {
        name: "log2",
        f32: math::log2::f32,
        f64: math::log2::f64,
        halves: Some((math::log2::f16, math::log2::bf16)),
        odd: math::log2::f32_odd,
        exact: |x| x.log2(),
        from: 0.0,
        to: 4.0,
    },
    Unary {
        name: "log10",
        f32: math::log10::f32,
        f64: math::log10::f64,
        halves: Some((math::log10::f16, math::log10::bf16)),
        odd: math::log10::f32_odd,
        exact: |x| x.log10(),
        from: 0.0,
        to: 4.0,
    },
    Unary {
        name: "log1p",
        f32: math::log1p::f32,
        f64: math::log1p::f64,
        halves: Some((math::log1p::f16, math::log1p::bf16)),
        odd: math::log1p::f32_odd,
        exact: |x| x.ln_1p(),
        from: -1.0,
        to: 3.0,
    },
    Unary {
        name: "cosh",
        f32: math::cosh::f32,
        f64: math::cosh::f64,
        halves: Some((math::cosh::f16, math::cosh::bf16)),
        odd: math::cosh::f32_odd,
        exact: |x| x.cosh(),
        from: -90.0,
        to: 90.0,
    },
    Unary {
        name: "sinh",
        f32: math::sinh::f32,
        f64: math::sinh::f64,
        halves: Some((math::sinh::f16, math::sinh::bf16)),
        odd: math::sinh::f32_odd,
        exact: |x| x.sinh(),
        from: -90.0,
        to: 90.0,
    },
    Unary {
        name: "asinh",
        f32: math::asinh::f32,
        f64: math::asinh::f64,
        halves: Some((math::asinh::f16, math::asinh::bf16)),
        odd: math::asinh::f32_odd,
        exact: |x| x.asinh(),
        from: -3.0,
        to: 3.0,
    },
    Unary {
        name: "acosh",
        f32: math::acosh::f32,
        f64: math::acosh::f64,
        halves: Some((math::acosh::f16, math::acosh::bf16)),
        odd: math::acosh::f32_odd,
        exact: |x| x.acosh(),
        from: 1.0,
        to: 5.0,
    },
    Unary {
        name: "atanh",
        f32: math::atanh::f32,
        f64: math::atanh::f64,
        halves: Some((math::atanh::f16, math::atanh::bf16)),
        odd: math::atanh::f32_odd,
        exact: |x| x.atanh(),
        from: -1.0,
        to: 1.0,
    },
    Unary {
        name: "atan",
        f32: math::atan::f32,
        f64: math::atan::f64,
        halves: Some((math::atan::f16, math::atan::bf16)),
        odd: math::atan::f32_odd,
        exact: |x| x.atan(),
        from: -5.0,
        to: 5.0,
    },
    Unary {
        name: "asin",
        f32: math::asin::f32,
        f64: math::asin::f64,
        halves: Some((math::asin::f16, math::asin::bf16)),
        odd: math::asin::f32_odd,
        exact: |x| x.asin(),
        from: -1.0,
        to: 1.0,
    },
    Unary {
        name: "acos",
        f32: math::acos::f32,
        f64: math::acos::f64,
        halves: Some((math::acos::f16, math::acos::bf16)),
        odd: math::acos::f32_odd,
        exact: |x| x.acos(),
        from: -1.0,
        to: 1.0,
    },
    Unary {
        name: "erf",
        f32: math::erf::f32,
        f64: math::erf::f64,
        halves: Some((math::erf::f16, math::erf::bf16)),
        odd: math::erf::f32_odd,
        exact: |x| x.erf(),
        from: -4.5,
        to: 4.5,
    },
    Unary {
        name: "rsqrt",
        f32: math::rsqrt::f32,
        f64: math::rsqrt::f64,
        halves: Some((math::rsqrt::f16, math::rsqrt::bf16)),
        odd: math::rsqrt::f32_odd,
        exact: rsqrt,
        from: 0.0,
        to: 9.0,
    },
    Unary {
        name: "cos",
        f32: math::cos::f32,
        f64: math::cos::f64,
        halves: Some((math::cos::f16, math::cos::bf16)),
        odd: math::cos::f32_odd,
        exact: |x| x.cos(),
        from: -100.0,
        to: 100.0,
    },
    Unary {
        name: "tan",
        f32: math::tan::f32,
        f64: math::tan::f64,
        halves: Some((math::tan::f16, math::tan::bf16)),
        odd: math::tan::f32_odd,
        exact: |x| x.tan(),
        from: -100.0,
        to: 100.0,
    },
    Unary {
        name: "sinc",
        f32: math::sinc::f32,
        f64: math::sinc::f64,
        halves: Some((math::sinc::f16, math::sinc::bf16)),
        odd: math::sinc::f32_odd,
        exact: sinc,
        from: -20.0,
        to: 20.0,
    },
];

fn logaddexp(a: Float, b: Float) -> Float {
    if a.is_nan() || b.is_nan() {
        return Float::with_val(a.prec(), Special::Nan);
    }
    let (small, large) = if a > b { (b, a) } else { (a, b) };
    if large.is_infinite() || small.is_infinite() {
        // -0 and nothing is +0.
        return if large.is_zero() { large.abs() } else { large };
    }
    let distance = Float::with_val(600, small - &large);
    Float::with_val(600, distance.exp().ln_1p() + large)
}

fn logaddexp2(a: Float, b: Float) -> Float {
    if a.is_nan() || b.is_nan() {
        return Float::with_val(a.prec(), Special::Nan);
    }
    let (small, large) = if a > b { (b, a) } else { (a, b) };
    if large.is_infinite() || small.is_infinite() {
        // -0 and nothing is +0.
        return if large.is_zero() { large.abs() } else { large };
    }
    let distance = Float::with_val(600, small - &large);
    let ln_2 = Float::with_val(600, Constant::Log2);
    Float::with_val(600, distance.exp2().ln_1p() / ln_2 + large)
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

/// All functions of two arguments.
pub const BINARY: &[Binary] = &[
    Binary {
        name: "pow",
        f32: math::pow::f32,
        f64: math::pow::f64,
        exact: |x, y| rug::ops::Pow::pow(x, y),
        from: (0.0, -20.0),
        to: (9.0, 20.0),
    },
    Binary {
        name: "atan2",
        f32: math::atan2::f32,
        f64: math::atan2::f64,
        exact: |y, x| y.atan2(&x),
        from: (-4.0, -4.0),
        to: (4.0, 4.0),
    },
    Binary {
        name: "logaddexp",
        f32: math::logaddexp::f32,
        f64: math::logaddexp::f64,
        exact: logaddexp,
        from: (-5.0, -5.0),
        to: (5.0, 5.0),
    },
    Binary {
        name: "logaddexp2",
        f32: math::logaddexp2::f32,
        f64: math::logaddexp2::f64,
        exact: logaddexp2,
        from: (-5.0, -5.0),
        to: (5.0, 5.0),
    },
    Binary {
        name: "xlogy",
        f32: math::xlogy::f32,
        f64: math::xlogy::f64,
        exact: |a, b| {
            let log = b.clone().ln();
            times_log(a, b, log)
        },
        from: (-3.0, 0.0),
        to: (3.0, 4.0),
    },
    Binary {
        name: "xlog1py",
        f32: math::xlog1py::f32,
        f64: math::xlog1py::f64,
        exact: |a, b| {
            let log = b.clone().ln_1p();
            times_log(a, b, log)
        },
        from: (-3.0, -1.0),
        to: (3.0, 4.0),
    },
];
