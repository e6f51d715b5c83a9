//! The larger and the smaller of two, and limits.

/// The larger of two numbers. Equal ones have the same bits, or are 0 and -0, whose common bits are those of 0.
macro_rules! float_max {
    ($t:ty, $a:ident, $b:ident) => {{
        let larger = if $a > $b { $a } else { $b };
        let equal = <$t>::from_bits($a.to_bits() & $b.to_bits());
        let number = if $a == $b { equal } else { larger };
        if $a.is_nan() { $a } else { number }
    }};
}

/// The smaller of two numbers; of 0 and -0 the bits of either make -0.
macro_rules! float_min {
    ($t:ty, $a:ident, $b:ident) => {{
        let smaller = if $a < $b { $a } else { $b };
        let equal = <$t>::from_bits($a.to_bits() | $b.to_bits());
        let number = if $a == $b { equal } else { smaller };
        if $a.is_nan() { $a } else { number }
    }};
}

macro_rules! extremes {
    ($(#[$doc:meta] $module:ident = $float:ident, $wins:ident, $integer:ident, $bool:tt;)+) => {$(
        #[$doc]
        pub mod $module {
            use super::Ordered;
            use crate::arith::binary;

            binary! {
                f32 -> f32 = |a, b| $float!(f32, a, b);
                f64 -> f64 = |a, b| $float!(f64, a, b);
                f16 -> f16 = |a, b| if a.$wins(b) { a } else { b };
                bf16 -> bf16 = |a, b| if a.$wins(b) { a } else { b };
                i8 -> i8 = |a, b| a.$integer(b);
                u8 -> u8 = |a, b| a.$integer(b);
                i16 -> i16 = |a, b| a.$integer(b);
                u16 -> u16 = |a, b| a.$integer(b);
                i32 -> i32 = |a, b| a.$integer(b);
                u32 -> u32 = |a, b| a.$integer(b);
                i64 -> i64 = |a, b| a.$integer(b);
                u64 -> u64 = |a, b| a.$integer(b);
                bool -> bool = |a, b| (a.get() $bool b.get()).into();
            }
        }
    )+};
}

extremes! {
    /// The larger of two; NaN wins, and 0 is larger than -0. For booleans, whether one is true.
    maximum = float_max, wins_over, max, |;
    /// The smaller of two; NaN wins, and -0 is smaller than 0. For booleans, whether both are true.
    minimum = float_min, wins_under, min, &;
}

/// A 16-bit format, ordered by its bits: vectors of 16-bit integers are faster than of widened floats.
pub(super) trait Ordered: Copy {
    /// An integer of the number's order, -0 just below 0.
    fn key(self) -> i16;

    /// Returns true if it is a NaN.
    fn unordered(self) -> bool;

    /// Returns true if it is a NaN, or the larger of two numbers.
    #[inline(always)]
    fn wins_over(self, other: Self) -> bool {
        self.unordered() | (!other.unordered() & (self.key() > other.key()))
    }

    /// Returns true if it is a NaN, or the smaller of two numbers.
    #[inline(always)]
    fn wins_under(self, other: Self) -> bool {
        self.unordered() | (!other.unordered() & (self.key() < other.key()))
    }
}

macro_rules! ordered {
    ($($t:ty: infinity $infinity:literal;)+) => {$(
        impl Ordered for $t {
            #[inline(always)]
            fn key(self) -> i16 {
                let bits = self.to_bits() as i16;
                // Negative numbers grow the other way.
                bits ^ ((bits >> 15) & 0x7fff)
            }

            #[inline(always)]
            fn unordered(self) -> bool {
                self.to_bits() & 0x7fff > $infinity
            }
        }
    )+};
}

ordered! {
    half::f16: infinity 0x7c00;
    half::bf16: infinity 0x7f80;
}

macro_rules! clamped {
    (float $x:ident, $low:ident, $high:ident) => {{
        let above = if ($x < $low) | $low.is_nan() {
            $low
        } else {
            $x
        };
        if (above > $high) | $high.is_nan() {
            $high
        } else {
            above
        }
    }};
    (integer $x:ident, $low:ident, $high:ident) => {
        // Not `clamp`, which panics where the limits cross.
        $x.max($low).min($high)
    };
}

/// `min(max(x, low), high)`: limits that cross give the upper one; a NaN among the three gives NaN. A number that equals a limit stays as
/// it is, -0 included. For one limit only, pass the type's least or largest value as the other.
pub mod clamp {
    use crate::dense::ternary;

    macro_rules! clamps {
        ($($kind:ident $t:ident;)+) => {
            $(
                /// Limits each element by those of `low` and `high`.
                pub fn $t(x: &[$t], low: &[$t], high: &[$t], y: &mut [$t]) {
                    ternary(x, low, high, y, #[inline(always)] |x, low, high| clamped!($kind x, low, high));
                }
            )+
        };
    }
    clamps! {
        float f32; float f64;
        integer i8; integer u8; integer i16; integer i32; integer i64;
    }
}

/// [`clamp`] with the same limits for all elements, lower and upper.
pub mod clamp_scalars {
    use crate::dense::unary;

    macro_rules! clamps {
        ($($kind:ident $t:ident;)+) => {
            $(
                /// Limits each element by `[low, high]`.
                pub fn $t(x: &[$t], y: &mut [$t], &[low, high]: &[$t; 2]) {
                    unary(x, y, #[inline(always)] |x| clamped!($kind x, low, high));
                }
            )+
        };
    }
    clamps! {
        float f32; float f64;
        integer i8; integer u8; integer i16; integer i32; integer i64;
    }
}
