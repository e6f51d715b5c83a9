//! The row of `aclnnAdaptiveMaxPool3dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::shares::{AFTER_910, OF_PLACES, VOLUMES, largest, taken};
use crate::table::{Row, SHAPE, STRIDED};

fn taken_of_volumes() -> Vec<Vec<Argument>> {
    taken(largest(&VOLUMES, 3, Dtype::I32))
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaptiveMaxPool3dBackward", taken_of_volumes)
            .accepts(&[
                ("self", AFTER_910),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", OF_PLACES),
            ])
            .whole(pooling::taken_shared_3d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
