//! Types of few bits that numbers are quantised to: the largest number of each, the scales that follow from the range of numbers, how numbers are stored, and how
//! codes are read.
//!
//! A row is quantised by [`largest`] (or [`extremes`]), [`symmetric`] (or [`asymmetric`]), a quotient, and [`Quantised::store`]; [`Quantised::quantise`] does all of
//! it.

use hostnpu_numeric::fp8::{E4M3FN, E5M2};
use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;
use hostnpu_numeric::{fp4, hifloat8};

use crate::math::to_odd;
use crate::simd;

/// A type that numbers are quantised to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantised {
    /// A byte with a sign.
    Int8,
    /// A byte without a sign.
    Uint8,
    /// Four bytes, the lowest first.
    Int32,
    /// Two in a byte, the first one in the low half.
    Int4,
    /// FLOAT8_E5M2.
    E5m2,
    /// FLOAT8_E4M3FN.
    E4m3,
    /// HIFLOAT8.
    Hifloat8,
    /// FLOAT4_E2M1, two in a byte as of [`Quantised::Int4`].
    E2m1,
    /// FLOAT4_E1M2, two in a byte as of [`Quantised::Int4`].
    E1m2,
}

/// Rounding mode of a conversion to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RoundMode {
    /// To the nearest, of two the even one; in HIFLOAT8 the one further from zero.
    #[default]
    Rint,
    /// As [`RoundMode::Rint`]; in types of four-bit floating-point numbers of two the one further from zero.
    Round,
    /// Down.
    Floor,
    /// Up.
    Ceil,
    /// Toward zero.
    Trunc,
    /// In HIFLOAT8 the `hybrid` rounding ([`hifloat8::encode_hybrid`]); elsewhere as [`RoundMode::Round`].
    Hybrid,
}

impl RoundMode {
    /// A number as an integer.
    #[inline(always)]
    fn integer(self, x: f64) -> f64 {
        match self {
            RoundMode::Floor => x.floor(),
            RoundMode::Ceil => x.ceil(),
            RoundMode::Trunc => x.trunc(),
            _ => x.round_ties_even(),
        }
    }
}

impl Quantised {
    /// Bits of a number.
    pub const fn bits(self) -> usize {
        match self {
            Quantised::Int4 | Quantised::E2m1 | Quantised::E1m2 => 4,
            Quantised::Int32 => 32,
            _ => 8,
        }
    }

    /// Bytes of so many numbers.
    pub const fn bytes(self, numbers: usize) -> usize {
        (numbers * self.bits()).div_ceil(8)
    }

    /// The largest number.
    pub const fn max(self) -> f32 {
        match self {
            Quantised::Int8 => 127.0,
            Quantised::Uint8 => 255.0,
            Quantised::Int32 => 2_147_483_647.0,
            Quantised::Int4 => 7.0,
            Quantised::E5m2 => 57344.0,
            Quantised::E4m3 => 448.0,
            Quantised::Hifloat8 => 32768.0,
            Quantised::E2m1 => 6.0,
            Quantised::E1m2 => 1.75,
        }
    }

    /// The distance of the largest from the least number, by which the range of numbers is divided for a scale with an offset.
    pub const fn steps(self) -> f32 {
        match self {
            Quantised::Int8 | Quantised::Uint8 => 255.0,
            Quantised::Int4 => 15.0,
            other => 2.0 * other.max(),
        }
    }

    /// Stores numbers, each rounded once: to the nearest, of two the even one, or, in HIFLOAT8, the one further from zero. What is too large becomes the
    /// largest number, NaN becomes 0. `codes` has as many bytes as that takes.
    pub fn store(self, numbers: &[f64], codes: &mut [u8]) {
        self.store_rounded(RoundMode::Rint, numbers, codes);
    }

