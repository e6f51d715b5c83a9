//! The rows of `aclnnTransposeBatchMatMul` and `aclnnTransposeBatchMatMulWeightNz`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::weights as reference;
use crate::table::samples::{read, write};
use crate::table::shared::matmul::weights::{WEIGHTS, weight};
use crate::table::shared::matmul::{HOLDS, SUMS, matrix};
use crate::table::{Row, entry};

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
        scaled[3] = read(dtype, &[4 * columns], &words);
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

const OF_TURNED: &[(&str, &str)] = &[
    ("x1", "none | 910B 950: f32 f16 bf16"),
    ("x2", "as x1"),
    ("bias", "any"),
    ("scale", "any"),
    ("out", "none | 910B 950: f32 f16 bf16 i8"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransposeBatchMatMul", plain_turned)
            .accepts(OF_TURNED)
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
