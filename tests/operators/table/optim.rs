//! Optimisers.

use hostnpu::tensor::Dtype;

use super::samples::{POSITIVE, read};
use super::{
    Accuracy, EMPTY, Holds, IN_PLACE, RANK_0, RANK_8, Reference, Row, STRIDED, computes, entry,
};
use crate::argument::{Argument, Contents, Tensor};
use crate::bounds;
use crate::call::call;
use crate::reference::optim;

const TYPES: &str = "f32 f16 | 910B 950: + bf16";
const TYPES_950: &str = "none | 950: f32 f16 bf16";
const TYPES_910B: &str = "none | 910B 950: f32 f16 bf16";

const PAGED: &str = "none | 910B 950: i64";

const VALUES: [f64; 11] = [
    0.5, -0.25, 1.0, -1.5, 0.125, 3.0, -0.0625, 0.75, 0.001, -2.0, 0.3125,
];

/// Tensors of one type and shape: those of an odd number in `positive` are of squares.
fn tensor(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Tensor {
    let numbers: &[f64] = if positive { &POSITIVE } else { &VALUES };
    Tensor::new(
        dtype,
        shape,
        Contents::Numbers(numbers.to_vec()).of_input(number),
    )
}

fn state(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Argument {
    Argument::Tensor(tensor(dtype, shape, number, positive))
}

fn number(dtype: Dtype, value: f64) -> Argument {
    read(dtype, &[1], &[value])
}

const SHAPES: [(Dtype, &[i64]); 4] = [
    (Dtype::F32, &[3, 4]),
    (Dtype::F32, &[7, 301]),
    (Dtype::F16, &[3, 4]),
    (Dtype::Bf16, &[3, 4]),
];

const FLAGS: [[bool; 2]; 3] = [[true, false], [true, true], [false, false]];

fn adam_w() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            let numbers = [0.875, 0.96875, 0.01, 0.125, 0.875, 0.96875, 0.0009765625];
            sample.extend(numbers.map(|x| number(dtype, x)));
            sample.push(state(dtype, shape, 4, false));
            sample.push(match amsgrad {
                true => state(dtype, shape, 5, true),
                false => Argument::Null,
            });
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

fn adam_w_v2() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            sample.push(match amsgrad || k == 1 {
                true => state(dtype, shape, 5, true),
                false => Argument::Null,
            });
            sample.push(state(dtype, shape, 4, false));
            sample.push(number([Dtype::F32, Dtype::I64][k % 2], 3.0));
            sample.extend([0.01, 0.9, 0.999, 0.125, 1e-8].map(Argument::Float));
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    // Gradients shorter than parameters.
    let mut mixed = all[0].clone();
    mixed[4] = state(Dtype::Bf16, &[3, 4], 4, false);
    all.push(mixed);
    all
}

fn list(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Argument {
    let short = [2];
    let shapes = [shape, &short[..], shape];
    let tensors = shapes.iter().enumerate();
    let tensors = tensors.map(|(k, shape)| tensor(dtype, shape, number + k, positive));
    Argument::Tensors(tensors.collect())
}

fn steps(dtype: Dtype) -> Argument {
    let step = |x| Tensor::new(dtype, &[1], Contents::Numbers(vec![x]));
    Argument::Tensors([1.0, 7.0, 3.0].map(step).to_vec())
}

fn fused_adam_w() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> = [false, false, false, true]
                .into_iter()
                .enumerate()
                .map(|(k, positive)| list(dtype, shape, k, positive))
                .collect();
            sample.push(match amsgrad {
                true => list(dtype, shape, 4, true),
                false => Argument::Null,
            });
            sample.push(steps([Dtype::F32, Dtype::I64][k % 2]));
            sample.push(if amsgrad {
                number(Dtype::F32, 8.0)
            } else {
                Argument::Null
            });
            sample.push(if amsgrad {
                number(Dtype::F32, 0.0)
            } else {
                Argument::Null
            });
            sample.extend([0.01, 0.9, 0.999, 0.125, 1e-8].map(Argument::Float));
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    // Nothing is done.
    let mut found = all[0].clone();
    found[7] = number(Dtype::F32, 1.0);
    all.push(found);
    all
}

/// As for AdamW: gradients scaled in place, none scaled, one step number among several, and no list of the largest.
fn fused_adam() -> Vec<Vec<Argument>> {
    let mut all = fused_adam_w();
    let longer = |x| Tensor::new(Dtype::F32, &[2], Contents::Numbers(vec![x, 9.0]));
    all[2][5] = Argument::Tensors([1.0, 7.0, 3.0].map(longer).to_vec());
    // A list that does not count, whatever its length.
    all[2][4] = list(Dtype::F32, SHAPES[0].1, 4, true);
    if let Argument::Tensors(tensors) = &mut all[2][4] {
        tensors.pop();
    }
    all
}

fn adam() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for nesterov in [false, true] {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            let numbers = [0.81, 0.998, 0.01, 0.9, 0.999, 1e-7];
            sample.extend(numbers.map(|x| number(Dtype::F32, x)));
            sample.push(state(dtype, shape, 4, false));
            sample.extend([true, nesterov].map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

fn ema_adam() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for (mode, corrects) in [(0, true), (1, true), (1, false)] {
            let mut sample: Vec<Argument> =
                (0..5).map(|k| state(dtype, shape, k, k == 3)).collect();
            sample.push(number(Dtype::I64, 4.0));
            sample.extend([0.01, 0.95, 0.9, 0.999, 1e-8].map(Argument::Float));
            sample.extend([Argument::Int(mode), Argument::Bool(corrects)]);
            sample.push(Argument::Float(0.125));
            all.push(sample);
        }
    }
    all
}

fn keras() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for nesterov in [false, true] {
            all.push(vec![
                state(dtype, shape, 0, false),
                state(dtype, shape, 1, false),
                number(Dtype::F32, 0.01),
                state(dtype, shape, 2, false),
                number(Dtype::F32, 0.9),
                Argument::Bool(false),
                Argument::Bool(nesterov),
            ]);
        }
    }
    all
}

