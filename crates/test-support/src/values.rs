//! Values at the edges of each type.

use half::{bf16, f16};

use crate::Random;

/// Integers of 64 bits: around each power of two, and random ones of every length. Lower types take their low bits.
pub fn words() -> Vec<u64> {
    let mut random = Random::new(1);
    let powers =
        (0..64).flat_map(|k| [-2_i64, -1, 0, 1, 2].map(|d| (1_u64 << k).wrapping_add_signed(d)));
    let mut words: Vec<u64> = powers.flat_map(|w| [w, w.wrapping_neg()]).collect();
    words.extend((0..1500).map(|i| random.next() >> (i % 64)));
    words.extend((0..500).map(|i| (random.next() >> (i % 64)).wrapping_neg()));
    words
}

/// Doubles: special ones, around each power of two, halves of integers, what lies on and beside the middle between two numbers
/// of a shorter type, and random bits.
pub fn doubles() -> Vec<f64> {
    let mut random = Random::new(2);
    let mut values = vec![
        0.0,
        f64::INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::from(f32::MAX),
        f64::from(f32::from_bits(1)),
        65504.0,
        65519.999,
        65520.0,
        3.389_531_389_251_535_5e38,
    ];
    for exponent in -1074..1024 {
        let power = f64::exp2(f64::from(exponent));
        values.extend([power, power.next_down(), power.next_up()]);
    }
    values.extend((0..300).map(|i| f64::from(i) / 2.0));
    for exponent in -160..140 {
        for bits in [8, 11, 24] {
            let place = f64::exp2(f64::from(exponent - bits));
            let odd = (random.next() >> (64 - bits) | 1) as f64;
            let middle = odd * place;
            values.extend([middle, middle.next_down(), middle.next_up()]);
            // Just beyond the middle for the short type, but not in a float.
            values.extend([middle * (1.0 + 1e-9), middle * (1.0 - 1e-9)]);
        }
    }
    values.extend((0..2000).map(|_| f64::from_bits(random.next())));
    let negative: Vec<f64> = values.iter().map(|x| -x).collect();
    values.extend(negative);
    values
}

/// [`doubles`] as floats, and random bits.
pub fn floats() -> Vec<f32> {
    let mut random = Random::new(3);
    let mut values: Vec<f32> = doubles().into_iter().map(|x| x as f32).collect();
    values.extend((0..2000).map(|_| f32::from_bits(random.next() as u32)));
    values
}

/// Every f16.
pub fn halves() -> Vec<f16> {
    (0..=u16::MAX).map(f16::from_bits).collect()
}

/// Every bf16.
pub fn brains() -> Vec<bf16> {
    (0..=u16::MAX).map(bf16::from_bits).collect()
}

/// Numbers that meet every sample of a function of two arguments.
pub const EDGES: [f64; 13] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    -2.0,
    -3.0,
    16_777_217.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
