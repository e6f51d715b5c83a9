//! Arguments of a function that are tested.

use super::Function;
use crate::support::{EDGES, Random};

/// Arguments that are looked at together.
pub const RUN: usize = 4096;

/// Roots, ends, middles and changes of method of functions: numbers beside these are tested more densely.
const SPECIAL: [f64; 36] = [
    0.0,
    5e-324,
    f64::MIN_POSITIVE,
    1e-200,
    1e-100,
    7e-10,
    1.0 / 64.0,
    0.25,
    std::f64::consts::FRAC_1_SQRT_2,
    0.5,
    0.75,
    1.0,
    std::f64::consts::SQRT_2,
    // The roots of the digamma function.
    1.461_632_144_968_362_2,
    -0.504_083_008_264_455_4,
    -1.573_498_473_162_390_5,
    -2.610_720_868_444_144_6,
    -3.635_293_366_436_901,
    1.5,
    2.0,
    3.0,
    3.75,
    4.0,
    6.0,
    10.0,
    26.5,
    37.0,
    40.0,
    // Arguments whose exponentials become subnormal, nothing, or infinite.
    708.396_418_532_264_1,
    709.782_712_893_384,
    745.133_219_101_941_2,
    1022.0,
    1074.0,
    1_048_576.0,
    268_435_456.0,
    f64::MAX,
];

/// Distribution of an argument.
#[derive(Clone, Copy)]
pub enum Kind {
    /// From the function's interval, evenly.
    Usual,
    /// Of a random exponent, not far from 1.
    Moderate,
    /// Random bits.
    Any,
    /// Near one of [`SPECIAL`], an end of the function's interval, or where arguments are reduced: multiples of parts of 1, of ln 2 and of π.
    Beside,
}

impl Kind {
    /// Of 16 runs, so many are of each kind.
    pub fn of_run(run: u64) -> Self {
        match run % 16 {
            0..8 => Kind::Usual,
            8..11 => Kind::Moderate,
            11 => Kind::Any,
            _ => Kind::Beside,
        }
    }
}

/// A number `part` of which may be anything, times a power of two from 1 to `2^-bits`.
fn little(random: &mut Random, bits: usize) -> f64 {
    let power = f64::from_bits((1023 - random.below(bits) as u64) << 52);
    random.between(-1.0, 1.0) * power
}

fn draw(random: &mut Random, kind: Kind, from: f64, to: f64) -> f64 {
    match kind {
        Kind::Usual => random.between(from, to),
        Kind::Moderate => {
            let exponent = 1023 + 11 - random.below(64) as u64;
            f64::from_bits(exponent << 52 | random.next() >> 12 | random.next() << 63)
        }
        Kind::Any => f64::from_bits(random.next()),
        Kind::Beside => {
            let ends = [from, to];
            let place = match random.below(8) {
                0 => random.one_of(&ends),
                1 => random.between(from, to).round(),
                2 => (random.between(from, to) * 64.0).round() / 64.0,
                3 => {
                    let parts = random.below(2048) as f64 + 0.5;
                    random.sign() * parts * std::f64::consts::LN_2 / 16.0
                }
                4 => {
                    let parts = random.below(4096) as f64;
                    random.sign() * parts * std::f64::consts::FRAC_PI_4
                }
                _ => {
                    let special = random.one_of(&SPECIAL);
                    random.sign() * special
                }
            };
            match random.below(3) {
                0 => f64::from_bits(place.to_bits().wrapping_add(random.below(65) as u64 - 32)),
                1 => place + little(random, 60),
                _ => place * (1.0 + little(random, 50)),
            }
        }
    }
}

/// Fills a run with arguments of one kind; the second ones are of the same, or of another one.
pub fn fill(function: &Function, random: &mut Random, run: u64, a: &mut [f64], b: &mut [f64]) {
    let kind = Kind::of_run(run);
    for a in &mut *a {
        *a = draw(random, kind, function.from[0], function.to[0]);
    }
    b.fill(0.0);
    if !function.is_of_two() {
        return;
    }
    for b in &mut *b {
        let kind = match random.below(4) {
            0 => Kind::of_run(random.next()),
            _ => kind,
        };
        *b = draw(random, kind, function.from[1], function.to[1]);
        if random.below(256) == 0 {
            *b = random.one_of(&EDGES);
        }
    }
    for (a, b) in a.iter_mut().zip(b) {
        match random.below(1024) {
            0..4 => *a = random.one_of(&EDGES),
            4..8 => *b = *a,
            8..12 => *b = -*a,
            // Powers near the ends of the exponents.
            12..140 if function.name == "pow" => {
                *a = a.abs();
                *b = (random.share() * 2110.0 - 1080.0) / a.log2();
            }
            // Sums of powers near 1.
            12..20 if function.name.starts_with("logaddexp") => {
                *a = -a.abs();
                *b = (-a.exp_m1()).ln() + little(random, 50);
            }
            _ => {}
        }
    }
}
