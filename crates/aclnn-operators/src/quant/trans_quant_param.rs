//! `aclnnTransQuantParam`: scales in words of 64 bits, in memory of the host.
//!
//! Source: ops-nn, `quant/trans_quant_param`.

use crate::abi::aclnn::meta::tensor::give_array;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Out};
use crate::abi::pointer::not_null;
use crate::contract::mx::refuse;
use crate::ops::quant::host_scale_words;
use crate::prelude::*;
use hostnpu_aclnn_macros::entry;

/// Returns words of 64 bits for scales and offsets, in an array that the program frees with `free`: bits 0 to 31 hold the scale, whose low 13 bits are cut, bit 46 is 1, and bits 37
/// to 45 hold the offset, rounded to an integer (of two the one further from zero) from -256 to 255. There are as many words as scales or offsets, filled up with 0 to a
/// multiple of 16 unless there is one. Null scales or outputs give 161001, no scales, or offsets without an array, 161002.
#[entry(aclnn)]
fn aclnnTransQuantParam(
    #[length(scale_size)] scale_array: Array<'_, f32>,
    scale_size: u64,
    #[length(offset_size)] offset_array: Array<'_, f32>,
    offset_size: u64,
    quant_param: Later<Out<*mut u64>>,
    quant_param_size: Later<Out<u64>>,
) -> Outcome {
    if offset_array.is_null() != (offset_size == 0) {
        let allowed = "0 if and only if offsetArray is null";
        return Ok(refuse("offsetSize", offset_size, allowed)?);
    }
    not_null("scaleArray", scale_array)?;
    if scale_size == 0 {
        return Ok(refuse("scaleSize", scale_size, "1 or more")?);
    }
    let (quant_param, quant_param_size) = (quant_param.get()?, quant_param_size.get()?);
    let offsets = offset_array.get_or_none()?;
    let scales = scale_array.get()?;
    let words = host_scale_words(scales, offsets).into_iter();
    let words: Vec<u64> = words.map(i64::cast_unsigned).collect();
    give_array(quant_param, quant_param_size, &words)
}
