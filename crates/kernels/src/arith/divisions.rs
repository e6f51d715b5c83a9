//! Quotients: true, toward zero, and toward minus infinity.

/// The quotient toward minus infinity, from that toward zero.
macro_rules! floor {
    ($a:ident, $b:ident, $quotient:expr) => {{
        let quotient = $quotient;
        let rest = $a.wrapping_sub(quotient.wrapping_mul($b));
        let below = ($b != 0) & (rest != 0) & ((rest ^ $b) < 0);
        if below { quotient - 1 } else { quotient }
    }};
}

/// `a / b`. Complex numbers: see `complex`.
pub mod div {
    use super::super::halves::{binary_bf16, halves};
    use crate::arith::binary;
    use crate::convert::odd;
    use crate::nan::WithNanSign;

    binary! {
        f32 -> f32 = |a, b| (a / b).made_of([a, b]);
        f64 -> f64 = |a, b| (a / b).made_of([a, b]);
    }

    halves!(single f16: |a, b| (a / b).made_of([a, b]));

    /// Computes the operation of this module, rounded once.
    pub fn bf16(a: &[half::bf16], b: &[half::bf16], y: &mut [half::bf16]) {
        binary_bf16(
            a,
            b,
            y,
            |a, b| (a / b).made_of([a, b]),
            |a, b| odd(f64::from(a) / f64::from(b)).made_of([a, b]),
        );
    }
}

/// `1 / x`.
pub mod reciprocal {
    use super::super::halves::halves;
    use crate::arith::unary;
    use crate::convert::odd;

    unary! {
        f32 -> f32 = |x| 1.0 / x;
        f64 -> f64 = |x| 1.0 / x;
    }

    halves!(single f16: |x| 1.0 / x);
    halves!(single bf16: |x| odd(1.0 / f64::from(x)));
}

/// The quotient toward zero: of floats that of `a / b` rounded, as PyTorch has it; of integers exact, and -1 by 0.
pub mod div_trunc {
    use super::{Truncating, wide_quotient};
    use crate::arith::binary;

    binary! {
        f32 -> f32 = |a, b| (a / b).trunc();
        f64 -> f64 = |a, b| (a / b).trunc();
        i8 -> i8 = |a, b| a.quotient(b);
        u8 -> u8 = |a, b| a.quotient(b);
        i16 -> i16 = |a, b| a.quotient(b);
        i32 -> i32 = |a, b| a.quotient(b);
        i64 -> i64 = |a, b| wide_quotient(a, b);
    }
}

/// The quotient toward minus infinity: of floats the largest integer below the exact quotient, rounded once; `a / b` where that is infinite by
/// a division by 0, NaN where only `a` is infinite. Of integers exact, and -1 by 0.
pub mod div_floor {
    use super::super::halves::halves;
    use super::{Truncating, floor_quotient, wide_quotient};
    use crate::arith::binary;

    binary! {
        f32 -> f32 = |a, b| floor_quotient(a.into(), b.into()) as f32;
        f64 -> f64 = |a, b| floor_quotient(a, b);
        i8 -> i8 = |a, b| floor!(a, b, a.quotient(b));
        u8 -> u8 = |a, b| a.quotient(b);
        i16 -> i16 = |a, b| floor!(a, b, a.quotient(b));
        i32 -> i32 = |a, b| floor!(a, b, a.quotient(b));
        i64 -> i64 = |a, b| floor!(a, b, wide_quotient(a, b));
    }
    halves!(|a, b| floor_quotient(a, b));
}

/// The floor of `a / b`. Beyond 2^53, where a double has no fraction, it is the quotient rounded.
#[inline(always)]
fn floor_quotient(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    let floor = quotient.floor();
    // The exact quotient is below `floor` if it was rounded up to an integer: then the rest has the other sign than `b`.
    let rest = (-floor).mul_add(b, a);
    let opposite = (a < 0.0) != (b < 0.0);
    let beyond_infinite = b.is_infinite() & opposite & (a != 0.0);
    let over = ((rest != 0.0) & !rest.is_nan() & ((rest < 0.0) != (b < 0.0))) | beyond_infinite;
    let number = if over { floor - 1.0 } else { floor };
    if a.is_infinite() & (b != 0.0) {
        f64::NAN
    } else {
        number
    }
}

/// Integers that a float type holds, so that vectors of floats divide them.
pub(super) trait Truncating: Sized {
    /// The quotient toward zero; by 0 all bits set; the least integer by -1 is itself.
    fn quotient(self, divisor: Self) -> Self;
}

macro_rules! truncating {
    ($($t:ty, $float:ty, $integer:ty;)+) => {$(
        impl Truncating for $t {
            #[inline(always)]
            fn quotient(self, divisor: Self) -> Self {
                let special = (divisor == 0) | (divisor == !0 && <$t>::MIN != 0);
                let safe = if special { 1 } else { divisor };
                // A quotient that is no integer lies farther from the next one, relatively, than 2^-n, where integers have n bits:
                // rounding it to more bits reaches none.
                let quotient = self as $float / safe as $float;
                // SAFETY: not larger than the dividend.
                let quotient = unsafe { quotient.to_int_unchecked::<$integer>() } as $t;
                let negated = if (divisor == !0) & (<$t>::MIN != 0) { self.wrapping_neg() } else { quotient };
                if divisor == 0 { !0 } else { negated }
            }
        }
    )+};
}

truncating! {
    i8, f32, i32;
    u8, f32, i32;
    i16, f32, i32;
    i32, f64, i32;
}

/// The quotient toward zero; -1 by 0.
#[inline(always)]
pub(super) fn wide_quotient(a: i64, b: i64) -> i64 {
    let special = (b == 0) | (b == -1);
    let quotient = a / if special { 1 } else { b };
    let negated = if b == -1 { a.wrapping_neg() } else { quotient };
    if b == 0 { -1 } else { negated }
}
