//! What the tests of dense kernels share: values at the edges of each type, and runs on each instruction set.

pub mod asked;
mod random;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use half::{bf16, f16};
use hostnpu_kernels::simd::{self, Isa};
pub use random::Random;

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

/// Names the instruction set to a program that [`on_every_instruction_set`] runs.
pub const VARIABLE: &str = "HOSTNPU_TEST_ISA";

/// Chooses the instruction set that [`on_every_instruction_set`] asks for. Every test calls it first: it decides once for a program.
pub fn choose_instruction_set() {
    if let Ok(name) = std::env::var(VARIABLE) {
        let isa = Isa::ALL.into_iter().find(|isa| isa.name() == name).unwrap();
        assert_eq!(simd::choose(isa), isa, "a test has run before the choice");
    }
}

/// Runs all other tests of this program once more on each instruction set of this machine but the one they run with here. `me` is the
/// calling test.
pub fn on_every_instruction_set(me: &str) {
    if std::env::var(VARIABLE).is_ok() {
        return;
    }
    for (_, text) in on_other_instruction_sets(&["--skip", me]) {
        assert!(!text.contains("0 passed"), "no test ran:\n{text}");
    }
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

/// A line for [`same_on_every_instruction_set`]: what the results are of, and a hash of their bits.
pub fn line_of_bits(name: &str, bits: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    bits.hash(&mut hasher);
    format!("bits of {name}: {:016x}", hasher.finish())
}

/// Compares the lines that each instruction set of this machine gives. This is all that its program tests.
pub fn same_on_every_instruction_set(lines: fn() -> Vec<String>) {
    choose_instruction_set();
    let here = lines();
    if std::env::var(VARIABLE).is_ok() {
        println!("{}", here.join("\n"));
        return;
    }
    for (isa, text) in on_other_instruction_sets(&["--nocapture"]) {
        let there: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("bits of"))
            .collect();
        assert_eq!(there, here, "on {isa}");
    }
}

/// Runs this program once more on each instruction set of this machine but the one it runs with here. Returns what each run printed.
fn on_other_instruction_sets(arguments: &[&str]) -> Vec<(&'static str, String)> {
    Isa::ALL
        .into_iter()
        .filter(|isa| isa.is_available() && *isa != simd::chosen())
        .map(|isa| {
            let output = Command::new(std::env::current_exe().unwrap())
                .args(arguments)
                .env(VARIABLE, isa.name())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "on {}:\n{text}", isa.name());
            (isa.name(), text)
        })
        .collect()
}