fn fused_sgd() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        // Momentum, dampening, scale, then Nesterov's rule, the sign, and the first step.
        for (momentum, dampening, scale, flags) in [
            (0.9, 0.25, 4.0, [false, false, false]),
            (0.9, 0.0, 0.0, [true, true, false]),
            (0.9, 0.25, 0.0, [false, false, true]),
            (0.0, 0.0, 3.0, [false, false, false]),
        ] {
            let buffer = momentum > 0.0;
            let mut sample = vec![
                list(dtype, shape, 0, false),
                list(dtype, shape, 1, false),
                if buffer {
                    list(dtype, shape, 2, false)
                } else {
                    Argument::Null
                },
                if scale > 0.0 {
                    number(Dtype::F32, scale)
                } else {
                    Argument::Null
                },
            ];
            sample.extend([0.125, momentum, 0.01, dampening].map(Argument::Float));
            sample.extend(flags.map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

/// Averages of 8 bits: a table that rises, without numbers that are the same.
fn table(first: f64) -> Argument {
    let numbers = (0..256).map(|k| {
        let part = f64::from(k) / 255.0;
        first + (1.0 - first) * part * (0.5 + 0.5 * part)
    });
    read(Dtype::F32, &[256], &numbers.collect::<Vec<f64>>())
}

fn adam_w_quant() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        let blocks = shape.iter().product::<i64>().div_euclid(256) + 1;
        let codes = |seed: i64| {
            let code = |k: i64| ((k * 37 + seed) % 256) as f64;
            read(Dtype::U8, shape, &(0..1021).map(code).collect::<Vec<f64>>())
        };
        let largest = |numbers: &[f64]| read(Dtype::F32, &[blocks], numbers);
        let mut sample = vec![
            state(dtype, shape, 0, false),
            state(dtype, shape, 4, false),
            codes(11),
            codes(5),
            table(-1.0),
            table(0.0),
            largest(&[0.5, 3.0, 1.25, 0.0]),
            largest(&[0.125, 2.0, 0.75, 1.0]),
            number(Dtype::I64, 3.0),
        ];
        let decay = [0.125, 0.0][k % 2];
        sample.extend([0.01, 0.9, 0.999, decay, 1e-8, 0.75].map(Argument::Float));
        sample.extend([Argument::Null, Argument::Int(256)]);
        all.push(sample);
    }
    // Nothing but zeros.
    let mut zeros = all[0].clone();
    zeros[1] = read(Dtype::F32, &[3, 4], &[0.0]);
    zeros[6] = read(Dtype::F32, &[1], &[0.0]);
    zeros[7] = read(Dtype::F32, &[1], &[0.0]);
    all.push(zeros);
    all
}

