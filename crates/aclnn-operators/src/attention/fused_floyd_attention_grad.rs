//! `aclnnFusedFloydAttentionGrad`: the gradients of `aclnnFusedFloydAttention`. Source: ops-transformer, `attention/fused_floyd_attention_grad`.

use crate::contract::floyd::Floyd;
use crate::ops::floyd_attention::FloydGradients;
use crate::prelude::*;

/// Computes the gradients by queries, keys and values of `aclnnFusedFloydAttention` of the gradient by its results, `dy`, its results, `attentionIn`, and its statistics. FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnFusedFloydAttentionGrad(
    query: Input,
    key1: Input,
    value1: Input,
    key2: Input,
    value2: Input,
    dy: Input,
    atten_mask_optional: Option<Input>,
    softmax_max: Input,
    softmax_sum: Input,
    attention_in: Input,
    scale_value: f64,
    dq_out: ConstOutput,
    dk1_out: ConstOutput,
    dv1_out: ConstOutput,
    dk2_out: ConstOutput,
    dv2_out: ConstOutput,
) -> Planned {
    let floyd = Floyd {
        query: &query,
        keys: [&key1, &key2],
        values: [&value1, &value2],
        atten_mask: atten_mask_optional.as_ref(),
        scale: scale_value,
    };
    let others: [(&TensorArg, &Input); 7] = [
        (&dy, &query),
        (&attention_in, &query),
        (&dq_out, &query),
        (&dk1_out, &key1),
        (&dv1_out, &value1),
        (&dk2_out, &key2),
        (&dv2_out, &value2),
    ];
    floyd.check([&softmax_max, &softmax_sum], &others)?;
    let gradients = FloydGradients {
        dy: dy.read()?,
        statistics: [softmax_max.read()?, softmax_sum.read()?],
        attention_in: attention_in.read()?,
        dq: dq_out.write()?,
        dkeys: [dk1_out.write()?, dk2_out.write()?],
        dvalues: [dv1_out.write()?, dv2_out.write()?],
    };
    Ok(ops::floyd_attention::gradients(floyd.read()?, gradients)?)
}
