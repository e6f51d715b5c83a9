//! The row of `aclnnAdaptiveMaxPool3d`.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::samples::write;
use crate::table::shared::pooling::shares::{AFTER_910, OF_PLACES, VOLUMES, largest};
use crate::table::shared::pooling::{in_format, ints};
use crate::table::{Row, SHAPE, STRIDED};

/// The calls in the formats of their rank.
fn as_volumes(sample: Vec<Argument>) -> Vec<Argument> {
    match sample[0].tensors()[0].shape.len() {
        4 => in_format(sample, aclFormat::ACL_FORMAT_NCHW),
        _ => in_format(sample, aclFormat::ACL_FORMAT_NCDHW),
    }
}

fn largest_of_volumes() -> Vec<Vec<Argument>> {
    let mut samples = largest(&VOLUMES, 3, Dtype::I32);
    samples[1][3].set_dtype(Dtype::I64);
    // No number keeps the extents.
    samples[3][2] = write(Dtype::F32, &[1, 1, 2, 2, 17]);
    samples[3][3] = write(Dtype::I32, &[1, 1, 2, 2, 17]);
    samples[3][1] = ints(&[]);
    samples.into_iter().map(as_volumes).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveMaxPool3d", largest_of_volumes)
            .accepts(&[
                ("self", AFTER_910),
                ("outputOut", "as self"),
                ("indicesOut", OF_PLACES),
            ])
            .whole(pooling::largest_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
