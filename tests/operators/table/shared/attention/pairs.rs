//! Samples and checks of several operators: rows of attention with two pairs of keys and values, and of attention of codes with scales for blocks of rows.

use crate::argument::Argument;
use crate::number::{Number, encode};
use crate::table::samples::{read, write};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

/// Type, B, H, N, M, K, D, the mask's type and shape.
pub type Pairs = (Dtype, [i64; 6], Option<(Dtype, [i64; 5])>);

pub const PAIRS: [Pairs; 7] = [
    (Bf16, [2, 1, 2, 3, 7, 4], Some((Bool, [2, 1, 2, 1, 7]))),
    (F16, [1, 2, 3, 5, 4, 8], None),
    (F16, [2, 2, 3, 2, 5, 4], Some((U8, [1, 1, 3, 1, 5]))),
    (Bf16, [1, 1, 16, 32, 24, 32], Some((Bool, [1, 1, 1, 1, 24]))),
    (F16, [1, 1, 1, 1, 1, 1], None),
    (Bf16, [1, 1, 2, 2, 3, 4], Some((U8, [1, 1, 2, 1, 3]))),
    (F16, [1, 1, 2, 2, 3, 4], Some((Bool, [1, 1, 2, 1, 3]))),
];

/// Small, so that no key has nearly all of the weight: results of one key are half-way between two numbers.
pub const SCALE: f64 = 0.02;

pub fn operands(&(dtype, [b, h, n, m, k, d], mask): &Pairs) -> (Vec<Argument>, Argument) {
    let (first, second) = ([b, h, n, k, d], [b, h, k, m, d]);
    let all = vec![
        varied(dtype, &[b, h, n, m, d], 1),
        varied(dtype, &first, 2),
        varied(dtype, &first, 3),
        varied(dtype, &second, 4),
        varied(dtype, &second, 5),
    ];
    let mask = mask.map_or(Argument::Null, |(dtype, shape)| {
        // All keys of the first row of n are hidden, if there are rows of their own.
        let rows = shape[2];
        let count = shape.iter().product::<i64>();
        let bits = (0..count).map(|at| {
            let is_first = rows > 1 && at / shape[4] % rows == 0;
            f64::from(u8::from(is_first || at % 3 == 1))
        });
        read(dtype, &shape, &bits.collect::<Vec<_>>())
    });
    (all, mask)
}

pub fn floyd() -> Vec<Vec<Argument>> {
    let each = PAIRS.iter().map(|of| {
        let &(dtype, [b, h, n, m, _, d], _) = of;
        let (mut all, mask) = operands(of);
        all.extend([
            mask,
            Argument::Float(SCALE),
            write(F32, &[b, h, n, m, 8]),
            write(F32, &[b, h, n, m, 8]),
            write(dtype, &[b, h, n, m, d]),
        ]);
        all
    });
    each.collect()
}

/// A tensor of numbers that a reference has computed.
pub fn computed(dtype: Dtype, shape: &[i64], numbers: &[Number]) -> Argument {
    let bytes = numbers.iter().flat_map(|number| encode(number, dtype));
    Argument::Tensor(crate::argument::Tensor::new(
        dtype,
        shape,
        crate::argument::Contents::Bytes(bytes.collect()),
    ))
}

/// Queries, keys, heads of both, elements of keys and of values.
pub const CODED: [[i64; 6]; 3] = [
    [3, 5, 2, 1, 8, 4],
    [131, 530, 1, 1, 4, 4],
    [514, 7, 2, 2, 4, 4],
];

pub fn blocks(rows: i64, shared: i64) -> i64 {
    (rows + shared - 1) / shared
}

pub const SINCE_910B: &str = "none | 910B 950: f16 bf16";
