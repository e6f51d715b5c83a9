//! `aclnnBlockSparseAttentionGrad`: gradients of attention of blocks of queries to some of the blocks of keys. Source: ops-transformer, `attention/block_sparse_attention_grad`.

use crate::contract::block_sparse::{MAP_OF_GRADIENTS, Sides, TYPES, without_window};
use crate::ops::block_sparse::block_sparse_gradient;
use crate::prelude::*;

/// Writes the gradients of `query`, `key` and `value` of `aclnnBlockSparseAttention` by the gradient `dout` of its result `attentionOut`. `softmaxLse` is its logarithm; `blockSparseMaskOptional` is BOOL or UINT8. Types, layouts (BSND on Ascend950 alone), blocks and lengths are as there, but that blocks may have
/// any number of keys. Rows of no sequence have the gradient 0.
#[aclnn]
fn aclnnBlockSparseAttentionGrad(
    dout: Input,
    query: Input,
    key: Input,
    value: Input,
    attention_out: Input,
    softmax_lse: Input,
    block_sparse_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    block_shape_optional: Option<Ints>,
    actual_seq_lengths_optional: Option<Ints>,
    actual_seq_lengths_kv_optional: Option<Ints>,
    q_input_layout: MutText,
    kv_input_layout: MutText,
    num_key_value_heads: i64,
    mask_type: i64,
    scale_value: f64,
    pre_tokens: i64,
    next_tokens: i64,
    dq: Output,
    dk: Output,
    dv: Output,
) -> Planned {
    let extents = Sides {
        query: &query,
        key: &key,
        value: &value,
        types: TYPES,
        layouts: [&q_input_layout, &kv_input_layout],
        allowed: if contract::on_950() {
            &["TND", "BNSD", "BSND"]
        } else {
            &["TND", "BNSD"]
        },
        lengths: [
            &actual_seq_lengths_optional,
            &actual_seq_lengths_kv_optional,
        ],
        key_heads: num_key_value_heads,
        shape: (
            "blockShapeOptional",
            block_shape_optional
                .as_ref()
                .filter(|_| block_sparse_mask_optional.is_some()),
        ),
        atten_mask: &atten_mask_optional,
        mask_type,
        scale: scale_value,
    }
    .extents()?;
    without_window(pre_tokens, next_tokens)?;
    extents.check_sizes(&query, 1)?;
    let extents = extents.with_map(&block_sparse_mask_optional, MAP_OF_GRADIENTS)?;
    extents.check_lse(&softmax_lse, &query)?;
    for results in [&attention_out, &dout] {
        results.same_dtype(&query)?;
        results.same_shape(&query)?;
    }
    for (gradient, input) in [(&dq, &query), (&dk, &key), (&dv, &value)] {
        gradient.same_dtype(&query)?;
        gradient.same_shape(input)?;
    }
    let lse = extents.queries(softmax_lse.read()?)?;
    let results = [
        extents.queries(attention_out.read()?)?,
        extents.queries(dout.read()?)?,
    ];
    let gradients = [
        extents.queries(dq.write()?)?,
        extents.keys(dk.write()?)?,
        extents.keys(dv.write()?)?,
    ];
    Ok(block_sparse_gradient(extents.of, lse, results, gradients)?)
}
