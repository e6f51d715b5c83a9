//! The row of `aclnnGroupNormSwish`.

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::shared::rows::groups::silu;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn swish() -> Vec<Vec<Argument>> {
    let mut samples = silu();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(
            4,
            [Argument::Text("NCHW"), Argument::Null][number % 2].clone(),
        );
        sample.insert(6, Argument::Bool(number != 1));
        sample.insert(7, Argument::Float([1.0, 1.5][number % 2]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNormSwish", swish)
            .accepts(&[
                ("x", "f32 f16 bf16 | 910 310: none"),
                ("gamma", "as x"),
                ("beta", "as gamma"),
                ("yOut", "as x"),
                ("meanOut", "as gamma"),
                ("rstdOut", "as gamma"),
            ])
            .whole(norms::group_norm_swish)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[("dtypes gamma", "FLOAT with a shorter input, too")]),
    ]
}
