//! `aclnnMsaIndexScore`: the largest score of a query with the keys of each block. Source: ops-transformer, `attention/msa_index_score`.

use crate::contract::block_scores::Scored;
use crate::prelude::*;

/// Writes to `score`, FLOAT (N1, T1, columns), for each head of each row of `query` and each block of 128 keys the largest product of the query and a key that it sees, the lowest number of FLOAT where it sees none. FLOAT16 or BFLOAT16: `query` is (T1, N1, D), with `actualSeqQlenOptional` (B + 1) of INT32 where sequences
/// begin; `key` is TND (T2, N2, D) with `actualSeqKlenOptional` (B + 1), or BBND (blocks, 128, N2, D; the layout where `layoutKeyOptional` is null or empty) or BNBD (blocks, N2, 128, D) with lengths (B) and `blockTableOptional` (B, places). Keys of INT8, of FLOAT16 queries, are multiplied by `scaleOptional`, a FLOAT for each
/// key and head. With `sparseMode` 3 a query sees keys up to itself, counted from the ends of both sequences; `attenMaskOptional` (2048, 2048) of INT8 is then there, and not read. The first `initBlocks` blocks of a sequence get 1e30, then the last `localBlocks` up to `startLoc` (B) 1e29. Columns are the places
/// of the table, or of TND any number of blocks that all sequences have room in, as a multiple of 16.
#[aclnn]
fn aclnnMsaIndexScore(
    query: Input,
    key: Input,
    block_table_optional: Option<Input>,
    scale_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    actual_seq_qlen_optional: Option<Input>,
    actual_seq_klen_optional: Option<Input>,
    start_loc: Input,
    layout_key_optional: Option<MutText>,
    sparse_mode: i64,
    init_blocks: i64,
    local_blocks: i64,
    score: ConstOutput,
) -> Planned {
    let scored = Scored {
        query: &query,
        key: &key,
        block_table: &block_table_optional,
        scale: &scale_optional,
        atten_mask: &atten_mask_optional,
        lengths: [
            ("actualSeqQlenOptional", &actual_seq_qlen_optional),
            ("actualSeqKlenOptional", &actual_seq_klen_optional),
        ],
        start: &start_loc,
        layout: &layout_key_optional,
        sparse_mode,
        chosen: [("initBlocks", init_blocks), ("localBlocks", local_blocks)],
        score: &score,
    };
    scored.check()?;
    scored
        .planned(&|| score.write())
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
