//! `aclnnFFNToAttention`: rows of a worker of experts go back into the memory of workers of attention; on Ascend910_93. Source: ops-transformer, `mc2/ffn_to_attention`.
//!
//! | argument | shape | data type | strided |
//! |---|---|---|---|
//! | `x` | `[Y, H]` | FLOAT16, BFLOAT16 | yes |
//! | `sessionIds`, `microBatchIds`, `tokenIds`, `expertOffsets` | `[Y]` | INT32 | yes |
//! | `actualTokenNum` | `[1]` | INT64 | yes |
//! | `attnRankTable` | `[sessions]`, or null: sessions are ranks | INT32 | yes |

use crate::contract::moe::extents;
use crate::contract::windows_of_workers::{fits, ranks, refused, shape};
use crate::device::soc::Generation;
use crate::ops::workers::{FfnToAttention, Layout, ffn_to_attention};
use crate::prelude::*;

const ROWS: Dtypes = on_910(&[]).and_910b_only(&[F16, Bf16]);
const INT32: Dtypes = on_910(&[]).and_910b_only(&[I32]);
const INT64: Dtypes = on_910(&[]).and_910b_only(&[I64]);

/// Writes the first `actualTokenNum` rows, each into the memory of the rank that `attnRankTable` has for its session, at (micro batch, token, expert) of `tokenDataShape` (micro batches, tokens, experts of a token, elements of a row), then a mark of 1 for each in `tokenInfoTableShape` (micro batches, tokens,
/// experts). A number that is outside ends the task with an error before anything is written.
#[aclnn]
fn aclnnFFNToAttention(
    x: Input,
    session_ids: Input,
    micro_batch_ids: Input,
    token_ids: Input,
    expert_offsets: Input,
    actual_token_num: Input,
    attn_rank_table: Option<Input>,
    group: Text,
    world_size: i64,
    token_info_table_shape: Ints,
    token_data_shape: Ints,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    x.dtype_in(ROWS)?;
    let lists = [&session_ids, &micro_batch_ids, &token_ids, &expert_offsets];
    for tensor in lists.into_iter().chain(&attn_rank_table) {
        tensor.dtype_in(INT32)?;
    }
    actual_token_num.dtype_in(INT64)?;
    let shapes = || -> Result<_> {
        let (_, windows) = ranks(&group, world_size)?;
        let [rows, width] = extents::<2>(&x)?;
        if width < 1 {
            return Err(x.shape_refused("rows with elements"));
        }
        for list in lists {
            list.shape_is(&[rows], "a number for each row")?;
        }
        actual_token_num.shape_is(&[1], "a number")?;
        if let Some(table) = &attn_rank_table {
            let [sessions] = extents::<1>(table)?;
            if !(1..world_size).contains(&sessions) {
                let allowed = format!("1 or more sessions, fewer than the {world_size} ranks");
                return Err(table.shape_refused(allowed));
            }
        }
        let [batches, tokens, experts] =
            shape(&token_info_table_shape, "micro batches, tokens, experts")?;
        if batches != 1 {
            return Err(refused(&token_info_table_shape, "1 micro batch".into()));
        }
        let what = "micro batches, tokens, experts, elements";
        let of_data = shape::<4>(&token_data_shape, what)?;
        if of_data[..3] != [batches, tokens, experts] || of_data[3] < width {
            let allowed = format!("[{batches}, {tokens}, {experts}, {width} or more]");
            return Err(refused(&token_data_shape, allowed));
        }
        let of_batch = (tokens as u64).saturating_mul(experts as u64);
        let layout = Layout {
            places: batches as u64,
            words: of_batch,
            rows: of_batch,
            stride: (of_data[3] as u64).saturating_mul(2),
        };
        Ok(FfnToAttention {
            extents: [batches, tokens, experts].map(|number| number as usize),
            attention: fits(&token_data_shape, layout)?,
            ranks: world_size as usize,
            windows,
            x: x.read()?,
            session_ids: session_ids.read()?,
            micro_batch_ids: micro_batch_ids.read()?,
            token_ids: token_ids.read()?,
            expert_offsets: expert_offsets.read()?,
            actual_token_num: actual_token_num.read()?,
            attn_rank_table: attn_rank_table
                .as_ref()
                .map(|table| table.read())
                .transpose()?,
        })
    };
    Ok(ffn_to_attention(
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?,
    )?)
}