/// Steps of decoding: tokens, drawn tokens, positions, lengths, slots, blocks, what is proposed, and three numbers.
fn decoding(proposed: bool) -> Vec<Vec<Argument>> {
    let ints = |shape: &[i64], numbers: &[f64]| read(Dtype::I64, shape, numbers);
    let mut all = Vec::new();
    for (sequences, tokens) in [(3, 3), (40, 4), (5, 1)] {
        let count = sequences * if proposed { tokens } else { 1 };
        let queries = if proposed { sequences } else { sequences - 2 };
        let drawn = [queries, count / sequences];
        let mut sample = vec![
            ints(&[count], &[7.0]),
            ints(&drawn, &[5.0, 9.0, -1.0, 4.0, -1.0, 6.0, -1.0, -1.0, 3.0]),
            ints(&[count], &[0.0, 4.0, 11.0, 2.0, 7.0]),
            ints(&[count], &[1.0, 6.0, 3.0, 10.0, 9.0, 2.0, 0.0]),
            ints(&[count], &[1.0]),
            ints(&[sequences, 6], &[8.0, 3.0, 0.0, 5.0, 1.0, 9.0, 2.0]),
        ];
        if proposed {
            sample.push(ints(
                &[sequences, tokens - 1],
                &[11.0, 12.0, 13.0, 14.0, 15.0],
            ));
            sample.push(ints(&[sequences], &[0.0, 2.0, 1.0]));
        }
        sample.extend([sequences, queries, 3].map(Argument::Int));
        all.push(sample);
    }
    if proposed {
        // No tokens proposed: a tensor without elements.
        all.pop();
    }
    all
}

pub fn rows() -> Vec<Row> {
    let row = |name, samples, accepts, whole: fn(&[Argument]) -> _| Row {
        entry: entry(name),
        samples,
        accepts,
        computes: computes::own,
        reference: Reference::Whole(whole),
        accuracy: Accuracy::Ulp {
            f32: bounds::OPTIMISERS[0],
            f64: bounds::OPTIMISERS[1],
        },
        // Numbers of one element have the shapes of tensors in other tests.
        holds: IN_PLACE.without(EMPTY),
        except: &[],
    };
    vec![
        row(
            "aclnnApplyAdamW",
            adam_w,
            &[
                ("varRef", TYPES),
                ("mRef", "as varRef"),
                ("vRef", "as varRef"),
                ("beta1Power", "as varRef"),
                ("beta2Power", "as varRef"),
                ("lr", "as varRef"),
                ("weightDecay", "as varRef"),
                ("beta1", "as varRef"),
                ("beta2", "as varRef"),
                ("eps", "as varRef"),
                ("grad", "as varRef"),
                ("maxGradNormOptional", "as varRef"),
            ],
            optim::adam_w,
        ),
        row(
            "aclnnApplyAdamWV2",
            adam_w_v2,
            &[
                ("varRef", TYPES),
                ("mRef", TYPES),
                ("vRef", TYPES),
                ("maxGradNormOptionalRef", TYPES),
                ("grad", TYPES),
                ("step", "f32 i64"),
            ],
            optim::adam_w_v2,
        ),
        Row {
            holds: Holds(STRIDED.0 | RANK_0.0 | RANK_8.0),
            ..row(
                "aclnnFusedAdamw",
                fused_adam_w,
                &[
                    ("paramsRef", TYPES),
                    ("grads", "as paramsRef"),
                    ("expAvgsRef", "as paramsRef"),
                    ("expAvgSqsRef", "as paramsRef"),
                    ("maxExpAvgSqsRef", "as paramsRef"),
                    ("stateSteps", "f32 i64"),
                    ("gradScaleOptional", "f32"),
                    ("foundInfOptional", "f32"),
                ],
                optim::fused_adam_w,
            )
        },
        Row {
            holds: Holds(STRIDED.0 | RANK_0.0 | RANK_8.0),
            ..row(
                "aclnnFusedAdam",
                fused_adam,
                &[
                    ("paramsRef", TYPES_950),
                    ("gradsRef", "as paramsRef"),
                    ("expAvgsRef", "as paramsRef"),
                    ("expAvgSqsRef", "as paramsRef"),
                    ("maxExpAvgSqsRef", "as paramsRef"),
                    ("stateSteps", "f32 i64"),
                    ("gradScaleOptional", "f32"),
                    ("foundInfOptional", "f32"),
                ],
                optim::fused_adam,
            )
        },
        Row {
            computes: |_| None,
            holds: Holds(STRIDED.0),
            ..row(
                "aclnnApplyAdamWQuant",
                adam_w_quant,
                &[
                    ("varRef", TYPES_910B),
                    ("grad", "as varRef"),
                    ("mRef", "u8"),
                    ("vRef", "u8"),
                    ("qmapM", "f32"),
                    ("qmapV", "f32"),
                    ("absmaxMRef", "f32"),
                    ("absmaxVRef", "f32"),
                    ("step", "i64"),
                ],
                optim::adam_w_quant,
            )
        },
        row(
            "aclnnApplyAdam",
            adam,
            &[
                ("varRef", TYPES_950),
                ("m", "as varRef"),
                ("v", "as varRef"),
                ("beta1Power", "f32"),
                ("beta2Power", "f32"),
                ("lr", "f32"),
                ("beta1", "f32"),
                ("beta2", "f32"),
                ("epsilon", "f32"),
                ("grad", "as varRef"),
            ],
            optim::adam,
        ),
        row(
            "aclnnApplyFusedEmaAdam",
            ema_adam,
            &[
                ("grad", TYPES_910B),
                ("varRef", "as grad"),
                ("mRef", "as grad"),
                ("vRef", "as grad"),
                ("sRef", "as grad"),
                ("step", "i64"),
            ],
            optim::ema_adam,
        ),
        row(
            "aclnnApplyKerasMomentum",
            keras,
            &[
                ("varRef", TYPES_950),
                ("accum", "as varRef"),
                ("lr", "f32"),
                ("grad", "as varRef"),
                ("momentum", "f32"),
            ],
            optim::keras_momentum,
        ),
        row(
            "aclnnFusedSgd",
            fused_sgd,
            &[
                ("paramsRef", TYPES),
                ("gradsRef", "as paramsRef"),
                ("momentumBufferListOptionalRef", "as paramsRef"),
                ("gradScaleOptional", "f32"),
            ],
            optim::fused_sgd,
        ),
        Row {
            holds: Holds(STRIDED.0),
            accuracy: Accuracy::RoundedOnce,
            ..row(
                "aclnnAdvanceStep",
                || decoding(false),
                &[
                    ("inputTokens", PAGED),
                    ("sampledTokenIds", PAGED),
                    ("inputPositions", PAGED),
                    ("seqLens", PAGED),
                    ("slotMapping", PAGED),
                    ("blockTables", PAGED),
                ],
                optim::advance_step,
            )
        },
        Row {
            holds: Holds(STRIDED.0),
            accuracy: Accuracy::RoundedOnce,
            ..row(
                "aclnnAdvanceStepV2",
                || decoding(true),
                &[
                    ("inputTokens", PAGED),
                    ("sampledTokenIds", PAGED),
                    ("inputPositions", PAGED),
                    ("seqLens", PAGED),
                    ("slotMapping", PAGED),
                    ("blockTables", PAGED),
                    ("specToken", PAGED),
                    ("acceptedNum", PAGED),
                ],
                optim::advance_step_v2,
            )
        },
    ]
}

