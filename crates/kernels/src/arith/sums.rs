//! Sums, differences and products.

use crate::double_double::DoubleDouble;
use crate::nan::WithNanSign;

/// `b`, or `a` where that is NaN: which of two NaN a sum or a product is may differ between instruction sets, and is the first. Not a number that changes
/// nothing, as 1 in a product: the compiler would leave the operation out, and with it what makes a signalling NaN quiet.
macro_rules! beside_nan {
    ($a:expr, $b:expr) => {
        if $a.is_nan() { $a } else { $b }
    };
}
pub(super) use beside_nan;

macro_rules! to_odd {
    ($($(#[$doc:meta])* $name:ident($t:ident, $bits:ident);)+) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name(nearest: $t, rest: $t) -> $t {
            let inexact = $bits::from(rest.abs() > 0.0);
            let beyond = $bits::from((rest > 0.0) != (nearest > 0.0));
            // Of the two numbers around an exact result that is none, one is odd: the nearest one, or the one on the other side.
            let bits = nearest.to_bits();
            $t::from_bits(bits.wrapping_sub(inexact & beyond & !bits) | inexact)
        }
    )+};
}

to_odd! {
    /// `nearest + rest` rounded to odd, where `nearest` is that sum rounded to nearest. A second rounding to a shorter type gives what one rounding would. A
    /// `rest` of 0 or NaN leaves `nearest` as it is.
    to_odd_f64(f64, u64);
    /// As [`to_odd_f64`].
    to_odd_f32(f32, u32);
}

/// `a + b` in double, rounded to odd. What is lost of a sum that is not finite is NaN.
#[inline(always)]
pub(crate) fn odd_sum(a: f64, b: f64) -> f64 {
    let sum = DoubleDouble::sum(a, beside_nan!(a, b));
    to_odd_f64(sum.hi.made_of([a, b]), sum.lo)
}

/// `a + b`; for booleans, whether one is true.
pub mod add {
    use super::super::halves::halves;
    use crate::arith::{binary, same_bits};
    use crate::nan::WithNanSign;

    binary! {
        f32 -> f32 = |a, b| (a + beside_nan!(a, b)).made_of([a, b]);
        f64 -> f64 = |a, b| (a + beside_nan!(a, b)).made_of([a, b]);
        i8 -> i8 = |a, b| a.wrapping_add(b);
        i16 -> i16 = |a, b| a.wrapping_add(b);
        i32 -> i32 = |a, b| a.wrapping_add(b);
        i64 -> i64 = |a, b| a.wrapping_add(b);
        bool -> bool = |a, b| (a.get() | b.get()).into();
    }
    same_bits! { binary u8 = i8; u16 = i16; u32 = i32; u64 = i64; c64 = f32; c128 = f64; }

    halves!(single f16 bf16: |a, b| (a + beside_nan!(a, b)).made_of([a, b]));
}

/// `a - b`; for booleans, whether they differ.
pub mod sub {
    use super::super::halves::halves;
    use crate::arith::{binary, same_bits};
    use crate::nan::WithNanSign;

    binary! {
        f32 -> f32 = |a, b| (a - b).made_of([a, b]);
        f64 -> f64 = |a, b| (a - b).made_of([a, b]);
        i8 -> i8 = |a, b| a.wrapping_sub(b);
        i16 -> i16 = |a, b| a.wrapping_sub(b);
        i32 -> i32 = |a, b| a.wrapping_sub(b);
        i64 -> i64 = |a, b| a.wrapping_sub(b);
        bool -> bool = |a, b| (a.get() ^ b.get()).into();
    }
    same_bits! { binary u8 = i8; u16 = i16; u32 = i32; u64 = i64; c64 = f32; c128 = f64; }

    halves!(single f16 bf16: |a, b| (a - b).made_of([a, b]));
}

/// `a * b`; for booleans, whether both are true. Complex numbers: see `complex`.
pub mod mul {
    use super::super::halves::{binary_bf16, halves};
    use crate::arith::{binary, same_bits};
    use crate::convert::odd;
    use crate::nan::WithNanSign;

    binary! {
        f32 -> f32 = |a, b| (a * beside_nan!(a, b)).made_of([a, b]);
        f64 -> f64 = |a, b| (a * beside_nan!(a, b)).made_of([a, b]);
        i8 -> i8 = |a, b| a.wrapping_mul(b);
        i16 -> i16 = |a, b| a.wrapping_mul(b);
        i32 -> i32 = |a, b| a.wrapping_mul(b);
        i64 -> i64 = |a, b| a.wrapping_mul(b);
        bool -> bool = |a, b| (a.get() & b.get()).into();
    }
    same_bits! { binary u8 = i8; u16 = i16; u32 = i32; u64 = i64; }

