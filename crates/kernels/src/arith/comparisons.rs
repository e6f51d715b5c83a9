//! Comparisons: a NaN equals nothing and stands in no order. Complex numbers are equal if both parts are.

macro_rules! comparisons {
    ($($name:ident = |$a:ident, $b:ident| $value:expr;)+) => {
        crate::arith::binary! { $($name -> bool = |$a, $b| $value;)+ }
    };
}

/// `a == b`.
pub mod eq {
    use super::number_16;
    use crate::arith::same_bits;

    comparisons! {
        f32 = |a, b| (a == b).into();
        f64 = |a, b| (a == b).into();
        f16 = |a, b| number_16!(a, b, |x, y, numbers| ((x == y) & numbers).into());
        bf16 = |a, b| number_16!(a, b, |x, y, numbers| ((x == y) & numbers).into());
        i8 = |a, b| (a == b).into();
        i16 = |a, b| (a == b).into();
        i32 = |a, b| (a == b).into();
        i64 = |a, b| (a == b).into();
        bool = |a, b| (a.get() == b.get()).into();
        c64 = |a, b| ((a.re == b.re) & (a.im == b.im)).into();
        c128 = |a, b| ((a.re == b.re) & (a.im == b.im)).into();
    }
    same_bits! { compare u8 = i8; u16 = i16; u32 = i32; u64 = i64; }
}

/// `a != b`.
pub mod ne {
    use super::number_16;
    use crate::arith::same_bits;

    comparisons! {
        f32 = |a, b| (a != b).into();
        f64 = |a, b| (a != b).into();
        f16 = |a, b| number_16!(a, b, |x, y, numbers| ((x != y) | !numbers).into());
        bf16 = |a, b| number_16!(a, b, |x, y, numbers| ((x != y) | !numbers).into());
        i8 = |a, b| (a != b).into();
        i16 = |a, b| (a != b).into();
        i32 = |a, b| (a != b).into();
        i64 = |a, b| (a != b).into();
        bool = |a, b| (a.get() != b.get()).into();
        c64 = |a, b| ((a.re != b.re) | (a.im != b.im)).into();
        c128 = |a, b| ((a.re != b.re) | (a.im != b.im)).into();
    }
    same_bits! { compare u8 = i8; u16 = i16; u32 = i32; u64 = i64; }
}

/// `a < b`.
pub mod lt {
    use super::number_16;

    comparisons! {
        f32 = |a, b| (a < b).into();
        f64 = |a, b| (a < b).into();
        f16 = |a, b| number_16!(a, b, |x, y, numbers| ((x < y) & numbers).into());
        bf16 = |a, b| number_16!(a, b, |x, y, numbers| ((x < y) & numbers).into());
        i8 = |a, b| (a < b).into();
        u8 = |a, b| (a < b).into();
        i16 = |a, b| (a < b).into();
        u16 = |a, b| (a < b).into();
        i32 = |a, b| (a < b).into();
        u32 = |a, b| (a < b).into();
        i64 = |a, b| (a < b).into();
        u64 = |a, b| (a < b).into();
        bool = |a, b| (!a.get() & b.get()).into();
    }
}

/// `a <= b`.
pub mod le {
    use super::number_16;

    comparisons! {
        f32 = |a, b| (a <= b).into();
        f64 = |a, b| (a <= b).into();
        f16 = |a, b| number_16!(a, b, |x, y, numbers| ((x <= y) & numbers).into());
        bf16 = |a, b| number_16!(a, b, |x, y, numbers| ((x <= y) & numbers).into());
        i8 = |a, b| (a <= b).into();
        u8 = |a, b| (a <= b).into();
        i16 = |a, b| (a <= b).into();
        u16 = |a, b| (a <= b).into();
        i32 = |a, b| (a <= b).into();
        u32 = |a, b| (a <= b).into();
        i64 = |a, b| (a <= b).into();
        u64 = |a, b| (a <= b).into();
        bool = |a, b| (!a.get() | b.get()).into();
    }
}

macro_rules! exchanged {
    ($other:ident: $($t:ident),+) => {
        use crate::arith::element;

        $(
            /// Compares each pair of elements.
            pub fn $t(a: &[element!($t)], b: &[element!($t)], y: &mut [element!(bool)]) {
                super::$other::$t(b, a, y);
            }
        )+
    };
}

/// `a > b`.
pub mod gt {
    exchanged!(lt: f32, f64, f16, bf16, i8, u8, i16, u16, i32, u32, i64, u64, bool);
}

/// `a >= b`.
pub mod ge {
    exchanged!(le: f32, f64, f16, bf16, i8, u8, i16, u16, i32, u32, i64, u64, bool);
}

/// Two 16-bit floats as integers of the same order, 0 and -0 alike, and whether both are numbers.
macro_rules! number_16 {
    ($a:ident, $b:ident, |$x:ident, $y:ident, $numbers:ident| $value:expr) => {{
        use crate::arith::extremes::Ordered;
        // The key of -0 is -1, of 0 it is 0: negative keys move up by one.
        let $x = $a.key() - ($a.key() >> 15);
        let $y = $b.key() - ($b.key() >> 15);
        let $numbers = !($a.unordered() | $b.unordered());
        $value
    }};
}
use number_16;

/// True if `abs(a - b) <= atol + rtol * abs(b)`, or both are equal, or both are NaN and that counts. The parameters are rtol, atol and
/// whether two NaN are close (not 0). Computed in the type of the elements, as PyTorch does; integers in double.
pub mod is_close {
    use hostnpu_numeric::Bool;

    use crate::dense::binary;

    macro_rules! floats {
        ($($t:ident),+) => {
            $(
                /// Compares each pair of elements.
                pub fn $t(a: &[$t], b: &[$t], y: &mut [Bool], &[rtol, atol, nan]: &[f64; 3]) {
                    let (rtol, atol, nan) = (rtol as $t, atol as $t, nan != 0.0);
                    binary(a, b, y, #[inline(always)] |a, b| {
                        let (distance, allowed) = ((a - b).abs(), atol + (rtol * b).abs());
                        let near = (distance <= allowed) & (distance < $t::INFINITY);
                        ((a == b) | near | (nan & a.is_nan() & b.is_nan())).into()
                    });
                }
            )+
        };
    }
    floats!(f32, f64);

    macro_rules! integers {
        ($($t:ident),+) => {
            $(
                /// Compares each pair of elements.
                pub fn $t(a: &[$t], b: &[$t], y: &mut [Bool], &[rtol, atol, _]: &[f64; 3]) {
                    binary(a, b, y, #[inline(always)] |a, b| {
                        let allowed = atol + (rtol * b as f64).abs();
                        ((a == b) | (a.abs_diff(b) as f64 <= allowed)).into()
                    });
                }
            )+
        };
    }
    integers!(i32, i64);
}
