//! `aclnnAdvanceStep`: a step of decoding in a paged cache. Source: ops-nn, `optim/advance_step`.

use crate::contract::steps::{self, Paged};
use crate::prelude::*;

/// Writes the tokens of `sampledTokenIds`, at the positions that the lengths of the sequences were, with the slots of the cache, and adds 1 to these lengths:
/// `slotMapping[i] = (blockTables[p / blockSize] + i stride) blockSize + p % blockSize` for the position `p`, where `blockTables` is taken as one row and `stride` is the length of its
/// rows. Sequences from `numQueries` on get token and position 0 and slot -1.
#[aclnn(generated)]
fn aclnnAdvanceStep(
    input_tokens: ConstInOut,
    sampled_token_ids: Input,
    input_positions: ConstInOut,
    seq_lens: ConstInOut,
    slot_mapping: ConstInOut,
    block_tables: Input,
    num_seqs: i64,
    num_queries: i64,
    block_size: i64,
) -> Planned {
    let paged = Paged {
        input_tokens: &input_tokens,
        sampled_token_ids: &sampled_token_ids,
        input_positions: &input_positions,
        seq_lens: &seq_lens,
        slot_mapping: &slot_mapping,
        block_tables: &block_tables,
        proposed: None,
    };
    steps::advance(&paged, [num_seqs, num_queries, block_size])
}
