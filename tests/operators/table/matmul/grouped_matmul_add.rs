//! The rows of `aclnnGroupedMatmulAdd` and `aclnnGroupedMatmulAddV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::{Argument, Contents};
use crate::reference::quant_matmul as reference;
use crate::table::Row;
use crate::table::matmul::grouped_matmul::{numbers, of};
use crate::table::shared::matmul::quantised::arg;
use crate::table::shared::matmul::quantised::types::{ADDED, EXCEPT};

fn added(has_kind: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F16, Bf16] {
        let mut add = |list: &[f64], kind: i64, [k, m, n]: [i64; 3]| {
            let mut all = vec![
                arg(numbers(dtype, &[k, m], 1)),
                arg(numbers(dtype, &[k, n], 2)),
                arg(of(
                    I64,
                    &[list.len() as i64],
                    Contents::Numbers(list.to_vec()),
                )),
                arg(numbers(F32, &[list.len() as i64, m, n], 3)),
                Argument::Bool(true),
                Argument::Bool(false),
                Argument::Int(2),
            ];
            if has_kind {
                all.push(Argument::Int(kind));
            }
            samples.push(all);
        };
        add(&[3.0, 3.0, 12.0, 20.0], 0, [20, 7, 9]);
        add(&[3.0, 300.0, 350.0], 0, [400, 60, 90]);
        if has_kind {
            add(&[3.0, 0.0, 9.0, 5.0], 1, [20, 7, 9]);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatmulAdd", || added(false))
            .accepts(ADDED)
            .bits(reference::added)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulAddV2", || added(true))
            .accepts(ADDED)
            .bits(reference::added)
            .except(EXCEPT),
    ]
}
