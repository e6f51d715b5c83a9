//! Rounding to integers, and to decimals. 16-bit floats pass through `f32`: every result is exact.

/// A number whose NaNs may be signalling.
trait Quiet: Sized {
    /// `value`, or if `self` is NaN that NaN made quiet. The instructions that round do the same; the functions that stand for them where
    /// a processor has none return a signalling NaN as it is.
    fn or_quiet(self, value: Self) -> Self;
}

macro_rules! quiet {
    ($($t:ident)+) => {$(
        impl Quiet for $t {
            #[inline(always)]
            fn or_quiet(self, value: Self) -> Self {
                let quiet = Self::from_bits(self.to_bits() | 1 << (Self::MANTISSA_DIGITS - 2));
                if self.is_nan() { quiet } else { value }
            }
        }
    )+};
}
quiet!(f32 f64);

macro_rules! roundings {
    ($(#[$doc:meta] $module:ident = |$x:ident| $value:expr;)+) => {
        $(
            #[$doc]
            pub mod $module {
                use super::Quiet;
                use crate::nan::WithNanSign;

                crate::arith::unary! {
                    f32 -> f32 = |$x| $x.or_quiet($value.made_of([$x]));
                    f64 -> f64 = |$x| $x.or_quiet($value.made_of([$x]));
                }
            }
        )+
    };
}

roundings! {
    /// The least integer not below `x`.
    ceil = |x| x.ceil();
    /// The largest integer not above `x`.
    floor = |x| x.floor();
    /// The nearest integer; of two, the even one.
    round = |x| x.round_ties_even();
    /// The integer toward zero.
    trunc = |x| x.trunc();
    /// `x - trunc(x)`: NaN for infinities.
    frac = |x| x - x.trunc();
}

/// `x` rounded to an integer in the way that the second number names: 2 down, 3 up, 4 to the nearest and of two the one away from zero, 5 toward zero,
/// 6 to the odd one of the two beside it; otherwise to the nearest and of two the even one. 7 names what is behind the point, `x - trunc(x)`.
pub mod round_by {
    use super::Quiet;
    use crate::nan::WithNanSign;

    #[inline(always)]
    fn rounded(x: f32, way: f32) -> f32 {
        let (down, even, cut) = (x.floor(), x.round_ties_even(), x.trunc());
        // Exact wherever there is something behind the point.
        let is_half = (x - cut).abs() == 0.5;
        let away = if is_half {
            cut + 1_f32.copysign(x)
        } else {
            even
        };
        let is_odd = down * 0.5 != (down * 0.5).floor();
        let odd = if x == down || is_odd {
            down
        } else {
            down + 1.0
        };
        // The sign of a zero is that of the number.
        let in_way = [
            (2.0, down),
            (3.0, x.ceil()),
            (4.0, away),
            (5.0, cut),
            (6.0, odd.copysign(x)),
            (7.0, (x - cut).made_of([x])),
        ];
        let mut result = even;
        for (number, value) in in_way {
            result = if way == number { value } else { result };
        }
        x.or_quiet(result)
    }

    crate::arith::binary! {
        f32 -> f32 = |x, way| rounded(x, way);
        i32 -> i32 = |x, way| if way == 7 { 0 } else { x };
    }
}

/// `x` rounded to a number of decimals, the parameter: `round(x * 10^d) / 10^d`, or with `d` below 0 `round(x / 10^-d) * 10^-d`, every
/// operation rounded to the type, as PyTorch does; integers are exact, of two the even multiple. A number so large that it overflows in between stays.
pub mod round_decimals {
    use crate::dense::unary;
    use crate::nan::WithNanSign;

    macro_rules! floats {
        ($($t:ident),+) => {
            $(
                /// Rounds each element.
                pub fn $t(x: &[$t], y: &mut [$t], &[decimals]: &[i64; 1]) {
                    // Powers of ten are exact in double up to 10^22.
                    let ten = 10f64.powi(decimals.unsigned_abs().min(400) as i32) as $t;
                    if decimals < 0 {
                        unary(x, y, #[inline(always)] |x| ((x / ten).round_ties_even() * ten).made_of([x]));
                    } else {
                        unary(x, y, #[inline(always)] |x| {
                            let scaled = x * ten;
                            let rounded = scaled.round_ties_even() / ten;
                            if scaled.is_finite() { rounded } else { x }
                        });
                    }
                }
            )+
        };
    }
    floats!(f32, f64);

    macro_rules! integers {
        ($($t:ident),+) => {
            $(
                /// Rounds each element.
                pub fn $t(x: &[$t], y: &mut [$t], &[decimals]: &[i64; 1]) {
                    crate::dense::same_length(x.len(), y.len());
                    if decimals >= 0 {
                        return y.copy_from_slice(x);
                    }
                    // From 10^20 on every integer is nearer to 0.
                    let ten = 10_i128.pow(decimals.unsigned_abs().min(20) as u32);
                    for (y, &x) in y.iter_mut().zip(x) {
                        let x = i128::from(x);
                        let (multiple, rest) = (x.div_euclid(ten), x.rem_euclid(ten));
                        let up = 2 * rest > ten || (2 * rest == ten && multiple & 1 == 1);
                        *y = ((multiple + i128::from(up)) * ten) as $t;
                    }
                }
            )+
        };
    }
    integers!(i32, i64);
}
