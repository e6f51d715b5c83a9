//! Samples and checks of several operators: products that are added to something.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::table::samples::{scalar, write};
use crate::table::shared::matmul::{MATRICES, matrix};
use hostnpu::tensor::Dtype;

pub const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

/// Types of `self`, both matrices and the output, and `cubeMathType`.
pub const TYPES: [([Dtype; 4], i64); 7] = [
    ([Dtype::F32, Dtype::F32, Dtype::F32, Dtype::F32], 1),
    ([Dtype::F16, Dtype::F16, Dtype::F16, Dtype::F16], 0),
    ([Dtype::Bf16, Dtype::Bf16, Dtype::Bf16, Dtype::Bf16], 0),
    ([Dtype::F32, Dtype::F16, Dtype::F16, Dtype::F16], 3),
    ([Dtype::F16, Dtype::F32, Dtype::F32, Dtype::F32], 0),
    ([Dtype::F16, Dtype::F32, Dtype::F16, Dtype::F32], 2),
    ([Dtype::F16, Dtype::Bf16, Dtype::Bf16, Dtype::F32], 0),
];

/// Factors of `self` and of the product.
pub const FACTORS: [(f64, f64); 5] = [(0.5, 2.0), (1.0, 1.0), (0.0, 1.5), (1.25, 0.0), (-1.0, 0.1)];

/// Shapes of `self`, both matrices and the output.
pub type Shapes = [&'static [i64]; 4];

pub fn sums(small: Shapes, larger: &[Shapes]) -> Vec<Vec<Argument>> {
    let sample = |shapes: Shapes, (types, math): ([Dtype; 4], i64), (beta, alpha)| {
        let read = |at: usize| matrix(types[at], shapes[at], at as u64);
        vec![
            read(0),
            read(1),
            read(2),
            scalar(Dtype::F32, beta),
            scalar(Dtype::F32, alpha),
            write(types[3], shapes[3]),
            Argument::Int(math),
        ]
    };
    let mut samples: Vec<_> = TYPES
        .iter()
        .map(|&types| sample(small, types, FACTORS[0]))
        .collect();
    for shapes in [&[small], larger].concat() {
        let factors = FACTORS
            .iter()
            .map(|&factors| sample(shapes, TYPES[0], factors));
        samples.extend(factors);
    }
    samples
}

/// The same in place: `self` is the output.
pub fn in_place(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let is_whole = |sample: &Vec<Argument>| {
        let [own, out] = [0, 5].map(|at| &sample[at].tensors()[0]);
        own.shape == out.shape && own.dtype == out.dtype
    };
    let mut samples: Vec<_> = samples.into_iter().filter(is_whole).collect();
    for sample in &mut samples {
        sample.remove(5);
    }
    samples
}

pub fn of_matrices() -> Vec<Vec<Argument>> {
    sums(
        [&[3, 4], &[3, 5], &[5, 4], &[3, 4]],
        &[
            [&[4], &[3, 5], &[5, 4], &[3, 4]],
            [&[3, 1], &[3, 5], &[5, 4], &[3, 4]],
            [&[130, 70], &[130, 40], &[40, 70], &[130, 70]],
            [&[3, 4], &[3, 0], &[0, 4], &[3, 4]],
        ],
    )
}

/// The type of `(self, a, b, beta, alpha, ..)` before it is stored.
pub fn result(arguments: &Arguments) -> Option<Dtype> {
    let [own, a, b] = [["self", "selfRef"], ["mat1", "batch1"], ["mat2", "batch2"]]
        .map(|names| arguments[names].dtype());
    let out = arguments.find("out").and_then(Argument::dtype).or(own);
    let math = reference::number(&arguments["cubeMathType"]) as i64;
    let (_, product) = reference::types(a?, b?, out?, math);
    let [beta, alpha] = ["beta", "alpha"].map(|at| reference::number(&arguments[at]));
    match alpha {
        0.0 => own,
        _ => reference::type_of_sum(own?, product, beta),
    }
}

pub const BATCHES: &[(&str, &str)] = &[
    ("self", MATRICES),
    ("batch1", MATRICES),
    ("batch2", MATRICES),
    ("beta", SCALARS),
    ("alpha", SCALARS),
    ("out", MATRICES),
];

pub const IN_PLACE: &[(&str, &str)] = &[
    ("selfRef", MATRICES),
    ("batch1", MATRICES),
    ("batch2", MATRICES),
    ("beta", SCALARS),
    ("alpha", SCALARS),
];
