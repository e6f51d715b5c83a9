//! `HOSTNPU_CUBE_MATH`: operands of FLOAT that are rounded as on the device.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::number::decode;
use crate::table::entry;
use crate::table::samples::{read, write};

const ROWS: usize = 5;
const INNER: usize = 19;
const COLUMNS: usize = 4;

/// Numbers of 24 bits, some of them in the middle between two of 12 bits.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    let number = |k: usize| {
        let mixed = (k + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let pattern = match k % 4 {
            0 => mixed >> 12 << 12 | 0x800,
            _ => mixed,
        };
        (pattern as f64 + 1.0) * (if k.is_multiple_of(3) { -1.0 } else { 1.0 }) / 4_194_304.0
    };
    (0..count).map(|k| f64::from(number(k) as f32)).collect()
}

/// The nearest number of 12 bits; of two, the even one.
fn rounded(x: f64) -> f64 {
    let unit = 2.0_f64.powi(x.abs().log2().floor() as i32 - 11);
    (x / unit).round_ties_even() * unit
}

/// Sums of at most 24 bits times 12 bits are exact in DOUBLE.
fn product(a: &[f64], b: &[f64]) -> Vec<f32> {
    let sum = |row: usize, column: usize| {
        let terms = (0..INNER).map(|k| a[row * INNER + k] * b[k * COLUMNS + column]);
        terms.sum::<f64>() as f32
    };
    (0..ROWS * COLUMNS)
        .map(|at| sum(at / COLUMNS, at % COLUMNS))
        .collect()
}

fn got(name: &str, arguments: &Arguments) -> Vec<f32> {
    let outputs = call(entry(name), arguments).unwrap();
    let numbers = outputs[0].chunks(4);
    numbers
        .map(|bytes| decode(bytes, Dtype::F32).real().to_f32())
        .collect()
}

#[test]
fn operands_are_rounded_where_that_is_allowed_and_asked_for() {
    let test =
        "table::shared::matmul::rounded::operands_are_rounded_where_that_is_allowed_and_asked_for";
    let is_asked_for = std::env::var_os("HOSTNPU_CUBE_MATH").is_some();
    if !is_asked_for {
        chips::has(("HOSTNPU_CUBE_MATH", "device"), test);
    }
    let (a, b) = (numbers(ROWS * INNER, 1), numbers(INNER * COLUMNS, 500));
    let round = |x: &[f64]| x.iter().copied().map(rounded).collect::<Vec<f64>>();
    let (exact, short) = (product(&a, &b), product(&round(&a), &round(&b)));
    assert_ne!(exact, short);
    let [rows, inner, columns] = [ROWS, INNER, COLUMNS].map(|extent| extent as i64);
    for (math, is_allowed) in [(0, false), (1, true), (3, true)] {
        let wanted = if is_allowed && is_asked_for {
            &short
        } else {
            &exact
        };
        let left = read(Dtype::F32, &[rows, inner], &a);
        let right = read(Dtype::F32, &[inner, columns], &b);
        let out = write(Dtype::F32, &[rows, columns]);
        let arguments = [left, right, out, Argument::Int(math)];
        assert_eq!(
            &got("aclnnMm", &Arguments::new(entry("aclnnMm"), &arguments)),
            wanted,
            "{math}"
        );
    }
}