    /// As [`Quantised::store`], rounded by `mode`.
    pub fn store_rounded(self, mode: RoundMode, numbers: &[f64], codes: &mut [u8]) {
        let is_nearest = !matches!(mode, RoundMode::Floor | RoundMode::Ceil | RoundMode::Trunc);
        match self {
            Quantised::Int8 if is_nearest => nearest(numbers, codes, -128.0, 127.0),
            Quantised::Uint8 if is_nearest => nearest(numbers, codes, 0.0, 255.0),
            Quantised::Int4 if is_nearest => nearest_packed(numbers, codes),
            Quantised::Int8 => each(numbers, codes, |x| mode.integer(x) as i8 as u8),
            Quantised::Uint8 => each(numbers, codes, |x| mode.integer(x) as u8),
            Quantised::Int32 => {
                for (stored, &x) in codes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                    *stored = (mode.integer(x) as i32).to_le_bytes();
                }
            }
            Quantised::Int4 => packed(numbers, codes, |x| {
                // NaN stays NaN here, and becomes 0.
                mode.integer(x).clamp(-8.0, 7.0) as i8 as u8
            }),
            Quantised::E5m2 => each(numbers, codes, |x| minifloat(E5M2, x)),
            Quantised::E4m3 => each(numbers, codes, |x| minifloat(E4M3FN, x)),
            Quantised::Hifloat8 if mode == RoundMode::Hybrid => {
                each(numbers, codes, |x| {
                    hifloat8::saturated(hifloat8::encode_hybrid(x as f32))
                });
            }
            Quantised::Hifloat8 => each(numbers, codes, |x| hifloat8::encode_saturating(to_odd(x))),
            Quantised::E2m1 => packed_floats(fp4::E2M1, mode, numbers, codes),
            Quantised::E1m2 => packed_floats(fp4::E1M2, mode, numbers, codes),
        }
    }

    /// Stores the quotients of FLOAT numbers, of which `largest` is the largest magnitude, and a FLOAT divisor as [`Quantised::store`] does, in one pass if the type has integers
    /// of eight bits.
    pub fn store_quotients(
        self,
        numbers: &mut [f64],
        largest: f64,
        divisor: f64,
        codes: &mut [u8],
    ) {
        match self {
            Quantised::Int8 => {
                nearest_quotients(numbers, (divisor, largest), codes, -128.0, 127.0);
            }
            _ => {
                crate::rows::divided(numbers, divisor);
                self.store(numbers, codes);
            }
        }
    }

    /// Reads numbers from the one with the number `first` on, exactly.
    pub fn load(self, codes: &[u8], first: usize, numbers: &mut [f64]) {
        fn each(codes: &[u8], numbers: &mut [f64], value: impl Fn(u8) -> f64) {
            for (x, &code) in numbers.iter_mut().zip(codes) {
                *x = value(code);
            }
        }
        fn halves(codes: &[u8], first: usize, numbers: &mut [f64], value: impl Fn(u8) -> f64) {
            for (at, x) in (first..).zip(numbers) {
                *x = value(codes[at / 2] >> (at % 2 * 4) & 0x0f);
            }
        }
        let bytes = &codes[first * self.bits() / 8..];
        match self {
            Quantised::Int8 => each(bytes, numbers, |code| f64::from(code as i8)),
            Quantised::Uint8 => each(bytes, numbers, f64::from),
            Quantised::Int32 => {
                for (x, &word) in numbers.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *x = i32::from_le_bytes(word).into();
                }
            }
            Quantised::Int4 => halves(codes, first, numbers, |code| {
                f64::from((code << 4) as i8 >> 4)
            }),
            Quantised::E5m2 => each(bytes, numbers, |code| E5M2.decode(code).into()),
            Quantised::E4m3 => each(bytes, numbers, |code| E4M3FN.decode(code).into()),
            Quantised::Hifloat8 => each(bytes, numbers, |code| hifloat8::decode(code).into()),
            Quantised::E2m1 => halves(codes, first, numbers, |code| fp4::E2M1.decode(code).into()),
            Quantised::E1m2 => halves(codes, first, numbers, |code| fp4::E1M2.decode(code).into()),
        }
    }

    /// Quantises a row by the scale that its largest magnitude gives ([`symmetric`]), and returns the scale. The numbers become the quotients.
    pub fn quantise(self, numbers: &mut [f64], codes: &mut [u8]) -> f32 {
        let scale = symmetric(largest(numbers), self.max());
        let divisor = f64::from(scale);
        numbers.iter_mut().for_each(|x| *x /= divisor);
        self.store(numbers, codes);
        scale
    }
}

#[inline(always)]
fn each(numbers: &[f64], codes: &mut [u8], code: impl Fn(f64) -> u8) {
    for (stored, &x) in codes.iter_mut().zip(numbers) {
        *stored = code(x);
    }
}

/// Numbers of this magnitude are integers, the lowest bits of which are those of what was added.
const INTEGERS: f64 = 1.5 * (1_u64 << 52) as f64;

