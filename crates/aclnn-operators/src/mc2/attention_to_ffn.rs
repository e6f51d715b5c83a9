//! `aclnnAttentionToFFN`: tokens of a worker of attention go into the memory of workers of experts; on Ascend910_93. Source: ops-transformer, `mc2/attention_to_ffn`.
//!
//! | argument | shape | data type | strided |
//! |---|---|---|---|
//! | `x` | `[1, Bs, H]` | FLOAT16, BFLOAT16 | yes |
//! | `sessionId`, `microBatchId`, `layerId` | `[1]` | INT32 | yes |
//! | `expertIds` | `[1, Bs, K]` | INT32 | yes |
//! | `expertRankTable` | `[1, moeExpertNum + shared experts, M]`: the number of an expert's instances, then the rank and local number of each | INT32 | yes |
//! | `scales` | `[1, moeExpertNum + shared experts, H]`, or null | FLOAT | yes |
//! | `activeMask` | `[1, Bs]`, or null | BOOL | yes |

use crate::contract::moe::{extents, within};
use crate::contract::ranks::number_in;
use crate::contract::windows_of_workers::{fits, ranks, refused, shape};
use crate::device::soc::Generation;
use crate::ops::workers::{AttentionToFfn, BEFORE, Layout, attention_to_ffn, sent_bytes};
use crate::prelude::*;

const ROWS: Dtypes = on_910(&[]).and_910b_only(&[F16, Bf16]);
const INT32: Dtypes = on_910(&[]).and_910b_only(&[I32]);
const FLOAT: Dtypes = on_910(&[]).and_910b_only(&[F32]);
const BOOL: Dtypes = on_910(&[]).and_910b_only(&[Bool]);

