//! `aclnnAttentionWorkerCombine`: sums of what experts return to a worker of attention; on Ascend910B and Ascend910_93. Source: ops-transformer, `attention/attention_worker_combine`.

use crate::contract::moe::{extents, within};
use crate::contract::ranks::number_in;
use crate::contract::workers::context_on;
use crate::device::soc::Generation;
use crate::ops::workers::{Combined, combine};
use crate::prelude::*;

const INT8: Dtypes = on_910(&[]).and_910b_only(&[I8]);
const FLOAT: Dtypes = on_910(&[]).and_910b_only(&[F32]);
const INT32: Dtypes = on_910(&[]).and_910b_only(&[I32]);
const HALVES: Dtypes = on_910(&[]).and_910b_only(&[F16, Bf16]);

/// Computes the sums of the rows of a micro batch, to which the context points, (BS, K, `hiddenSize`), times `expertScales` (BS, K); where `selected_expert_num` of the context is K + 1, a further row of each token is added as it is. `tokenDtype` 0: FLOAT16, 1: BFLOAT16, also of `y`. With `needSchedule` 1 it waits for the next
/// micro batch, sets its marks to 0 and makes it the latest one; with 0 it takes the latest one. `nextLayerId` gets `layerId` + 1.
#[aclnn]
fn aclnnAttentionWorkerCombine(
    schedule_context: ConstInOut,
    expert_scales: Input,
    layer_id: Input,
    hidden_size: i64,
    token_dtype: i64,
    need_schedule: i64,
    y: ConstOutput,
    next_layer_id: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    context_on(&schedule_context, INT8)?;
    expert_scales.dtype_in(FLOAT)?;
    layer_id.dtype_in(INT32)?;
    y.dtype_in(HALVES)?;
    next_layer_id.dtype_in(INT32)?;
    let shapes = || -> Result<()> {
        number_in("tokenDtype", token_dtype, &[0, 1])?;
        number_in("needSchedule", need_schedule, &[0, 1])?;
        y.dtype_is([F16, Bf16][token_dtype as usize])?;
        within("hiddenSize", hidden_size, 1..=i64::MAX)?;
        let [tokens, top_k] = extents::<2>(&expert_scales)?;
        if tokens == 0 || !(1..=64).contains(&top_k) {
            return Err(expert_scales.shape_refused("tokens, and 1 to 64 experts of each"));
        }
        layer_id.shape_is(&[1], "a number")?;
        next_layer_id.shape_is(&[1], "a number")?;
        y.shape_is(
            &[tokens, hidden_size],
            "a row of `hiddenSize` for each token",
        )
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Ok(combine(Combined {
        schedule_context: schedule_context.update()?,
        expert_scales: expert_scales.read()?,
        layer_id: layer_id.read()?,
        waits: need_schedule == 1,
        y: y.write()?,
        next_layer_id: next_layer_id.write()?,
    })?)
}
