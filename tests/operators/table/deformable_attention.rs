//! Attention over points of images.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use super::Row;
use super::rows::{near_1, varied};
use super::samples::{read, write};
use crate::argument::Argument;
use crate::reference::deformable_attention as reference;

/// Batches, queries, heads, points, channels.
type Case = (Dtype, Dtype, [i64; 5]);

const CASES: [Case; 3] = [
    (F32, I32, [1, 32, 2, 2, 8]),
    (F16, I64, [2, 33, 1, 4, 16]),
    (F32, I64, [2, 40, 3, 1, 8]),
];

/// Images of 3 by 4, 1 by 2 and 5 by 1 pixels, and pixels behind them.
fn inputs(&(dtype, index, [bs, queries, heads, points, channels]): &Case) -> Vec<Argument> {
    let places = [bs, queries, heads, 3, points];
    let count = places.iter().product::<i64>() * 2;
    // Some outside, few on the edges.
    let place = |k: i64| ((k * 7919) % 1009) as f64 / 800.0 - 0.1303;
    let numbers: Vec<f64> = (0..count).map(place).collect();
    vec![
        varied(dtype, &[bs, 21, heads, channels], 1),
        read(index, &[3, 2], &[3.0, 4.0, 1.0, 2.0, 5.0, 1.0]),
        read(index, &[3], &[0.0, 12.0, 14.0]),
        read(dtype, &[&places[..], &[2]].concat(), &numbers),
        near_1(dtype, &places, 2),
    ]
}

fn forward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let &(dtype, _, [bs, queries, heads, _, channels]) = case;
        let mut call = inputs(case);
        call.push(write(dtype, &[bs, queries, heads * channels]));
        call
    };
    CASES.iter().map(call).collect()
}

fn backward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let &(dtype, _, [bs, queries, heads, _, channels]) = case;
        let mut call = inputs(case);
        call.push(varied(dtype, &[bs, queries, heads * channels], 4));
        for like in [0, 3, 4] {
            let shape = call[like].tensors()[0].shape.clone();
            call.push(write(dtype, &shape));
        }
        call
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "none | 910B 950: f32 f16 bf16";
    const INDICES: &str = "none | 910B 950: i32 i64";
    vec![
        Row::new("aclnnMultiScaleDeformableAttnFunction", forward)
            .accepts(&[
                ("value", "none | 310: f32 f16 | 910B 950: f32 f16 bf16"),
                ("spatialShape", "i32 i64"),
                ("levelStartIndex", "i32 i64"),
                ("location", "as value"),
                ("attnWeight", "as value"),
                ("output", "as value"),
            ])
            .whole(reference::forward)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnMultiScaleDeformableAttentionGrad", backward)
            .accepts(&[
                ("value", FLOATS),
                ("spatialShape", INDICES),
                ("levelStartIndex", INDICES),
                ("location", FLOATS),
                ("attnWeight", FLOATS),
                ("gradOutput", FLOATS),
                ("gradValue", FLOATS),
                ("gradLocation", FLOATS),
                ("gradAttnWeight", FLOATS),
            ])
            .whole(reference::backward)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
