//! The row of `aclnnMaxPool3dWithArgmaxBackward`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::largest::{FLOATS, backward, volumes};
use crate::table::{Row, SHAPE, STRIDED};

fn volumes_backward() -> Vec<Vec<Argument>> {
    backward(volumes())
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxPool3dWithArgmaxBackward", volumes_backward)
            .accepts(&[
                ("self", FLOATS),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", "i32 | 950: + i64"),
            ])
            .whole(pooling::taken_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
