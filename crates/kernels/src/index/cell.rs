//! Elements that are combined, and the wider numbers in which that happens.

use half::{bf16, f16};
use hostnpu_numeric::narrow::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use hostnpu_numeric::{Bool, Complex};

use crate::convert::odd;
use crate::double_double::DoubleDouble;

/// Combination of values with the same target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their sum; of BOOL, whether one is true.
    Add,
    /// Their product; of BOOL, whether all are true.
    Multiply,
    /// The largest; NaN wins.
    Max,
    /// The smallest; NaN wins.
    Min,
    /// The first one, divided by the others in turn. An integer is cut off after each division; one that is divided by 0 stays.
    Divide,
    /// Their mean; of integers, its floor.
    Mean,
}

/// An element type whose values can be combined.
pub trait Cell: Copy {
    /// Type in which values are combined.
    type Wide: Copy;
    /// Nothing.
    const ZERO: Self::Wide;
    /// True if sums have loops of their own; loops of other types look at the combination for each element, which halves their code.
    const HAS_SUMS: bool = false;

    /// Widens a factor, given as a floating-point number and as an integer.
    fn factor(real: f64, integer: i64) -> Self::Wide;
    /// Widens a value.
    fn load(self) -> Self::Wide;
    /// Rounds a result, once.
    fn store(wide: Self::Wide) -> Self;
    /// Returns the sum.
    fn add(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the product.
    fn multiply(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the larger one.
    fn max(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the smaller one.
    fn min(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the quotient.
    fn divide(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns the mean of `count` values with this sum.
    fn mean(sum: Self::Wide, count: i64) -> Self::Wide;
}

/// The larger number; NaN wins, and 0 is larger than -0.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b || (a == b && a.is_sign_positive()) {
        a
    } else {
        b
    }
}

/// The smaller number; NaN wins, and -0 is smaller than 0.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    -larger(-a, -b)
}

/// `sum + value`, where the second part of `sum` collects what the first one misses.
#[inline(always)]
fn compensated(sum: (f64, f64), value: f64) -> (f64, f64) {
    let DoubleDouble { hi, lo } = DoubleDouble::sum(sum.0, value);
    (hi, sum.1 + lo)
}

/// The number that a sum of two parts is nearest to. Of an infinite one the second part means nothing, and a second part of 0 leaves -0.
#[inline(always)]
fn whole(sum: (f64, f64)) -> f64 {
    if sum.0.is_finite() && sum.1 != 0.0 {
        sum.0 + sum.1
    } else {
        sum.0
    }
}

macro_rules! floats {
    ($($t:ty: |$x:ident| $load:expr, |$wide:ident| $store:expr;)+) => {$(
        impl Cell for $t {
            type Wide = f64;
            const ZERO: f64 = 0.0;
            const HAS_SUMS: bool = true;

            #[inline(always)]
            fn factor(real: f64, _: i64) -> f64 {
                real
            }

            #[inline(always)]
            fn load(self) -> f64 {
                let $x = self;
                $load.into()
            }

            #[inline(always)]
            fn store($wide: f64) -> Self {
                $store
            }

            #[inline(always)]
            fn add(a: f64, b: f64) -> f64 {
                a + b
            }

            #[inline(always)]
            fn multiply(a: f64, b: f64) -> f64 {
                a * b
            }

            #[inline(always)]
            fn max(a: f64, b: f64) -> f64 {
                larger(a, b)
            }

            #[inline(always)]
            fn min(a: f64, b: f64) -> f64 {
                smaller(a, b)
            }

            #[inline(always)]
            fn divide(a: f64, b: f64) -> f64 {
                a / b
            }

            #[inline(always)]
            fn mean(sum: f64, count: i64) -> f64 {
                sum / count as f64
            }
        }
    )+};
}

floats! {
    f32: |x| x, |wide| wide as f32;
    f16: |x| f16_to_f32(x), |wide| f32_to_f16(odd(wide));
    bf16: |x| bf16_to_f32(x), |wide| f32_to_bf16(odd(wide));
}

impl Cell for f64 {
    type Wide = (f64, f64);
    const ZERO: (f64, f64) = (0.0, 0.0);

    #[inline(always)]
    fn factor(real: f64, _: i64) -> (f64, f64) {
        (real, 0.0)
    }

    #[inline(always)]
    fn load(self) -> (f64, f64) {
        (self, 0.0)
    }

    #[inline(always)]
    fn store(wide: (f64, f64)) -> Self {
        whole(wide)
    }

    #[inline(always)]
    fn add(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
        let (sum, low) = compensated(a, b.0);
        (sum, low + b.1)
    }

    #[inline(always)]
    fn multiply(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
        (whole(a) * whole(b), 0.0)
    }

    #[inline(always)]
    fn max(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
        (larger(a.0, b.0), 0.0)
    }

    #[inline(always)]
    fn min(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
        (smaller(a.0, b.0), 0.0)
    }

    #[inline(always)]
    fn divide(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
        (whole(a) / whole(b), 0.0)
    }

    #[inline(always)]
    fn mean(sum: (f64, f64), count: i64) -> (f64, f64) {
        (whole(sum) / count as f64, 0.0)
    }
}

macro_rules! integers {
    ($($t:ty)+) => {$(
        impl Cell for $t {
            type Wide = i64;
            const ZERO: i64 = 0;

            #[inline(always)]
            fn factor(_: f64, integer: i64) -> i64 {
                integer
            }

            #[inline(always)]
            fn load(self) -> i64 {
                self as i64
            }

            #[inline(always)]
            fn store(wide: i64) -> Self {
                wide as $t
            }

            #[inline(always)]
            fn add(a: i64, b: i64) -> i64 {
                a.wrapping_add(b)
            }

            #[inline(always)]
            fn multiply(a: i64, b: i64) -> i64 {
                a.wrapping_mul(b)
            }

            #[inline(always)]
            fn max(a: i64, b: i64) -> i64 {
                a.max(b)
            }

            #[inline(always)]
            fn min(a: i64, b: i64) -> i64 {
                a.min(b)
            }

            #[inline(always)]
            fn divide(a: i64, b: i64) -> i64 {
                if b == 0 { a } else { a.wrapping_div(b) }
            }

            #[inline(always)]
            fn mean(sum: i64, count: i64) -> i64 {
                // As PyTorch: of the sum that the type holds.
                ((sum as $t) as i64).div_euclid(count)
            }
        }
    )+};
}

integers! { i8 u8 i16 i32 i64 }

impl Cell for Bool {
    type Wide = bool;
    const ZERO: bool = false;

    #[inline(always)]
    fn factor(_: f64, integer: i64) -> bool {
        integer != 0
    }

    #[inline(always)]
    fn load(self) -> bool {
        self.get()
    }

    #[inline(always)]
    fn store(wide: bool) -> Self {
        wide.into()
    }

    #[inline(always)]
    fn add(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn multiply(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn max(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn min(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn divide(a: bool, _: bool) -> bool {
        a
    }

    #[inline(always)]
    fn mean(sum: bool, _: i64) -> bool {
        sum
    }
}

macro_rules! complexes {
    ($($part:ty)+) => {$(
        /// Sums and products; there is no order, and what asks for one or for a quotient gets the first number.
        impl Cell for Complex<$part> {
            type Wide = [<$part as Cell>::Wide; 2];
            const ZERO: Self::Wide = [<$part as Cell>::ZERO; 2];

            #[inline(always)]
            fn factor(real: f64, integer: i64) -> Self::Wide {
                [<$part>::factor(real, integer), <$part as Cell>::ZERO]
            }

            #[inline(always)]
            fn load(self) -> Self::Wide {
                [self.re.load(), self.im.load()]
            }

            #[inline(always)]
            fn store(wide: Self::Wide) -> Self {
                Complex::new(<$part>::store(wide[0]), <$part>::store(wide[1]))
            }

            #[inline(always)]
            fn add(a: Self::Wide, b: Self::Wide) -> Self::Wide {
                [<$part>::add(a[0], b[0]), <$part>::add(a[1], b[1])]
            }

            #[inline(always)]
            fn multiply(a: Self::Wide, b: Self::Wide) -> Self::Wide {
                let [[rr, ii], [ri, ir]] = [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]
                    .map(|pair| pair.map(|(i, k)| <$part>::multiply(a[i], b[k])));
                let minus = <$part>::multiply(ii, <$part>::factor(-1.0, -1));
                [<$part>::add(rr, minus), <$part>::add(ri, ir)]
            }

            #[inline(always)]
            fn max(a: Self::Wide, _: Self::Wide) -> Self::Wide {
                a
            }

            #[inline(always)]
            fn min(a: Self::Wide, _: Self::Wide) -> Self::Wide {
                a
            }

            #[inline(always)]
            fn divide(a: Self::Wide, _: Self::Wide) -> Self::Wide {
                a
            }

            #[inline(always)]
            fn mean(sum: Self::Wide, _: i64) -> Self::Wide {
                sum
            }
        }
    )+};
}

complexes! { f32 f64 }
