//! Gradients that take weights.

use super::*;

/// Logits with both factors, with one, and with none, and each reduction.
pub fn targets() -> Vec<Vec<Argument>> {
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

pub fn rows() -> Vec<Row> {
    const TYPES: &str = "f32 f16 bf16";
    vec![
        Row::new("aclnnBinaryCrossEntropyWithLogitsTargetBackward", targets)
            .accepts(&[
                ("gradOutput", TYPES),
                ("self", TYPES),
                ("target", TYPES),
                ("weightOptional", TYPES),
                ("posWeightOptional", TYPES),
                ("gradTarget", "as target"),
            ])
            .computes(|arguments| {
                let mut types = arguments.iter().flat_map(Argument::tensors);
                let target = arguments["target"].dtype()?;
                Some(if types.all(|tensor| tensor.dtype == target) {
                    target
                } else {
                    Dtype::F32
                })
            })
            .elements(gradients::target_slope)
            .accuracy(MATH)
            .holds(EQUAL),
        Row::new("aclnnPrelu", || {
            let mut samples = single();
            let weights = [&[1, 4][..], &[1], &[51]];
            for (sample, shape) in samples.iter_mut().zip(weights) {
                sample.insert(1, read(Dtype::F32, shape, &[0.25, -1.5, 3.0]));
            }
            samples
        })
        .accepts(&[
            ("self", SHORT),
            ("weight", SHORT),
            ("out", "castable: f32 f16 | 910B 950: + bf16"),
        ])
        .computes(computes::promoted)
        .whole(crate::reference::gated::prelu)
        .holds(super::super::STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnPreluBackward", || {
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
        })
        .accepts(&[
            ("gradOutput", "as self"),
            ("self", SHORT),
            ("weight", "as self"),
            ("gradInput", "as self"),
            ("gradWeight", "as self"),
        ])
        .computes(|arguments| arguments["self"].dtype())
        .whole(crate::reference::gated::prelu_gradients)
        .holds(Holds(1)),
    ]
}
