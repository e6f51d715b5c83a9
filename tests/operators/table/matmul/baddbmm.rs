//! The rows of `aclnnBaddbmm` and `aclnnInplaceBaddbmm`.

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::shared::matmul::sums::{BATCHES, IN_PLACE, in_place, result, sums};
use crate::table::shared::matmul::{HOLDS, SUMS};

fn of_batches() -> Vec<Vec<Argument>> {
    sums(
        [&[2, 3, 4], &[2, 3, 5], &[2, 5, 4], &[2, 3, 4]],
        &[
            [&[4], &[2, 3, 5], &[1, 5, 4], &[2, 3, 4]],
            [&[3, 9, 1], &[3, 9, 70], &[3, 70, 30], &[3, 9, 30]],
            [&[2, 3, 4], &[2, 3, 0], &[2, 0, 4], &[2, 3, 4]],
        ],
    )
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBaddbmm", of_batches)
            .accepts(BATCHES)
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceBaddbmm", || in_place(of_batches()))
            .accepts(IN_PLACE)
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS),
    ]
}
