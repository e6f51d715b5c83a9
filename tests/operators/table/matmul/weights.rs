//! Products with weights that are stored in blocks, products whose results are turned, and products that something is done to.

use hostnpu::tensor::Dtype;

use super::{HOLDS, MATRICES, SUMS, matrix, numbers};
use crate::argument::{Argument, Contents};
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::products::{number, type_of_sum, types};
use crate::reference::weights as reference;
use crate::table::samples::{patterns, scalar, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, entry};

const WEIGHTS: &str = "none | 910B 950: f16 bf16";
const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
const ABSENT: &[(&str, &str)] = &[
    ("dtypes bias", "null only"),
    (
        "dtypes scale",
        "UINT64 or INT64, beside FLOAT16 and an output of INT8",
    ),
];
const BLOCKS: (&str, &str) = ("strided mat2", "a storage in blocks is dense");

fn weight(dtype: Dtype, shape: &[i64], turned: bool) -> Argument {
    reference::in_blocks(dtype, shape, turned, Contents::Numbers(numbers(2)))
}

/// Types of the matrix and the weight, and of the output, and `cubeMathType`.
const TYPES: [([Dtype; 2], i64); 4] = [
    ([Dtype::F16, Dtype::F16], 1),
    ([Dtype::Bf16, Dtype::Bf16], 0),
    ([Dtype::F16, Dtype::F32], 0),
    ([Dtype::Bf16, Dtype::F16], 2),
];

/// A matrix, or a batch of them, and a weight, plain and transposed: their shapes and that of the output.
fn products(shapes: &[[&[i64]; 3]]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, [a, b, out]) in shapes.iter().enumerate() {
        let some = if number == 0 { &TYPES[..] } else { &TYPES[..1] };
        for &([dtype, result], math) in some {
            for turned in [false, true] {
                samples.push(vec![
                    matrix(dtype, a, 1),
                    weight(dtype, b, turned),
                    write(result, out),
                    Argument::Int(math),
                ]);
            }
        }
    }
    samples
}

fn of_matrices() -> Vec<Vec<Argument>> {
    products(&[
        [&[5, 32], &[32, 16], &[5, 16]],
        [&[3, 17], &[17, 33], &[3, 33]],
        [&[3, 17], &[17, 33], &[11, 9]],
        [&[70, 100], &[100, 90], &[70, 90]],
        [&[0, 17], &[17, 33], &[0, 33]],
    ])
}

fn of_batches() -> Vec<Vec<Argument>> {
    let mut samples = products(&[
        [&[2, 5, 32], &[2, 32, 16], &[2, 5, 16]],
        [&[1, 3, 17], &[3, 17, 33], &[3, 3, 33]],
        [&[4, 3, 40], &[1, 40, 20], &[4, 3, 20]],
    ]);
    let is_taken = |out: Option<Dtype>, own| out == own || out == Some(Dtype::F32);
    samples.retain(|sample| is_taken(sample[2].dtype(), sample[0].dtype()));
    samples
}

/// The type of products before they are stored.
fn result(arguments: &Arguments) -> Option<Dtype> {
    let [a, b, out] = ["self", "mat2", "out"].map(|at| arguments[at].dtype());
    Some(types(a?, b?, out?, number(&arguments["cubeMathType"]) as i64).1)
}

fn sums() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (own, [a, b, out]) in [
        (&[5, 16][..], [&[5, 32][..], &[32, 16], &[5, 16]]),
        (&[33], [&[3, 17], &[17, 33], &[3, 33]]),
    ] {
        for factors in [[0.5, 2.0], [0.0, 1.5], [1.25, 0.0]] {
            for (turned, dtype) in [(false, Dtype::F16), (true, Dtype::Bf16)] {
                samples.push(vec![
                    matrix(Dtype::F32, own, 3),
                    matrix(dtype, a, 1),
                    weight(dtype, b, turned),
                    scalar(Dtype::F32, factors[0]),
                    scalar(Dtype::F32, factors[1]),
                    write(Dtype::F32, out),
                    Argument::Int(0),
                ]);
            }
        }
    }
    samples
}

fn result_of_sum(arguments: &Arguments) -> Option<Dtype> {
    let [own, a, b, out] = ["self", "mat1", "mat2", "out"].map(|at| arguments[at].dtype());
    let [beta, alpha, math] = ["beta", "alpha", "cubeMathType"].map(|at| number(&arguments[at]));
    match alpha {
        0.0 => own,
        _ => type_of_sum(own?, types(a?, b?, out?, math as i64).1, beta),
    }
}