    halves!(single f16: |a, b| (a * beside_nan!(a, b)).made_of([a, b]));

    /// Computes the operation of this module, rounded once.
    pub fn bf16(a: &[half::bf16], b: &[half::bf16], y: &mut [half::bf16]) {
        binary_bf16(
            a,
            b,
            y,
            |a, b| (a * beside_nan!(a, b)).made_of([a, b]),
            |a, b| odd(f64::from(a) * f64::from(beside_nan!(a, b))).made_of([a, b]),
        );
    }
}

/// `x * x`.
pub mod square {
    use crate::arith::{element, unary};

    unary! {
        f32 -> f32 = |x| x * x;
        f64 -> f64 = |x| x * x;
        i32 -> i32 = |x| x.wrapping_mul(x);
        i64 -> i64 = |x| x.wrapping_mul(x);
    }

    /// Computes the operation of this module, rounded once.
    pub fn f16(x: &[element!(f16)], y: &mut [element!(f16)]) {
        super::mul::f16(x, x, y);
    }

    /// Computes the operation of this module, rounded once.
    pub fn bf16(x: &[element!(bf16)], y: &mut [element!(bf16)]) {
        super::mul::bf16(x, x, y);
    }
}

/// `a + alpha * b`, rounded once. For `a - alpha * b` negate alpha; for `b - alpha * a` exchange the slices too.
pub mod add_scaled {
    use super::super::halves::halves;
    use super::odd_sum;
    use crate::arith::element;
    use crate::dense::binary;
    use crate::nan::WithNanSign;

    macro_rules! scaled {
        ($($t:ident = |$a:ident, $b:ident, $alpha:ident| $value:expr;)+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(a: &[element!($t)], b: &[element!($t)], y: &mut [element!($t)], alpha: &[element!($t); 1]) {
                    let [$alpha] = *alpha;
                    binary(a, b, y, #[inline(always)] |$a, $b| $value);
                }
            )+
        };
    }
    scaled! {
        f32 = |a, b, alpha| alpha.mul_add(b, a).made_of([alpha, b, a]);
        f64 = |a, b, alpha| alpha.mul_add(b, a).made_of([alpha, b, a]);
        i8 = |a, b, alpha| a.wrapping_add(alpha.wrapping_mul(b));
        u8 = |a, b, alpha| a.wrapping_add(alpha.wrapping_mul(b));
        i16 = |a, b, alpha| a.wrapping_add(alpha.wrapping_mul(b));
        i32 = |a, b, alpha| a.wrapping_add(alpha.wrapping_mul(b));
        i64 = |a, b, alpha| a.wrapping_add(alpha.wrapping_mul(b));
        bool = |a, b, alpha| (a.get() | (alpha.get() & b.get())).into();
    }
    // A product of a half and a float has at most 35 bits: exact in double.
    halves!(|a, b; p: [f32; 1]| {
        let alpha = f64::from(p[0]);
        odd_sum(a, (alpha * b).made_of([alpha, b]))
    });
}

/// `max(a + alpha * b, 0)`, rounded once; NaN stays.
pub mod add_relu {
    use super::super::activations::above_zero;
    use super::super::halves::halves;
    use super::odd_sum;
    use crate::dense::binary;

    /// Computes the operation of this module on each pair of elements.
    pub fn f32(a: &[f32], b: &[f32], y: &mut [f32], &[alpha]: &[f32; 1]) {
        binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| {
                let sum = alpha.mul_add(b, a);
                if sum <= 0.0 { 0.0 } else { sum }
            },
        );
    }

    macro_rules! integers {
        ($($t:ident),+) => {
            $(
                /// Computes the operation of this module on each pair of elements; sums wrap.
                pub fn $t(a: &[$t], b: &[$t], y: &mut [$t], &[alpha]: &[$t; 1]) {
                    binary(a, b, y, #[inline(always)] |a, b| a.wrapping_add(alpha.wrapping_mul(b)).max(0));
                }
            )+
        };
    }
    integers!(i8, i16, i32, i64);

    halves!(|a, b; p: [f32; 1]| above_zero(odd_sum(a, f64::from(p[0]) * b)));
}
