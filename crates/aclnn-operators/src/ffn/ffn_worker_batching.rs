//! `aclnnFfnWorkerBatching`: rows that have come to a worker of experts, in the order of their experts; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `ffn/ffn_worker_batching`.

use crate::contract::moe::within;
use crate::contract::ranks::number_in;
use crate::contract::workers::context;
use crate::ops::workers::{Batching, batching};
use crate::prelude::*;

const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16, I8]);
const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);
const INT32: Dtypes = on_910(&[]).and_910b(&[I32]);
const INT64: Dtypes = on_910(&[]).and_910b(&[I64]);

/// Gathers the rows to which the context points in the order of their experts, those of an expert in the order in which they lie: `y` (Y, H), Y the product of the first three numbers of `maxOutShape` and H the fourth. `groupList` (`expertNum`, 2) gets each expert that has rows with their number, and zeros behind;
/// `sessionIds`, `microBatchIds`, `tokenIds` and `expertOffsets` (Y) where each row lies. Experts from 1000000 on are none. `tokenDtype` 0: FLOAT16, 1: BFLOAT16, 2: INT8, with a scale behind each row for `dynamicScale`. With `needSchedule` 0 it takes what `aclnnInplaceFfnWorkerScheduler` has listed, with 1 it waits for
/// the next micro batch of all sessions.
#[aclnn]
fn aclnnFfnWorkerBatching(
    schedule_context: ConstInOut,
    expert_num: i64,
    max_out_shape: Ints,
    token_dtype: i64,
    need_schedule: i64,
    layer_num: i64,
    y: ConstOutput,
    group_list: ConstOutput,
    session_ids: ConstOutput,
    micro_batch_ids: ConstOutput,
    token_ids: ConstOutput,
    expert_offsets: ConstOutput,
    dynamic_scale: ConstOutput,
    actual_token_num: ConstOutput,
) -> Planned {
    context(&schedule_context)?;
    y.dtype_in(ROWS)?;
    group_list.dtype_in(INT64)?;
    let lists = [&session_ids, &micro_batch_ids, &token_ids, &expert_offsets];
    lists
        .into_iter()
        .try_for_each(|list| list.dtype_in(INT32))?;
    dynamic_scale.dtype_in(FLOAT)?;
    actual_token_num.dtype_in(INT64)?;
    let shapes = || -> Result<()> {
        number_in("tokenDtype", token_dtype, &[0, 1, 2])?;
        number_in("needSchedule", need_schedule, &[0, 1])?;
        within("expertNum", expert_num, 1..=8192)?;
        within("layerNum", layer_num, 0..=expert_num)?;
        y.dtype_is([F16, Bf16, I8][token_dtype as usize])?;
        let refused = || {
            let got = format!("{:?}", &*max_out_shape);
            let allowed =
                "1 to 1024 sessions, 1 or more tokens, 1 to 64 experts of each, 1 or more elements";
            Error::value("maxOutShape", got, allowed)
        };
        let &[sessions, tokens, experts, width] = &*max_out_shape else {
            return Err(refused());
        };
        if !(1..=1024).contains(&sessions)
            || !(1..=64).contains(&experts)
            || tokens < 1
            || width < 1
        {
            return Err(refused());
        }
        let rows = tokens.checked_mul(sessions * experts).ok_or_else(refused)?;
        y.shape_is(&[rows, width], "the rows and elements of `maxOutShape`")?;
        group_list.shape_is(&[expert_num, 2], "two numbers for each expert")?;
        for list in lists {
            list.shape_is(&[rows], "a number for each row")?;
        }
        if token_dtype == 2 {
            dynamic_scale.shape_is(&[rows], "a scale for each row")?;
        }
        actual_token_num.shape_is(&[1], "a number")
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let dynamic_scale = dynamic_scale.write()?;
    Ok(batching(Batching {
        schedule_context: schedule_context.update()?,
        expert_num: expert_num as usize,
        scans: need_schedule == 1,
        y: y.write()?,
        group_list: group_list.write()?,
        session_ids: session_ids.write()?,
        micro_batch_ids: micro_batch_ids.write()?,
        token_ids: token_ids.write()?,
        expert_offsets: expert_offsets.write()?,
        dynamic_scale: (token_dtype == 2).then_some(dynamic_scale),
        actual_token_num: actual_token_num.write()?,
    })?)
}
