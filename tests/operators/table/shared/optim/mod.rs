//! Optimisers.

use hostnpu::tensor::Dtype;

use self::samples::{adam_w, adam_w_quant, ema_adam, fused_adam, fused_adam_w, fused_sgd};
use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::table::entry;

pub mod samples;

pub const TYPES: &str = "f32 f16 | 910B 950: + bf16";
pub const TYPES_950: &str = "none | 950: f32 f16 bf16";
pub const TYPES_910B: &str = "none | 910B 950: f32 f16 bf16";

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
