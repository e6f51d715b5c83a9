//! The rows of `aclnnAddbmm` and `aclnnInplaceAddbmm`.

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::shared::matmul::sums::{BATCHES, IN_PLACE, in_place, result, sums};
use crate::table::shared::matmul::{HOLDS, SUMS};
use crate::table::{Reference, Row};

fn over_batches() -> Vec<Vec<Argument>> {
    sums(
        [&[3, 4], &[2, 3, 5], &[2, 5, 4], &[3, 4]],
        &[
            [&[4], &[5, 3, 5], &[1, 5, 4], &[3, 4]],
            [&[9, 30], &[3, 9, 270], &[3, 270, 30], &[9, 30]],
            [&[3, 4], &[0, 3, 5], &[0, 5, 4], &[3, 4]],
        ],
    )
}

pub fn rows() -> Vec<Row> {
    let over_batch = Reference::Whole(reference::sum_over_batch);
    vec![
        Row::new("aclnnAddbmm", over_batches)
            .accepts(BATCHES)
            .computes(result)
            .reference(over_batch)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddbmm", || in_place(over_batches()))
            .accepts(IN_PLACE)
            .computes(result)
            .reference(over_batch)
            .accuracy(SUMS),
    ]
}