/// Orders of the axes of both sides, and extents as stored there; groups of results.
const TURNED: [([i64; 3], [i64; 3], i64); 4] = [
    ([1, 0, 2], [0, 1, 2], 1),
    ([0, 1, 2], [0, 1, 2], 2),
    ([1, 0, 2], [0, 2, 1], 1),
    ([0, 1, 2], [0, 2, 1], 4),
];

/// Four matrices of 3 rows and so many inner elements and columns.
fn turned(
    inner: i64,
    columns: i64,
    side: &dyn Fn(Dtype, &[i64]) -> Argument,
) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, (x1, x2, splits)) in TURNED.into_iter().enumerate() {
        let dtype = [Dtype::F16, Dtype::Bf16][number % 2];
        let stored = |extents: [i64; 3], order: [i64; 3]| order.map(|at| extents[at as usize]);
        let shape = match splits {
            1 => [3, 4, columns],
            _ => [splits, 3, 4 / splits * columns],
        };
        samples.push(vec![
            matrix(dtype, &stored([4, 3, inner], x1), 1),
            side(dtype, &stored([4, inner, columns], x2)),
            Argument::Null,
            Argument::Null,
            Argument::Ints(x1.into()),
            Argument::Ints(x2.into()),
            Argument::Ints(vec![1, 0, 2]),
            Argument::Int(0),
            Argument::Int(splits),
            write(dtype, &shape),
        ]);
    }
    for dtype in [Dtype::I64, Dtype::U64] {
        let mut scaled = samples[0].clone();
        // Numbers around 1/8 in the lower halves of words, others in the higher ones.
        let word = |i: i64| (0x3e00_0000_i64 + i * 0x0001_2345 + (i << 40)) as f64;
        let words: Vec<f64> = (0..7).map(word).collect();
        scaled[3] = crate::table::samples::read(dtype, &[4 * columns], &words);
        scaled[9] = write(Dtype::I8, &[3, 1, 4 * columns]);
        samples.push(scaled);
    }
    samples
}

fn plain_turned() -> Vec<Vec<Argument>> {
    let mut samples = turned(5, 6, &|dtype, shape| matrix(dtype, shape, 2));
    let mut of_floats = samples[0].clone();
    for at in [0, 1, 9] {
        of_floats[at].set_dtype(Dtype::F32);
    }
    samples.push(of_floats);
    samples
}

fn turned_of_blocks() -> Vec<Vec<Argument>> {
    let mut samples = turned(32, 16, &|dtype, shape| weight(dtype, shape, false));
    samples.extend(turned(17, 33, &|dtype, shape| weight(dtype, shape, true)));
    samples
}

fn result_of_turned(arguments: &Arguments) -> Option<Dtype> {
    match &arguments["scale"] {
        Argument::Null => arguments["x1"].dtype(),
        _ => Some(Dtype::I8),
    }
}

