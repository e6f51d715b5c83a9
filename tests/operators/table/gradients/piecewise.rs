//! Gradients of activation functions in pieces.

use super::*;

pub fn rows() -> Vec<Row> {
    const SAME: &[(&str, &str)] = &[
        ("gradOutput", SHORT),
        ("self", "as gradOutput"),
        ("out", "as gradOutput"),
    ];
    const SLOPES: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    vec![
        row(
            "aclnnHardshrinkBackward",
            || with(broadcast(), 2, &[&[float(0.5)], &[float(-3.0)]]),
            &[
                ("gradOutput", SHORT),
                ("self", SHORT),
                ("lambd", ANY),
                ("gradInput", SHORT),
            ],
            computes::promoted,
            gradients::shrink_slope,
        ),
        row(
            "aclnnSoftshrinkBackward",
            || with(broadcast(), 2, &[&[float(0.5)]]),
            &[
                ("gradOutput", SHORT),
                ("self", SHORT),
                ("lambda", ANY),
                ("gradInput", "result"),
            ],
            computes::promoted,
            gradients::shrink_slope,
        ),
        computed(
            row(
                "aclnnLeakyReluBackward",
                || {
                    let set = |slope, flag| [float(slope), Argument::Bool(flag)];
                    with(
                        broadcast(),
                        2,
                        &[&set(0.01, false), &set(-1.5, false), &set(0.2, true)],
                    )
                },
                &[
                    ("gradOutput", FLOATS),
                    ("self", FLOATS),
                    ("negativeSlope", SLOPES),
                    ("out", "castable"),
                ],
                computes::promoted,
                gradients::leaky_relu_slope,
            ),
            Accuracy::RoundedOnce,
            EQUAL | BROADCAST,
        ),
        row(
            "aclnnThresholdBackward",
            || {
                with(
                    broadcast(),
                    2,
                    &[&[float(0.5)], &[float(-1e30)], &[float(100.7)]],
                )
            },
            &[
                ("gradOutput", "f32 i32 f16 i8 u8 | 910B 950: + bf16"),
                ("self", "as gradOutput"),
                ("threshold", ANY),
                ("out", "as gradOutput"),
            ],
            computes::own,
            gradients::threshold_slope,
        ),
        Row {
            holds: EQUAL,
            ..row(
                "aclnnHardtanhBackward",
                || {
                    with(
                        pairs(),
                        2,
                        &[&[float(-1.0), float(2.0)], &[float(3.0), float(-3.0)]],
                    )
                },
                &[
                    ("gradOutput", SHORT),
                    ("self", "as gradOutput"),
                    ("min", ANY),
                    ("max", ANY),
                    ("out", "as gradOutput"),
                ],
                computes::own,
                gradients::hardtanh_slope,
            )
        },
        Row {
            holds: EQUAL,
            ..row(
                "aclnnHardsigmoidBackward",
                pairs,
                &[("gradOutput", SHORT), ("self", SHORT), ("out", "castable")],
                computes::promoted,
                gradients::hard_sigmoid_slope,
            )
        },
        computed(
            row(
                "aclnnHardswishBackward",
                pairs,
                SAME,
                computes::own,
                gradients::hard_swish_slope,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnHardswishBackwardV2",
                pairs,
                SAME,
                computes::own,
                gradients::hard_swish_slope_v2,
            ),
            MATH,
            EQUAL,
        ),
    ]
}
