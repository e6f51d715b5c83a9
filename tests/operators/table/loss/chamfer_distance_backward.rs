//! The row of `aclnnChamferDistanceBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::alignments;
use crate::table::samples::{read, write};
use crate::table::shared::losses::{LOSSES, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn points() -> Vec<Vec<Argument>> {
    let call = |dtype, batches: i64, counts: [i64; 2]| {
        let of = |set: usize| [batches, counts[set], 2];
        let nearest = |set: usize| {
            let other = counts[1 - set];
            let numbers: Vec<f64> = (0..97).map(|i| (i * 31 % other) as f64).collect();
            read(Dtype::I32, &[batches, counts[set]], &numbers)
        };
        vec![
            varied(dtype, &of(0), 1),
            varied(dtype, &of(1), 2),
            nearest(0),
            nearest(1),
            varied(dtype, &[batches, counts[0]], 3),
            varied(dtype, &[batches, counts[1]], 4),
            write(dtype, &of(0)),
            write(dtype, &of(1)),
        ]
    };
    vec![
        call(Dtype::F32, 2, [3, 3]),
        call(Dtype::F32, 3, [40, 7]),
        call(Dtype::F16, 2, [5, 9]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnChamferDistanceBackward", points)
            .accepts(&[
                ("xyz1", "none | 910B 950: f32 f16"),
                ("xyz2", "none | 910B 950: f32 f16"),
                ("idx1", "none | 910B 950: i32"),
                ("idx2", "none | 910B 950: i32"),
                ("gradDist1", "none | 910B 950: f32 f16"),
                ("gradDist2", "none | 910B 950: f32 f16"),
                ("gradXyz1", "none | 910B 950: f32 f16"),
                ("gradXyz2", "none | 910B 950: f32 f16"),
            ])
            .whole(alignments::chamfer)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP)
            .except(&[
                ("dtypes xyz1", "the outputs have its type, else 561103"),
                ("dtypes gradXyz1", "that of `xyz1`, else 561103"),
                ("dtypes gradXyz2", "that of `xyz1`, else 561103"),
            ]),
    ]
}