fn fused() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (name, dtype, math, rank) in [
        ("add", Dtype::F32, 3, 2),
        ("", Dtype::F32, 3, 4),
        ("relu", Dtype::Bf16, 0, 4),
        ("mul", Dtype::F16, 1, 2),
        ("add", Dtype::Bf16, 4, 3),
        ("gelu_erf", Dtype::F16, 0, 2),
        ("gelu_tanh", Dtype::Bf16, 0, 2),
        ("16cast32", Dtype::F16, 0, 3),
    ] {
        let of = |shape: [i64; 2]| [&[2, 3][4 - rank..], &shape].concat();
        let out = of([4, 6]);
        let has_x3 = ["add", "mul"].contains(&name);
        let is_gelu = name.starts_with("gelu");
        let result = if name == "16cast32" {
            Dtype::F32
        } else {
            dtype
        };
        let mut x3 = out.clone();
        if math == 4 {
            x3[0] = 1;
        }
        samples.push(vec![
            matrix(dtype, &of([4, 5]), 1),
            matrix(dtype, &of([5, 6]), 2),
            match is_gelu {
                true => Argument::Null,
                false => matrix(Dtype::F32, &[6], 3),
            },
            match has_x3 {
                true => matrix(dtype, &x3, 4),
                false => Argument::Null,
            },
            Argument::Text(name),
            Argument::Int(math),
            write(result, &out),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const TURNED: &[(&str, &str)] = &[
        ("x1", "none | 910B 950: f32 f16 bf16"),
        ("x2", "as x1"),
        ("bias", "any"),
        ("scale", "any"),
        ("out", "none | 910B 950: f32 f16 bf16 i8"),
    ];
    vec![
        Row::new("aclnnMatmulWeightNz", of_matrices)
            .accepts(&[
                (
                    "self",
                    "none | 910B: f32 f16 bf16 | 950: f16 bf16 | 310: f16",
                ),
                ("mat2", "as self"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[
                BLOCKS,
                (
                    "dtypes mat2",
                    "FLOAT and a shorter type on Ascend910B; FLOAT16 and BFLOAT16 do not go together",
                ),
            ]),
        Row::new("aclnnBatchMatMulWeightNz", of_batches)
            .accepts(&[("self", WEIGHTS), ("mat2", "as self"), ("out", "as self")])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[BLOCKS, ("dtypes out", "that of `self`, or FLOAT")]),
        Row::new("aclnnAddmmWeightNz", sums)
            .accepts(&[
                ("self", MATRICES),
                ("mat1", WEIGHTS),
                ("mat2", "as mat1"),
                ("beta", SCALARS),
                ("alpha", SCALARS),
                ("out", MATRICES),
            ])
            .computes(result_of_sum)
            .whole(reference::sum)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[BLOCKS]),
        Row::new("aclnnTransposeBatchMatMul", plain_turned)
            .accepts(TURNED)
            .computes(result_of_turned)
            .whole(reference::transposed)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnTransposeBatchMatMulWeightNz", turned_of_blocks)
            .accepts(&[
                ("x1", WEIGHTS),
                ("x2", "as x1"),
                ("bias", "any"),
                ("scale", "any"),
                ("out", "none | 910B 950: f16 bf16 i8"),
            ])
            .computes(result_of_turned)
            .whole(reference::transposed)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[
                ("dtypes bias", "null only"),
                ("dtypes scale", "as with aclnnTransposeBatchMatMul"),
                ("strided x2", "a storage in blocks is dense"),
            ]),
        Row::new("aclnnFusedMatmul", fused)
            .accepts(&[
                ("x1", "none | 950: f32 f16 bf16"),
                ("x2", "as x1"),
                ("bias", "none | 950: f32"),
                ("x3", "as x1"),
                ("y", "as x1"),
            ])
            .computes(|arguments| arguments["y"].dtype())
            .whole(reference::fused)
            .ulp(0.501, 1.0)
            .holds(STRIDED | SHAPE | OVERLAP),
    ]
}

#[test]
fn transposed_products_know_a_weight_in_blocks_by_its_format() {
    for sample in turned_of_blocks() {
        let [own, other] = [
            "aclnnTransposeBatchMatMul",
            "aclnnTransposeBatchMatMulWeightNz",
        ]
        .map(|name| call(entry(name), &sample));
        assert!(own.is_ok() && own == other);
    }
}

/// The status of a call of these arguments, changed.
fn refused(name: &str, sample: &[Argument], change: impl FnOnce(&mut Vec<Argument>)) -> i32 {
    let mut arguments = sample.to_vec();
    change(&mut arguments);
    call(entry(name), &arguments).map_or_else(|refusal| refusal.code, |_| 0)
}

#[test]
fn weights_are_stored_as_their_views_say() {
    let name = "aclnnMatmulWeightNz";
    let sample = &of_matrices()[0];
    let tensor = |arguments: &mut Vec<Argument>, change: fn(&mut crate::argument::Tensor)| {
        change(&mut arguments[1].tensors_mut()[0]);
    };
    assert_eq!(refused(name, sample, |_| ()), 0);
    let plain = |arguments: &mut Vec<Argument>| arguments[1] = reference::plain(&arguments[1]);
    assert_eq!(refused(name, sample, plain), 161_002, "a plain weight");
    let changes: [fn(&mut crate::argument::Tensor); 3] = [
        |weight| weight.shown.as_mut().unwrap().0 = vec![33, 16],
        |weight| weight.shown.as_mut().unwrap().1 = vec![32, 2],
        |weight| weight.shape = vec![1, 1, 16, 16],
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let code = refused(name, sample, |arguments| tensor(arguments, change));
        assert_eq!(code, 161_002, "change {number}");
    }
}

#[test]
fn fused_products_refuse_what_does_not_go_together() {
    let samples = fused();
    let status = |at: usize, change: fn(&mut Vec<Argument>)| {
        refused("aclnnFusedMatmul", &samples[at], change)
    };
    assert_eq!(
        status(1, |a| a[5] = Argument::Int(0)),
        161_002,
        "FLOAT without HF32"
    );
    assert_eq!(status(1, |a| a[4] = Argument::Text("tanh")), 161_002);
    assert_eq!(status(1, |a| a[4] = Argument::Null), 161_002);
    assert_eq!(
        status(0, |a| a[3] = Argument::Null),
        161_001,
        "nothing to add"
    );
    let bias: fn(&mut Vec<Argument>) = |a| a[2] = matrix(Dtype::F16, &[6], 1);
    assert_eq!(status(5, bias), 161_001, "a bias with a GELU");
    let word: fn(&mut Vec<Argument>) = |a| a[0] = patterns(Dtype::I8, &[4, 5], 1);
    assert_eq!(status(5, word), 161_002);
}
