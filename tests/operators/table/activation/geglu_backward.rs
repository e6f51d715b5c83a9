//! The rows of `aclnnGeGluBackward` and `aclnnGeGluV3Backward`.

use crate::argument::Argument;
use crate::reference::gated;
use crate::table::shared::gated::{GEGLU, SHORT, Split, THREE, each, gradient, splits};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

fn geglu_gradient(split: &Split, attributes: &[Argument]) -> Vec<Argument> {
    let mut arguments = gradient(split, attributes);
    arguments.insert(2, split.input(500));
    arguments
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGeGluBackward", || {
            each(
                splits(&THREE),
                &[&[Argument::Int(0)], &[Argument::Int(1)]],
                geglu_gradient,
            )
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("gelu", "as gradOutput"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(|arguments| arguments["gradOutput"].dtype())
        .whole(gated::geglu_gradient)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
        Row::new("aclnnGeGluV3Backward", || {
            each(splits(&THREE), &GEGLU, geglu_gradient)
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("gelu", "as gradOutput"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(|arguments| arguments["gradOutput"].dtype())
        .whole(gated::geglu_gradient)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
