//! Doubles near the exact results: quick references of the long run, which asks MPFR where they do not decide the rounding.
//!
//! They are computed with the C library's functions: with its vectors of eight (libmvec, at most 4 units of the last place off) where there are
//! some, or else one by one.

mod c;

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// A relative error of a reference is below 2^-SLACK. Composed functions lose a few bits.
pub const SLACK: i32 = 42;

/// Most elements of a call.
pub const MOST: usize = 4096;

/// Stands for a number that a reference does not know well enough.
pub const UNDECIDED: f64 = f64::from_bits(0x7ff8_0000_0000_d0b7);

/// Writes a reference for each argument, of which there are at most [`MOST`].
pub type Reference = fn(&[f64], &mut [f64]);

/// Returns the reference of the function `name`, if there is one.
pub fn reference(name: &str) -> Option<Reference> {
    Some(match name {
        "exp" => |x, y| exp(x, y),
        "exp2" => |x, y| of(x, y, |x| clamp(x, -160.0, 130.0), c::exp2, |_, y| y),
        "expm1" => |x, y| of(x, y, |x| clamp(x, -60.0, 90.0), c::expm1, |_, y| y),
        "log" => |x, y| of(x, y, positive, c::log, of_positive),
        "log2" => |x, y| of(x, y, positive, c::log2, of_positive),
        "log10" => |x, y| of(x, y, positive, c::log10, of_positive),
        "log1p" => |x, y| {
            let moved = |x, y| of_positive(1.0 + x, y);
            of(
                x,
                y,
                |x| if 1.0 + x > 0.0 { x } else { 1.0 },
                c::log1p,
                moved,
            )
        },
        "digamma" => |x, y| each(x, y, digamma),
        "sqrt" => |x, y| each(x, y, f64::sqrt),
        "rsqrt" => |x, y| each(x, y, |x| 1.0 / x.sqrt()),
        "reciprocal" => |x, y| each(x, y, |x| 1.0 / x),
        "sin" => |x, y| of(x, y, |x| x, c::sin, |_, y| y),
        "cos" => |x, y| of(x, y, |x| x, c::cos, |_, y| y),
        "tan" => |x, y| of(x, y, |x| x, c::tan, |_, y| y),
        "asin" => |x, y| of(x, y, inside, c::asin, |x, y| of_inside(x, y, f64::NAN)),
        "acos" => |x, y| of(x, y, inside, c::acos, |x, y| of_inside(x, y, f64::NAN)),
        "atan" => |x, y| of(x, y, |x| x, c::atan, |_, y| y),
        "sinh" => |x, y| of(x, y, |x| clamp(x, -91.0, 91.0), c::sinh, |_, y| y),
        "cosh" => |x, y| of(x, y, |x| clamp(x, -91.0, 91.0), c::cosh, |_, y| y),
        "tanh" => |x, y| of(x, y, |x| clamp(x, -20.0, 20.0), c::tanh, |_, y| y),
        "asinh" => |x, y| of(x, y, |x| x, c::asinh, |_, y| y),
        "acosh" => |x, y| {
            let settled = |x, y| if x >= 1.0 { y } else { f64::NAN };
            of(x, y, |x| if x >= 1.0 { x } else { 1.0 }, c::acosh, settled)
        },
        "atanh" => |x, y| {
            let within = |x: f64| if x.abs() < 1.0 { x } else { 0.0 };
            of(x, y, within, c::atanh, |x, y| {
                let infinite = if x.abs() == 1.0 {
                    x * f64::INFINITY
                } else {
                    f64::NAN
                };
                if x.abs() < 1.0 { y } else { infinite }
            })
        },
        "erf" => |x, y| of(x, y, |x| clamp(x, -6.0, 6.0), c::erf, |_, y| y),
        "erfc" => |x, y| of(x, y, |x| clamp(x, -6.0, 15.0), c::erfc, |_, y| y),
        "sigmoid" => |x, y| {
            of(
                x,
                y,
                |x| clamp(-x, -105.0, 300.0),
                c::exp,
                |_, e| 1.0 / (1.0 + e),
            )
        },
        "silu" => |x, y| {
            of(
                x,
                y,
                |x| clamp(-x, -105.0, 300.0),
                c::exp,
                |x, e| {
                    let s = if x < -300.0 { 0.0 } else { 1.0 / (1.0 + e) };
                    x * s
                },
            );
        },
        "softplus" => |x, y| softplus(x, y),
        "logsigmoid" => |x, y| {
            let mut negative = [0.0; MOST];
            each(x, &mut negative, |x| -x);
            softplus(&negative[..x.len()], y);
            y.iter_mut().for_each(|y| *y = -*y);
        },
        "mish" => |x, y| {
            of(
                x,
                y,
                |x| clamp(x, -300.0, 90.0),
                c::exp,
                |x, e| {
                    let n = e * (e + 2.0);
                    let share = if x < -300.0 { 0.0 } else { n / (n + 2.0) };
                    x * share
                },
            );
        },
        "gelu_by_tanh" => |x, y| {
            let inner = |x: f64| (8.0 / PI).sqrt() * (x + 0.044715 * (x * x * x));
            of(
                x,
                y,
                |x| clamp(-inner(clamp(x, -30.0, 30.0)), -105.0, 300.0),
                c::exp,
                |x, e| {
                    let s = if x < -11.0 { 0.0 } else { 1.0 / (1.0 + e) };
                    x * s
                },
            );
        },
        "gelu" => |x, y| {
            let argument = |x: f64| clamp(-x * FRAC_1_SQRT_2, -6.0, 20.0);
            of(x, y, argument, c::erfc, |x, twice| {
                let twice = if x < -20.0 { 0.0 } else { twice };
                x * 0.5 * twice
            });
        },
        "sinc" => |x, y| {
            let rest = |x: f64| PI * (x - x.round_ties_even());
            of(x, y, rest, c::sin, |x, sine| {
                let odd = x.abs() < 9e15 && x.round_ties_even() % 2.0 != 0.0;
                let value = (if odd { -sine } else { sine }) / (PI * x) + 0.0;
                if x == 0.0 { 1.0 } else { value }
            });
        },
        "erfinv" => erfinv,
        "logit" => |x, y| {
            let within = |x: f64| if x > 0.0 && x < 1.0 { x } else { 0.75 };
            let mut near = [0.0; MOST];
            let near = &mut near[..x.len()];
            of(
                x,
                near,
                |x| {
                    let x = if (x - 0.5).abs() < 0.25 { x } else { 0.5 };
                    (2.0 * x - 1.0) / (1.0 - x)
                },
                c::log1p,
                |_, y| y,
            );
            of(
                x,
                y,
                |x| within(x) / (1.0 - within(x)),
                c::log,
                |x, y| {
                    let special = if x == 0.0 {
                        f64::NEG_INFINITY
                    } else {
                        f64::NAN
                    };
                    let special = if x == 1.0 { f64::INFINITY } else { special };
                    if x > 0.0 && x < 1.0 { y } else { special }
                },
            );
            for ((y, &near), &x) in y.iter_mut().zip(&*near).zip(x) {
                *y = if (x - 0.5).abs() < 0.25 { near } else { *y };
            }
        },
        "selu" => |x, y| {
            of(
                x,
                y,
                |x| clamp(x, -60.0, 1.0),
                c::expm1,
                |x, y| {
                    let below = if x < 0.0 {
                        y * 1.673_263_242_354_377_2
                    } else {
                        x
                    };
                    below * 1.050_700_987_355_480_5
                },
            );
        },
        _ => return None,
    })
}

