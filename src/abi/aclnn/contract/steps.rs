//! Steps of decoding in a paged cache.

use super::needs_chip;
use crate::abi::aclnn::argument::{InOut, Input, TensorArg};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::advance_step::{self, Extents, Step};
use crate::tensor::Dtype;

/// The tensors of a step.
pub struct Paged<'a> {
    /// See [`Step`].
    pub tokens: &'a InOut,
    /// See [`Step`].
    pub drawn: &'a Input,
    /// See [`Step`].
    pub positions: &'a InOut,
    /// See [`Step`].
    pub lengths: &'a InOut,
    /// See [`Step`].
    pub slots: &'a InOut,
    /// See [`Step`].
    pub blocks: &'a Input,
    /// See [`Step`].
    pub proposed: Option<[&'a Input; 2]>,
}

/// Most sequences where no tokens are proposed.
const MOST: i64 = 200_000_000;

impl Paged<'_> {
    fn tensors(&self) -> Vec<&TensorArg> {
        let mut tensors: Vec<&TensorArg> = vec![
            self.tokens,
            self.drawn,
            self.positions,
            self.lengths,
            self.slots,
            self.blocks,
        ];
        let proposed = self.proposed.into_iter().flatten();
        tensors.extend(proposed.map(|tensor| -> &TensorArg { tensor }));
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
        if let Some([proposed, accepted]) = self.proposed {
            proposed.rank_in(2..=2)?;
            proposed.shape_is(&[sequences, proposed.shape()[1]], "a row for each sequence")?;
            accepted.shape_is(&[sequences], "one for each sequence")?;
            (count, tokens) = (sequences, proposed.shape()[1].saturating_add(1));
        } else if queries >= sequences || sequences >= MOST {
            let allowed = format!("above `numQueries`, which is {queries}, and below {MOST}");
            return Err(Error::value("numSeqs", sequences, allowed));
        }
        let all = sequences.saturating_mul(tokens);
        let written: [&TensorArg; 4] = [self.tokens, self.positions, self.lengths, self.slots];
        for tensor in written {
            let of_one = self.proposed.is_none() && tensor.shape() == [sequences, 1];
            if !of_one {
                tensor.shape_is(&[all], "one for each token of each sequence")?;
            }
        }
        self.drawn
            .shape_is(&[count, tokens], "the tokens that were drawn")?;
        self.blocks.rank_in(2..=2)?;
        let blocks = self.blocks.shape()[1];
        self.blocks
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
    let read = |[a, b]: [&Input; 2]| -> Result<_> { Ok([a.read()?, b.read()?]) };
    let step = Step {
        tokens: paged.tokens.update()?,
        drawn: paged.drawn.read()?,
        positions: paged.positions.update()?,
        lengths: paged.lengths.update()?,
        slots: paged.slots.update()?,
        blocks: paged.blocks.read()?,
        proposed: paged.proposed.map(read).transpose()?,
    };
    Ok(advance_step::advance(extents, step)?)
}
