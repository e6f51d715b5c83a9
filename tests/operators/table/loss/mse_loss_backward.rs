//! The row of `aclnnMseLossBackward`.

use crate::reference::losses;
use crate::table::shared::losses::pairs::{PAIR, plain, slopes};
use crate::table::shared::losses::{LOSSES, SHORT};
use crate::table::{BROADCAST, ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMseLossBackward", || slopes(plain()))
            .accepts(&[
                ("gradOutput", "as self"),
                PAIR[0],
                ("target", "as self"),
                ("out", SHORT),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(losses::mse_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
