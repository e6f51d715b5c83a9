//! The row of `aclnnNsaCompressWithCache`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::attention::inference::numbers;
use crate::table::Row;
use crate::table::samples::read;
use crate::table::shared::attention::compression::{SHORT, int, ints, tensor};
use crate::table::shared::fused_caches::samples::indices;
use crate::table::shared::rows::{ROWS, varied};

fn caches() -> Vec<Vec<Argument>> {
    let of = |dtype: Dtype, [heads, depth]: [i64; 2], lengths: &[i64], windows: [i64; 2], table| {
        let (input, table): (Vec<i64>, Argument) = match table {
            // Numbers that no window needs may be anything.
            true => (
                vec![4, 64, heads, depth],
                indices(I32, &[3, 2], &[2, 1, 0, 1_000_000, 3, -7]),
            ),
            false => (
                vec![lengths.iter().sum::<i64>() + 3, heads, depth],
                Argument::Null,
            ),
        };
        vec![
            varied(dtype, &input, 1),
            varied(dtype, &[windows[0], heads], 2),
            indices(I32, &[3], &[4, -1, 1]),
            Argument::Ints(lengths.to_vec()),
            table,
            Argument::Text("TND"),
            Argument::Int(windows[0]),
            Argument::Int(windows[1]),
            Argument::Int(1),
            Argument::Int(64),
            read(dtype, &[6, heads, depth], &[0.5, -1.0, 3.0]),
        ]
    };
    vec![
        of(F16, [2, 16], &[48, 32, 47], [32, 16], false),
        of(Bf16, [1, 32], &[112, 16, 64], [64, 48], true),
        of(F16, [3, 16], &[16, 0, 32], [16, 16], false),
    ]
}

fn cached(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (input, x) = tensor(arguments, 0);
    let (_, w) = tensor(arguments, 1);
    let (_, slots) = tensor(arguments, 2);
    let (cache, mut kept) = tensor(arguments, 10);
    let table = arguments["blockTableOptional"]
        .tensors()
        .first()
        .map(|table| (numbers(table, false), table.shape[1]));
    let (size, stride) = (
        int(&arguments["compressBlockSize"]),
        int(&arguments["compressStride"]),
    );
    let (heads, depth) = (cache.shape[1] as usize, cache.shape[2] as usize);
    let mut first = 0;
    for (b, &length) in ints(&arguments["actSeqLenOptional"]).iter().enumerate() {
        let begin = first;
        first += length;
        if length < size || (length - size) % stride != 0 || slots[b] < 0.0 {
            continue;
        }
        for head in 0..heads {
            for d in 0..depth {
                let each = (0..size).map(|k| {
                    let row = length - size + k;
                    let row = match &table {
                        Some((table, places)) => {
                            let rows = input.shape[1];
                            let block = table[(b as i64 * places + row / rows) as usize] as i64;
                            block * rows + row % rows
                        }
                        None => begin + row,
                    };
                    x[(row as usize * heads + head) * depth + d] * w[k as usize * heads + head]
                });
                kept[(slots[b] as usize * heads + head) * depth + d] = each.sum();
            }
        }
    }
    vec![kept.into_iter().map(Number::from).collect()]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaCompressWithCache", caches)
            .accepts(&[
                ("input", SHORT),
                ("weight", "as input"),
                ("slotMapping", "i32"),
                ("blockTableOptional", "any"),
                ("outputCache", "as input"),
            ])
            .whole(cached)
            .accuracy(ROWS),
    ]
}