/// Value of a function on a whole interval, once rounded.
#[derive(Clone, Copy, PartialEq)]
pub enum Rule {
    /// A number that is rounded to it, or NaN.
    Value(f64),
    /// The argument.
    Argument,
}

/// Returns the rule for `x`, if the function `name` has one there. Each holds on intervals that end at powers of two or at limits of what a function
/// or a float can be, by the first term of a series that is left out: it is less than a quarter of a unit.
pub fn rule(name: &str, x: f64) -> Option<Rule> {
    const POWER_13: f64 = 1.0 / 8192.0;
    const POWER_26: f64 = 1.0 / 67_108_864.0;
    let size = x.abs();
    let beyond = |limit: f64, below: f64, above: f64| {
        (size > limit).then_some(Rule::Value(if x < 0.0 { below } else { above }))
    };
    let near = |limit: f64, rule: Rule| (size < limit && x != 0.0).then_some(rule);
    let infinity = f64::INFINITY;
    if x.is_nan() {
        return Some(Rule::Value(f64::NAN));
    }
    match name {
        "exp" => near(POWER_26, Rule::Value(1.0)).or(beyond(104.0, 0.0, infinity)),
        "exp2" => near(POWER_26, Rule::Value(1.0)).or(beyond(151.0, 0.0, infinity)),
        "expm1" => near(POWER_26, Rule::Argument).or(beyond(90.0, -1.0, infinity)),
        "log1p" if x > -1.0 => near(POWER_26, Rule::Argument),
        "log" | "log2" | "log10" | "log1p" | "rsqrt" | "sqrt" | "logit" if x < -1.0 => {
            Some(Rule::Value(f64::NAN))
        }
        "log" | "log2" | "log10" | "rsqrt" | "sqrt" | "logit" if x < 0.0 => {
            Some(Rule::Value(f64::NAN))
        }
        "acosh" if x < 1.0 => Some(Rule::Value(f64::NAN)),
        "asin" | "acos" | "atanh" | "logit" | "erfinv" if size > 1.0 => Some(Rule::Value(f64::NAN)),
        "tanh" => near(POWER_13, Rule::Argument).or(beyond(10.0, -1.0, 1.0)),
        "asin" | "atan" | "atanh" | "asinh" | "tan" => near(POWER_13, Rule::Argument),
        "sinh" => near(POWER_13, Rule::Argument).or(beyond(91.0, -infinity, infinity)),
        "cosh" => near(POWER_13, Rule::Value(1.0)).or(beyond(91.0, infinity, infinity)),
        "cos" | "sinc" => near(POWER_13 / 4.0, Rule::Value(1.0)),
        "sigmoid" => near(POWER_26, Rule::Value(0.5)).or(beyond(105.0, 0.0, 1.0)),
        "erf" => beyond(4.5, -1.0, 1.0),
        "erfc" => near(POWER_26 / 4.0, Rule::Value(1.0)).or(beyond(11.0, 2.0, 0.0)),
        _ => None,
    }
}

