//! Steps of decoding in a paged cache.

use super::needs_chip;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::advance_step::{self, Extents, Proposed, Step};
use crate::tensor::Dtype;

/// The tensors of a step.
pub struct Paged<'a> {
    /// See [`Step`].
    pub input_tokens: &'a InOut,
    /// See [`Step`].
    pub sampled_token_ids: &'a Input,
    /// See [`Step`].
    pub input_positions: &'a InOut,
    /// See [`Step`].
    pub seq_lens: &'a InOut,
    /// See [`Step`].
    pub slot_mapping: &'a InOut,
    /// See [`Step`].
    pub block_tables: &'a Input,
    /// See [`Step`].
    pub proposed: Option<ProposedTokens<'a>>,
}

/// Tokens that are proposed.
pub struct ProposedTokens<'a> {
    /// See [`Proposed`].
    pub spec_token: &'a Input,
    /// See [`Proposed`].
    pub accepted_num: &'a Input,
}

/// Most sequences where no tokens are proposed.
const MOST: i64 = 200_000_000;

impl Paged<'_> {
    fn tensors(&self) -> Vec<&TensorArg> {
        let mut tensors: Vec<&TensorArg> = vec![
            self.input_tokens,
            self.sampled_token_ids,
            self.input_positions,
            self.seq_lens,
            self.slot_mapping,
            self.block_tables,
        ];
        if let Some(proposed) = &self.proposed {
            tensors.extend([proposed.spec_token as &TensorArg, proposed.accepted_num]);
        }
        tensors
    }

    /// Refuses numbers and shapes that do not fit together.
    fn extents(&self, [sequences, queries, block_size]: [i64; 3]) -> Result<Extents> {
        let numbers = [
            ("numSeqs", sequences),
            ("numQueries", queries),
            ("blockSize", block_size),
        ];
        for (name, number) in numbers {
            if number < 1 {
                return Err(Error::value(name, number, "1 or more"));
            }
        }
        let (mut count, mut tokens) = (queries, 1);
        if let Some(ProposedTokens {
            spec_token: proposed,
            accepted_num: accepted,
        }) = self.proposed
        {
            proposed.rank_in(2..=2)?;
            proposed.shape_is(&[sequences, proposed.shape()[1]], "a row for each sequence")?;
            accepted.shape_is(&[sequences], "one for each sequence")?;
            (count, tokens) = (sequences, proposed.shape()[1].saturating_add(1));
        } else if queries >= sequences || sequences >= MOST {
            let allowed = format!("above `numQueries`, which is {queries}, and below {MOST}");
            return Err(Error::value("numSeqs", sequences, allowed));
        }
        let all = sequences.saturating_mul(tokens);
        let written: [&TensorArg; 4] = [
            self.input_tokens,
            self.input_positions,
            self.seq_lens,
            self.slot_mapping,
        ];
        for tensor in written {
            let of_one = self.proposed.is_none() && tensor.shape() == [sequences, 1];
            if !of_one {
                tensor.shape_is(&[all], "one for each token of each sequence")?;
            }
        }
        self.sampled_token_ids
            .shape_is(&[count, tokens], "the tokens that were drawn")?;
        self.block_tables.rank_in(2..=2)?;
        let blocks = self.block_tables.shape()[1];
        self.block_tables
            .shape_is(&[sequences, blocks], "a row for each sequence")?;
        Ok(Extents {
            sequences: sequences as usize,
            queries: count as usize,
            tokens: tokens as usize,
            blocks: blocks as usize,
            block_size,
        })
    }
}

/// Plans a step by the numbers of sequences, of those that go on, and of slots of a block.
pub fn advance(paged: &Paged, numbers: [i64; 3]) -> Planned {
    for tensor in paged.tensors() {
        tensor.dtype_is(Dtype::I64)?;
    }
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let extents = paged.extents(numbers).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let read = |of: &ProposedTokens| -> Result<_> {
        Ok(Proposed {
            spec_token: of.spec_token.read()?,
            accepted_num: of.accepted_num.read()?,
        })
    };
    let step = Step {
        input_tokens: paged.input_tokens.update()?,
        sampled_token_ids: paged.sampled_token_ids.read()?,
        input_positions: paged.input_positions.update()?,
        seq_lens: paged.seq_lens.update()?,
        slot_mapping: paged.slot_mapping.update()?,
        block_tables: paged.block_tables.read()?,
        proposed: paged.proposed.as_ref().map(read).transpose()?,
    };
    Ok(advance_step::advance(extents, step)?)
}