/// The nearest integer between two of at most eight bits, of two the even one; of NaN 0.
#[inline(always)]
fn nearest_integer(x: f64, least: f64, most: f64) -> u8 {
    let x = if x.is_nan() { 0.0 } else { x };
    let x = if x > least { x } else { least };
    let x = if x < most { x } else { most };
    (x + INTEGERS).to_bits() as u8
}

/// Stores the nearest integers.
fn nearest(numbers: &[f64], codes: &mut [u8], least: f64, most: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (stored, &x) in codes.iter_mut().zip(numbers) {
                loops.step();
                *stored = nearest_integer(x, least, most);
            }
        },
    );
}

/// Stores the integers nearest to quotients of FLOAT numbers and a FLOAT divisor, without a division for each: a quotient of two numbers of 24 bits lies at least 2⁻²⁶ from
/// the middle of two such integers, or is the middle. The product with the reciprocal is nearer than 2⁻⁴⁴ to it, and rounded to a multiple of 2⁻³⁵ on the same side of the middle.
/// `largest` is the largest magnitude of the numbers, NaN if one is.
fn nearest_quotients(
    numbers: &[f64],
    (divisor, largest): (f64, f64),
    codes: &mut [u8],
    least: f64,
    most: f64,
) {
    /// Numbers of this magnitude are multiples of 2⁻³⁵.
    const MULTIPLES: f64 = 1.5 * (1_u64 << 17) as f64;
    let reciprocal = 1.0 / divisor;
    // No quotient is NaN, or beyond the type once rounded: false for NaN.
    let is_within = largest * reciprocal < most + 0.25;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            if is_within {
                for (stored, &x) in codes.iter_mut().zip(numbers) {
                    loops.step();
                    let quotient = (x * reciprocal + MULTIPLES) - MULTIPLES;
                    *stored = (quotient + INTEGERS).to_bits() as u8;
                }
                return;
            }
            for (stored, &x) in codes.iter_mut().zip(numbers) {
                loops.step();
                let quotient = (x * reciprocal + MULTIPLES) - MULTIPLES;
                *stored = nearest_integer(quotient, least, most);
            }
        },
    );
}

/// Writes integers of four bits, from the one with the number `first` on, as bytes with a sign.
pub fn widen_four_bits(codes: &[u8], first: usize, to: &mut [u8]) {
    let low = |code: u8| ((code << 4) as i8 >> 4) as u8;
    let high = |code: u8| (code as i8 >> 4) as u8;
    let (odd, to) = to.split_at_mut((first % 2).min(to.len()));
    if let Some(to) = odd.first_mut() {
        *to = high(codes[first / 2]);
    }
    let codes = &codes[first.div_ceil(2)..];
    let (pairs, rest) = to.as_chunks_mut::<2>();
    let count = pairs.len();
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (pair, &code) in pairs.iter_mut().zip(codes) {
                loops.step();
                *pair = [low(code), high(code)];
            }
        },
    );
    if let Some(to) = rest.first_mut() {
        *to = low(codes[count]);
    }
}

/// Stores the nearest integers of four bits.
fn nearest_packed(numbers: &[f64], codes: &mut [u8]) {
    let code = |x| nearest_integer(x, -8.0, 7.0);
    let (pairs, rest) = numbers.as_chunks::<2>();
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (stored, &[low, high]) in codes.iter_mut().zip(pairs) {
                loops.step();
                *stored = code(low) & 0x0f | code(high) << 4;
            }
        },
    );
    if let ([x], Some(stored)) = (rest, codes.get_mut(pairs.len())) {
        *stored = code(*x) & 0x0f;
    }
}

#[inline(always)]
fn packed(numbers: &[f64], codes: &mut [u8], code: impl Fn(f64) -> u8) {
    for (stored, two) in codes.iter_mut().zip(numbers.chunks(2)) {
        let high = two.get(1).map_or(0, |&x| code(x));
        *stored = fp4::pack(code(two[0]), high);
    }
}

fn packed_floats(format: Minifloat, mode: RoundMode, numbers: &[f64], codes: &mut [u8]) {
    let rounding = match mode {
        RoundMode::Round | RoundMode::Hybrid => Rounding::TiesAway,
        RoundMode::Floor => Rounding::Floor,
        _ => Rounding::TiesToEven,
    };
    packed(numbers, codes, |x| format.encode(to_odd(x), rounding));
}

#[inline(always)]
fn minifloat(format: Minifloat, x: f64) -> u8 {
    format.encode(to_odd(x), Rounding::TiesToEven)
}

