//! Activation functions that are not near `max(x, 0)`.

use super::*;

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        computed(
            row(
                "aclnnGelu",
                single,
                &[("self", SHORT), ("out", "as self")],
                computes::own,
                gradients::gelu_tanh,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnGeluV2",
                || with(single(), 1, &[&[Argument::Int(0)], &[Argument::Int(1)]]),
                &[("x", SHORT), ("y", "as x")],
                computes::own,
                gradients::gelu_by_number,
            ),
            MATH,
            any_rank,
        ),
        computed(
            row(
                "aclnnFastGelu",
                single,
                &[("self", LATER), ("out", "as self")],
                computes::own,
                gradients::fast_gelu,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnSilu",
                single,
                &[("self", SHORT), ("out", "as self")],
                computes::own,
                gradients::silu,
            ),
            MATH,
            any_rank,
        ),
        computed(
            row(
                "aclnnSwish",
                || with(single(), 1, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]]),
                &[("self", SHORT), ("betaOptional", REALS), ("out", "as self")],
                computes::own,
                gradients::swish,
            ),
            MATH,
            EQUAL,
        ),
        row(
            "aclnnHardshrink",
            || with(single(), 1, &[&[float(0.5)], &[float(-3.0)], &[float(2.0)]]),
            &[("self", SHORT), ("lambd", ANY), ("out", SHORT)],
            computes::own,
            gradients::hardshrink,
        ),
        row(
            "aclnnSoftshrink",
            || with(single(), 1, &[&[float(0.3)], &[float(2.0)]]),
            &[("self", SHORT), ("lambd", ANY), ("out", SHORT)],
            computes::own,
            gradients::softshrink,
        ),
        Row {
            holds: any_rank,
            ..row(
                "aclnnShrink",
                || {
                    with(
                        single(),
                        1,
                        &[&[float(0.3), float(0.7)], &[float(2.0), float(-1.0)]],
                    )
                },
                &[
                    ("self", "f32 f16"),
                    ("lambd", ANY),
                    ("bias", ANY),
                    ("out", "f32 f16"),
                ],
                computes::own,
                gradients::shrink,
            )
        },
        computed(
            row(
                "aclnnSoftplus",
                || {
                    let sets = [[1.3, 20.0], [-0.7, 1.0], [0.0, 3.0], [5.0, f64::INFINITY]];
                    let sets = sets.map(|set| set.map(float));
                    with(single(), 1, &sets.each_ref().map(|set| &set[..]))
                },
                &[
                    ("self", SHORT),
                    ("beta", REALS),
                    ("threshold", REALS),
                    ("out", "castable"),
                ],
                computes::own,
                gradients::softplus,
            ),
            MATH,
            EQUAL,
        ),
        Row {
            holds: EQUAL.without(SHAPE).without(RANK_8),
            ..row(
                "aclnnHardSigmoid",
                || {
                    let numbers = |alpha, beta| [Argument::Float(alpha), Argument::Float(beta)];
                    with(single(), 1, &[&numbers(0.2, 0.45), &numbers(-1.5, 0.1)])
                },
                &[
                    ("inputX", "none | 950: f32 f16 bf16 i32"),
                    ("outputYOut", "as inputX"),
                ],
                |arguments| {
                    let dtype = arguments[0].dtype()?;
                    Some(if dtype == Dtype::I32 {
                        Dtype::F32
                    } else {
                        dtype
                    })
                },
                gradients::hard_line,
            )
        },
        Row {
            holds: EQUAL.without(SHAPE).without(RANK_8),
            ..row(
                "aclnnHardSwish",
                single,
                &[("x", "none | 950: f32 f16 bf16"), ("yOut", "as x")],
                computes::own,
                crate::reference::rectifiers::hard_swish,
            )
        },
    ]
}
