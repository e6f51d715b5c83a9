//! Optimisers.

use hostnpu::tensor::Dtype;

use self::samples::{
    adam, adam_w, adam_w_quant, adam_w_v2, decoding, ema_adam, fused_adam, fused_adam_w, fused_sgd,
    keras,
};
use super::samples::read;
use super::{EMPTY, IN_PLACE, RANK_0, RANK_8, Row, STRIDED, computes, entry};
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
    vec![
        Row::new("aclnnApplyAdamW", adam_w)
            .accepts(&[
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
            ])
            .computes(computes::own)
            .whole(optim::adam_w)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnApplyAdamWV2", adam_w_v2)
            .accepts(&[
                ("varRef", TYPES),
                ("mRef", TYPES),
                ("vRef", TYPES),
                ("maxGradNormOptionalRef", TYPES),
                ("grad", TYPES),
                ("step", "f32 i64"),
            ])
            .computes(computes::own)
            .whole(optim::adam_w_v2)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnFusedAdamw", fused_adam_w)
            .accepts(&[
                ("paramsRef", TYPES),
                ("grads", "as paramsRef"),
                ("expAvgsRef", "as paramsRef"),
                ("expAvgSqsRef", "as paramsRef"),
                ("maxExpAvgSqsRef", "as paramsRef"),
                ("stateSteps", "f32 i64"),
                ("gradScaleOptional", "f32"),
                ("foundInfOptional", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::fused_adam_w)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(STRIDED | RANK_0 | RANK_8),
        Row::new("aclnnFusedAdam", fused_adam)
            .accepts(&[
                ("paramsRef", TYPES_950),
                ("gradsRef", "as paramsRef"),
                ("expAvgsRef", "as paramsRef"),
                ("expAvgSqsRef", "as paramsRef"),
                ("maxExpAvgSqsRef", "as paramsRef"),
                ("stateSteps", "f32 i64"),
                ("gradScaleOptional", "f32"),
                ("foundInfOptional", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::fused_adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(STRIDED | RANK_0 | RANK_8),
        Row::new("aclnnApplyAdamWQuant", adam_w_quant)
            .accepts(&[
                ("varRef", TYPES_910B),
                ("grad", "as varRef"),
                ("mRef", "u8"),
                ("vRef", "u8"),
                ("qmapM", "f32"),
                ("qmapV", "f32"),
                ("absmaxMRef", "f32"),
                ("absmaxVRef", "f32"),
                ("step", "i64"),
            ])
            .whole(optim::adam_w_quant)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1]),
        Row::new("aclnnApplyAdam", adam)
            .accepts(&[
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
            ])
            .computes(computes::own)
            .whole(optim::adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnApplyFusedEmaAdam", ema_adam)
            .accepts(&[
                ("grad", TYPES_910B),
                ("varRef", "as grad"),
                ("mRef", "as grad"),
                ("vRef", "as grad"),
                ("sRef", "as grad"),
                ("step", "i64"),
            ])
            .computes(computes::own)
            .whole(optim::ema_adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnApplyKerasMomentum", keras)
            .accepts(&[
                ("varRef", TYPES_950),
                ("accum", "as varRef"),
                ("lr", "f32"),
                ("grad", "as varRef"),
                ("momentum", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::keras_momentum)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnFusedSgd", fused_sgd)
            .accepts(&[
                ("paramsRef", TYPES),
                ("gradsRef", "as paramsRef"),
                ("momentumBufferListOptionalRef", "as paramsRef"),
                ("gradScaleOptional", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::fused_sgd)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnAdvanceStep", || decoding(false))
            .accepts(&[
                ("inputTokens", PAGED),
                ("sampledTokenIds", PAGED),
                ("inputPositions", PAGED),
                ("seqLens", PAGED),
                ("slotMapping", PAGED),
                ("blockTables", PAGED),
            ])
            .computes(computes::own)
            .whole(optim::advance_step),
        Row::new("aclnnAdvanceStepV2", || decoding(true))
            .accepts(&[
                ("inputTokens", PAGED),
                ("sampledTokenIds", PAGED),
                ("inputPositions", PAGED),
                ("seqLens", PAGED),
                ("slotMapping", PAGED),
                ("blockTables", PAGED),
                ("specToken", PAGED),
                ("acceptedNum", PAGED),
            ])
            .computes(computes::own)
            .whole(optim::advance_step_v2),
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
