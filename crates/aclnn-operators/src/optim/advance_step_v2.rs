//! `aclnnAdvanceStepV2`: a step of decoding in a paged cache with proposed tokens. Source: ops-nn, `optim/advance_step`.

use crate::contract::steps::{self, Paged, ProposedTokens};
use crate::prelude::*;

/// Adds `acceptedNum` and 1 to the positions of each sequence, makes its lengths one more, its slots `block blockSize + p % blockSize` for the block of
/// `blockTables` at `p / blockSize`, and its tokens the last one of `sampledTokenIds` before a -1, and those of `specToken`.
#[aclnn(generated)]
fn aclnnAdvanceStepV2(
    input_tokens: ConstInOut,
    sampled_token_ids: Input,
    input_positions: ConstInOut,
    seq_lens: ConstInOut,
    slot_mapping: ConstInOut,
    block_tables: Input,
    spec_token: Input,
    accepted_num: Input,
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
        proposed: Some(ProposedTokens {
            spec_token: &spec_token,
            accepted_num: &accepted_num,
        }),
    };
    steps::advance(&paged, [num_seqs, num_queries, block_size])
}