/// The digamma function, by its series for large arguments, to which recurrence and reflection lead; NaN at its poles.
fn digamma(x: f64) -> f64 {
    /// `B_2k / 2k`, of the Bernoulli numbers.
    const SERIES: [f64; 8] = [
        1.0 / 12.0,
        -1.0 / 120.0,
        1.0 / 252.0,
        -1.0 / 240.0,
        1.0 / 132.0,
        -691.0 / 32760.0,
        1.0 / 12.0,
        -3617.0 / 8160.0,
    ];
    const STEPS: i32 = 8;
    /// Magnitude below which parts cancel so far that their errors show.
    const LITTLE: f64 = 1.0 / 128.0;
    if x == 0.0 {
        return -1.0 / x;
    }
    let reflected = if x < 0.0 {
        let turn = x - x.round();
        if turn == 0.0 || x.is_infinite() {
            return f64::NAN;
        }
        PI / (PI * turn).tan()
    } else {
        0.0
    };
    let mut z = if x < 0.0 { 1.0 - x } else { x };
    let mut below = 0.0;
    if z < f64::from(STEPS) {
        below = (0..STEPS).map(|k| 1.0 / (z + f64::from(k))).sum();
        z += f64::from(STEPS);
    }
    let square = 1.0 / (z * z);
    let series = SERIES.iter().rev().fold(0.0, |sum, c| (sum + c) * square);
    let above = z.ln() - 0.5 / z - series;
    let result = above - below - reflected;
    let most = above.max(below).max(reflected.abs());
    match result.abs() < most * LITTLE {
        true => UNDECIDED,
        false => result,
    }
}

fn each(x: &[f64], y: &mut [f64], f: impl Fn(f64) -> f64) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = f(x);
    }
}

