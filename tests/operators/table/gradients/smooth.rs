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
        Row {
            except: MIXED,
            ..computed(
                row(
                    "aclnnGeluBackward",
                    broadcast,
                    &[
                        ("gradOutput", SHORT),
                        ("self", SHORT),
                        ("gradInput", "standard"),
                    ],
                    computes::promoted,
                    gradients::gelu_tanh_slope,
                ),
                MATH,
                EQUAL | BROADCAST,
            )
        },
        Row {
            except: MIXED,
            ..computed(
                row(
                    "aclnnGeluBackwardV2",
                    || {
                        with(
                            broadcast(),
                            2,
                            &[&[Argument::Text("none")], &[Argument::Text("tanh")]],
                        )
                    },
                    &[
                        ("gradOutput", SHORT),
                        ("self", SHORT),
                        ("gradInput", "result"),
                    ],
                    computes::promoted,
                    gradients::gelu_slope_by_name,
                ),
                MATH,
                any_rank | BROADCAST,
            )
        },
        computed(
            row(
                "aclnnFastGeluBackward",
                pairs,
                &[
                    ("gradOutput", LATER),
                    ("self", "as gradOutput"),
                    ("gradInput", "as gradOutput"),
                ],
                computes::own,
                gradients::fast_gelu_slope,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnSiluBackward",
                pairs,
                &[
                    ("gradOutput", SHORT),
                    ("self", "as gradOutput | 950: f32 f16 bf16"),
                    ("gradInput", "as gradOutput | 950: result"),
                ],
                own_or_f32,
                gradients::swish_slope,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnSwishBackward",
                || with(pairs(), 2, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]]),
                &[
                    ("gradOutput", SHORT),
                    ("self", "as gradOutput"),
                    ("betaOptional", REALS),
                    ("gradInput", "as gradOutput"),
                ],
                computes::own,
                gradients::swish_slope,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnSoftplusBackward",
                || {
                    let sets = [[1.3, 5.0], [-0.7, 1.0], [0.0, 3.0]].map(|set| set.map(float));
                    with(pairs(), 2, &sets.each_ref().map(|set| &set[..]))
                },
                &[
                    ("gradOutput", FLOATS),
                    (
                        "self",
                        "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                    ),
                    ("beta", ANY),
                    ("threshold", ANY),
                    ("gradInput", FLOATS),
                ],
                own_or_f32,
                gradients::softplus_slope,
            ),
            MATH,
            EQUAL,
        ),
        Row {
            samples: || {
                let mut samples = with(pairs(), 2, &[&[read(Dtype::F32, &[1], &[1.0])]]);
                samples.truncate(3);
                samples
            },
            // `buffer` has a shape of its own.
            holds: any_rank.without(EMPTY).without(OVERLAP),
            except: &[("values all", "`buffer` is not an operand")],
            ..computed(
                row(
                    "aclnnLogSigmoidBackward",
                    pairs,
                    &[
                        ("gradOutput", SHORT),
                        ("self", "as gradOutput"),
                        ("buffer", "any"),
                        ("gradInput", "as gradOutput"),
                    ],
                    computes::own,
                    gradients::log_sigmoid_slope,
                ),
                MATH,
                any_rank,
            )
        },
        computed(
            row(
                "aclnnMishBackward",
                broadcast,
                &[("gradOutput", SHORT), ("self", SHORT), ("gradInput", SHORT)],
                computes::promoted,
                gradients::mish_slope,
            ),
            MATH,
            EQUAL | BROADCAST,
        ),
        computed(
            row(
                "aclnnSigmoidBackward",
                broadcast,
                &[
                    ("gradOutput", NUMBERS),
                    ("output", NUMBERS_EVERYWHERE),
                    ("gradInput", "castable: f32 f16 f64 bf16 c64 c128"),
                ],
                computes::promoted,
                gradients::sigmoid_slope,
            ),
            Accuracy::Bounds("sigmoid_slope"),
            EQUAL | BROADCAST,
        ),
        computed(
            row(
                "aclnnTanhBackward",
                broadcast,
                &[
                    ("gradOutput", FLOATS),
                    ("output", "as gradOutput"),
                    ("gradInput", "as gradOutput"),
                ],
                computes::own,
                gradients::tanh_slope,
            ),
            MATH,
            EQUAL | BROADCAST,
        ),
        computed(
            row(
                "aclnnEluBackward",
                || {
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
                },
                &[
                    ("gradOutput", SHORT),
                    ("alpha", REALS),
                    ("scale", REALS),
                    ("inputScale", REALS),
                    ("selfOrResult", "as gradOutput"),
                    ("gradInput", "castable"),
                ],
                computes::own,
                gradients::elu_slope,
            ),
            MATH,
            EQUAL,
        ),
        computed(
            row(
                "aclnnSeluBackward",
                pairs,
                &[
                    ("gradOutput", "f32 f16 i32 i8 | 910B 950: + bf16"),
                    ("result", "as gradOutput"),
                    ("gradInput", "as gradOutput"),
                ],
                computes::own,
                gradients::selu_slope,
            ),
            MATH,
            any_rank,
        ),
        computed(
            row(
                "aclnnLogitGrad",
                || {
                    with(
                        pairs(),
                        2,
                        &[
                            &[Argument::Float(-1.0)],
                            &[Argument::Float(0.25)],
                            &[Argument::Float(0.75)],
                        ],
                    )
                },
                &[("x", LATER), ("dy", "as x"), ("out", "as x")],
                computes::own,
                gradients::logit_slope,
            ),
            MATH,
            EQUAL,
        ),
    ]
}