/// Writes each token, once for each of its experts and each shared one, into the memory of the rank that has the instance of the expert which the session chooses (`sessionId` modulo the number of instances): the rows at (session, micro batch, token, expert) of `ffnTokenDataShape` (sessions, micro batches,
/// Bs, experts of a token, elements of a row), and the local number of each expert behind two words, a mark and the layer, in `ffnTokenInfoTableShape` (sessions, micro batches, 2 + rows). Marks are 1 when all has come: of all ranks from `ffnStartRankId` on (`syncFlag` 0) or of those with tokens (1). It waits for
/// marks of 1 there to be taken. `quantMode` 2: rows are INT8 with a scale behind them at the next multiple of 32 bytes. Tokens that `activeMask` hides, the last ones, get marks in this rank's own memory, `attnTokenInfoTableShape` (micro batches, Bs, experts of a token).
#[aclnn]
fn aclnnAttentionToFFN(
    x: Input,
    session_id: Input,
    micro_batch_id: Input,
    layer_id: Input,
    expert_ids: Input,
    expert_rank_table: Input,
    scales: Option<Input>,
    active_mask: Option<Input>,
    group: Text,
    world_size: i64,
    ffn_token_info_table_shape: Ints,
    ffn_token_data_shape: Ints,
    attn_token_info_table_shape: Ints,
    moe_expert_num: i64,
    quant_mode: i64,
    sync_flag: i64,
    ffn_start_rank_id: i64,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    x.dtype_in(ROWS)?;
    let numbers = [&session_id, &micro_batch_id, &layer_id];
    for tensor in numbers.into_iter().chain([&expert_ids, &expert_rank_table]) {
        tensor.dtype_in(INT32)?;
    }
    if let Some(scales) = &scales {
        scales.dtype_in(FLOAT)?;
    }
    if let Some(mask) = &active_mask {
        mask.dtype_in(BOOL)?;
    }
    let shapes = || -> Result<_> {
        let (of_rank, windows) = ranks(&group, world_size)?;
        within("moeExpertNum", moe_expert_num, 1..=1024)?;
        number_in("quantMode", quant_mode, &[0, 2])?;
        number_in("syncFlag", sync_flag, &[0, 1])?;
        let is_quantised = quant_mode == 2;
        let [batches, tokens, width] = extents::<3>(&x)?;
        if batches != 1 || tokens < 1 || width < 1 {
            return Err(x.shape_refused("1 micro batch, tokens, elements"));
        }
        for tensor in numbers {
            tensor.shape_is(&[1], "a number")?;
        }
        let [_, _, top_k] = extents::<3>(&expert_ids)?;
        if !(1..=moe_expert_num).contains(&top_k) {
            let allowed = format!("1 to {moe_expert_num} experts of each token");
            return Err(expert_ids.shape_refused(allowed));
        }
        expert_ids.shape_is(&[1, tokens, top_k], "the experts of each token")?;
        let [layers, experts, entry] = extents::<3>(&expert_rank_table)?;
        let shared = experts - moe_expert_num;
        if layers != 1 || !(0..=4).contains(&shared) || entry < 3 {
            let allowed = format!(
                "1 layer, {moe_expert_num} experts and 0 to 4 shared ones, 3 or more numbers of each"
            );
            return Err(expert_rank_table.shape_refused(allowed));
        }
        if let Some(scales) = &scales {
            if !is_quantised {
                let allowed = "null without quantisation";
                return Err(Error::value("scales", "a tensor", allowed));
            }
            scales.shape_is(&[1, experts, width], "factors for each expert")?;
        }
        if let Some(mask) = &active_mask {
            mask.shape_is(&[1, tokens], "one for each token")?;
        }
        let choices = top_k + shared;
        let [sessions, batches, words] = shape(
            &ffn_token_info_table_shape,
            "sessions, micro batches, words",
        )?;
        let rows = tokens * choices;
        let before = BEFORE as i64;
        if !(1..world_size).contains(&sessions) || words < before + rows {
            let allowed = format!(
                "fewer sessions than the {world_size} ranks, and {} or more words: {before} and one for each token and expert",
                before + rows
            );
            return Err(refused(&ffn_token_info_table_shape, allowed));
        }
        let of_data = shape::<5>(
            &ffn_token_data_shape,
            "sessions, micro batches, tokens, experts, elements",
        )?;
        let least = sent_bytes(width as usize, is_quantised) as i64;
        let size = if is_quantised { 1 } else { 2 };
        let stride = of_data[4].saturating_mul(size);
        if of_data[..4] != [sessions, batches, tokens, choices] || stride < least {
            let elements = least / size;
            let allowed =
                format!("[{sessions}, {batches}, {tokens}, {choices}, {elements} or more]");
            return Err(refused(&ffn_token_data_shape, allowed));
        }
        let own = [batches, tokens, choices];
        let what = "micro batches, tokens, experts";
        if shape::<3>(&attn_token_info_table_shape, what)? != own {
            return Err(refused(&attn_token_info_table_shape, format!("{own:?}")));
        }
        within("ffnStartRankId", ffn_start_rank_id, 0..=sessions)?;
        let [rows, stride] = [rows, stride].map(|number| number as u64);
        let ffn = Layout {
            places: (sessions as u64).saturating_mul(batches as u64),
            words: words as u64,
            rows,
            stride,
        };
        let attention = Layout {
            places: batches as u64,
            words: rows,
            rows: 0,
            stride: 0,
        };
        let first = ffn_start_rank_id as usize;
        Ok(AttentionToFfn {
            moe_experts: moe_expert_num as usize,
            sessions: [sessions, batches].map(|number| number as usize),
            ffn: fits(&ffn_token_data_shape, ffn)?,
            attention: fits(&attn_token_info_table_shape, attention)?,
            ffn_ranks: first..first + (world_size - sessions) as usize,
            rank: of_rank.rank() as usize,
            is_quantised,
            tells_all: sync_flag == 0,
            windows,
            x: x.read()?,
            session_id: session_id.read()?,
            micro_batch_id: micro_batch_id.read()?,
            layer_id: layer_id.read()?,
            expert_ids: expert_ids.read()?,
            expert_rank_table: expert_rank_table.read()?,
            scales: scales.as_ref().map(|scales| scales.read()).transpose()?,
            active_mask: active_mask.as_ref().map(|mask| mask.read()).transpose()?,
        })
    };
    Ok(attention_to_ffn(
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?,
    )?)
}