/// `after(x, f(before(x)))`.
fn of(
    x: &[f64],
    y: &mut [f64],
    before: impl Fn(f64) -> f64,
    f: fn(&[f64], &mut [f64]),
    after: impl Fn(f64, f64) -> f64,
) {
    let mut arguments = [0.0; MOST];
    let arguments = &mut arguments[..x.len()];
    each(x, arguments, before);
    f(arguments, y);
    for (y, &x) in y.iter_mut().zip(x) {
        *y = after(x, *y);
    }
}

/// `x` between two limits; NaN stays.
fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

fn exp(x: &[f64], y: &mut [f64]) {
    of(x, y, |x| clamp(x, -110.0, 90.0), c::exp, |_, y| y);
}

/// Replaces arguments that a logarithm does not take by 1.
fn positive(x: f64) -> f64 {
    if x > 0.0 { x } else { 1.0 }
}

fn of_positive(x: f64, log: f64) -> f64 {
    let special = if x == 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    };
    if x > 0.0 { log } else { special }
}

fn inside(x: f64) -> f64 {
    if x.abs() <= 1.0 { x } else { 0.0 }
}

fn of_inside(x: f64, value: f64, outside: f64) -> f64 {
    if x.abs() <= 1.0 { value } else { outside }
}

fn softplus(x: &[f64], y: &mut [f64]) {
    let mut powers = [0.0; MOST];
    let powers = &mut powers[..x.len()];
    of(
        x,
        powers,
        |x| clamp(-x.abs(), -110.0, 0.0),
        c::exp,
        |_, y| y,
    );
    c::log1p(powers, y);
    for (y, &x) in y.iter_mut().zip(x) {
        *y = if x > 0.0 { x + *y } else { *y };
    }
}

/// By one step of Halley's method from an approximation of about 23 bits: M. Giles, "Approximating the erfinv function" (2010).
fn erfinv(x: &[f64], y: &mut [f64]) {
    const LOW: [f64; 9] = [
        2.81022636e-08,
        3.43273939e-07,
        -3.5233877e-06,
        -4.39150654e-06,
        0.00021858087,
        -0.00125372503,
        -0.00417768164,
        0.246640727,
        1.50140941,
    ];
    const HIGH: [f64; 9] = [
        -0.000200214257,
        0.000100950558,
        0.00134934322,
        -0.00367342844,
        0.00573950773,
        -0.0076224613,
        0.00943887047,
        1.00167406,
        2.83297682,
    ];
    let horner = |c: [f64; 9], x: f64| c.into_iter().fold(0.0, |sum, c| sum * x + c);
    let (mut log, mut below, mut above, mut power) =
        ([0.0; MOST], [0.0; MOST], [0.0; MOST], [0.0; MOST]);
    let (log, below) = (&mut log[..x.len()], &mut below[..x.len()]);
    let (above, power) = (&mut above[..x.len()], &mut power[..x.len()]);
    let inner = |x: f64| if x.abs() < 1.0 { x.abs() } else { 0.5 };
    of(
        x,
        log,
        |x| (1.0 - inner(x)) * (1.0 + inner(x)),
        c::log,
        |_, y| -y,
    );
    let mut first = [0.0; MOST];
    let first = &mut first[..x.len()];
    for ((first, &w), &x) in first.iter_mut().zip(&*log).zip(x) {
        let high = horner(HIGH, w.sqrt() - 3.0);
        *first = inner(x) * if w < 5.0 { horner(LOW, w - 2.5) } else { high };
    }
    c::erf(first, below);
    c::erfc(first, above);
    of(first, power, |y| -y * y, c::exp, |_, power| power);
    let results = below.iter().zip(&*above).zip(&*power).zip(&*first);
    for ((y, &x), (((&below, &above), &power), &first)) in y.iter_mut().zip(x).zip(results) {
        let inner = inner(x);
        // If both are small, the residual is known as well as what is small.
        let residual = if inner < 0.5 {
            below - inner
        } else {
            (1.0 - inner) - above
        };
        let step = residual / (power * (2.0 / PI.sqrt()));
        let value = f64::copysign(first - step / (1.0 + first * step), x);
        let special = if x.abs() == 1.0 {
            x * f64::INFINITY
        } else {
            f64::NAN
        };
        *y = if x.abs() < 1.0 { value } else { special };
    }
}
