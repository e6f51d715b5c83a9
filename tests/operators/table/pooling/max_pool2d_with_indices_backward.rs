//! The rows of `aclnnMaxPool2dWithMaskBackward` and `aclnnMaxPool2dWithIndicesBackward`.

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::shared::pooling::largest::{backward, images};
use crate::table::shared::pooling::masks;
use crate::table::{Holds, Row, SHAPE, STRIDED};

fn images_backward() -> Vec<Vec<Argument>> {
    backward(images())
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxPool2dWithIndicesBackward", images_backward)
            .accepts(&[
                ("self", "none | 910B: f32 | 950: f32 f16 bf16"),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", "i32 i8 | 950: i32 i64"),
            ])
            .whole(pooling::taken_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnMaxPool2dWithMaskBackward", masks::backward)
            .accepts(&[
                ("self", "f32 f16 | 910B: + bf16 | 950 310: none"),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", "i8"),
            ])
            .held_by("table::shared::pooling::masks::masks_on_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
