//! The row of `aclnnPrecisionCompare`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::math::signs::numbers;

fn differing(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [golden, real] = ["golden", "realdata"].map(|at| numbers(&arguments[at].tensors()[0]));
    let equal = golden.iter().zip(&real).all(|(a, b)| a.real() == b.real());
    vec![vec![Number::Int(if equal { 0 } else { 503 })]]
}

fn compared() -> Vec<Vec<Argument>> {
    let number = |at: usize| {
        let mut numbers = NUMBERS;
        if let Some(number) = numbers.get_mut(at) {
            *number += 0.25;
        }
        read(Dtype::F32, &[3, 4], &numbers)
    };
    let sample = |real| vec![number(12), real, write(Dtype::U32, &[])];
    let mut zeros = NUMBERS;
    zeros[5] = -0.0;
    vec![
        sample(number(12)),
        sample(number(11)),
        sample(number(0)),
        sample(read(Dtype::F32, &[3, 4], &zeros)),
        vec![
            patterns(Dtype::F16, &[90, 101], 1),
            patterns(Dtype::F16, &[90, 101], 1),
            write(Dtype::U32, &[]),
        ],
    ]
}

const COMPARED: &str = "none | 910B 950: f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPrecisionCompare", compared)
            .accepts(&[
                ("golden", COMPARED),
                ("realdata", "as golden"),
                ("out", "u32"),
            ])
            .computes(|_| Some(Dtype::U32))
            .whole(differing),
    ]
}
