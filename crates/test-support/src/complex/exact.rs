//! Complex numbers of MPFR with enough bits that no cancellation is seen, by the textbook formulas. The sign of a zero says on which side of a
//! branch cut an argument lies.

use rug::Float;
use rug::float::Constant;

/// Bits of a reference: squares of the smallest floats beside 1.
pub const BITS: u32 = 1300;

/// An exact complex number.
#[derive(Clone, Debug)]
pub struct Z {
    pub re: Float,
    pub im: Float,
}

impl Z {
    pub fn new(re: f64, im: f64) -> Self {
        Z {
            re: Float::with_val(BITS, re),
            im: Float::with_val(BITS, im),
        }
    }
    pub fn of(re: Float, im: Float) -> Self {
        Z { re, im }
    }
    pub fn plus(&self, other: &Z) -> Self {
        Z::of(
            Float::with_val(BITS, &self.re + &other.re),
            Float::with_val(BITS, &self.im + &other.im),
        )
    }
    pub fn minus(&self, other: &Z) -> Self {
        Z::of(
            Float::with_val(BITS, &self.re - &other.re),
            Float::with_val(BITS, &self.im - &other.im),
        )
    }
    pub fn negative(&self) -> Self {
        Z::of(-self.re.clone(), -self.im.clone())
    }
    /// Keeps the sign of an imaginary part of 0.
    pub fn plus_real(&self, number: i32) -> Self {
        Z::of(Float::with_val(BITS, &self.re + number), self.im.clone())
    }
    pub fn times(&self, other: &Z) -> Self {
        let term = |a: &Float, b: &Float| Float::with_val(BITS, a * b);
        Z::of(
            term(&self.re, &other.re) - term(&self.im, &other.im),
            term(&self.re, &other.im) + term(&self.im, &other.re),
        )
    }
    pub fn scaled(&self, factor: &Float) -> Self {
        Z::of(
            Float::with_val(BITS, &self.re * factor),
            Float::with_val(BITS, &self.im * factor),
        )
    }
    pub fn norm(&self) -> Float {
        Float::with_val(BITS, self.re.clone().square() + self.im.clone().square())
    }
    pub fn over(&self, other: &Z) -> Self {
        let conjugate = Z::of(other.re.clone(), -other.im.clone());
        self.times(&conjugate).scaled(&other.norm().recip())
    }
    /// `i z`.
    pub fn turned(&self) -> Self {
        Z::of(-self.im.clone(), self.re.clone())
    }
    /// `-i z`.
    pub fn turned_back(&self) -> Self {
        Z::of(self.im.clone(), -self.re.clone())
    }
    pub fn exp(&self) -> Self {
        let near = self.brought_near();
        let modulus = near.re.exp();
        Z::of(
            modulus.clone() * near.im.clone().cos(),
            modulus * near.im.sin(),
        )
    }
    /// `self` to the power of `w`. Where the angle is a real multiple of an eighth of a turn, it is reduced exactly: a part may be 0.
    pub fn power(&self, w: &Z) -> Self {
        let (x, y) = (self.re.clone().abs(), self.im.clone().abs());
        let is_eighth = x.is_zero() || y.is_zero() || x == y;
        if !is_eighth || !w.im.is_zero() && self.norm() != 1 {
            return w.times(&self.log()).exp();
        }
        let log = self.log();
        let half_turn = Float::with_val(BITS, Constant::Pi);
        let eighths = (log.im.clone() * 4_u32 / half_turn).round();
        let half_turns = eighths / 4_u32 * &w.re;
        let exponent = w.times(&log);
        let modulus = exponent.brought_near().re.exp();
        let (sin, cos) = (half_turns.clone().sin_pi(), half_turns.cos_pi());
        Z::of(modulus.clone() * cos, modulus * sin)
    }
    pub fn log(&self) -> Self {
        Z::of(self.norm().ln() / 2_u32, self.im.clone().atan2(&self.re))
    }
    pub fn sqrt(&self) -> Self {
        let modulus = self.norm().sqrt();
        let re = (Float::with_val(BITS, &modulus + &self.re) / 2_u32).sqrt();
        let im = (Float::with_val(BITS, &modulus - &self.re) / 2_u32).sqrt();
        Z::of(re, if self.im.is_sign_negative() { -im } else { im })
    }
    pub fn sinh(&self) -> Self {
        let near = self.brought_near();
        Z::of(
            near.re.clone().sinh() * near.im.clone().cos(),
            near.re.clone().cosh() * near.im.clone().sin(),
        )
    }
    pub fn cosh(&self) -> Self {
        let near = self.brought_near();
        Z::of(
            near.re.clone().cosh() * near.im.clone().cos(),
            near.re.clone().sinh() * near.im.clone().sin(),
        )
    }
    /// Without what is 1 or 0 in any type, and beyond MPFR's exponents.
    fn brought_near(&self) -> Self {
        const MOST: i64 = 100_000;
        let re = Float::with_val(BITS, self.re.clamp_ref(&-MOST, &MOST));
        Z::of(re, self.im.clone())
    }
    pub fn sigmoid(&self) -> Self {
        let power = self.brought_near().negative().exp();
        one().over(&power.plus_real(1))
    }
    pub fn tanh(&self) -> Self {
        let near = self.brought_near();
        near.sinh().over(&near.cosh())
    }
    pub fn asinh(&self) -> Self {
        // An odd function; on the right nothing cancels.
        if self.re.is_sign_negative() {
            let value = Z::of(-self.re.clone(), -self.im.clone()).asinh();
            return Z::of(-value.re, -value.im);
        }
        self.plus(&self.times(self).plus_real(1).sqrt()).log()
    }
    pub fn acosh(&self) -> Self {
        let half = |z: Z| z.scaled(&Float::with_val(BITS, 0.5)).sqrt();
        let root = half(self.plus_real(1)).plus(&half(self.plus_real(-1)));
        root.log().scaled(&Float::with_val(BITS, 2))
    }
    pub fn asin(&self) -> Self {
        self.turned().asinh().turned_back()
    }
    pub fn acos(&self) -> Self {
        let arcsine = self.asin();
        let right_angle = Float::with_val(BITS, Constant::Pi) / 2_u32;
        Z::of(right_angle - arcsine.re, -arcsine.im)
    }
    pub fn atanh(&self) -> Self {
        self.plus_real(1)
            .log()
            .minus(&self.negative().plus_real(1).log())
            .scaled(&Float::with_val(BITS, 0.5))
    }
}

pub fn one() -> Z {
    Z::new(1.0, 0.0)
}

/// The distance in units of the last place of the expected float. Beyond the largest one it is infinity.
pub fn ulps_single(got: f32, exact: &Float, unit: &Float) -> f64 {
    let nearest = exact.to_f32();
    if nearest.is_infinite() || got.is_infinite() {
        return if got == nearest { 0.0 } else { f64::INFINITY };
    }
    let exponent = unit.to_f32().abs().max(f32::MIN_POSITIVE).log2().floor() - 23.0;
    let distance = Float::with_val(200, Float::with_val(BITS, got) - exact);
    distance.to_f64().abs() / f64::from(exponent).exp2()
}

pub fn ulps_double(got: f64, exact: &Float, unit: &Float) -> f64 {
    let nearest = exact.to_f64();
    if nearest.is_infinite() || got.is_infinite() {
        return if got == nearest { 0.0 } else { f64::INFINITY };
    }
    let exponent = unit.to_f64().abs().max(f64::MIN_POSITIVE).log2().floor() - 52.0;
    let distance = Float::with_val(200, Float::with_val(BITS, got) - exact);
    // The unit may be subnormal.
    (distance / Float::with_val(200, exponent).exp2())
        .to_f64()
        .abs()
}
