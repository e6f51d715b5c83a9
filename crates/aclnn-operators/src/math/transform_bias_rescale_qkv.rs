//! `aclnnTransformBiasRescaleQkv`: queries, keys and values of the heads of an attention. Source: ops-math, `math/transform_bias_rescale_qkv`.

use crate::abi::aclnn::prelude::*;
use crate::device::soc::Generation;
use crate::ops::Role;
use crate::ops::arithmetic::{ADD, MUL};
use crate::ops::sequence::Sequence;
use crate::tensor::Value;

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
    let (dtype, shape) = (qkv.dtype()?, [members, num_heads, rows, head]);
    let mut all = Sequence::new([qkv.read()?, qkv_bias.read()?, q?, k?, v?]);
    let [x, bias, q, k, v] = [0, 1, 2, 3, 4].map(|at| all.operand(at));
    // An output may lie where `qkv` does: they are written when all of it is read.
    let (queries, keys) = (all.temporary(F64, &shape)?, all.temporary(dtype, &shape)?);
    let parts = [(F64, queries.clone()), (dtype, keys.clone()), (dtype, v)];
    for (part, (compute, output)) in parts.into_iter().enumerate() {
        let of_part = x.view.layout.split(2, 3, each).picked(2, part as i64);
        let of_heads = of_part.split(2, num_heads, head).permuted(&[0, 2, 1, 3]);
        let of_bias = bias.view.layout.split(0, 3, each).picked(0, part as i64);
        let of_bias = of_bias.split(0, num_heads, head).with_axis(1);
        let (x, bias) = (all.viewed(&x, of_heads)?, all.viewed(&bias, of_bias)?);
        all.then(pointwise::binary(&ADD, compute, &[], x, bias, output)?)?;
    }
    let factor = Value::new(f64::from(1.0 / (head as f32).sqrt()));
    let queries = queries.with_role(Role::Input);
    all.then(pointwise::binary(&MUL, F64, &[], queries, factor, q)?)?;
    all.then(pointwise::copy(keys.with_role(Role::Input), k)?)?;
    Ok(all.finish())
}
