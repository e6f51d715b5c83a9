//! `aclnnNormRopeConcatBackward`: gradients of `aclnnNormRopeConcat`. Source: ops-transformer, `posembedding/norm_rope_concat_grad`.

use crate::contract::joined_heads::{Modes, Rows, columns, source};
use crate::ops::posembedding::{JoinedHeads, NormRopeConcat, norm_rope_concat_backward};
use crate::prelude::*;

/// Computes the gradients of `aclnnNormRopeConcat` of norm types 0, 1 and 2 by queries, keys and values of both sources, from those by the joined tensors, (B, N, S, D), and from the means and reciprocal deviations
/// that it has written; of type 2 also those by weights and biases, sums over all rows. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnNormRopeConcatBackward(
    grad_query_output: Input,
    grad_key_output: Input,
    grad_value_output: Input,
    query: Input,
    key: Input,
    encoder_query: Option<Input>,
    encoder_key: Option<Input>,
    norm_query_weight: Option<Input>,
    norm_query_mean: Option<Input>,
    norm_query_rstd: Option<Input>,
    norm_key_weight: Option<Input>,
    norm_key_mean: Option<Input>,
    norm_key_rstd: Option<Input>,
    norm_added_query_weight: Option<Input>,
    norm_added_query_mean: Option<Input>,
    norm_added_query_rstd: Option<Input>,
    norm_added_key_weight: Option<Input>,
    norm_added_key_mean: Option<Input>,
    norm_added_key_rstd: Option<Input>,
    rope_sin: Option<Input>,
    rope_cos: Option<Input>,
    norm_type: i64,
    norm_added_type: i64,
    rope_type: i64,
    concat_order: i64,
    grad_query: ConstOutput,
    grad_key: ConstOutput,
    grad_value: ConstOutput,
    grad_encoder_query: Option<ConstOutput>,
    grad_encoder_key: Option<ConstOutput>,
    grad_encoder_value: Option<ConstOutput>,
    grad_norm_query_weight: Option<ConstOutput>,
    grad_norm_query_bias: Option<ConstOutput>,
    grad_norm_key_weight: Option<ConstOutput>,
    grad_norm_key_bias: Option<ConstOutput>,
    grad_norm_added_query_weight: Option<ConstOutput>,
    grad_norm_added_query_bias: Option<ConstOutput>,
    grad_norm_added_key_weight: Option<ConstOutput>,
    grad_norm_added_key_bias: Option<ConstOutput>,
) -> Planned {
    grad_query_output.dtype_in(SHORT_SINCE_910B)?;
    let inputs = [
        Some(&grad_key_output),
        Some(&grad_value_output),
        Some(&query),
        Some(&key),
        encoder_query.as_ref(),
        encoder_key.as_ref(),
        norm_query_weight.as_ref(),
        norm_key_weight.as_ref(),
        norm_added_query_weight.as_ref(),
        norm_added_key_weight.as_ref(),
        rope_sin.as_ref(),
        rope_cos.as_ref(),
    ];
    inputs
        .into_iter()
        .flatten()
        .try_for_each(|other| other.same_dtype(&grad_query_output))?;
    let gradients = [
        [Some(&grad_query), grad_encoder_query.as_ref()],
        [Some(&grad_key), grad_encoder_key.as_ref()],
        [Some(&grad_value), grad_encoder_value.as_ref()],
    ];
    gradients
        .iter()
        .flatten()
        .flatten()
        .try_for_each(|other| other.same_dtype(&grad_query_output))?;
    let modes = Modes::new(norm_type, norm_added_type, rope_type, concat_order, 2)?;
    let sin_and_cos = modes.angles(rope_sin.as_ref(), rope_cos.as_ref())?;
    let rows = [
        [Some(&query), encoder_query.as_ref()],
        [Some(&key), encoder_key.as_ref()],
        // Values have the tokens of keys.
        [Some(&key), encoder_key.as_ref()],
    ];
    let weights = [
        &norm_query_weight,
        &norm_added_query_weight,
        &norm_key_weight,
        &norm_added_key_weight,
    ];
    let statistics = [
        [&norm_query_mean, &norm_query_rstd],
        [&norm_added_query_mean, &norm_added_query_rstd],
        [&norm_key_mean, &norm_key_rstd],
        [&norm_added_key_mean, &norm_added_key_rstd],
    ];
    let by_weights = [
        [&grad_norm_query_weight, &grad_norm_query_bias],
        [&grad_norm_added_query_weight, &grad_norm_added_query_bias],
        [&grad_norm_key_weight, &grad_norm_key_bias],
        [&grad_norm_added_key_weight, &grad_norm_added_key_bias],
    ];
    let joined = [&grad_query_output, &grad_key_output, &grad_value_output];
    let plan = || {
        let mut tensors = Vec::new();
        for (number, (both, joined)) in rows.into_iter().zip(joined).enumerate() {
            let shape = Rows::of(&query, both)?;
            joined.shape_is(
                &shape.joined(),
                "sequences, heads, tokens of both and elements",
            )?;
            let mut sources = [None, None];
            for (k, rows) in both.into_iter().enumerate() {
                let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
                    continue;
                };
                let norm = if k == 0 { norm_type } else { norm_added_type };
                let mut own = source(None);
                if let Some(out) = gradients[number][k] {
                    out.same_shape(rows)?;
                    own.dx = Some(out.write()?);
                }
                if number < 2 && norm > 0 {
                    let at = 2 * number + k;
                    own.x = Some(rows.read()?);
                    let read = |of: &Option<Input>| -> Result<Option<ops::Arg>> {
                        let Some(of) = of else {
                            return Ok(None);
                        };
                        of.dtype_in(on_all(&[F32]))?;
                        of.shape_is(&shape.statistics(k), "a number for each row")?;
                        of.read().map(Some)
                    };
                    [own.mean, own.rstd] = [read(statistics[at][0])?, read(statistics[at][1])?];
                    if norm == 2 {
                        own.weight = Some(columns(weights[at].as_ref(), shape.width, "a weight")?);
                        let write = |out: &Option<ConstOutput>| -> Result<Option<ops::Arg>> {
                            let Some(out) = out else {
                                return Ok(None);
                            };
                            out.same_dtype(&query)?;
                            out.shape_is(&[shape.width], "the elements of a row")?;
                            out.write().map(Some)
                        };
                        [own.dweight, own.dbias] =
                            [write(by_weights[at][0])?, write(by_weights[at][1])?];
                    }
                }
                sources[k] = Some(own);
            }
            tensors.push(JoinedHeads {
                sources,
                tokens: shape.tokens,
                joined: joined.read()?,
                is_computed: number < 2,
            });
        }
        norm_rope_concat_backward(NormRopeConcat {
            tensors,
            sin_and_cos: sin_and_cos
                .map(|[sin, cos]| Ok::<_, Error>([sin.read()?, cos.read()?]))
                .transpose()?,
            norms: modes.norms,
            mode: modes.mode,
            is_text_first: modes.is_text_first,
            epsilon: 0.0,
        })
    };
    let is_of_shapes = |reason: &Reason| !matches!(reason, Reason::Dtype { .. });
    plan().code_if(is_of_shapes, ACLNN_ERR_INNER_TILING_ERROR)
}
