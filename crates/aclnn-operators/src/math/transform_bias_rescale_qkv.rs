//! `aclnnTransformBiasRescaleQkv`: queries, keys and values of the heads of an attention. Source: ops-math, `math/transform_bias_rescale_qkv`.

use crate::device::soc::Generation;
use crate::ops::math::transform_bias_rescale_qkv::{Operands, transform_bias_rescale_qkv};
use crate::prelude::*;

/// Adds a bias to rows of queries, keys and values, divides queries by the root of the length of a head, and gives each head its rows.
#[aclnn(generated)]
fn aclnnTransformBiasRescaleQkv(
    qkv: Input,
    qkv_bias: Input,
    num_heads: i64,
    q_out: ConstOutput,
    k_out: ConstOutput,
    v_out: ConstOutput,
) -> Planned {
    let tensors = [&qkv as &TensorArg, &qkv_bias, &q_out, &k_out, &v_out];
    contract::norm::dtype_row(tensors, &[[Bf16; 5], [F16; 5], [F32; 5]])?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let outputs = [&q_out, &k_out, &v_out];
    if outputs.iter().all(|output| output.is_empty()) {
        return contract::untouched(&qkv, &outputs);
    }
    qkv.rank_in(3..=3)?;
    let [members, rows, columns] = [0, 1, 2].map(|axis| qkv.shape()[axis]);
    let each = columns / 3;
    let rules = || {
        if num_heads <= 0 || each % num_heads != 0 {
            let allowed = format!("a divisor of {each}, a third of the last extent of `qkv`");
            return Err(Error::value("numHeads", num_heads, allowed));
        }
        if columns % 3 != 0 {
            return Err(qkv.shape_refused("a multiple of 3 for the last extent"));
        }
        qkv_bias.shape_is(&[columns], "the last extent of `qkv`")
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let head = each / num_heads;
    for output in outputs {
        let shape = [members, num_heads, rows, head];
        output.shape_is(&shape, "members, heads, rows and columns of a head")?;
    }
    let [q, k, v] = outputs.map(|output| output.write());
    Ok(transform_bias_rescale_qkv(Operands {
        qkv: qkv.read()?,
        qkv_bias: qkv_bias.read()?,
        q_out: q?,
        k_out: k?,
        v_out: v?,
    })?)
}
