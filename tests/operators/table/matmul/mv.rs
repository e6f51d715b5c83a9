//! The row of `aclnnMv`.

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::shared::matmul::plain::result;
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS, products};

fn of_a_vector() -> Vec<Vec<Argument>> {
    let mut samples = products(
        [&[6, 5], &[5], &[6]],
        &[[&[70, 300], &[300], &[70]], [&[3, 0], &[0], &[3]]],
    );
    let same = |sample: &Vec<Argument>| {
        sample[0].dtype() == sample[1].dtype() && sample[2].dtype() == sample[0].dtype()
    };
    samples.retain(same);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMv", of_a_vector)
            .accepts(&[("self", MATRICES), ("vec", "as self"), ("out", "as self")])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}
