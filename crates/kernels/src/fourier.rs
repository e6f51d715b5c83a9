//! Discrete Fourier transforms of any length, in DOUBLE: `X[k] = sum over j of x[j] * exp(-2πi * j * k / n)`.
//!
//! Lengths are taken apart into factors: fours, a two, and odd primes up to `LARGEST`. A length that has a larger one is a convolution with `exp(πi * j² / n)` (Bluestein), whose
//! transforms have a power of two as their length. Additions and products stand in one order, whatever the instruction set.

use hostnpu_numeric::Complex;

use crate::math::{cos, sin};

/// A number of a transform.
pub type Number = Complex<f64>;

/// The largest factor whose sums are formed one by one.
const LARGEST: usize = 61;

/// Transforms of one length.
pub struct Fourier {
    /// `exp(-2πi * k / n)`
    roots: Vec<Number>,
    factors: Vec<usize>,
    chirp: Option<Box<Chirp>>,
}

/// Transforms of a length that has a large factor.
struct Chirp {
    /// `exp(-πi * j² / n)`
    factors: Vec<Number>,
    /// The transform of the conjugates of these, as far as both ends, divided by its length.
    spectrum: Vec<Number>,
    inner: Fourier,
}

/// Numbers of 0; `None` if there is no memory for them.
fn zeros(count: usize) -> Option<Vec<Number>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).ok()?;
    all.resize(count, Number::default());
    Some(all)
}

/// `exp(-2πi * k / n)`: angles up to an eighth of the circle, and their reflections.
fn roots(n: usize) -> Option<Vec<Number>> {
    let mut all = zeros(n)?;
    for (part, line) in all.chunks_mut(256).enumerate() {
        let (mut angles, mut sines, mut cosines) = ([0.0; 256], [0.0; 256], [0.0; 256]);
        let eighth = |k: usize| {
            (
                (8 * k as u128 / n as u128) as u8,
                (8 * k as u128 % n as u128) as usize,
            )
        };
        let ks = part * 256..part * 256 + line.len();
        for (k, angle) in ks.clone().zip(&mut angles) {
            let (octant, rest) = eighth(k);
            let rest = if octant % 2 == 0 { rest } else { n - rest };
            *angle = rest as f64 / n as f64 * std::f64::consts::FRAC_PI_4;
        }
        sin::f64(&angles, &mut sines);
        cos::f64(&angles, &mut cosines);
        for ((k, to), (s, c)) in ks.zip(line).zip(sines.into_iter().zip(cosines)) {
            let (re, im) = match eighth(k).0 {
                0 => (c, s),
                1 => (s, c),
                2 => (-s, c),
                3 => (-c, s),
                4 => (-c, -s),
                5 => (-s, -c),
                6 => (s, -c),
                _ => (c, -s),
            };
            *to = Number::new(re, -im);
        }
    }
    Some(all)
}

/// The factors of a length, and whether all are small.
fn factors(mut n: usize) -> (Vec<usize>, bool) {
    let mut all = Vec::new();
    for factor in [4, 2].into_iter().chain((3..=LARGEST).step_by(2)) {
        while n.is_multiple_of(factor) {
            all.push(factor);
            n /= factor;
        }
    }
    (all, n == 1)
}

impl Fourier {
    /// Transforms of `n` numbers, one or more; `None` if there is no memory for their roots.
    pub fn new(n: usize) -> Option<Self> {
        let (factors, are_small) = factors(n);
        let chirp = match are_small {
            true => None,
            false => Some(Box::new(Chirp::new(n)?)),
        };
        let roots = roots(if are_small { n } else { 0 })?;
        Some(Self {
            roots,
            factors,
            chirp,
        })
    }

    /// Numbers that a transform takes beside those that it transforms.
    pub fn work(&self) -> usize {
        self.chirp.as_ref().map_or(0, |of| 2 * of.spectrum.len())
    }

    /// Writes the transform of `x` to `to`, both of `n` numbers.
    pub fn transform(&self, x: &[Number], to: &mut [Number], work: &mut [Number]) {
        match &self.chirp {
            None => self.of_factors(x, 1, to, &self.factors),
            Some(chirp) => chirp.transform(x, to, work),
        }
    }

    /// The transform of every `stride`-th number.
    fn of_factors(&self, x: &[Number], stride: usize, to: &mut [Number], factors: &[usize]) {
        let [factor, rest @ ..] = factors else {
            to[0] = x[0];
            return;
        };
        let part = to.len() / factor;
        for (first, to) in to.chunks_mut(part).enumerate() {
            match rest.is_empty() {
                true => to[0] = x[first * stride],
                false => self.of_factors(&x[first * stride..], stride * factor, to, rest),
            }
        }
        for k in 0..part {
            let mut own = [Number::default(); LARGEST];
            let own = &mut own[..*factor];
            own[0] = to[k];
            for (r, own) in own.iter_mut().enumerate().skip(1) {
                *own = to[r * part + k] * self.roots[r * k * stride];
            }
            match *own {
                [a, b] => {
                    to[k] = a + b;
                    to[part + k] = a - b;
                }
                [a, b, c, d] => {
                    let (even, odd) = ([a + c, a - c], [b + d, b - d]);
                    let turned = Number::new(odd[1].im, -odd[1].re);
                    to[k] = even[0] + odd[0];
                    to[part + k] = even[1] + turned;
                    to[2 * part + k] = even[0] - odd[0];
                    to[3 * part + k] = even[1] - turned;
                }
                _ => {
                    for q in 0..*factor {
                        let each = own.iter().enumerate().skip(1);
                        let root = |r: usize| self.roots[r * q % factor * part * stride];
                        to[q * part + k] = each.fold(own[0], |sum, (r, &x)| sum + x * root(r));
                    }
                }
            }
        }
    }
}

impl Chirp {
    fn new(n: usize) -> Option<Self> {
        let whole = roots(n.checked_mul(2)?)?;
        let mut factors = zeros(n)?;
        let mut square = 0;
        for (j, to) in factors.iter_mut().enumerate() {
            *to = whole[square];
            square = (square + 2 * j + 1) % (2 * n);
        }
        let length = (2 * n - 1).checked_next_power_of_two()?;
        let inner = Fourier::new(length)?;
        let (mut ends, mut spectrum) = (zeros(length)?, zeros(length)?);
        for (j, factor) in factors.iter().enumerate() {
            ends[j] = factor.conj();
            ends[(length - j) % length] = factor.conj();
        }
        inner.transform(&ends, &mut spectrum, &mut []);
        let share = 1.0 / length as f64;
        spectrum.iter_mut().for_each(|of| *of *= share);
        Some(Self {
            factors,
            spectrum,
            inner,
        })
    }

    fn transform(&self, x: &[Number], to: &mut [Number], work: &mut [Number]) {
        let (own, of_own) = work.split_at_mut(self.spectrum.len());
        own.fill(Number::default());
        for (own, (x, factor)) in own.iter_mut().zip(x.iter().zip(&self.factors)) {
            *own = x * factor;
        }
        self.inner.transform(own, of_own, &mut []);
        for (own, factor) in of_own.iter_mut().zip(&self.spectrum) {
            *own = (*own * factor).conj();
        }
        self.inner.transform(of_own, own, &mut []);
        for (to, (own, factor)) in to.iter_mut().zip(own.iter().zip(&self.factors)) {
            *to = own.conj() * factor;
        }
    }
}
