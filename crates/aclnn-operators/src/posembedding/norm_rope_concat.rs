//! `aclnnNormRopeConcat`: heads of images and texts, normalised, joined and rotated. Source: ops-transformer, `posembedding/norm_rope_concat`.

use crate::contract::joined_heads::{Modes, Rows, columns, source};
use crate::ops::posembedding::{JoinedHeads, NormRopeConcat, norm_rope_concat};
use crate::prelude::*;

/// Normalises the rows of `query` and `key`, (B, S, N, D), by `normType`, and those of `encoderQuery` and `encoderKey` by `normAddedType`: 0 not at all, 1 mean and deviation, 2 with weights and biases, 3 root of
/// the mean of squares, 4 with weights. Joins both along the sequence, the second one first if `concatOrder` is 1, to (B, N, S, D), and rotates the first tokens, as many as `ropeSin` and `ropeCos`, (S', D),
/// have: `ropeType` 1 neighbours, 2 both halves, 0 none. Values are joined only. `isTraining` writes means and reciprocal deviations of types 1 and 2. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnNormRopeConcat(
    query: Input,
    key: Input,
    value: Input,
    encoder_query: Option<Input>,
    encoder_key: Option<Input>,
    encoder_value: Option<Input>,
    norm_query_weight: Option<Input>,
    norm_query_bias: Option<Input>,
    norm_key_weight: Option<Input>,
    norm_key_bias: Option<Input>,
    norm_added_query_weight: Option<Input>,
    norm_added_query_bias: Option<Input>,
    norm_added_key_weight: Option<Input>,
    norm_added_key_bias: Option<Input>,
    rope_sin: Option<Input>,
    rope_cos: Option<Input>,
    norm_type: i64,
    norm_added_type: i64,
    rope_type: i64,
    concat_order: i64,
    eps: f64,
    is_training: bool,
    query_output: ConstOutput,
    key_output: ConstOutput,
    value_output: ConstOutput,
    norm_query_mean: Option<ConstOutput>,
    norm_query_rstd: Option<ConstOutput>,
    norm_key_mean: Option<ConstOutput>,
    norm_key_rstd: Option<ConstOutput>,
    norm_added_query_mean: Option<ConstOutput>,
    norm_added_query_rstd: Option<ConstOutput>,
    norm_added_key_mean: Option<ConstOutput>,
    norm_added_key_rstd: Option<ConstOutput>,
) -> Planned {
    let inputs = [
        Some(&query),
        Some(&key),
        Some(&value),
        encoder_query.as_ref(),
        encoder_key.as_ref(),
        encoder_value.as_ref(),
        norm_query_weight.as_ref(),
        norm_query_bias.as_ref(),
        norm_key_weight.as_ref(),
        norm_key_bias.as_ref(),
        norm_added_query_weight.as_ref(),
        norm_added_query_bias.as_ref(),
        norm_added_key_weight.as_ref(),
        norm_added_key_bias.as_ref(),
        rope_sin.as_ref(),
        rope_cos.as_ref(),
    ];
    query.dtype_in(SHORT_SINCE_910B)?;
    inputs
        .into_iter()
        .flatten()
        .try_for_each(|other| other.same_dtype(&query))?;
    for output in [&query_output, &key_output, &value_output] {
        output.same_dtype(&query)?;
    }
    let modes = Modes::new(norm_type, norm_added_type, rope_type, concat_order, 4)?;
    let sin_and_cos = modes.angles(rope_sin.as_ref(), rope_cos.as_ref())?;
    let statistics = [
        [&norm_query_mean, &norm_query_rstd],
        [&norm_added_query_mean, &norm_added_query_rstd],
        [&norm_key_mean, &norm_key_rstd],
        [&norm_added_key_mean, &norm_added_key_rstd],
    ];
    let weights = [
        [&norm_query_weight, &norm_query_bias],
        [&norm_added_query_weight, &norm_added_query_bias],
        [&norm_key_weight, &norm_key_bias],
        [&norm_added_key_weight, &norm_added_key_bias],
    ];
    let rows = [
        [Some(&query), encoder_query.as_ref()],
        [Some(&key), encoder_key.as_ref()],
        [Some(&value), encoder_value.as_ref()],
    ];
    let outputs = [&query_output, &key_output, &value_output];
    let plan = || {
        let mut tensors = Vec::new();
        for (number, (both, output)) in rows.into_iter().zip(outputs).enumerate() {
            let shape = Rows::of(&query, both)?;
            output.shape_is(
                &shape.joined(),
                "sequences, heads, tokens of both and elements",
            )?;
            let mut sources = [None, None];
            for (k, rows) in both.into_iter().enumerate() {
                let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
                    continue;
                };
                let mut own = source(Some(rows.read()?));
                if number < 2 {
                    let at = 2 * number + k;
                    let [weight, bias] = weights[at].map(Option::as_ref);
                    let norm = if k == 0 { norm_type } else { norm_added_type };
                    if norm % 2 == 0 && norm > 0 {
                        own.weight = Some(columns(weight, shape.width, "a weight")?);
                    }
                    if norm == 2 {
                        own.bias = Some(columns(bias, shape.width, "a bias")?);
                    }
                    if is_training && matches!(norm, 1 | 2) {
                        let write = |out: &Option<ConstOutput>| -> Result<Option<ops::Arg>> {
                            let Some(out) = out else {
                                return Ok(None);
                            };
                            out.dtype_in(on_all(&[F32]))?;
                            out.shape_is(&shape.statistics(k), "a number for each row")?;
                            out.write().map(Some)
                        };
                        [own.mean, own.rstd] =
                            [write(statistics[at][0])?, write(statistics[at][1])?];
                    }
                }
                sources[k] = Some(own);
            }
            tensors.push(JoinedHeads {
                sources,
                tokens: shape.tokens,
                joined: output.write()?,
                is_computed: number < 2,
            });
        }
        norm_rope_concat(NormRopeConcat {
            tensors,
            sin_and_cos: sin_and_cos
                .map(|[sin, cos]| Ok::<_, Error>([sin.read()?, cos.read()?]))
                .transpose()?,
            norms: modes.norms,
            mode: modes.mode,
            is_text_first: modes.is_text_first,
            epsilon: eps,
        })
    };
    let is_of_shapes = |reason: &Reason| !matches!(reason, Reason::Dtype { .. });
    plan().code_if(is_of_shapes, ACLNN_ERR_INNER_TILING_ERROR)
}
