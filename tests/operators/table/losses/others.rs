//! Losses of sequences, margins, points, and of classes that several devices share.

use crate::arguments::Arguments;
use crate::table::losses::LOSSES;
use hostnpu::tensor::Dtype;

use super::{Row, SHORT, numbered, varied};
use crate::argument::Argument;
use crate::reference::alignments;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, OVERLAP, STRIDED};

/// Logarithms of probabilities, some of which are the same.
fn logarithms(dtype: Dtype, shape: &[i64]) -> Argument {
    numbered(dtype, shape, 1, |i| -0.25 - (i % 61) as f64 / 16.0)
}

/// The type, steps, samples and classes, targets of each sample, steps of each, and whether targets follow each other.
type Case = (
    Dtype,
    [i64; 3],
    &'static [&'static [i64]],
    &'static [i64],
    bool,
);

const CASES: [Case; 5] = [
    (Dtype::F32, [5, 2, 4], &[&[1, 2], &[3]], &[5, 4], false),
    // Repeated classes need a blank between; none and all steps.
    (
        Dtype::F32,
        [7, 3, 5],
        &[&[1, 1, 3], &[], &[2]],
        &[7, 3, 0],
        true,
    ),
    (Dtype::F64, [6, 2, 4], &[&[3, 3], &[1, 2]], &[6, 5], true),
    (Dtype::F16, [4, 1, 3], &[&[1]], &[4], false),
    (Dtype::Bf16, [4, 2, 3], &[&[2, 1], &[1, 2]], &[4, 4], false),
];

fn ctc() -> Vec<Vec<Argument>> {
    let call = |&(dtype, shape, targets, steps, flat): &Case| {
        let longest = targets.iter().map(|target| target.len()).max().unwrap();
        let padded = |target: &&[i64]| {
            let filled = if flat { target.len() } else { longest };
            let classes = target.iter().copied().chain(std::iter::repeat(0));
            classes
                .take(filled)
                .map(|class| class as f64)
                .collect::<Vec<_>>()
        };
        let classes: Vec<f64> = targets.iter().flat_map(padded).collect();
        let extents = match flat {
            true => vec![classes.len() as i64],
            false => vec![targets.len() as i64, longest as i64],
        };
        let lengths = targets.iter().map(|target| target.len() as i64).collect();
        vec![
            logarithms(dtype, &shape),
            read(Dtype::I64, &extents, &classes),
            Argument::Ints(steps.to_vec()),
            Argument::Ints(lengths),
            Argument::Int(0),
            Argument::Bool(true),
            write(dtype, &shape[1..2]),
            write(dtype, &[shape[1], shape[0], 2 * longest as i64 + 1]),
        ]
    };
    CASES.iter().map(call).collect()
}

fn ctc_slopes() -> Vec<Vec<Argument>> {
    let call = |forward: Vec<Argument>| {
        let of = &forward[0].tensors()[0];
        let (dtype, shape) = (of.dtype, of.shape.clone());
        let [sums, losses] = alignments::ctc_results(&Arguments::unnamed(&forward));
        let width = forward[7].tensors()[0].shape.clone();
        let mut call = vec![varied(dtype, &shape[1..2], 3)];
        call.extend(forward[..4].iter().cloned());
        call.push(read(dtype, &shape[1..2], &losses));
        call.push(read(dtype, &width, &sums));
        call.extend([Argument::Int(0), Argument::Bool(true)]);
        call.push(write(dtype, &shape));
        call
    };
    ctc().into_iter().map(call).collect()
}

fn margins() -> Vec<Vec<Argument>> {
    let labels = [
        2.0, 0.0, -1.0, 1.0, 1.0, 3.0, 3.0, -1.0, 1.0, -1.0, 0.0, 2.0, 0.0,
    ];
    let call = |dtype, shape: &[i64], of: Dtype, reduction, out: &[i64]| {
        vec![
            varied(dtype, shape, 1),
            read(of, shape, &labels),
            Argument::Int(reduction),
            write(dtype, out),
            write(dtype, shape),
        ]
    };
    vec![
        call(Dtype::F32, &[3, 4], Dtype::I64, 0, &[3]),
        call(Dtype::F32, &[17, 5], Dtype::I32, 1, &[]),
        call(Dtype::F32, &[4], Dtype::I64, 7, &[1]),
        call(Dtype::F16, &[7, 5], Dtype::I64, 0, &[7]),
        call(Dtype::Bf16, &[7, 5], Dtype::I64, 2, &[]),
    ]
}

fn points() -> Vec<Vec<Argument>> {
    let call = |dtype, batches: i64, counts: [i64; 2]| {
        let of = |set: usize| [batches, counts[set], 2];
        let nearest = |set: usize| {
            let other = counts[1 - set];
            let numbers: Vec<f64> = (0..97).map(|i| (i * 31 % other) as f64).collect();
            read(Dtype::I32, &[batches, counts[set]], &numbers)
        };
        vec![
            varied(dtype, &of(0), 1),
            varied(dtype, &of(1), 2),
            nearest(0),
            nearest(1),
            varied(dtype, &[batches, counts[0]], 3),
            varied(dtype, &[batches, counts[1]], 4),
            write(dtype, &of(0)),
            write(dtype, &of(1)),
        ]
    };
    vec![
        call(Dtype::F32, 2, [3, 3]),
        call(Dtype::F32, 3, [40, 7]),
        call(Dtype::F16, 2, [5, 9]),
    ]
}

