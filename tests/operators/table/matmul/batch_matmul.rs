//! The rows of `aclnnBatchMatMul` and `aclnnBatchMatMulWeightNz`.

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::shared::matmul::plain::result;
use crate::table::shared::matmul::weights::{BLOCKS, WEIGHTS};
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS, products, weights};

fn of_batches() -> Vec<Vec<Argument>> {
    products(
        [&[2, 3, 5], &[2, 5, 4], &[2, 3, 4]],
        &[
            [&[3, 9, 70], &[3, 70, 30], &[3, 9, 30]],
            [&[1, 9, 7], &[4, 7, 30], &[4, 9, 30]],
            [&[4, 9, 7], &[1, 7, 30], &[4, 9, 30]],
            [&[2, 3, 0], &[2, 0, 4], &[2, 3, 4]],
        ],
    )
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchMatMul", of_batches)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnBatchMatMulWeightNz", weights::of_batches)
            .accepts(&[("self", WEIGHTS), ("mat2", "as self"), ("out", "as self")])
            .computes(weights::result)
            .whole(crate::reference::weights::product)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[BLOCKS, ("dtypes out", "that of `self`, or FLOAT")]),
    ]
}
