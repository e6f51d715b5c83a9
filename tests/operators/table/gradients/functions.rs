//! Activation functions that are not near `max(x, 0)`.

use super::*;

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnGelu", single)
            .accepts(&[("self", SHORT), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::gelu_tanh)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnGeluV2", || {
            with(single(), 1, &[&[Argument::Int(0)], &[Argument::Int(1)]])
        })
        .accepts(&[("x", SHORT), ("y", "as x")])
        .computes(computes::own)
        .elements(gradients::gelu_by_number)
        .accuracy(MATH)
        .holds(any_rank),
        Row::new("aclnnFastGelu", single)
            .accepts(&[("self", LATER), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::fast_gelu)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnSilu", single)
            .accepts(&[("self", SHORT), ("out", "as self")])
            .computes(computes::own)
            .elements(gradients::silu)
            .accuracy(MATH)
            .holds(any_rank),
        Row::new("aclnnSwish", || {
            with(single(), 1, &[&[float(1.3)], &[float(0.0)], &[float(-2.0)]])
        })
        .accepts(&[("self", SHORT), ("betaOptional", REALS), ("out", "as self")])
        .computes(computes::own)
        .elements(gradients::swish)
        .accuracy(MATH)
        .holds(EQUAL),
        Row::new("aclnnHardshrink", || {
            with(single(), 1, &[&[float(0.5)], &[float(-3.0)], &[float(2.0)]])
        })
        .accepts(&[("self", SHORT), ("lambd", ANY), ("out", SHORT)])
        .computes(computes::own)
        .elements(gradients::hardshrink),
        Row::new("aclnnSoftshrink", || {
            with(single(), 1, &[&[float(0.3)], &[float(2.0)]])
        })
        .accepts(&[("self", SHORT), ("lambd", ANY), ("out", SHORT)])
        .computes(computes::own)
        .elements(gradients::softshrink),
        Row::new("aclnnShrink", || {
            with(
                single(),
                1,
                &[&[float(0.3), float(0.7)], &[float(2.0), float(-1.0)]],
            )
        })
        .accepts(&[
            ("self", "f32 f16"),
            ("lambd", ANY),
            ("bias", ANY),
            ("out", "f32 f16"),
        ])
        .computes(computes::own)
        .elements(gradients::shrink)
        .holds(any_rank),
        Row::new("aclnnSoftplus", || {
            let sets = [[1.3, 20.0], [-0.7, 1.0], [0.0, 3.0], [5.0, f64::INFINITY]];
            let sets = sets.map(|set| set.map(float));
            with(single(), 1, &sets.each_ref().map(|set| &set[..]))
        })
        .accepts(&[
            ("self", SHORT),
            ("beta", REALS),
            ("threshold", REALS),
            ("out", "castable"),
        ])
        .computes(computes::own)
        .elements(gradients::softplus)
        .accuracy(MATH)
        .holds(EQUAL),
        Row::new("aclnnHardSigmoid", || {
            let numbers = |alpha, beta| [Argument::Float(alpha), Argument::Float(beta)];
            with(single(), 1, &[&numbers(0.2, 0.45), &numbers(-1.5, 0.1)])
        })
        .accepts(&[
            ("inputX", "none | 950: f32 f16 bf16 i32"),
            ("outputYOut", "as inputX"),
        ])
        .computes(|arguments| {
            let dtype = arguments["inputX"].dtype()?;
            Some(if dtype == Dtype::I32 {
                Dtype::F32
            } else {
                dtype
            })
        })
        .elements(gradients::hard_line)
        .holds(EQUAL.without(SHAPE).without(RANK_8)),
        Row::new("aclnnHardSwish", single)
            .accepts(&[("x", "none | 950: f32 f16 bf16"), ("yOut", "as x")])
            .computes(computes::own)
            .elements(crate::reference::rectifiers::hard_swish)
            .holds(EQUAL.without(SHAPE).without(RANK_8)),
    ]
}
