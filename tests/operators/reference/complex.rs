//! Functions of finite complex numbers by the formulas of textbooks, with so many bits that no cancellation is seen. Zeros, infinities and NaN
//! beside them are those of C99, Annex G, which the kernels' own tests hold (`crates/kernels/tests/complex_special.rs`).

use rug::Float;

use crate::number::Number;

/// Bits of a reference: squares of the smallest numbers beside 1.
const BITS: u32 = 1300;

/// A complex number.
#[derive(Clone, Debug)]
pub struct Z {
    re: Float,
    im: Float,
}

/// The function of a finite number.
pub fn judged(re: &Float, im: &Float, function: impl Fn(&Z) -> Option<Z>) -> Number {
    if !re.is_finite() || !im.is_finite() {
        return Number::Unjudged;
    }
    let z = Z::of(Float::with_val(BITS, re), Float::with_val(BITS, im));
    match function(&z) {
        Some(z) => Number::Complex(z.re, z.im),
        None => Number::Unjudged,
    }
}

fn number(value: f64) -> Float {
    Float::with_val(BITS, value)
}

impl Z {
    fn of(re: Float, im: Float) -> Self {
        Z { re, im }
    }

    fn is_zero(&self) -> bool {
        self.re.is_zero() && self.im.is_zero()
    }

    /// `a + z`.
    fn more(&self, a: i32) -> Self {
        Z::of(Float::with_val(BITS, &self.re + a), self.im.clone())
    }

    fn plus(&self, other: &Z) -> Self {
        Z::of(
            Float::with_val(BITS, &self.re + &other.re),
            Float::with_val(BITS, &self.im + &other.im),
        )
    }

    fn times(&self, other: &Z) -> Self {
        let term = |a: &Float, b: &Float| Float::with_val(BITS, a * b);
        Z::of(
            term(&self.re, &other.re) - term(&self.im, &other.im),
            term(&self.re, &other.im) + term(&self.im, &other.re),
        )
    }

    fn scaled(&self, factor: &Float) -> Self {
        Z::of(
            Float::with_val(BITS, &self.re * factor),
            Float::with_val(BITS, &self.im * factor),
        )
    }

    fn negative(&self) -> Self {
        Z::of(-self.re.clone(), -self.im.clone())
    }

    fn norm(&self) -> Float {
        self.re.clone().square() + self.im.clone().square()
    }

    fn inverse(&self) -> Self {
        Z::of(self.re.clone(), -self.im.clone()).scaled(&self.norm().recip())
    }

    /// `i z`.
    fn turned(&self) -> Self {
        Z::of(-self.im.clone(), self.re.clone())
    }

    /// `-i z`.
    fn turned_back(&self) -> Self {
        Z::of(self.im.clone(), -self.re.clone())
    }

    /// Numbers with the same exponentials in every format, not so far from 0 that MPFR's overflow.
    fn moderate(&self) -> Self {
        let limit = number(1e5);
        let re = self.re.clone().min(&limit).max(&-limit);
        Z::of(re, self.im.clone())
    }

    /// Beside a cut along the real axis, on the side that the sign of the imaginary part says.
    fn beside_the_axis(&self) -> Self {
        let mut z = self.clone();
        if z.im.is_zero() {
            let tiny: Float = number(1.0) >> 5000;
            z.im = if z.im.is_sign_negative() { -tiny } else { tiny };
        }
        z
    }

    fn exponential(&self) -> Self {
        let Z { re, im } = self.moderate();
        let modulus = re.exp();
        let (sin, cos) = im.sin_cos(number(0.0));
        Z::of(modulus.clone() * cos, modulus * sin)
    }

    fn logarithm(&self) -> Self {
        Z::of(self.norm().ln() / 2_u32, self.im.clone().atan2(&self.re))
    }

    fn root(&self) -> Self {
        let modulus = self.norm().sqrt();
        let half = |sum: Float| (sum / 2_u32).sqrt();
        let re = half(Float::with_val(BITS, &modulus + &self.re));
        let im = half(Float::with_val(BITS, &modulus - &self.re));
        Z::of(re, if self.im.is_sign_negative() { -im } else { im })
    }

    /// Hyperbolic sine and cosine.
    fn hyperbolic(&self) -> [Self; 2] {
        let Z { re, im } = self.moderate();
        let (sin, cos) = im.sin_cos(number(0.0));
        let (sinh, cosh) = re.sinh_cosh(number(0.0));
        let product = |a: &Float, b: &Float| Float::with_val(BITS, a * b);
        [
            Z::of(product(&sinh, &cos), product(&cosh, &sin)),
            Z::of(product(&cosh, &cos), product(&sinh, &sin)),
        ]
    }

    fn hyperbolic_tangent(&self) -> Self {
        let twice = self.moderate().scaled(&number(2.0));
        let (sin, cos) = twice.im.sin_cos(number(0.0));
        let (sinh, cosh) = twice.re.sinh_cosh(number(0.0));
        Z::of(sinh, sin).scaled(&(cosh + cos).recip())
    }

    pub fn exp(&self) -> Option<Self> {
        Some(self.exponential())
    }

    pub fn ln(&self) -> Option<Self> {
        Some(self.logarithm())
    }

    pub fn log2(&self) -> Option<Self> {
        Some(self.logarithm().scaled(&number(2.0).ln().recip()))
    }

    pub fn log10(&self) -> Option<Self> {
        Some(self.logarithm().scaled(&number(10.0).ln().recip()))
    }

    pub fn sigmoid(&self) -> Option<Self> {
        Some(self.negative().exponential().more(1).inverse())
    }

    pub fn sqrt(&self) -> Option<Self> {
        Some(self.root())
    }

    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| self.inverse())
    }

    pub fn rsqrt(&self) -> Option<Self> {
        (!self.is_zero()).then(|| self.root().inverse())
    }

    pub fn sinh(&self) -> Option<Self> {
        let [sinh, _] = self.hyperbolic();
        Some(sinh)
    }

    pub fn cosh(&self) -> Option<Self> {
        let [_, cosh] = self.hyperbolic();
        Some(cosh)
    }

    pub fn cos(&self) -> Option<Self> {
        self.turned().cosh()
    }

    pub fn tan(&self) -> Option<Self> {
        Some(self.turned().hyperbolic_tangent().turned_back())
    }

    pub fn asinh(&self) -> Option<Self> {
        // An odd function; on the right nothing cancels.
        if self.re.is_sign_negative() {
            return self.negative().asinh().map(|value| value.negative());
        }
        let root = self.times(self).more(1).root();
        Some(self.plus(&root).logarithm())
    }

    pub fn acosh(&self) -> Option<Self> {
        let z = self.beside_the_axis();
        let half = |z: Z| z.scaled(&number(0.5)).root();
        let root = half(z.more(1)).plus(&half(z.more(-1)));
        Some(root.logarithm().scaled(&number(2.0)))
    }

    pub fn atanh(&self) -> Option<Self> {
        // The poles are on the cuts.
        let at_pole = self.im.is_zero() && Float::with_val(BITS, self.re.abs_ref()) == 1;
        let z = if at_pole {
            self.clone()
        } else {
            self.beside_the_axis()
        };
        let (above, below) = (z.more(1).logarithm(), z.negative().more(1).logarithm());
        Some(above.plus(&below.negative()).scaled(&number(0.5)))
    }
}
