//! Gradients of smooth activation functions.

use super::*;

pub fn rows() -> Vec<Row> {
    const MIXED: &[(&str, &str)] = &[
        (
            "dtypes gradOutput",
            "integers count too, beside a tensor of a type in the list: in a test of its own",
        ),
        ("dtypes self", "likewise"),
    ];
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnGeluBackward", broadcast)
            .accepts(&[
                ("gradOutput", SHORT),
                ("self", SHORT),
                ("gradInput", "standard"),
            ])
            .computes(computes::promoted)
            .elements(gradients::gelu_tanh_slope)
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
        .elements(gradients::gelu_slope_by_name)
        .accuracy(MATH)
        .holds(any_rank | BROADCAST)
        .except(MIXED),
        Row::new("aclnnFastGeluBackward", pairs)
            .accepts(&[
                ("gradOutput", LATER),
                ("self", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::fast_gelu_slope)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnSiluBackward", pairs)
            .accepts(&[
                ("gradOutput", SHORT),
                ("self", "as gradOutput | 950: f32 f16 bf16"),
                ("gradInput", "as gradOutput | 950: result"),
            ])
            .computes(own_or_f32)
            .elements(gradients::swish_slope)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnSwishBackward", || {
            with(pairs(), 2, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("betaOptional", REALS),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::swish_slope)
        .accuracy(MATH)
        .holds(EQUAL),
        Row::new("aclnnSoftplusBackward", || {
            let sets = [[1.3, 5.0], [-0.7, 1.0], [0.0, 3.0]].map(|set| set.map(float));
            with(pairs(), 2, &sets.each_ref().map(|set| &set[..]))
        })
        .accepts(&[
            ("gradOutput", FLOATS),
            (
                "self",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
            ),
            ("beta", ANY),
            ("threshold", ANY),
            ("gradInput", FLOATS),
        ])
        .computes(own_or_f32)
        .elements(gradients::softplus_slope)
        .accuracy(MATH)
        .holds(EQUAL),
        Row::new("aclnnLogSigmoidBackward", || {
            let mut samples = with(pairs(), 2, &[&[read(Dtype::F32, &[1], &[1.0])]]);
            samples.truncate(3);
            samples
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("buffer", "any"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::log_sigmoid_slope)
        .accuracy(MATH)
        // `buffer` has a shape of its own.
        .holds(any_rank.without(EMPTY).without(OVERLAP))
        .except(&[("values all", "`buffer` is not an operand")]),
        Row::new("aclnnMishBackward", broadcast)
            .accepts(&[("gradOutput", SHORT), ("self", SHORT), ("gradInput", SHORT)])
            .computes(computes::promoted)
            .elements(gradients::mish_slope)
            .accuracy(MATH)
            .holds(EQUAL | BROADCAST),
        Row::new("aclnnSigmoidBackward", broadcast)
            .accepts(&[
                ("gradOutput", NUMBERS),
                ("output", NUMBERS_EVERYWHERE),
                ("gradInput", "castable: f32 f16 f64 bf16 c64 c128"),
            ])
            .computes(computes::promoted)
            .elements(gradients::sigmoid_slope)
            .accuracy(Accuracy::Bounds("sigmoid_slope"))
            .holds(EQUAL | BROADCAST),
        Row::new("aclnnTanhBackward", broadcast)
            .accepts(&[
                ("gradOutput", FLOATS),
                ("output", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::tanh_slope)
            .accuracy(MATH)
            .holds(EQUAL | BROADCAST),
        Row::new("aclnnEluBackward", || {
            let mut samples = Vec::new();
            for (numbers, is_result) in [
                ([1.0, 1.0, 1.0], false),
                ([1.7, 0.3, 2.5], false),
                ([1.7, 0.3, 2.5], true),
                ([-1.7, 0.3, -2.5], false),
            ] {
                let mut set = numbers.map(float).to_vec();
                set.push(Argument::Bool(is_result));
                samples.extend(with(pairs(), 1, &[&set]).into_iter().take(3));
            }
            samples
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("alpha", REALS),
            ("scale", REALS),
            ("inputScale", REALS),
            ("selfOrResult", "as gradOutput"),
            ("gradInput", "castable"),
        ])
        .computes(computes::own)
        .elements(gradients::elu_slope)
        .accuracy(MATH)
        .holds(EQUAL),
        Row::new("aclnnSeluBackward", pairs)
            .accepts(&[
                ("gradOutput", "f32 f16 i32 i8 | 910B 950: + bf16"),
                ("result", "as gradOutput"),
                ("gradInput", "as gradOutput"),
            ])
            .computes(computes::own)
            .elements(gradients::selu_slope)
            .accuracy(MATH)
            .holds(any_rank),
        Row::new("aclnnLogitGrad", || {
            with(
                pairs(),
                2,
                &[
                    &[Argument::Float(-1.0)],
                    &[Argument::Float(0.25)],
                    &[Argument::Float(0.75)],
                ],
            )
        })
        .accepts(&[("x", LATER), ("dy", "as x"), ("out", "as x")])
        .computes(computes::own)
        .elements(gradients::logit_slope)
        .accuracy(MATH)
        .holds(EQUAL),
    ]
}
