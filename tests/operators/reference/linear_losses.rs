//! The cross entropy of linear layers whose classes are cut, in double.

use super::objdetect::{int, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn logits(input: &Argument, weight: &Argument) -> Vec<Vec<f64>> {
    let (x, w, width) = (real(input), real(weight), shape(input)[1]);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let of_row = |row: &[f64]| w.chunks(width).map(|class| dot(row, class)).collect();
    x.chunks(width).map(of_row).collect()
}

pub fn sums(a: &Arguments) -> Vec<Vec<Number>> {
    let logits = logits(&a["input"], &a["weight"]);
    let (start, end) = (int(&a["vocabStartIndex"]), int(&a["vocabEndIndex"]));
    let mut outputs = vec![Vec::new(); 6];
    let mut marks = vec![255_u8; logits.len().div_ceil(8)];
    for (row, (of_row, class)) in logits.iter().zip(real(&a["target"])).enumerate() {
        let of_row: Vec<f64> = of_row.iter().map(|&x| f64::from(x as f32)).collect();
        let most = of_row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        outputs[0].push(most);
        outputs[1].push(of_row.iter().map(|x| (x - most).exp()).sum());
        let class = class as i64;
        let mut offset = 0;
        let mut predicted = 0.0;
        if class >= start && class < end {
            marks[row / 8] -= 1 << (row % 8);
            offset = class - start;
            if let Some(x) = of_row.get(offset as usize) {
                predicted = x - most;
            }
        }
        outputs[2].push(predicted);
        outputs[4].push(offset as f64);
        outputs[5].extend(of_row);
    }
    outputs[3] = marks.into_iter().map(f64::from).collect();
    if matches!(a["vocabParallelLogitsOutOptional"], Argument::Null) {
        outputs.pop();
    }
    outputs.into_iter().map(stored).collect()
}

pub fn gradients(a: &Arguments) -> Vec<Vec<Number>> {
    let (grad, x, w) = (real(&a["grad"]), real(&a["input"]), real(&a["weight"]));
    let (rows, width, classes) = (grad.len(), shape(&a["input"])[1], shape(&a["weight"])[0]);
    let mut p: Vec<Vec<f64>> = match &a["softmaxOptional"] {
        Argument::Null => {
            let (most, sums) = (
                real(&a["logitsMaxOptional"]),
                real(&a["sumExpLogitsOptional"]),
            );
            let all = logits(&a["input"], &a["weight"]).into_iter().enumerate();
            all.map(|(row, of_row)| {
                let of = |x: &f64| (f64::from(*x as f32) - most[row]).exp() / sums[row];
                of_row.iter().map(of).collect()
            })
            .collect()
        }
        softmax => real(softmax).chunks(classes).map(<[f64]>::to_vec).collect(),
    };
    let (marks, offsets) = (real(&a["targetMask"]), real(&a["maskedTarget"]));
    let is_packed =
        marks.len() != rows || a["targetMask"].tensors()[0].dtype == hostnpu::tensor::Dtype::U8;
    for row in 0..rows {
        let mark = match is_packed {
            true => (marks[row / 8] as u8 >> (row % 8)) & 1 == 1,
            false => marks[row] != 0.0,
        };
        if !mark && offsets[row] >= 0.0 && (offsets[row] as usize) < classes {
            p[row][offsets[row] as usize] -= 1.0;
        }
        p[row]
            .iter_mut()
            .for_each(|p| *p = f64::from((*p * grad[row]) as f32));
    }
    let mut by_input = vec![0.0; rows * width];
    let mut by_weight = vec![0.0; classes * width];
    for row in 0..rows {
        for class in 0..classes {
            for k in 0..width {
                by_input[row * width + k] += p[row][class] * w[class * width + k];
                by_weight[class * width + k] += p[row][class] * x[row * width + k];
            }
        }
    }
    vec![stored(by_input), stored(by_weight)]
}
