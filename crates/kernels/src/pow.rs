//! Powers: x^y with C99's special values, computed to about 60 bits and rounded once.
//!
//! x^y = 2^(y · log2 x). The logarithm is a [`DoubleDouble`], so that the product keeps all the bits that the exponential
//! makes visible; the exponential takes 2^(k/64) from a table and a polynomial for the rest. The error before the
//! last rounding stays below 2^-58 of the result, so whatever is exact in a double comes out exact, ties of a
//! narrower format included, and a narrower result is misrounded with a probability near 2^-29 (f32).

use super::double_double::DoubleDouble;
use super::doubles::TO_INTEGER;
use super::simd;

/// Powers with an exponent of this size (in binary digits of the result) or above are infinite, or zero.
const BEYOND: f64 = 300.0;

/// From here on every double is an integer.
const ALL_INTEGERS: f64 = 4_503_599_627_370_496.0; // 2^52

const TABLE_BITS: u32 = 6;
const TABLE_SIZE: usize = 1 << TABLE_BITS;

/// `x^y` rounded to f32, with the special values of C99 (F.10.4.4): 0.5000001 ULP.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    Base::new(x.into()).power(DoubleDouble::new(y.into())) as f32
}

/// `dst[i] = bases[i]^exponents[i]`, as [`pow`]. All three slices are of one length.
pub fn pow_slice(bases: &[f32], exponents: &[f32], dst: &mut [f32]) {
    assert_eq!(bases.len(), dst.len());
    assert_eq!(exponents.len(), dst.len());
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for ((d, &x), &y) in dst.iter_mut().zip(bases).zip(exponents) {
                loops.step();
                *d = pow(x, y);
            }
        },
    );
}

/// A base with its logarithm: what all powers of one base share.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    value: f64,
    log2: DoubleDouble,
}

impl Base {
    /// Any value is allowed, zeros, infinities and NaN included; its magnitude is that of an f32.
    #[inline(always)]
    pub fn new(value: f64) -> Self {
        Self {
            value,
            log2: log2(value.abs()),
        }
    }

    /// The base itself.
    #[inline(always)]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// `log2 |base|`.
    #[inline(always)]
    pub fn log2(&self) -> DoubleDouble {
        self.log2
    }

    /// `base^exponent`: infinite above 2^300 and zero below 2^-300, in between rounded to a double.
    ///
    /// The high part of the exponent says if it is zero, an integer or odd: the caller rounds it so that this
    /// is the answer it wants.
    #[inline(always)]
    pub fn power(&self, exponent: DoubleDouble) -> f64 {
        let (x, y) = (self.value, exponent.hi);
        let size = self.log2.hi * y;
        let within = size.abs() < BEYOND;
        let product = self.log2.split_times(exponent);
        let (hi, lo) = exp2(DoubleDouble {
            hi: if within { product.hi } else { 0.0 },
            lo: if within { product.lo } else { 0.0 },
        });
        let mut value = hi + lo;
        // A NaN in `size` is a NaN in base or exponent, or one of the cases that are 1 below.
        value = if within { value } else { size };
        value = if size <= -BEYOND { 0.0 } else { value };
        value = if size >= BEYOND { f64::INFINITY } else { value };

        settle(x, y, value)
    }
}

/// `value`, which is `|x|^y`, with its sign, and C99's special values.
#[inline(always)]
pub(crate) fn settle(x: f64, y: f64, value: f64) -> f64 {
    let whole = is_integer(y);
    let odd = whole & !is_integer(y * 0.5);
    let value = if odd & x.is_sign_negative() {
        -value
    } else {
        value
    };
    let value = if (x < 0.0) & (x > f64::NEG_INFINITY) & !whole {
        f64::NAN
    } else {
        value
    };
    let one = (y == 0.0) | (x == 1.0) | ((x == -1.0) & (y.abs() == f64::INFINITY));
    if one { 1.0 } else { value }
}

/// Returns true if `x` is an integer. Infinities are (even) ones, NaN is none.
#[inline(always)]
fn is_integer(x: f64) -> bool {
    let magnitude = x.abs();
    let rounded = (magnitude + ALL_INTEGERS) - ALL_INTEGERS;
    (rounded == magnitude) | (magnitude >= ALL_INTEGERS)
}

