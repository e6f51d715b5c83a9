//! Samples and checks of several operators: attention over points of images.

use crate::argument::Argument;
use crate::table::samples::read;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

/// Batches, queries, heads, points, channels.
pub type Case = (Dtype, Dtype, [i64; 5]);

pub const CASES: [Case; 3] = [
    (F32, I32, [1, 32, 2, 2, 8]),
    (F16, I64, [2, 33, 1, 4, 16]),
    (F32, I64, [2, 40, 3, 1, 8]),
];

/// Images of 3 by 4, 1 by 2 and 5 by 1 pixels, and pixels behind them.
pub fn inputs(&(dtype, index, [bs, queries, heads, points, channels]): &Case) -> Vec<Argument> {
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
