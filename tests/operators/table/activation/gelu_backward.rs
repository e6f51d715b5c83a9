//! The rows of `aclnnGeluBackward` and `aclnnGeluBackwardV2`.

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, MATH, SHORT, broadcast, with};
use crate::table::{BROADCAST, RANK_8, Row, computes};

const MIXED: &[(&str, &str)] = &[
    (
        "dtypes gradOutput",
        "integers count too, beside a tensor of a type in the list: in a test of its own",
    ),
    ("dtypes self", "likewise"),
];

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnGeluBackward", broadcast)
            .accepts(&[
                ("gradOutput", SHORT),
                ("self", SHORT),
                ("gradInput", "standard"),
            ])
            .computes(computes::promoted)
            .elements(gradients::gelu_tanh_backward)
            .accuracy(MATH)
            .holds(EQUAL | BROADCAST)
            .except(MIXED),
        Row::new("aclnnGeluBackwardV2", || {
            with(
                broadcast(),
                2,
                &[&[Argument::Text("none")], &[Argument::Text("tanh")]],
            )
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("gradInput", "result"),
        ])
        .computes(computes::promoted)
        .elements(gradients::gelu_backward_by_name)
        .accuracy(MATH)
        .holds(any_rank | BROADCAST)
        .except(MIXED),
    ]
}