/// log2 with a relative error below 2^-74 for normal positive doubles, exact for powers of two; -inf at 0.
///
/// x = 2^k · m with m in [√½, √2), s = (m - 1) / (m + 1), log2 m = 2/ln 2 · (s + s³/3 + s⁵/5 + …). The first terms
/// are summed in double-double, those from s⁹/9 on (2^-23 of the whole) in double.
#[inline(always)]
pub(crate) fn log2(x: f64) -> DoubleDouble {
    const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
    const SCALE: DoubleDouble = DoubleDouble::new(2.0).split_over(DoubleDouble::LN_2);
    const THIRD: DoubleDouble = DoubleDouble::new(1.0).split_over(DoubleDouble::new(3.0));
    const FIFTH: DoubleDouble = DoubleDouble::new(1.0).split_over(DoubleDouble::new(5.0));
    const SEVENTH: DoubleDouble = DoubleDouble::new(1.0).split_over(DoubleDouble::new(7.0));
    let bits = x.to_bits();
    let k = (bits.wrapping_sub(SQRT_HALF_BITS) as i64) >> 52;
    let m = f64::from_bits(bits.wrapping_sub((k as u64) << 52));
    let s = DoubleDouble::new(m - 1.0).split_over(DoubleDouble::sum(1.0, m));
    let square = s.split_times(s);
    let z = square.hi;
    let mut tail = 1.0 / 29.0;
    tail = tail * z + 1.0 / 27.0;
    tail = tail * z + 1.0 / 25.0;
    tail = tail * z + 1.0 / 23.0;
    tail = tail * z + 1.0 / 21.0;
    tail = tail * z + 1.0 / 19.0;
    tail = tail * z + 1.0 / 17.0;
    tail = tail * z + 1.0 / 15.0;
    tail = tail * z + 1.0 / 13.0;
    tail = tail * z + 1.0 / 11.0;
    tail = tail * z + 1.0 / 9.0;
    let series = SEVENTH.plus(square.split_scaled(tail));
    let series = FIFTH.plus(square.split_times(series));
    let series = THIRD.plus(square.split_times(series));
    let series = DoubleDouble::new(1.0).plus(square.split_times(series));
    let log = DoubleDouble::new(f64::from(k as i32)).plus(SCALE.split_times(s).split_times(series));
    let special = if x == 0.0 { f64::NEG_INFINITY } else { x };
    let is_special = !((x > 0.0) & (x < f64::INFINITY));
    DoubleDouble {
        hi: if is_special { special } else { log.hi },
        lo: if is_special { 0.0 } else { log.lo },
    }
}

/// 2^x for |x| <= 1000 as a sum of two doubles whose error is below 2^-59 of it. The first is not the rounded sum.
///
/// x = n + k/64 + r with |r| <= 1/128: 2^n · 2^(k/64) · (1 + r ln 2 + (r ln 2)²/2! + … + (r ln 2)⁶/6!); the next
/// term is below 2^-65.
#[inline(always)]
pub(super) fn exp2(x: DoubleDouble) -> (f64, f64) {
    const L: f64 = std::f64::consts::LN_2;
    let shifted = x.hi * TABLE_SIZE as f64 + TO_INTEGER;
    let r = (x.hi - (shifted - TO_INTEGER) * (1.0 / TABLE_SIZE as f64)) + x.lo;
    let bits = shifted.to_bits();
    let k = (bits & (TABLE_SIZE as u64 - 1)) as usize;
    // The low bits of `bits` are an integer modulo 2^51: shifted to the exponent field only 11 of them are left.
    let scale = f64::from_bits(((bits >> TABLE_BITS).wrapping_add(1023)) << 52);
    let mut q = L * L * L * L * L * L / 720.0;
    q = q * r + L * L * L * L * L / 120.0;
    q = q * r + L * L * L * L / 24.0;
    q = q * r + L * L * L / 6.0;
    q = q * r + L * L / 2.0;
    q = q * r + L;
    q *= r;
    let (hi, lo) = (TABLE_HIGH[k], TABLE_LOW[k]);
    (scale * hi, scale * (lo + hi * q))
}

/// 2^(k/64) rounded to doubles, and what that misses.
static TABLE_HIGH: [f64; TABLE_SIZE] = split_table().0;
static TABLE_LOW: [f64; TABLE_SIZE] = split_table().1;

const fn split_table() -> ([f64; TABLE_SIZE], [f64; TABLE_SIZE]) {
    let (mut high, mut low) = ([0.0; TABLE_SIZE], [0.0; TABLE_SIZE]);
    let mut k = 0;
    while k < TABLE_SIZE {
        // The Taylor series of exp at k/64 · ln 2, summed from its smallest term.
        let x = DoubleDouble::LN_2.split_scaled(k as f64 / TABLE_SIZE as f64);
        let mut sum = DoubleDouble::new(1.0);
        let mut n = 30;
        while n > 0 {
            let term = sum.split_times(x).split_over(DoubleDouble::new(n as f64));
            sum = DoubleDouble::new(1.0).plus(term);
            n -= 1;
        }
        high[k] = sum.hi;
        low[k] = sum.lo;
        k += 1;
    }
    (high, low)
}
