//! The row of `aclnnBlendImagesCustom`.

use crate::reference::pictures as reference;
use crate::table::shared::pictures::{ON_310P, blended};
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBlendImagesCustom", blended)
            .accepts(&[
                ("rgb", ON_310P),
                ("alpha", ON_310P),
                ("frame", ON_310P),
                ("out", ON_310P),
            ])
            .whole(reference::blended)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
