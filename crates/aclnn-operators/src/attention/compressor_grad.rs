//! `aclnnCompressorGrad`: the gradient of `aclnnCompressor`; on Ascend950. Source: ops-transformer, `attention/compressor_grad`.

use crate::contract::compressor::{Tokens, parts};
use crate::device::soc::Generation;
use crate::ops::compressor::{CompressorGradient, compressor_gradient};
use crate::prelude::*;

/// Writes the gradients of `aclnnCompressor` by `x`, `wkv`, `wgate` and `ape`, from that by its rows, `dCmpKv`, and the softmax and values that it has written with `gradEnabled`. What a cache held has no gradient, and tokens without a group have 0. FLOAT16 or BFLOAT16, all alike; softmax,
/// values and `dApeOut` FLOAT.
#[aclnn]
fn aclnnCompressorGrad(
    x: Input,
    wkv: Input,
    wgate: Input,
    d_cmp_kv: Input,
    softmax_score: Input,
    kv: Input,
    cu_seqlens_optional: Option<Input>,
    seqused_optional: Option<Input>,
    start_pos_optional: Option<Input>,
    cmp_ratio: i64,
    coff: i64,
    d_x_out: ConstOutput,
    d_wkv_out: ConstOutput,
    d_wgate_out: ConstOutput,
    d_ape_out: ConstOutput,
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
    let alike: [&TensorArg; 4] = [&d_cmp_kv, &d_x_out, &d_wkv_out, &d_wgate_out];
    tokens.types(only_950(&[F16, Bf16]), &alike)?;
    for tensor in [&*softmax_score, &*kv, &*d_ape_out] {
        tensor.dtype_is(F32)?;
    }
    let (grouping, means, channels) = tokens.shapes()?;
    if x.is_empty() {
        return Err(x.shape_refused("tokens").into());
    }
    d_cmp_kv.shape_is(&means, "a row for each group")?;
    for tensor in [&softmax_score, &kv] {
        tensor.shape_is(&parts(&means, grouping), "the tokens of each group")?;
    }
    d_x_out.same_shape(&x)?;
    d_wkv_out.same_shape(&wkv)?;
    d_wgate_out.same_shape(&wkv)?;
    d_ape_out.shape_is(
        &[cmp_ratio, channels],
        "the channels of each position of a group",
    )?;
    Ok(compressor_gradient(CompressorGradient {
        x: x.read()?,
        by: [wkv.read()?, wgate.read()?],
        gradient: d_cmp_kv.read()?,
        parts: [softmax_score.read()?, kv.read()?],
        lengths: tokens.lengths()?,
        grouping,
        of_x: d_x_out.write()?,
        of_weights: [d_wkv_out.write()?, d_wgate_out.write()?],
        of_bias: d_ape_out.write()?,
    })?)
}
