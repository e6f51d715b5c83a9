//! The row of `aclnnNsaCompress`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::attention::compression::{
    CASES, Case, SHORT, TYPES, int, ints, starts, tensor,
};
use crate::table::shared::rows::{ROWS, varied};

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

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaCompress", forwards)
            .accepts(&[
                ("input", SHORT),
                ("weight", "as input"),
                ("output", "as input"),
            ])
            .whole(forward)
            .accuracy(ROWS),
    ]
}
