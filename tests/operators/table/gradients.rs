//! Activation functions that are not near `max(x, 0)`, and gradients of all of them.

use hostnpu::tensor::Dtype;

use super::samples::{self, patterns, read, scalar, write};
use super::{
    Accuracy, BROADCAST, ELEMENTWISE, EMPTY, Holds, OVERLAP, RANK_8, Row, SHAPE, computes, entry,
    row,
};
use crate::argument::Argument;
use crate::call::call;
use crate::reference::gradients;

const SHORT: &str = "f32 f16 | 910B 950: + bf16";
const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
const LATER: &str = "none | 910B 950: f32 f16 bf16";
const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
const REALS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
const NUMBERS: &str = "f32 f16 f64 c64 c128 | 910B 950: + bf16";
const NUMBERS_EVERYWHERE: &str = "f32 f16 f64 bf16 c64 c128";

/// Numbers from -8 to 8, closely, with what lies beside the roots of gradients.
pub fn close() -> Vec<f64> {
    let steps = (0..1500).map(|i| f64::from(i) * 0.010_67 - 8.0);
    let roots = [
        -0.752_461_4,
        -0.751_791_5,
        -1.278_464_5,
        -1.192_431_2,
        -0.751_154_3,
        -1.5,
    ];
    let beside = |&root: &f64| [-3e-3, -1e-6, 0.0, 6e-8, 1e-5].map(|distance| root + distance);
    steps.chain(roots.iter().flat_map(beside)).collect()
}

/// One tensor to another.
pub fn single() -> Vec<Vec<Argument>> {
    let mut samples = samples::unary();
    samples[1] = vec![
        patterns(Dtype::F32, &[7, 301], 1),
        write(Dtype::F32, &[7, 301]),
    ];
    samples.push(vec![
        read(Dtype::F32, &[30, 51], &close()),
        write(Dtype::F32, &[30, 51]),
    ]);
    samples
}

/// Two tensors of one shape to a third.
pub fn pairs() -> Vec<Vec<Argument>> {
    let mut samples = samples::binary();
    let out = || write(Dtype::F32, &[30, 51]);
    let with = |first| vec![first, patterns(Dtype::F32, &[30, 51], 2), out()];
    samples[1] = with(patterns(Dtype::F32, &[30, 51], 1));
    let factors = [0.5, -1.75, 3.0, 1.1, -0.3, 1e30, 2e-30];
    let mut near = with(read(Dtype::F32, &[30, 51], &factors));
    near[1] = read(Dtype::F32, &[30, 51], &close());
    samples.push(near);
    samples
}

/// The same, and two that broadcast.
fn broadcast() -> Vec<Vec<Argument>> {
    let mut samples = pairs();
    samples.push(vec![
        patterns(Dtype::F32, &[61, 1], 1),
        patterns(Dtype::F32, &[53], 2),
        write(Dtype::F32, &[61, 53]),
    ]);
    samples
}

/// Samples with these arguments at a place, each set in turn; the large ones with the first set only.
fn with(samples: Vec<Vec<Argument>>, at: usize, sets: &[&[Argument]]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let all_or_first = if number == 0 { samples.len() } else { 1 };
        for sample in &samples[..all_or_first] {
            let mut sample = sample.clone();
            sample.splice(at..at, set.iter().cloned());
            all.push(sample);
        }
    }
    all
}

fn float(value: f64) -> Argument {
    scalar(Dtype::F32, value)
}

const MATH: Accuracy = Accuracy::Bounds("activation");
const EQUAL: Holds = ELEMENTWISE;

fn computed(row: Row, accuracy: Accuracy, holds: Holds) -> Row {
    Row {
        accuracy,
        holds,
        ..row
    }
}

/// In the type of the inputs, FLOAT for two types or integers.
fn own_or_f32(arguments: &[Argument]) -> Option<Dtype> {
    let (grad, of) = (arguments[0].dtype()?, arguments[1].dtype()?);
    Some(if grad == of { grad } else { Dtype::F32 })
}

pub fn rows() -> Vec<Row> {
    [functions(), smooth(), piecewise(), with_weights()]
        .into_iter()
        .flatten()
        .collect()
}

