//! The row of `aclnnSoftmaxBackward`.

use crate::reference::rows::softmax;
use crate::table::shared::rows::softmax::{GRADIENT, backward};
use crate::table::shared::rows::{LAYOUT, ROWS};
use crate::table::{EMPTY, RANK_0, RANK_8, Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftmaxBackward", backward)
            .accepts(GRADIENT)
            .whole(softmax::softmax_gradient)
            .accuracy(ROWS)
            .holds(LAYOUT | EMPTY | RANK_0 | RANK_8 | SHAPE),
    ]
}