/// Numbers that are looked at side by side.
const LANES: usize = 32;

/// The chunks of some numbers, the last one filled up.
#[inline(always)]
fn chunks(numbers: &[f64], with: f64) -> (&[[f64; LANES]], [f64; LANES]) {
    let (whole, rest) = numbers.as_chunks();
    let mut last = [with; LANES];
    last[..rest.len()].copy_from_slice(rest);
    (whole, last)
}

/// The largest magnitude; NaN if one number is NaN; 0 of none.
pub fn largest(numbers: &[f64]) -> f64 {
    let (whole, last) = chunks(numbers, 0.0);
    let lanes = simd::widest_loops(
        #[inline(always)]
        |loops| {
            // Magnitudes are in the order of their bits, NaN above all.
            let mut lanes = [0_i64; LANES];
            for number in 0..=whole.len() {
                let chunk = whole.get(number).unwrap_or(&last);
                for lane in 0..LANES {
                    loops.step();
                    let magnitude = chunk[lane].abs().to_bits() as i64;
                    lanes[lane] = lanes[lane].max(magnitude);
                }
            }
            lanes
        },
    );
    let most = lanes.into_iter().fold(0, i64::max);
    let most = f64::from_bits(most as u64);
    // Of all NaN the same one.
    if most.is_nan() { f64::NAN } else { most }
}

/// The larger one; NaN if one of them is.
#[inline(always)]
pub fn larger(most: f64, x: f64) -> f64 {
    // The first one stays if it is NaN.
    if x > most || x.is_nan() { x } else { most }
}

/// The largest magnitude of the finite numbers; 0 of none.
pub fn largest_finite(numbers: &[f64]) -> f64 {
    let magnitudes = numbers.iter().map(|x| x.abs());
    magnitudes.fold(0.0, |most, x| {
        if x > most && x < f64::INFINITY {
            x
        } else {
            most
        }
    })
}

/// The largest and the least number; NaN if one number is NaN.
pub fn extremes(numbers: &[f64]) -> [f64; 2] {
    let start = [f64::NEG_INFINITY, f64::INFINITY];
    let Some(&first) = numbers.first() else {
        return start;
    };
    let (whole, last) = chunks(numbers, first);
    let [most, least] = simd::widest_loops(
        #[inline(always)]
        |loops| {
            let [mut most, mut least] = start.map(|start| [start; LANES]);
            for number in 0..=whole.len() {
                let chunk = whole.get(number).unwrap_or(&last);
                for lane in 0..LANES {
                    loops.step();
                    let x = chunk[lane];
                    [most[lane], least[lane]] = widened([most[lane], least[lane]], [x, x]);
                }
            }
            [most, least]
        },
    );
    let lanes = most
        .into_iter()
        .zip(least)
        .map(|(most, least)| [most, least]);
    lanes.fold(start, widened)
}

/// The largest and the least number of two ranges.
#[inline(always)]
pub fn widened([most, least]: [f64; 2], [high, low]: [f64; 2]) -> [f64; 2] {
    [
        larger(most, high),
        if low < least || low.is_nan() {
            low
        } else {
            least
        },
    ]
}

/// The scale of numbers of this largest magnitude, which becomes `max`: `largest · (1 / max)` in FLOAT, where `1 / max` is rounded first. Of NaN one.
pub fn symmetric(largest: f64, max: f32) -> f32 {
    match largest.is_nan() {
        true => f32::NAN,
        false => largest as f32 * (1.0 / max),
    }
}

