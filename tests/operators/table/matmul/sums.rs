//! Products that are added to something.

use hostnpu::tensor::Dtype;

use super::{HOLDS, MATRICES, SUMS, matrix};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::Number;
use crate::reference::products as reference;
use crate::table::samples::{read, scalar, write};
use crate::table::{Reference, Row, entry};

const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

/// Types of `self`, both matrices and the output, and `cubeMathType`.
const TYPES: [([Dtype; 4], i64); 7] = [
    ([Dtype::F32, Dtype::F32, Dtype::F32, Dtype::F32], 1),
    ([Dtype::F16, Dtype::F16, Dtype::F16, Dtype::F16], 0),
    ([Dtype::Bf16, Dtype::Bf16, Dtype::Bf16, Dtype::Bf16], 0),
    ([Dtype::F32, Dtype::F16, Dtype::F16, Dtype::F16], 3),
    ([Dtype::F16, Dtype::F32, Dtype::F32, Dtype::F32], 0),
    ([Dtype::F16, Dtype::F32, Dtype::F16, Dtype::F32], 2),
    ([Dtype::F16, Dtype::Bf16, Dtype::Bf16, Dtype::F32], 0),
];

/// Factors of `self` and of the product.
const FACTORS: [(f64, f64); 5] = [(0.5, 2.0), (1.0, 1.0), (0.0, 1.5), (1.25, 0.0), (-1.0, 0.1)];

/// Shapes of `self`, both matrices and the output.
type Shapes = [&'static [i64]; 4];

fn sums(small: Shapes, larger: &[Shapes]) -> Vec<Vec<Argument>> {
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
fn in_place(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
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

fn of_matrices() -> Vec<Vec<Argument>> {
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

fn of_batches() -> Vec<Vec<Argument>> {
    sums(
        [&[2, 3, 4], &[2, 3, 5], &[2, 5, 4], &[2, 3, 4]],
        &[
            [&[4], &[2, 3, 5], &[1, 5, 4], &[2, 3, 4]],
            [&[3, 9, 1], &[3, 9, 70], &[3, 70, 30], &[3, 9, 30]],
            [&[2, 3, 4], &[2, 3, 0], &[2, 0, 4], &[2, 3, 4]],
        ],
    )
}

fn over_batches() -> Vec<Vec<Argument>> {
    sums(
        [&[3, 4], &[2, 3, 5], &[2, 5, 4], &[3, 4]],
        &[
            [&[4], &[5, 3, 5], &[1, 5, 4], &[3, 4]],
            [&[9, 30], &[3, 9, 270], &[3, 270, 30], &[9, 30]],
            [&[3, 4], &[0, 3, 5], &[0, 5, 4], &[3, 4]],
        ],
    )
}

fn general() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, sample) in of_matrices().into_iter().enumerate() {
        let turns = [number & 1, number >> 1 & 1];
        let turned = |argument: &Argument, turns: usize| {
            let tensor = &argument.tensors()[0];
            let mut shape = tensor.shape.clone();
            if turns == 1 {
                shape.reverse();
            }
            Argument::Tensor(tensor.reshaped(&shape))
        };
        let float = |at: usize| Argument::Float(reference::number(&sample[at]));
        samples.push(vec![
            turned(&sample[1], turns[0]),
            turned(&sample[2], turns[1]),
            sample[0].clone(),
            float(4),
            float(3),
            Argument::Int(turns[0] as i64),
            Argument::Int(turns[1] as i64),
            sample[5].clone(),
            sample[6].clone(),
        ]);
    }
    samples
}

/// The type of `(self, a, b, beta, alpha, ..)` before it is stored.
fn result(arguments: &Arguments) -> Option<Dtype> {
    let [own, a, b] = [0, 1, 2].map(|at| arguments[at].dtype());
    let out = arguments[5..].iter().find_map(Argument::dtype).or(own);
    let math = reference::number(arguments.last()?) as i64;
    let (_, product) = reference::types(a?, b?, out?, math);
    let [beta, alpha] = [3, 4].map(|at| reference::number(&arguments[at]));
    match alpha {
        0.0 => own,
        _ => reference::type_of_sum(own?, product, beta),
    }
}

fn result_of_general(arguments: &Arguments) -> Option<Dtype> {
    let order = [2, 0, 1, 4, 3, 7, 8];
    let ordered: Vec<Argument> = order.map(|at| arguments[at].clone()).into();
    result(&Arguments::unnamed(&ordered))
}

pub fn rows() -> Vec<Row> {
    const BATCHES: &[(&str, &str)] = &[
        ("self", MATRICES),
        ("batch1", MATRICES),
        ("batch2", MATRICES),
        ("beta", SCALARS),
        ("alpha", SCALARS),
        ("out", MATRICES),
    ];
    const IN_PLACE: &[(&str, &str)] = &[
        ("selfRef", MATRICES),
        ("batch1", MATRICES),
        ("batch2", MATRICES),
        ("beta", SCALARS),
        ("alpha", SCALARS),
    ];
    let over_batch = Reference::Whole(reference::sum_over_batch);
    vec![
        Row::new("aclnnAddmm", of_matrices)
            .accepts(&[
                ("self", MATRICES),
                ("mat1", MATRICES),
                ("mat2", MATRICES),
                ("beta", SCALARS),
                ("alpha", SCALARS),
                ("out", MATRICES),
            ])
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddmm", || in_place(of_matrices()))
            .accepts(&[
                ("selfRef", MATRICES),
                ("mat1", MATRICES),
                ("mat2", MATRICES),
                ("beta", SCALARS),
                ("alpha", SCALARS),
            ])
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS),
        Row::new("aclnnBaddbmm", of_batches)
            .accepts(BATCHES)
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceBaddbmm", || in_place(of_batches()))
            .accepts(IN_PLACE)
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS),
        Row::new("aclnnAddbmm", over_batches)
            .accepts(BATCHES)
            .computes(result)
            .reference(over_batch)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddbmm", || in_place(over_batches()))
            .accepts(IN_PLACE)
            .computes(result)
            .reference(over_batch)
            .accuracy(SUMS),
        Row::new("aclnnGemm", general)
            .accepts(&[
                ("A", MATRICES),
                ("B", MATRICES),
                ("C", MATRICES),
                ("out", MATRICES),
            ])
            .computes(result_of_general)
            .whole(reference::general)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}

/// A call with one element of an operand not a number, and whether a result is none either.
fn gives_nan(name: &str, at: usize, (beta, alpha): (f64, f64)) -> bool {
    let mut arguments = of_matrices()[0].clone();
    arguments[at] = read(
        Dtype::F32,
        &arguments[at].tensors()[0].shape.clone(),
        &[f64::NAN],
    );
    arguments[3] = Argument::Scalar(Dtype::F32, Number::from(beta));
    arguments[4] = Argument::Scalar(Dtype::F32, Number::from(alpha));
    let outputs = call(entry(name), &arguments).expect("a call that succeeds");
    let floats = outputs[0].chunks(4);
    let mut floats = floats.map(|bytes| f32::from_ne_bytes(bytes.try_into().unwrap()));
    floats.any(f32::is_nan)
}

#[test]
fn what_is_multiplied_by_0_is_not_read() {
    assert!(gives_nan("aclnnAddmm", 0, (1.0, 1.0)) && gives_nan("aclnnAddmm", 1, (1.0, 1.0)));
    assert!(!gives_nan("aclnnAddmm", 0, (0.0, 1.0)));
    assert!(!gives_nan("aclnnAddmm", 1, (1.0, 0.0)) && !gives_nan("aclnnAddmm", 2, (1.0, 0.0)));
}
