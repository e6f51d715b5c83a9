//! Remainders: `fmod` with the sign of the dividend, `remainder` with that of the divisor.

macro_rules! rest {
    ($a:ident, $b:ident, $quotient:expr) => {{
        let rest = $a.wrapping_sub($quotient.wrapping_mul($b));
        if $b == 0 { !0 } else { rest }
    }};
}

macro_rules! signed {
    ($a:ident, $b:ident, $rest:expr) => {{
        let rest = $rest;
        let differ = ($b != 0) & (rest != 0) & ((rest ^ $b) < 0);
        if differ { rest.wrapping_add($b) } else { rest }
    }};
}

/// Whether a rest is not 0 and has another sign than the divisor.
macro_rules! differ {
    ($rest:ident, $b:ident) => {
        ($rest != 0.0) & (($rest < 0.0) != ($b < 0.0))
    };
}

/// Functions of the remainder with the sign of the dividend, which `%` computes where the ratio is large.
macro_rules! floats {
    ($($t:ident = |$a:ident, $b:ident| $near:expr, then |$rest:ident, $divisor:ident| $value:expr;)+) => {$(
        /// Computes the operation of this module on each pair of elements.
        pub fn $t(a: &[$t], b: &[$t], y: &mut [$t]) {
            crate::dense::binary_by_blocks(
                a,
                b,
                y,
                #[inline(always)]
                |$a, $b| {
                    let (($rest, near), $divisor) = ($near, $b);
                    ($value, near)
                },
                |$a, $b| {
                    let ($rest, $divisor) = ($a % $b, $b);
                    $value
                },
            );
        }
    )+};
}

/// `a - b * trunc(a / b)`, exactly: the sign of `a`. An integer by 0 gives -1.
pub mod fmod {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{double, single};
    use crate::arith::binary;

    floats! {
        f32 = |a, b| single(a, b), then |rest, _b| rest;
        f64 = |a, b| double(a, b), then |rest, _b| rest;
    }

    binary! {
        i8 -> i8 = |a, b| rest!(a, b, a.quotient(b));
        u8 -> u8 = |a, b| rest!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| rest!(a, b, a.quotient(b));
        i32 -> i32 = |a, b| rest!(a, b, a.quotient(b));
        i64 -> i64 = |a, b| rest!(a, b, wide_quotient(a, b));
    }
}

/// `a - b * floor(a / b)`: the sign of `b`; a zero has that of `a`. An integer by 0 gives -1. Floats as PyTorch computes them: `fmod`, plus
/// `b` where the signs differ, rounded once.
pub mod remainder {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{double, single};
    use crate::arith::binary;

    floats! {
        f32 = |a, b| single(a, b), then |rest, b| if differ!(rest, b) { rest + b } else { rest };
        f64 = |a, b| double(a, b), then |rest, b| if differ!(rest, b) { rest + b } else { rest };
    }

    binary! {
        i8 -> i8 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        u8 -> u8 = |a, b| rest!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        i32 -> i32 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        i64 -> i64 = |a, b| signed!(a, b, rest!(a, b, wide_quotient(a, b)));
    }
}

/// The remainder with the sign of `a`, and whether it is one: the ratio is small enough, and nothing is infinite or NaN.
#[inline(always)]
fn single(a: f32, b: f32) -> (f32, bool) {
    let (wide_a, wide_b) = (f64::from(a), f64::from(b));
    let quotient = wide_a / wide_b;
    // Up to there the quotient of two floats lies farther from the next integer than a double's rounding moves it, and the
    // product below is exact.
    let near = (quotient.abs() < 67_108_864.0) & (b.abs() < f32::INFINITY);
    let rest = wide_a - quotient.trunc() * wide_b;
    ((rest as f32).copysign(a), near)
}

/// As [`single`].
#[inline(always)]
fn double(a: f64, b: f64) -> (f64, bool) {
    let quotient = a / b;
    let near = (quotient.abs() < 4_503_599_627_370_496.0) & (b.abs() < f64::INFINITY);
    // The quotient may have been rounded up to an integer, which makes the rest, exact all the same, one `b` too small.
    let rest = (-quotient.trunc()).mul_add(b, a);
    let passed = differ!(rest, a);
    let exact = if passed { rest + b.copysign(a) } else { rest };
    (exact.copysign(a), near)
}
