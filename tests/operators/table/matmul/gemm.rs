//! The row of `aclnnGemm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::shared::matmul::sums::{of_matrices, result};
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS};

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

fn result_of_general(arguments: &Arguments) -> Option<Dtype> {
    let ordered =
        ["C", "A", "B", "beta", "alpha", "out", "cubeMathType"].map(|name| arguments[name].clone());
    result(&Arguments::of("aclnnAddmm", &ordered))
}

pub fn rows() -> Vec<Row> {
    vec![
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
