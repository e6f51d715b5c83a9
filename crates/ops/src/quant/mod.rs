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

pub use blocks::{DynamicBlockQuant, dynamic_block_quant};
pub use dynamic_quant::{DynamicQuant, Range, dynamic_quant};
pub use given::{By, Given, given};
pub use hostnpu_kernels::quantised::{Quantised, RoundMode};
pub use normed::{Normed, NormedRule, RmsNormQuant, rms_norm_quant};
pub use swiglu::{GatedRule, GroupList, SwigluQuant, Unit, swiglu_quant};
pub use target::Apply;
pub use words::{ScaleWords, host_scale_words, scale_word, scale_words};

use hostnpu_tensor::Dtype;

/// The type in which a tensor of this type stores quantised numbers: INT32 has eight numbers of four bits.
pub fn quantised(dtype: Dtype) -> Option<Quantised> {
    Some(match dtype {
        Dtype::I8 => Quantised::Int8,
        Dtype::I4 | Dtype::I32 => Quantised::Int4,
        Dtype::F8E5m2 => Quantised::E5m2,
        Dtype::F8E4m3fn => Quantised::E4m3,
        Dtype::Hifloat8 => Quantised::Hifloat8,
        _ => return None,
    })
}
