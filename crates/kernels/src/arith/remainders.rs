//! Remainders: `fmod` with the sign of the dividend, `remainder` with that of the divisor.

/// Remainder of an integer; by 0 the integer itself.
macro_rules! rest {
    ($a:ident, $b:ident, $quotient:expr) => {
        $a.wrapping_sub($quotient.wrapping_mul($b))
    };
}

/// As [`rest`], by 0 all bits set.
macro_rules! rest_or_ones {
    ($a:ident, $b:ident, $quotient:expr) => {{
        let rest = rest!($a, $b, $quotient);
        if $b == 0 { !0 } else { rest }
    }};
}

macro_rules! signed {
    ($a:ident, $b:ident, $quotient:expr) => {{
        let rest = rest!($a, $b, $quotient);
        let differ = ($b != 0) & (rest != 0) & ((rest ^ $b) < 0);
        if differ { rest.wrapping_add($b) } else { rest }
    }};
}

/// True if a remainder is not 0 and has another sign than the divisor.
macro_rules! differ {
    ($rest:ident, $b:ident) => {
        ($rest != 0.0) & (($rest < 0.0) != ($b < 0.0))
    };
}

/// Functions of the remainder with the sign of the dividend, which [`far`] computes where the ratio is large.
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
                    let ($rest, $divisor) = (far($a.into(), $b.into()) as $t, $b);
                    $value
                },
            );
        }
    )+};
}

/// `a - b * trunc(a / b)`, exactly: the sign of `a`. An integer by 0 gives -1.
pub mod fmod {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{double, far, single};
    use crate::arith::binary;

    floats! {
        f32 = |a, b| single(a, b), then |rest, _b| rest;
        f64 = |a, b| double(a, b), then |rest, _b| rest;
    }

    binary! {
        i8 -> i8 = |a, b| rest_or_ones!(a, b, a.quotient(b));
        u8 -> u8 = |a, b| rest_or_ones!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| rest_or_ones!(a, b, a.quotient(b));
        i32 -> i32 = |a, b| rest_or_ones!(a, b, a.quotient(b));
        i64 -> i64 = |a, b| rest_or_ones!(a, b, wide_quotient(a, b));
    }
}

/// `a - b * floor(a / b)`: the sign of `b`; a zero has that of `a`. An integer by 0 stays. Floats as PyTorch computes them: `fmod`, plus
/// `b` where the signs differ, rounded once.
pub mod remainder {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{double, far, single};
    use crate::arith::binary;

    floats! {
        f32 = |a, b| single(a, b), then |rest, b| if differ!(rest, b) { rest + b } else { rest };
        f64 = |a, b| double(a, b), then |rest, b| if differ!(rest, b) { rest + b } else { rest };
    }

    binary! {
        i8 -> i8 = |a, b| signed!(a, b, a.quotient(b));
        u8 -> u8 = |a, b| rest!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| signed!(a, b, a.quotient(b));
        i32 -> i32 = |a, b| signed!(a, b, a.quotient(b));
        i64 -> i64 = |a, b| signed!(a, b, wide_quotient(a, b));
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

/// The remainder of any numbers with the sign of `a`, in integers: it has no more bits than one of them, and of floats it is a float.
fn far(a: f64, b: f64) -> f64 {
    if a.is_nan() || a.is_infinite() || b.is_nan() || b == 0.0 {
        return f64::NAN;
    }
    if a.abs() < b.abs() {
        return a;
    }
    let ((dividend, high), (divisor, low)) = (whole(a), whole(b));
    // Both times a power of two that gives the divisor its highest bit.
    let zeros = divisor.leading_zeros();
    let divide = Divide::by(divisor << zeros);
    let (mut rest, mut shift) = (dividend, (high - low) + zeros);
    while shift >= u64::BITS {
        rest = divide.remainder(rest, 0);
        shift -= u64::BITS;
    }
    if shift > 0 {
        rest = divide.remainder(rest >> (u64::BITS - shift), rest << shift);
    }
    // Fewer bits than a double's, and a power of two that one has.
    let power = match low {
        0..52 => f64::from_bits(1 << low),
        _ => f64::from_bits(u64::from(low - 51) << 52),
    };
    ((rest >> zeros) as f64 * power).copysign(a)
}

/// A finite number as an integer, and the exponent of 2 that it is to be multiplied with, counted from -1074.
fn whole(x: f64) -> (u64, u32) {
    let bits = x.abs().to_bits();
    let (exponent, digits) = ((bits >> 52) as u32, bits & ((1 << 52) - 1));
    match exponent {
        0 => (digits, 0),
        _ => (digits | 1 << 52, exponent - 1),
    }
}

/// Division by one word with its highest bit set, by multiplications (N. Möller and T. Granlund, "Improved division by invariant integers", 2011).
struct Divide {
    divisor: u64,
    /// `(2^128 - 1) / divisor - 2^64`.
    reciprocal: u64,
}

impl Divide {
    fn by(divisor: u64) -> Self {
        let reciprocal = (u128::from(!divisor) << 64 | u128::from(u64::MAX)) / u128::from(divisor);
        Self {
            divisor,
            reciprocal: reciprocal as u64,
        }
    }

    /// The remainder of `2^64 high + low`, `high` being less than the divisor.
    fn remainder(&self, high: u64, low: u64) -> u64 {
        let product = u128::from(self.reciprocal) * u128::from(high);
        let guess = product.wrapping_add(u128::from(high) << 64 | u128::from(low));
        let quotient = ((guess >> 64) as u64).wrapping_add(1);
        let rest = low.wrapping_sub(quotient.wrapping_mul(self.divisor));
        let too_many = rest > guess as u64;
        let rest = if too_many {
            rest.wrapping_add(self.divisor)
        } else {
            rest
        };
        if rest >= self.divisor {
            rest - self.divisor
        } else {
            rest
        }
    }
}
