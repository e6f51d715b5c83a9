//! Signs and classes of numbers.

/// `|x|`. A NaN loses its sign; the least integer, whose magnitude does not fit, stays.
pub mod abs {
    use crate::arith::unary;

    unary! {
        f32 -> f32 = |x| x.abs();
        f64 -> f64 = |x| x.abs();
        f16 -> f16 = |x| half::f16::from_bits(x.to_bits() & 0x7fff);
        bf16 -> bf16 = |x| half::bf16::from_bits(x.to_bits() & 0x7fff);
        i8 -> i8 = |x| x.wrapping_abs();
        i16 -> i16 = |x| x.wrapping_abs();
        i32 -> i32 = |x| x.wrapping_abs();
        i64 -> i64 = |x| x.wrapping_abs();
    }
}

/// `-x`; integers wrap.
pub mod neg {
    use crate::arith::{same_bits, unary};

    unary! {
        f32 -> f32 = |x| -x;
        f64 -> f64 = |x| -x;
        f16 -> f16 = |x| half::f16::from_bits(x.to_bits() ^ 0x8000);
        bf16 -> bf16 = |x| half::bf16::from_bits(x.to_bits() ^ 0x8000);
        i8 -> i8 = |x| x.wrapping_neg();
        i16 -> i16 = |x| x.wrapping_neg();
        i32 -> i32 = |x| x.wrapping_neg();
        i64 -> i64 = |x| x.wrapping_neg();
    }
    same_bits! { unary u8 = i8; c64 = f32; c128 = f64; }
}

/// 1, 0 or -1, as `x` is above, at or below 0; 0 for NaN, as PyTorch has it. A boolean stays.
pub mod sign {
    use crate::arith::unary;

    unary! {
        f32 -> f32 = |x| f32::from(i8::from(x > 0.0) - i8::from(x < 0.0));
        f64 -> f64 = |x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0));
        i32 -> i32 = |x| x.signum();
        i64 -> i64 = |x| x.signum();
        bool -> bool = |x| x.get().into();
    }
}

/// True if the sign is negative, also that of -0 and of a NaN.
pub mod sign_bit {
    use crate::arith::unary;

    unary! {
        f32 -> bool = |x| x.is_sign_negative().into();
        f64 -> bool = |x| x.is_sign_negative().into();
        f16 -> bool = |x| (x.to_bits() >> 15 != 0).into();
        bf16 -> bool = |x| (x.to_bits() >> 15 != 0).into();
        i8 -> bool = |x| (x < 0).into();
        i16 -> bool = |x| (x < 0).into();
        i32 -> bool = |x| (x < 0).into();
        i64 -> bool = |x| (x < 0).into();
    }
}

macro_rules! classes {
    ($(#[$doc:meta] $module:ident = |$x:ident, $t:ident| $value:expr;)+) => {
        $(
            #[$doc]
            pub mod $module {
                use hostnpu_numeric::Bool;

                /// Tells it of each element.
                pub fn f32(x: &[f32], y: &mut [Bool]) {
                    type $t = f32;
                    crate::dense::unary(x, y, #[inline(always)] |$x| ($value).into());
                }

                /// Tells it of each element.
                pub fn f64(x: &[f64], y: &mut [Bool]) {
                    type $t = f64;
                    crate::dense::unary(x, y, #[inline(always)] |$x| ($value).into());
                }
            }
        )+
    };
}

classes! {
    /// True if it is neither infinite nor NaN. 16-bit floats may pass through `f32`, as in the others of this kind.
    is_finite = |x, T| x.abs() < T::INFINITY;
    /// True if it is infinite.
    is_inf = |x, T| x.abs() == T::INFINITY;
    /// True if it is plus infinity.
    is_pos_inf = |x, T| x == T::INFINITY;
    /// True if it is minus infinity.
    is_neg_inf = |x, T| x == T::NEG_INFINITY;
}

/// `x`, or the parameter in the place of NaN, of infinity, of minus infinity.
pub mod nan_to_num {
    use crate::dense::unary;

    macro_rules! replaced {
        ($($t:ident),+) => {
            $(
                /// Replaces what is no finite number.
                pub fn $t(x: &[$t], y: &mut [$t], &[nan, above, below]: &[$t; 3]) {
                    unary(x, y, #[inline(always)] |x| {
                        let number = if x == $t::INFINITY { above } else if x == $t::NEG_INFINITY { below } else { x };
                        if x.is_nan() { nan } else { number }
                    });
                }
            )+
        };
    }
    replaced!(f32, f64);
}

/// 0 where `a` is below 0, `b` where it is 0, 1 where it is above; 0 for NaN, as PyTorch has it.
pub mod heaviside {
    crate::arith::binary! {
        f32 -> f32 = |a, b| if a == 0.0 { b } else if a > 0.0 { 1.0 } else { 0.0 };
        f64 -> f64 = |a, b| if a == 0.0 { b } else if a > 0.0 { 1.0 } else { 0.0 };
    }
}

/// The angle of a real number: pi if it is below 0, else 0; NaN for NaN. Complex numbers: see `complex`.
pub mod angle {
    crate::arith::unary! {
        f32 -> f32 = |x| if x < 0.0 { std::f32::consts::PI } else if x.is_nan() { x } else { 0.0 };
        f64 -> f64 = |x| if x < 0.0 { std::f64::consts::PI } else if x.is_nan() { x } else { 0.0 };
    }
}
