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
        Row::new("aclnnHardshrinkBackward", || {
            with(broadcast(), 2, &[&[float(0.5)], &[float(-3.0)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("lambd", ANY),
            ("gradInput", SHORT),
        ])
        .computes(computes::promoted)
        .elements(gradients::shrink_slope),
        Row::new("aclnnSoftshrinkBackward", || {
            with(broadcast(), 2, &[&[float(0.5)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("lambda", ANY),
            ("gradInput", "result"),
        ])
        .computes(computes::promoted)
        .elements(gradients::shrink_slope),
        Row::new("aclnnLeakyReluBackward", || {
            let set = |slope, flag| [float(slope), Argument::Bool(flag)];
            with(
                broadcast(),
                2,
                &[&set(0.01, false), &set(-1.5, false), &set(0.2, true)],
            )
        })
        .accepts(&[
            ("gradOutput", FLOATS),
            ("self", FLOATS),
            ("negativeSlope", SLOPES),
            ("out", "castable"),
        ])
        .computes(computes::promoted)
        .elements(gradients::leaky_relu_slope)
        .holds(EQUAL | BROADCAST),
        Row::new("aclnnThresholdBackward", || {
            with(
                broadcast(),
                2,
                &[&[float(0.5)], &[float(-1e30)], &[float(100.7)]],
            )
        })
        .accepts(&[
            ("gradOutput", "f32 i32 f16 i8 u8 | 910B 950: + bf16"),
            ("self", "as gradOutput"),
            ("threshold", ANY),
            ("out", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::threshold_slope),
        Row::new("aclnnHardtanhBackward", || {
            with(
                pairs(),
                2,
                &[&[float(-1.0), float(2.0)], &[float(3.0), float(-3.0)]],
            )
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("min", ANY),
            ("max", ANY),
            ("out", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::hardtanh_slope)
        .holds(EQUAL),
        Row::new("aclnnHardsigmoidBackward", pairs)
            .accepts(&[("gradOutput", SHORT), ("self", SHORT), ("out", "castable")])
            .computes(computes::promoted)
            .elements(gradients::hard_sigmoid_slope)
            .holds(EQUAL),
        Row::new("aclnnHardswishBackward", pairs)
            .accepts(SAME)
            .computes(computes::own)
            .elements(gradients::hard_swish_slope)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnHardswishBackwardV2", pairs)
            .accepts(SAME)
            .computes(computes::own)
            .elements(gradients::hard_swish_slope_v2)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
