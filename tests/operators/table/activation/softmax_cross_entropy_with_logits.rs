//! The row of `aclnnSoftmaxCrossEntropyWithLogits`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::cross_entropy;
use crate::table::samples::{read, write};
use crate::table::shared::losses::{LOSSES, SHORT, probable, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn distributions() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: [i64; 2], labels: [i64; 2]| {
        vec![
            varied(dtype, &shape, 1),
            probable(dtype, &labels, 2),
            write(dtype, &shape[..1]),
            write(dtype, &shape),
        ]
    };
    let mut samples = vec![
        call(Dtype::F32, [3, 4], [3, 4]),
        call(Dtype::F32, [17, 91], [1, 91]),
        call(Dtype::F32, [1, 4200], [1, 1]),
        call(Dtype::F16, [7, 33], [7, 33]),
        call(Dtype::Bf16, [7, 33], [7, 33]),
    ];
    // The probability of the class is nearly 1.
    let mut certain = call(Dtype::F32, [2, 3], [2, 3]);
    certain[0] = read(Dtype::F32, &[2, 3], &[30.0, 1.0, -4.0, 0.5, 12.0, 3.0]);
    certain[1] = read(Dtype::F32, &[2, 3], &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    samples.push(certain);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftmaxCrossEntropyWithLogits", distributions)
            .accepts(&[
                ("features", SHORT),
                ("labels", "as features"),
                ("loss", "as features"),
                ("backprop", "as features"),
            ])
            .whole(cross_entropy::soft)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP)
        .except(&[(
            "dtypes labels",
            "other types than that of `features` are refused where the kernel is chosen: 561002",
        )]),
    ]
}
