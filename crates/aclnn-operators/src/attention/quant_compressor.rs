//! `aclnnQuantCompressor`: groups of quantised tokens as one; on Ascend950. Source: ops-transformer, `attention/quant_compressor`.

use crate::contract::compressor::Tokens;
use crate::device::soc::Generation;
use crate::ops::Arg;
use crate::ops::compressor::{Compressor, Scaled, compressor};
use crate::prelude::*;

/// As `aclnnCompressor` of HIFLOAT8 tokens and weights: products are multiplied by `xDescaleOptional[0]` and by a number for each channel in `wkvDescaleOptional` and `wgateDescaleOptional`, FLOAT. `quantMode` is 1; `cmpKvOut` is BFLOAT16.
#[aclnn]
fn aclnnQuantCompressor(
    x: Input,
    wkv: Input,
    wgate: Input,
    state_cache_ref: InOut,
    ape: Input,
    x_descale_optional: Input,
    wkv_descale_optional: Input,
    wgate_descale_optional: Input,
    state_block_table_optional: Input,
    cu_seqlens_optional: Option<Input>,
    seqused_optional: Option<Input>,
    start_pos_optional: Option<Input>,
    quant_mode: i64,
    cmp_ratio: i64,
    coff: i64,
    cache_mode: i64,
    _state_cache_stride_dim0: i64,
    cmp_kv_out: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    let tokens = Tokens {
        x: &x,
        weights: [&wkv, &wgate],
        starts: &cu_seqlens_optional,
        used: &seqused_optional,
        positions: &start_pos_optional,
        ratio: cmp_ratio,
        overlap: coff,
    };
    tokens.types(only_950(&[Hifloat8]), &[])?;
    cmp_kv_out.dtype_is(Bf16)?;
    ape.dtype_is(F32)?;
    if quant_mode != 1 {
        return Err(Error::value("quantMode", quant_mode, "1").into());
    }
    let (grouping, means, channels) = tokens.shapes()?;
    ape.shape_is(
        &[cmp_ratio, channels],
        "the channels of each position of a group",
    )?;
    cmp_kv_out.shape_is(&means, "a row for each group")?;
    let factor = |tensor: &Input, count: i64| -> Result<Arg> {
        tensor.dtype_is(F32)?;
        tensor.shape_is(&[count], "a factor of `x`, or of each channel")?;
        tensor.read()
    };
    let x_scale = factor(&x_descale_optional, 1)?;
    let scaled = |weight: &Input, scale: &Input| -> Result<Scaled> {
        Ok(Scaled {
            weight: weight.read()?,
            scale: Some(factor(scale, channels)?),
        })
    };
    let (states, table) = (&state_cache_ref, &state_block_table_optional);
    let cache = tokens.cache(states, table, cache_mode, channels)?;
    let all = Compressor {
        x: x.read()?,
        x_scale: Some(x_scale),
        values: scaled(&wkv, &wkv_descale_optional)?,
        scores: scaled(&wgate, &wgate_descale_optional)?,
        bias: ape.read()?,
        cache,
        lengths: tokens.lengths()?,
        grouping,
        out: cmp_kv_out.write()?,
        parts: None,
    };
    Ok(compressor(all)?)
}
