//! `aclnnSwinTransformerLnQkvQuant`: queries, keys and values of shifted windows. Source: ops-transformer, `ffn/swin_transformer_ln_qkv_quant`.

use crate::device::soc::Generation;
use crate::ops::swin::{Qkv, qkv};
use crate::prelude::*;

/// Computes queries, keys and values of the windows of `oriHeight` by `oriWeight` positions: `layer_norm(x) * gamma + beta`, times `quantScale`, plus `quantOffset`, is rounded to INT8; its product with `weight` (3 H, H), INT8, plus `bias`, INT32, times `dequantScale`, words of UINT64, is rounded to
/// FLOAT16. `x` is (B, oriHeight * oriWeight, H), FLOAT16, B up to 32, H = headNum * seqLength up to 1024; results are (windows, headNum, hWinSize * wWinSize, seqLength), window after window of an entry of the batch. `seqLength` is 32 or 64, `headNum` 1 to 32,
/// `hWinSize` and `wWinSize` 7 to 32 and divisors of the extents, `weightTranspose` true. On Ascend310P.
#[aclnn]
fn aclnnSwinTransformerLnQkvQuant(
    x: Input,
    gamma: Input,
    beta: Input,
    weight: Input,
    bias: Input,
    quant_scale: Input,
    quant_offset: Input,
    dequant_scale: Input,
    head_num: i64,
    seq_length: i64,
    epsilon: f64,
    ori_height: i64,
    ori_weight: i64,
    h_win_size: i64,
    w_win_size: i64,
    weight_transpose: bool,
    query_output_out: ConstOutput,
    key_output_out: ConstOutput,
    value_output_out: ConstOutput,
) -> Planned {
    let outputs = [&query_output_out, &key_output_out, &value_output_out];
    for tensor in [&x, &gamma, &beta, &quant_scale, &quant_offset] {
        tensor.dtype_is(F16)?;
    }
    weight.dtype_is(I8)?;
    bias.dtype_is(I32)?;
    dequant_scale.dtype_is(U64)?;
    outputs
        .into_iter()
        .try_for_each(|output| output.dtype_is(F16))?;
    let planned = || -> Result<Call> {
        contract::sparse::one_of("seqLength", seq_length, &[32, 64])?;
        let in_range = |name, got: i64, [least, most]: [i64; 2]| match (least..=most).contains(&got)
        {
            true => Ok(()),
            false => Err(Error::value(name, got, format!("{least} to {most}"))),
        };
        in_range("headNum", head_num, [1, 32])?;
        in_range("hWinSize", h_win_size, [7, 32])?;
        in_range("wWinSize", w_win_size, [7, 32])?;
        for (name, all, window) in [
            ("oriHeight", ori_height, h_win_size),
            ("oriWeight", ori_weight, w_win_size),
        ] {
            if all < 1 || all % window != 0 {
                let allowed = format!("a multiple of the {window} positions of a window");
                return Err(Error::value(name, all, allowed));
            }
        }
        if !weight_transpose {
            return Err(Error::value("weightTranspose", false, "true"));
        }
        let width = head_num * seq_length;
        let positions = ori_height.saturating_mul(ori_weight);
        let batch = match *x.shape() {
            [batch, own, elements] if (own, elements) == (positions, width) => batch,
            _ => return Err(x.shape_refused(format!("[B, {positions}, {width}]"))),
        };
        if !(1..=32).contains(&batch) || width > 1024 {
            return Err(x.shape_refused("B up to 32, H up to 1024"));
        }
        for tensor in [&gamma, &beta, &quant_scale, &quant_offset] {
            tensor.shape_is(&[width], "a number for each element")?;
        }
        weight.shape_is(&[3 * width, width], "columns by elements of `x`")?;
        for tensor in [&bias, &dequant_scale] {
            tensor.shape_is(&[3 * width], "a number for each column of `weight`")?;
        }
        let inner = h_win_size * w_win_size;
        let windows = batch * (positions / inner);
        let wanted = [windows, head_num, inner, seq_length];
        for output in outputs {
            output.shape_is(&wanted, "windows, heads, positions, elements")?;
        }
        let [query, key, value] = outputs;
        qkv(Qkv {
            x: x.read()?,
            norm: [gamma.read()?, beta.read()?],
            epsilon,
            codes: [quant_scale.read()?, quant_offset.read()?],
            weight: weight.read()?,
            bias: bias.read()?,
            scale: dequant_scale.read()?,
            image: [ori_height, ori_weight],
            window: [h_win_size, w_win_size],
            heads: head_num,
            outputs: [query.write()?, key.write()?, value.write()?],
        })
    };
    contract::needs_chip(&[Generation::Other]).code(ACLNN_ERR_RUNTIME_ERROR)?;
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