/// The scale and the offset of numbers with this maximum and minimum, which become `max` and the least number of the type: `(most - least) · (1 / steps)` and
/// `max - most / scale` in FLOAT, each operation rounded.
pub fn asymmetric([most, least]: [f64; 2], max: f32, steps: f32) -> [f32; 2] {
    if most.is_nan() || least.is_nan() {
        return [f32::NAN; 2];
    }
    let (most, least) = (most as f32, least as f32);
    let scale = (most - least) * (1.0 / steps);
    let numbers = [scale, max - most / scale];
    numbers.map(|x| if x.is_nan() { f32::NAN } else { x })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of both signs, ties and integers among them.
    fn numbers(count: usize) -> Vec<f64> {
        (0..count)
            .map(|i| (i * 7919 % 1201) as f64 / 2.0 - 300.0 + (i % 3) as f64 / 64.0)
            .collect()
    }

    #[test]
    fn integers_of_four_bits_are_widened_from_any_one_on() {
        let codes: Vec<u8> = (0..=255).collect();
        let mut numbers = [0.0; 512];
        Quantised::Int4.load(&codes, 0, &mut numbers);
        for (first, count) in [(0, 512), (1, 511), (3, 64), (10, 1), (7, 0), (4, 33)] {
            let mut bytes = vec![0; count];
            widen_four_bits(&codes, first, &mut bytes);
            let widened = bytes.iter().map(|&byte| f64::from(byte as i8));
            assert!(widened.eq(numbers[first..first + count].iter().copied()));
        }
    }

    #[test]
    fn ranges_are_those_of_all_numbers() {
        for count in [0, 1, 5, 31, 32, 33, 64, 1000] {
            let mut numbers = numbers(count);
            let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(extremes(&numbers), [most, least]);
            let magnitude = numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert_eq!(largest(&numbers), magnitude);
            for at in 0..count.min(40) {
                let before = std::mem::replace(&mut numbers[at], f64::NAN);
                assert!(
                    extremes(&numbers).iter().all(|x| x.is_nan()),
                    "{count} {at}"
                );
                assert!(largest(&numbers).is_nan(), "{count} {at}");
                numbers[at] = before;
            }
        }
        assert_eq!(largest(&[1.0, f64::NEG_INFINITY]), f64::INFINITY);
    }

    #[test]
    fn quotients_are_those_of_divisions() {
        // Middles of integers, their neighbours, and all kinds of divisors, zero and the smallest among them.
        let divisors = (0..400_u32).map(|i| f32::from_bits(0x3c00_0000 + i * 0x0000_3b1d));
        let special = [
            0.0,
            f32::from_bits(1),
            f32::MIN_POSITIVE,
            f32::MAX,
            f32::INFINITY,
            f32::NAN,
            1.0,
            0.5,
        ];
        for divisor in divisors.chain(special) {
            let mut numbers = vec![f64::INFINITY, f64::NAN, 0.0, -0.0];
            for middle in -259..=259 {
                let near = divisor * (middle as f32 / 2.0);
                for steps in -2..=2_i32 {
                    let bits = near.to_bits().wrapping_add_signed(steps);
                    numbers.push(f32::from_bits(bits).into());
                }
            }
            let codes = vec![0; numbers.len()];
            let expected: Vec<u8> = numbers
                .iter()
                .map(|x| (x / f64::from(divisor)).round_ties_even() as i8 as u8)
                .collect();
            let check = |numbers: &mut [f64], expected: &[u8]| {
                let largest = largest(numbers);
                let codes = &mut codes.clone()[..numbers.len()];
                Quantised::Int8.store_quotients(numbers, largest, divisor.into(), codes);
                for ((x, code), expected) in numbers.iter().zip(codes).zip(expected) {
                    assert_eq!(code, expected, "{x} / {divisor}");
                }
            };
            check(&mut numbers, &expected);
            // Those of finite numbers within the type.
            let pairs = numbers.iter().zip(&expected);
            let within = pairs.filter(|(x, _)| (*x / f64::from(divisor)).abs() < 127.25);
            let (mut within, expected): (Vec<f64>, Vec<u8>) = within.unzip();
            check(&mut within, &expected);
        }
    }

    #[test]
    fn integers_are_the_nearest_ones() {
        let special = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            -1e300,
            -0.0,
        ];
        for count in [1, 16, 33, 900] {
            let numbers: Vec<f64> = special.into_iter().chain(numbers(count)).collect();
            let mut codes = vec![0; numbers.len()];
            Quantised::Int8.store(&numbers, &mut codes);
            for (&x, &code) in numbers.iter().zip(&codes) {
                assert_eq!(code, x.round_ties_even() as i8 as u8, "{x}");
            }
            Quantised::Uint8.store(&numbers, &mut codes);
            for (&x, &code) in numbers.iter().zip(&codes) {
                assert_eq!(code, x.round_ties_even() as u8, "{x}");
            }
            let mut halves = vec![0; numbers.len().div_ceil(2)];
            Quantised::Int4.store(&numbers, &mut halves);
            for (i, &x) in numbers.iter().enumerate() {
                let four = x.round_ties_even().clamp(-8.0, 7.0) as i8 as u8 & 0x0f;
                assert_eq!(halves[i / 2] >> (i % 2 * 4) & 0x0f, four, "{x}");
            }
        }
    }
}
