//! Operators of the vendor's category `quant`: numbers are stored in few bits, beside the scales by which they were divided.

#![forbid(unsafe_code)]

mod blocks;
mod columns;
mod dynamic_quant;
mod given;
mod groups;
mod normed;
mod row;
mod rows;
mod swiglu;
mod target;
mod words;

pub use crate::engine::codes::quantised;
pub use blocks::{DynamicBlockQuant, dynamic_block_quant};
pub use dynamic_quant::{DynamicQuant, Range, dynamic_quant};
pub use given::{By, Given, given};
pub use hostnpu_kernels::quantised::{Quantised, RoundMode};
pub use normed::{Normed, NormedRule, RmsNormQuant, rms_norm_quant};
pub use swiglu::{GatedRule, GroupList, SwigluQuant, Unit, swiglu_quant};
pub use target::Apply;
pub use words::{ScaleWords, host_scale_words, scale_word, scale_words};
