//! Results over parts of the keys, merged, by their definitions.

use super::{doubles, int, numbers, shape};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// `aclnnAttentionUpdate`.
pub fn by_logarithms(arguments: &Arguments) -> Vec<Vec<Number>> {
    let all = |at: &str| -> Vec<Vec<f64>> {
        let tensors = arguments[at].tensors().iter();
        tensors
            .map(|tensor| doubles(&Argument::Tensor(tensor.clone())))
            .collect()
    };
    let (logs, parts) = (all("lse"), all("localOut"));
    let [rows, columns] = shape(&arguments["out"])[..] else {
        panic!("rows")
    };
    let (mut out, mut lse) = (vec![0.0; rows * columns], vec![f64::INFINITY; rows]);
    for row in 0..rows {
        let there: Vec<usize> = (0..logs.len())
            .filter(|&part| !logs[part][row].is_infinite())
            .collect();
        let largest = there
            .iter()
            .map(|&part| logs[part][row])
            .fold(f64::NEG_INFINITY, f64::max);
        if there.is_empty() {
            continue;
        }
        let sum: f64 = there
            .iter()
            .map(|&part| (logs[part][row] - largest).exp())
            .sum();
        lse[row] = largest + sum.ln();
        for e in 0..columns {
            let at = row * columns + e;
            let weighted = there
                .iter()
                .map(|&part| (logs[part][row] - largest).exp() / sum * parts[part][at]);
            out[at] = weighted.sum::<f64>() + 0.0;
        }
    }
    let mut outputs = vec![numbers(out)];
    if int(&arguments["updateType"]) == 1 {
        outputs.push(numbers(lse));
    }
    outputs
}

/// `aclnnRingAttentionUpdate` and `aclnnRingAttentionUpdateV2`.
pub fn ring(arguments: &Arguments) -> Vec<Vec<Number>> {
    let softmax_layout = match arguments.find("inputSoftmaxLayoutOptional") {
        Some(Argument::Text(layout)) => layout,
        _ => "",
    };
    let given = [
        "prevAttnOut",
        "prevSoftmaxMax",
        "prevSoftmaxSum",
        "curAttnOut",
        "curSoftmaxMax",
        "curSoftmaxSum",
    ]
    .map(|name| doubles(&arguments[name]));
    let is_tnd = matches!(arguments["inputLayoutOptional"], Argument::Text("TND"));
    let [first, second, last] = shape(&arguments["prevAttnOut"])[..] else {
        panic!("results")
    };
    let (batch, rows, heads) = match is_tnd {
        true => (1, first, second),
        false => (second, first, shape(&arguments["prevSoftmaxMax"])[1]),
    };
    let columns = if is_tnd { last } else { last / heads };
    let ends: Vec<usize> = match arguments["actualSeqQlenOptional"].tensors() {
        [] => vec![0, rows],
        _ => doubles(&arguments["actualSeqQlenOptional"])
            .into_iter()
            .map(|end| end as usize)
            .collect(),
    };
    let mut outputs = [
        vec![0.0; given[0].len()],
        vec![0.0; given[1].len()],
        vec![0.0; given[1].len()],
    ];
    for (b, row, n) in
        (0..batch).flat_map(|b| (0..rows).flat_map(move |row| (0..heads).map(move |n| (b, row, n))))
    {
        let known = match (is_tnd, softmax_layout) {
            (false, _) => (b * heads + n) * rows + row,
            (true, "TND") => row * heads + n,
            (true, _) => {
                let own = ends
                    .windows(2)
                    .find(|of| of[0] <= row && row < of[1])
                    .unwrap();
                own[0] * heads + n * (own[1] - own[0]) + row - own[0]
            }
        } * 8;
        let sides = [
            (given[1][known], given[2][known], 0),
            (given[4][known], given[5][known], 3),
        ];
        let is_there = |of: &&(f64, f64, usize)| {
            of.1 != 0.0 && (of.0, of.1) != (f32::MIN.into(), f32::MAX.into())
        };
        let there: Vec<&(f64, f64, usize)> = sides.iter().filter(is_there).collect();
        let largest = there
            .iter()
            .map(|of| of.0)
            .fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = there.iter().map(|of| of.1 * (of.0 - largest).exp()).sum();
        let (largest_out, sum_out) = if there.is_empty() {
            (sides[0].0, sides[0].1)
        } else {
            (largest, sum)
        };
        outputs[1][known..known + 8].fill(largest_out);
        outputs[2][known..known + 8].fill(sum_out);
        for e in 0..columns {
            let at = match is_tnd {
                true => (row * heads + n) * columns + e,
                false => ((row * batch + b) * heads + n) * columns + e,
            };
            let weighted = there
                .iter()
                .map(|of| of.1 * (of.0 - largest).exp() / sum * given[of.2][at]);
            outputs[0][at] = weighted.sum::<f64>() + 0.0;
        }
    }
    outputs.map(numbers).into()
}
