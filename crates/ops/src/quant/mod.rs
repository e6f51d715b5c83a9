//! Operators of the vendor's category `quant`: numbers are stored in few bits, beside the scales by which they were divided.

#![forbid(unsafe_code)]

mod after_rows;
mod blocks;
mod columns;
mod dual_level;
mod dynamic_quant;
mod fake;
mod gated_mx;
mod gelu;
mod given;
mod groups;
mod maxima;
mod normed;
mod rotated;
mod row;
mod rows;
mod scaling;
mod swiglu;
mod swiglu_gradient;
mod target;
mod words;

pub use after_rows::{GroupNormQuant, RmsNormGradQuant, group_norm_quant, rms_norm_grad_quant};
pub use blocks::{DynamicBlockQuant, dynamic_block_quant};
pub use dual_level::{DualLevelMxQuant, dual_level_mx_quant};
pub use dynamic_quant::{DynamicQuant, Range, dynamic_quant};
pub use fake::{FakeQuant, fake_quant};
pub use gated_mx::{Blocks, GatedMxQuant, gated_mx_quant};
pub use gelu::{GeluQuant, gelu_quant};
pub use given::{By, Given, given};
pub use hostnpu_engine::codes::quantised;
pub use hostnpu_kernels::activations::Activation;
pub use hostnpu_kernels::quantised::{Quantised, RoundMode};
pub use maxima::{QuantMax, quant_max};
pub use normed::{Adapted, NormQuant, Normed, NormedRule, norm_quant};
pub use rotated::{FlatQuant, RotateQuant, Scales, flat_quant, rotate_quant};
pub use scaling::BlockRule;
pub use swiglu::{GatedRule, GroupList, SwigluQuant, Unit, swiglu_quant};
pub use swiglu_gradient::{SwigluGroupGradient, swiglu_group_gradient};
pub use target::Apply;
pub use words::{ScaleWords, host_scale_words, scale_word, scale_words, scales_of_words};