#[test]
fn positions_without_a_block_are_errors_of_the_stream() {
    for (name, at) in [("aclnnAdvanceStep", 3), ("aclnnAdvanceStepV2", 2)] {
        for position in [100_000.0, -5.0] {
            let mut sample = decoding(at == 2).remove(0);
            let shape = sample[at].tensors()[0].shape.clone();
            sample[at] = read(Dtype::I64, &shape, &[position]);
            let refusal = call(entry(name), &sample).unwrap_err();
            assert!(refusal.message.contains("blockTables"), "{refusal:?}");
        }
    }
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    let refused = |name: &str, sample: &[Argument], argument: &str| {
        let refusal = call(entry(name), sample).unwrap_err();
        assert_eq!(refusal.code, 161_002, "{refusal:?}");
        assert!(refusal.message.contains(argument), "{refusal:?}");
    };
    let mut sgd = fused_sgd().remove(0);
    sgd[8] = Argument::Bool(true);
    refused("aclnnFusedSgd", &sgd, "nesterov");
    sgd[8] = Argument::Bool(false);
    sgd[5] = Argument::Float(0.0);
    refused("aclnnFusedSgd", &sgd, "momentum");
    let mut adam = fused_adam_w().remove(0);
    adam[8] = Argument::Float(-1.0);
    refused("aclnnFusedAdamw", &adam, "lr");
    adam[8] = Argument::Float(0.1);
    adam[4] = Argument::Null;
    refused("aclnnFusedAdamw", &adam, "maxExpAvgSqsRef");
    let mut adam = fused_adam().remove(0);
    adam[4] = Argument::Null;
    refused("aclnnFusedAdam", &adam, "maxExpAvgSqsRef");
    adam[13] = Argument::Bool(false);
    adam[11] = Argument::Float(-0.5);
    refused("aclnnFusedAdam", &adam, "weightDecay");
    adam[11] = Argument::Float(0.5);
    adam[5] = Argument::Tensors(vec![
        Tensor::new(Dtype::F32, &[0], Contents::Numbers(vec![]));
        3
    ]);
    refused("aclnnFusedAdam", &adam, "stateSteps");
    let mut ema = ema_adam().remove(0);
    ema[11] = Argument::Int(2);
    refused("aclnnApplyFusedEmaAdam", &ema, "mode");
    let mut quantised = adam_w_quant().remove(0);
    quantised[16] = Argument::Int(128);
    refused("aclnnApplyAdamWQuant", &quantised, "blockSize");
    let mut adam = adam_w().remove(0);
    adam[11] = Argument::Null;
    let refusal = call(entry("aclnnApplyAdamW"), &adam).unwrap_err();
    assert_eq!(refusal.code, 161_001, "{refusal:?}");
}