fn functions() -> Vec<Row> {
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

fn smooth() -> Vec<Row> {
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
            Accuracy::Bounds("sigmoid"),
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

fn piecewise() -> Vec<Row> {
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

/// Logits with both factors, with one, and with none, and each reduction.
fn targets() -> Vec<Vec<Argument>> {
    let of = |shape: &[i64], kinds: [Option<&[i64]>; 2], reduction, close_by: bool| {
        let input = |shape: &[i64], seed| match close_by {
            true => read(Dtype::F32, shape, &close()[seed as usize * 40..]),
            false => patterns(Dtype::F32, shape, seed),
        };
        let factor = |kind: Option<&[i64]>, seed| match kind {
            Some(shape) => input(shape, seed),
            None => Argument::Null,
        };
        vec![
            input(shape, 1),
            input(shape, 2),
            input(shape, 3),
            factor(kinds[0], 4),
            factor(kinds[1], 5),
            Argument::Int(reduction),
            write(Dtype::F32, shape),
        ]
    };
    vec![
        of(&[3, 4], [Some(&[3, 4]), Some(&[3, 4])], 0, true),
        of(&[30, 41], [Some(&[30, 1]), None], 1, true),
        of(&[30, 41], [None, Some(&[41])], 2, true),
        of(&[30, 41], [None, None], 0, false),
    ]
}

fn with_weights() -> Vec<Row> {
    const TYPES: &str = "f32 f16 bf16";
    vec![
        computed(
            row(
                "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
                targets,
                &[
                    ("gradOutput", TYPES),
                    ("self", TYPES),
                    ("target", TYPES),
                    ("weightOptional", TYPES),
                    ("posWeightOptional", TYPES),
                    ("gradTarget", "as target"),
                ],
                |arguments| {
                    let mut types = arguments.iter().flat_map(Argument::tensors);
                    let target = arguments[2].dtype()?;
                    Some(if types.all(|tensor| tensor.dtype == target) {
                        target
                    } else {
                        Dtype::F32
                    })
                },
                gradients::target_slope,
            ),
            MATH,
            EQUAL,
        ),
        Row {
            holds: Holds(super::STRIDED.0 | OVERLAP.0 | SHAPE.0),
            reference: super::Reference::Whole(crate::reference::gated::prelu),
            ..row(
                "aclnnPrelu",
                || {
                    let mut samples = single();
                    let weights = [&[1, 4][..], &[1], &[51]];
                    for (sample, shape) in samples.iter_mut().zip(weights) {
                        sample.insert(1, read(Dtype::F32, shape, &[0.25, -1.5, 3.0]));
                    }
                    samples
                },
                &[
                    ("self", SHORT),
                    ("weight", SHORT),
                    ("out", "castable: f32 f16 | 910B 950: + bf16"),
                ],
                computes::promoted,
                gradients::silu,
            )
        },
        Row {
            holds: Holds(1),
            reference: super::Reference::Whole(crate::reference::gated::prelu_gradients),
            ..row(
                "aclnnPreluBackward",
                || {
                    let sample = |dtype, shape: &[i64], weight: &[i64]| {
                        vec![
                            read(dtype, shape, &close()[200..]),
                            read(dtype, shape, &close()[700..]),
                            read(dtype, weight, &[0.25, -1.5, 3.0]),
                            write(dtype, shape),
                            write(dtype, if weight.len() == 1 { weight } else { &[4] }),
                        ]
                    };
                    vec![
                        sample(Dtype::F32, &[3, 4], &[4]),
                        sample(Dtype::F16, &[5, 4, 7], &[1, 4, 1]),
                        sample(Dtype::Bf16, &[5, 40], &[1]),
                        sample(Dtype::F32, &[40], &[1]),
                    ]
                },
                &[
                    ("gradOutput", "as self"),
                    ("self", SHORT),
                    ("weight", "as self"),
                    ("gradInput", "as self"),
                    ("gradWeight", "as self"),
                ],
                |arguments| arguments[1].dtype(),
                gradients::silu,
            )
        },
    ]
}

#[test]
fn gelu_v2_is_by_the_hyperbolic_tangent_for_1_only() {
    let with = |approximate| {
        let mut sample = single().remove(2);
        sample.insert(1, Argument::Int(approximate));
        call(entry("aclnnGeluV2"), &sample).unwrap()
    };
    assert_eq!(with(7), with(0));
    assert_eq!(with(-1), with(0));
    assert_ne!(with(1), with(0));
}

#[test]
fn gradients_of_gelu_take_integers_beside_floating_point() {
    for (grad, of, accepted) in [
        (Dtype::I8, Dtype::F16, true),
        (Dtype::F32, Dtype::Bool, true),
        (Dtype::F16, Dtype::Bf16, true),
        (Dtype::I8, Dtype::I32, false),
        (Dtype::F64, Dtype::F32, false),
        (Dtype::Complex64, Dtype::F32, false),
    ] {
        let mut sample = pairs().remove(0);
        sample[0].set_dtype(grad);
        sample[1].set_dtype(of);
        let result = call(entry("aclnnGeluBackward"), &sample);
        assert_eq!(result.is_ok(), accepted, "{grad} {of}: {result:?}");
    }
}

#[test]
fn what_the_vendor_refuses_is_161002() {
    let refused = |name: &str, sample: Vec<Argument>| {
        let result = call(entry(name), &sample);
        assert_eq!(result.unwrap_err().code, 161_002, "{name}");
    };
    let mut sample = pairs().remove(0);
    sample.splice(2..2, [float(-0.5), Argument::Bool(true)]);
    refused("aclnnLeakyReluBackward", sample);
    let mut sample = pairs().remove(0);
    sample.splice(
        1..1,
        [float(-1.0), float(1.0), float(1.0), Argument::Bool(true)],
    );
    refused("aclnnEluBackward", sample);
    let mut sample = pairs().remove(0);
    sample.insert(2, float(-0.5));
    refused("aclnnSoftshrinkBackward", sample);
    let mut sample = single().remove(0);
    sample.insert(1, float(-0.5));
    refused("aclnnSoftshrink", sample.clone());
    sample.insert(2, float(1.0));
    refused("aclnnShrink", sample);
    let mut sample = pairs().remove(0);
    sample.insert(2, Argument::Text("erf"));
    refused("aclnnGeluBackwardV2", sample);
    let mut sample = targets().remove(0);
    sample[5] = Argument::Int(3);
    refused("aclnnBinaryCrossEntropyWithLogitsTargetBackward", sample);
}

#[test]
fn an_empty_gradient_of_hardshrink_succeeds_whatever_its_output() {
    let sample = vec![
        read(Dtype::F32, &[0, 4], &[]),
        read(Dtype::F32, &[3, 4], &[1.0]),
        float(0.5),
        write(Dtype::F32, &[2]),
    ];
    assert!(call(entry("aclnnHardshrinkBackward"), &sample).is_ok());
}
