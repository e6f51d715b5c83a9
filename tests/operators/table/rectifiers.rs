//! Activation functions that are near `max(x, 0)`, each with its form in place.

use hostnpu::tensor::Dtype;

use super::samples::{in_place, scalar, unary};
use super::{Accuracy, ELEMENTWISE, IN_PLACE, RANK_8, Row, computes};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, is_float};
use crate::reference::rectifiers;

type Exact = fn(&[Number], &Arguments, Dtype) -> Number;
type Accepts = &'static [(&'static str, &'static str)];

/// Samples with each of these sets of scalars behind the first tensor, the large ones with the first set only.
fn with(samples: fn() -> Vec<Vec<Argument>>, sets: &[&[f64]]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let count = if number == 0 { usize::MAX } else { 1 };
        for mut sample in samples().into_iter().take(count) {
            let scalars = set.iter().map(|&value| scalar(Dtype::F32, value));
            sample.splice(1..1, scalars);
            all.push(sample);
        }
    }
    all
}

/// Samples of both forms, for each set of scalars.
macro_rules! samples {
    ($($set:expr),*) => {
        [|| with(unary, &[$(&$set),*]), || with(in_place, &[$(&$set),*])]
    };
}

/// FLOAT for integers.
fn in_f32(arguments: &Arguments) -> Option<Dtype> {
    let dtype = computes::own(arguments)?;
    Some(if is_float(dtype) { dtype } else { Dtype::F32 })
}

/// The rows of a function and of its form in place.
fn both(
    [name, in_place]: [&str; 2],
    samples: [fn() -> Vec<Vec<Argument>>; 2],
    [accepts, accepts_in_place]: [Accepts; 2],
    exact: Exact,
    accuracy: Accuracy,
) -> [Row; 2] {
    [
        Row::new(name, samples[0])
            .accepts(accepts)
            .computes(in_f32)
            .elements(exact)
            .accuracy(accuracy)
            .holds(ELEMENTWISE),
        Row::new(in_place, samples[1])
            .accepts(accepts_in_place)
            .computes(in_f32)
            .elements(exact)
            .accuracy(accuracy)
            .holds(IN_PLACE),
    ]
}

fn of_any_rank(mut rows: [Row; 2]) -> [Row; 2] {
    for row in &mut rows {
        row.holds = row.holds.without(RANK_8);
    }
    rows
}

fn in_own_type(mut rows: [Row; 2]) -> [Row; 2] {
    for row in &mut rows {
        row.computes = computes::own;
    }
    rows
}

const ROUNDED: Accuracy = Accuracy::RoundedOnce;
const NEAR: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 1.0,
};

const SHORT: &str = "f32 f16 | 910B 950: + bf16";
const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
const REALS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

pub fn rows() -> Vec<Row> {
    const RELU: &str = "f32 f16 i8 u8 i32 i64 | 910B 950: + bf16";
    const ELU: &str = "f32 f16 f64 bf16";
    const SELU: &str = "f32 f16 i32 i8 | 910B 950: + bf16";
    const HARD_SIGMOID: &str = "f32 f16 i32 | 910B 950: + bf16";
    const THRESHOLD: &str = "f32 i32 f16 i8 u8 i16 i64 | 910B 950: + bf16";
    [
        in_own_type(both(
            ["aclnnRelu", "aclnnInplaceRelu"],
            samples!([]),
            [&[("self", RELU), ("out", "as self")], &[("selfRef", RELU)]],
            rectifiers::relu,
            ROUNDED,
        )),
        both(
            ["aclnnLeakyRelu", "aclnnInplaceLeakyRelu"],
            samples!([0.01], [-1.5]),
            [
                &[
                    ("self", FLOATS),
                    ("negativeSlope", ANY),
                    ("out", "castable"),
                ],
                &[("selfRef", FLOATS), ("negativeSlope", ANY)],
            ],
            rectifiers::leaky_relu,
            ROUNDED,
        ),
        both(
            ["aclnnElu", "aclnnInplaceElu"],
            samples!([1.0, 1.0, 1.0], [1.7, 0.3, -2.5], [f64::INFINITY, 2.0, 1.0]),
            [
                &[
                    ("self", ELU),
                    ("alpha", REALS),
                    ("scale", REALS),
                    ("inputScale", REALS),
                    ("out", "castable"),
                ],
                &[
                    ("selfRef", ELU),
                    ("alpha", REALS),
                    ("scale", REALS),
                    ("inputScale", REALS),
                ],
            ],
            rectifiers::elu,
            NEAR,
        ),
        both(
            ["aclnnCelu", "aclnnInplaceCelu"],
            samples!([1.0], [-0.7], [3.3]),
            [
                &[("self", SHORT), ("alpha", REALS), ("out", "castable")],
                &[("selfRef", SHORT), ("alpha", REALS)],
            ],
            rectifiers::celu,
            NEAR,
        ),
        of_any_rank(both(
            ["aclnnSelu", "aclnnInplaceSelu"],
            samples!([]),
            [&[("self", SELU), ("out", SELU)], &[("selfRef", SELU)]],
            rectifiers::selu,
            NEAR,
        )),
        both(
            ["aclnnHardsigmoid", "aclnnInplaceHardsigmoid"],
            samples!([]),
            [
                &[("self", HARD_SIGMOID), ("out", "as self")],
                &[("self", HARD_SIGMOID)],
            ],
            rectifiers::hard_sigmoid,
            ROUNDED,
        ),
        of_any_rank(both(
            ["aclnnHardswish", "aclnnInplaceHardswish"],
            samples!([]),
            [&[("self", SHORT), ("out", SHORT)], &[("self", SHORT)]],
            rectifiers::hard_swish,
            ROUNDED,
        )),
        both(
            ["aclnnMish", "aclnnInplaceMish"],
            samples!([]),
            [
                &[("self", SHORT), ("out", "as self")],
                &[("selfRef", SHORT)],
            ],
            rectifiers::mish,
            NEAR,
        ),
        in_own_type(both(
            ["aclnnThreshold", "aclnnInplaceThreshold"],
            samples!([0.5, -20.0], [2.0, 1.5]),
            [
                &[
                    ("self", THRESHOLD),
                    ("threshold", ANY),
                    ("value", ANY),
                    ("out", "castable | 950: standard"),
                ],
                &[("selfRef", THRESHOLD), ("threshold", ANY), ("value", ANY)],
            ],
            rectifiers::threshold,
            ROUNDED,
        )),
    ]
    .into_iter()
    .flatten()
    .collect()
}
