//! Windows of keys and values that become their weighted sums.

use hostnpu::tensor::Dtype::{self, *};

use super::super::Row;
use super::super::fused_caches::indices;
use super::super::rows::{ROWS, varied};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::attention::inference::numbers;
use crate::table::samples::{read, write};

/// Ends of sequences, windows, heads and elements: sequences that are shorter than a window, windows behind one another and overlapping ones.
type Case = (&'static [i64], [i64; 2], [i64; 2]);

const CASES: [Case; 3] = [
    (&[40, 50, 90], [32, 16], [2, 16]),
    (&[16, 16, 75], [16, 16], [3, 32]),
    (&[101], [48, 32], [1, 16]),
];

/// The first row of each window.
fn starts(ends: &[i64], [size, stride]: [i64; 2]) -> Vec<i64> {
    let mut first = 0;
    let mut all = Vec::new();
    for &end in ends {
        all.extend(
            (first..)
                .step_by(stride as usize)
                .take_while(|start| start + size <= end),
        );
        first = end;
    }
    all
}

const TYPES: [Dtype; 3] = [F16, Bf16, F16];

fn forwards() -> Vec<Vec<Argument>> {
    let of = |((ends, windows, [heads, depth]), dtype): (Case, Dtype)| {
        let count = starts(ends, windows).len() as i64;
        vec![
            varied(dtype, &[ends[ends.len() - 1], heads, depth], 1),
            varied(dtype, &[windows[0], heads], 2),
            Argument::Ints(ends.to_vec()),
            Argument::Text("TND"),
            Argument::Int(windows[0]),
            Argument::Int(windows[1]),
            Argument::Int(0),
            write(dtype, &[count, heads, depth]),
        ]
    };
    CASES.into_iter().zip(TYPES).map(of).collect()
}

fn gradients() -> Vec<Vec<Argument>> {
    let of = |((ends, windows, [heads, depth]), dtype): (Case, Dtype)| {
        let count = starts(ends, windows).len() as i64;
        let input = [ends[ends.len() - 1], heads, depth];
        vec![
            varied(dtype, &[count, heads, depth], 3),
            varied(dtype, &input, 1),
            varied(dtype, &[windows[0], heads], 2),
            Argument::Ints(ends.to_vec()),
            Argument::Int(windows[0]),
            Argument::Int(windows[1]),
            Argument::Int(0),
            Argument::Text("TND"),
            write(dtype, &input),
            write(dtype, &[windows[0], heads]),
        ]
    };
    CASES.into_iter().zip(TYPES).map(of).collect()
}

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

fn tensor(arguments: &Arguments, at: usize) -> (&Tensor, Vec<f64>) {
    let tensor = &arguments[at].tensors()[0];
    (tensor, numbers(tensor, false))
}

fn ints(argument: &Argument) -> &[i64] {
    match argument {
        Argument::Ints(numbers) => numbers,
        other => panic!("{other:?}"),
    }
}

fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(number) => *number,
        other => panic!("{other:?}"),
    }
}

fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (input, x) = tensor(arguments, 0);
    let (_, w) = tensor(arguments, 1);
    let windows = [
        int(&arguments["compressBlockSize"]),
        int(&arguments["compressStride"]),
    ];
    let (heads, depth) = (input.shape[1] as usize, input.shape[2] as usize);
    let mut all = Vec::new();
    for start in starts(ints(&arguments["actSeqLenOptional"]), windows) {
        for head in 0..heads {
            for d in 0..depth {
                let each = (0..windows[0] as usize).map(|row| {
                    let place = ((start as usize + row) * heads + head) * depth + d;
                    x[place] * w[row * heads + head]
                });
                all.push(Number::from(each.sum::<f64>()));
            }
        }
    }
    vec![all]
}

fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (_, g) = tensor(arguments, 0);
    let (input, x) = tensor(arguments, 1);
    let (_, w) = tensor(arguments, 2);
    let windows = [
        int(&arguments["compressBlockSize"]),
        int(&arguments["compressStride"]),
    ];
    let (heads, depth) = (input.shape[1] as usize, input.shape[2] as usize);
    let (mut of_input, mut of_weight) = (vec![0.0; x.len()], vec![0.0; w.len()]);
    let starts = starts(ints(&arguments["actSeqLenOptionalOptional"]), windows);
    for (window, start) in starts.into_iter().enumerate() {
        for row in 0..windows[0] as usize {
            for head in 0..heads {
                for d in 0..depth {
                    let place = ((start as usize + row) * heads + head) * depth + d;
                    let by = g[(window * heads + head) * depth + d];
                    of_input[place] += by * w[row * heads + head];
                    of_weight[row * heads + head] += by * x[place];
                }
            }
        }
    }
    let numbers = |of: Vec<f64>| of.into_iter().map(Number::from).collect();
    vec![numbers(of_input), numbers(of_weight)]
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

type Types = &'static [(&'static str, &'static str)];

pub fn rows() -> Vec<Row> {
    const SHORT: &str = "none | 910B 950: f16 bf16";
    vec![
        Row::new("aclnnNsaCompress", forwards)
            .accepts(&[
                ("input", SHORT),
                ("weight", "as input"),
                ("output", "as input"),
            ])
            .whole(forward)
            .accuracy(ROWS),
        Row::new("aclnnNsaCompressGrad", gradients)
            .accepts(&[
                ("outputGrad", "as input"),
                ("input", SHORT),
                ("weight", "as input"),
                ("inputGradOut", "as input"),
                ("weightGradOut", "as input"),
            ])
            .whole(gradient)
            .accuracy(ROWS),
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
