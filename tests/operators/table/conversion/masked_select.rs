//! The row of `aclnnMaskedSelect`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::search::lengths::{OUT, SELECTED};
use crate::table::{Row, computes};

/// Every other element or so; a mask that broadcasts, and one that is broadcast to; elements of each width, converted or not; large.
fn masked() -> Vec<Vec<Argument>> {
    let mask = |dtype, shape: &[i64]| read(dtype, shape, &[1.0, 0.0, 0.0, 1.0, 1.0]);
    let mut samples = vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            mask(Dtype::Bool, &[3, 4]),
            write(Dtype::F32, &[12]),
        ],
        vec![
            read(Dtype::F32, &[3, 4], &[2.75, -1.5, 300.0]),
            mask(Dtype::U8, &[4]),
            write(Dtype::I32, &[12]),
        ],
        vec![
            patterns(Dtype::I16, &[1, 301], 1),
            read(Dtype::U8, &[211, 1], &[0.0, 7.0, 255.0]),
            write(Dtype::I16, &[301 * 211]),
        ],
        vec![
            patterns(Dtype::F32, &[5], 1),
            read(Dtype::Bool, &[5], &[0.0]),
            write(Dtype::F32, &[5]),
        ],
    ];
    for dtype in [Dtype::F64, Dtype::I8, Dtype::F32] {
        samples.push(vec![
            patterns(dtype, &[70_001], 3),
            patterns(Dtype::Bool, &[70_001], 4),
            write(dtype, &[70_001]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaskedSelect", masked)
            .accepts(&[("self", SELECTED), ("mask", "u8 bool"), ("out", SELECTED)])
            .computes(computes::own)
            .whole(search::masked_select)
            .except(OUT),
    ]
}
