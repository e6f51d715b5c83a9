//! Optimisers.

use hostnpu::tensor::Dtype;

use self::samples::{
    adam, adam_w, adam_w_quant, adam_w_v2, decoding, ema_adam, fused_adam, fused_adam_w, fused_sgd,
    keras,
};
use super::samples::read;
use super::{
    Accuracy, EMPTY, Holds, IN_PLACE, RANK_0, RANK_8, Reference, Row, STRIDED, computes, entry,
};
use crate::argument::{Argument, Contents, Tensor};
use crate::bounds;
use crate::call::call;
use crate::reference::optim;

mod samples;

const TYPES: &str = "f32 f16 | 910B 950: + bf16";
const TYPES_950: &str = "none | 950: f32 f16 bf16";
const TYPES_910B: &str = "none | 910B 950: f32 f16 bf16";

const PAGED: &str = "none | 910B 950: i64";

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
