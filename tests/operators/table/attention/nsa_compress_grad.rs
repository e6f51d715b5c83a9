//! The row of `aclnnNsaCompressGrad`.

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
