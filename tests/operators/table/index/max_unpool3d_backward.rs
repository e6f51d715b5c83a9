//! The row of `aclnnMaxUnpool3dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::shared::search::places::{CONTIGUOUS, POOLED, backward, pooled_volumes};
use crate::table::{Row, SHAPE, STRIDED};

fn volumes_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(pooled_volumes());
    samples[2][2].set_dtype(Dtype::I64);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxUnpool3dBackward", volumes_backward)
            .accepts(&[
                ("gradOutput", POOLED),
                ("self", "as gradOutput"),
                ("indices", "i64"),
                ("out", "as gradOutput"),
            ])
            .whole(repeats::max_unpool_backward)
            .holds(STRIDED | SHAPE)
            .except(&[("strided out", CONTIGUOUS)]),
    ]
}