fn sums() -> Vec<Vec<Argument>> {
    let call = |dtype, rows: i64, logits: Option<i64>| {
        let sums = numbered(Dtype::F32, &[rows], 2, |i| 1.0 + i as f64 / 16.0);
        let logits_shape = [rows, logits.unwrap_or(1)];
        vec![
            numbered(Dtype::F32, &[rows], 1, |i| 4.0 + i as f64 / 512.0),
            sums,
            varied(Dtype::F32, &[rows], 3),
            Argument::Float(0.0),
            Argument::Null,
            Argument::Null,
            logits.map_or(Argument::Null, |_| varied(dtype, &logits_shape, 4)),
            write(Dtype::F32, &[rows]),
            write(Dtype::F32, &logits_shape),
        ]
    };
    vec![
        call(Dtype::F32, 5, Some(7)),
        call(Dtype::Bf16, 17, Some(33)),
        call(Dtype::F32, 9, None),
    ]
}

fn parts() -> Vec<Vec<Argument>> {
    let call = |dtype, leading: &[i64], start: i64, length: i64| {
        let shape = [leading, &[length]].concat();
        let out = |dtype, shape: &[i64]| write(dtype, shape);
        vec![
            varied(dtype, &shape, 1),
            read(Dtype::I32, leading, &[3.0, 17.0, 40.0, 20.0, 33.0]),
            numbered(dtype, leading, 2, |i| 4.0 + i as f64 / 512.0),
            Argument::Int(start),
            Argument::Int(start + length),
            out(Dtype::F32, leading),
            out(Dtype::F32, leading),
            out(Dtype::F32, &shape),
            out(Dtype::I32, leading),
            out(Dtype::I32, leading),
        ]
    };
    vec![
        call(Dtype::F32, &[3], 0, 16),
        call(Dtype::F32, &[2, 3], 16, 24),
        call(Dtype::Bf16, &[7], 16, 32),
    ]
}

pub fn rows() -> Vec<Row> {
    const PROBABILITIES: &str = "f32 f64 | 910B 950: + f16 bf16";
    const TARGETS: (&str, &str) = ("targets", "i64 i32 bool f32 f16");
    const AS: &str = "as logProbs";
    // Of DOUBLE, exponentials lose the digits that logarithms have before the point, and differences lose more.
    let of_steps = Accuracy::Ulp {
        f32: 0.51,
        f64: 1024.0,
    };
    vec![
        Row::new("aclnnCtcLoss", ctc)
            .accepts(&[
                ("logProbs", PROBABILITIES),
                TARGETS,
                ("negLogLikelihoodOut", AS),
                ("logAlphaOut", AS),
            ])
            .whole(alignments::ctc)
            .accuracy(of_steps),
        Row::new("aclnnCtcLossBackward", ctc_slopes)
            .accepts(&[
                ("gradOut", AS),
                ("logProbs", PROBABILITIES),
                TARGETS,
                ("negLogLikelihood", AS),
                ("logAlpha", AS),
                ("out", AS),
            ])
            .whole(alignments::ctc_slope)
            .accuracy(of_steps)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnMultilabelMarginLoss", margins)
            .accepts(&[
                ("self", SHORT),
                ("target", "i64 i32"),
                ("out", "as self"),
                ("isTarget", "as self"),
            ])
            .whole(alignments::margins)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnChamferDistanceBackward", points)
            .accepts(&[
                ("xyz1", "none | 910B 950: f32 f16"),
                ("xyz2", "none | 910B 950: f32 f16"),
                ("idx1", "none | 910B 950: i32"),
                ("idx2", "none | 910B 950: i32"),
                ("gradDist1", "none | 910B 950: f32 f16"),
                ("gradDist2", "none | 910B 950: f32 f16"),
                ("gradXyz1", "none | 910B 950: f32 f16"),
                ("gradXyz2", "none | 910B 950: f32 f16"),
            ])
            .whole(alignments::chamfer)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP)
            .except(&[
                ("dtypes xyz1", "the outputs have its type, else 561103"),
                ("dtypes gradXyz1", "that of `xyz1`, else 561103"),
                ("dtypes gradXyz2", "that of `xyz1`, else 561103"),
            ]),
        Row::new("aclnnFusedCrossEntropyLossWithMaxSum", sums)
            .accepts(&[
                ("logitsMax", "none | 910B 950: f32"),
                ("sumExpLogits", "none | 910B 950: f32"),
                ("predictedLogits", "none | 910B 950: f32"),
                ("inputOptional", "any"),
                ("weightOptional", "any"),
                (
                    "vocabParallelLogitsOptional",
                    "none | 910B 950: f32 f16 bf16",
                ),
                ("lossOut", "none | 910B 950: f32"),
                ("softMaxOutOptional", "none | 910B 950: f32"),
            ])
            .whole(alignments::of_sums)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnCrossEntropySumExpAndIndexLogit", parts)
            .accepts(&[
                ("vocabParallelLogits", "none | 950: f32 bf16"),
                ("target", "none | 950: i32"),
                ("globalLogitsMax", "as vocabParallelLogits"),
                ("predictedLogitsOut", "none | 950: f32"),
                ("sumExpLogitsOut", "none | 950: f32"),
                ("expLogitsOut", "none | 950: f32"),
                ("targetOffsetOut", "none | 950: i32"),
                ("targetMaskOut", "none | 950: i32"),
            ])
            .whole(alignments::part)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
    ]
}
