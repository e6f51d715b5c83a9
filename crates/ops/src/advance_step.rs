//! Steps of decoding in a paged cache: the positions of the next tokens, and the slots of the cache that they get.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Update, Write, kernel, operands};

/// Operands of a step, all of INT64.
pub struct Step {
    /// Written: the tokens of each sequence.
    pub input_tokens: Arg,
    /// Tokens that were drawn.
    pub sampled_token_ids: Arg,
    /// Positions of the tokens: written, and read where tokens are proposed.
    pub input_positions: Arg,
    /// Lengths of the sequences: written, and read where no tokens are proposed.
    pub seq_lens: Arg,
    /// Written: the slots of the tokens.
    pub slot_mapping: Arg,
    /// The blocks of each sequence.
    pub block_tables: Arg,
    /// Tokens that are proposed.
    pub proposed: Option<Proposed>,
}

/// Tokens that are proposed before they are drawn.
pub struct Proposed {
    /// Those of each sequence.
    pub spec_token: Arg,
    /// Number of accepted tokens of the step before.
    pub accepted_num: Arg,
}

/// Extents of a step.
#[derive(Clone, Copy, Debug)]
pub struct Extents {
    /// Sequences.
    pub sequences: usize,
    /// Of these, those that go on; the others are filled up. All, where tokens are proposed.
    pub queries: usize,
    /// Tokens of a sequence.
    pub tokens: usize,
    /// Blocks of a sequence in the table.
    pub blocks: usize,
    /// Slots of a block.
    pub block_size: i64,
}

impl Extents {
    /// Refuses what a step cannot be of: other numbers of elements, and blocks without slots.
    fn check(&self, of: &Step) -> Result<()> {
        if self.block_size < 1 {
            return Err(Error::value("blockSize", self.block_size, "1 or more"));
        }
        if self.tokens < 1 || self.queries > self.sequences {
            let got = format!("{} of {} tokens", self.queries, self.tokens);
            let allowed = format!(
                "at most {} (`numSeqs`), of a token at least",
                self.sequences
            );
            return Err(Error::value("numQueries", got, allowed));
        }
        let all = self.sequences.saturating_mul(self.tokens);
        let written = [
            &of.input_tokens,
            &of.input_positions,
            &of.seq_lens,
            &of.slot_mapping,
        ];
        written.iter().try_for_each(|arg| arg.require_numel(all))?;
        let drawn = self.queries.saturating_mul(self.tokens);
        of.sampled_token_ids.require_numel(drawn)?;
        let blocks = self.sequences.saturating_mul(self.blocks);
        of.block_tables.require_numel(blocks)?;
        if let Some(proposed) = &of.proposed {
            proposed.spec_token.require_numel(all - self.sequences)?;
            proposed.accepted_num.require_numel(self.sequences)?;
        }
        Ok(())
    }

    /// The slot of a position: `block` says which one of the table it needs, if there is one.
    fn slot(
        &self,
        block_tables: &[i64],
        position: i64,
        block: impl Fn(i64) -> Option<usize>,
        skipped: i64,
    ) -> Result<i64> {
        let block_size = self.block_size;
        let wanted = (position >= 0).then(|| block(position / block_size));
        let Some(&first) = wanted.flatten().and_then(|at| block_tables.get(at)) else {
            let got = format!("too small for position {position} in blocks of {block_size}");
            return Err(Error::value(
                "blockTables",
                got,
                "a block for each position",
            ));
        };
        let first = first.wrapping_add(skipped).wrapping_mul(block_size);
        Ok(first.wrapping_add(position % block_size))
    }
}

operands! {
    /// A step of tokens that were drawn.
    struct Drawn => DrawnAt {
        input_tokens: Write<i64>,
        sampled_token_ids: Read<i64>,
        input_positions: Write<i64>,
        seq_lens: Update<i64>,
        slot_mapping: Write<i64>,
        block_tables: Read<i64>,
    }
}

operands! {
    /// A step of tokens that were drawn, and of those that are proposed to follow.
    struct Speculative => SpeculativeAt {
        input_tokens: Write<i64>,
        sampled_token_ids: Read<i64>,
        input_positions: Update<i64>,
        seq_lens: Write<i64>,
        slot_mapping: Write<i64>,
        block_tables: Read<i64>,
        spec_token: Read<i64>,
        accepted_num: Read<i64>,
    }
}

/// Plans a step.
pub fn advance(of: Extents, step: Step) -> Result<Call> {
    of.check(&step)?;
    let cost = of.sequences.saturating_mul(64 * of.tokens);
    let Some(proposed) = step.proposed else {
        let operands = Drawn {
            input_tokens: step.input_tokens.into(),
            sampled_token_ids: step.sampled_token_ids.into(),
            input_positions: step.input_positions.into(),
            seq_lens: step.seq_lens.into(),
            slot_mapping: step.slot_mapping.into(),
            block_tables: step.block_tables.into(),
        };
        return kernel(operands, cost, move |at: DrawnAt| drawn(of, at));
    };
    let operands = Speculative {
        input_tokens: step.input_tokens.into(),
        sampled_token_ids: step.sampled_token_ids.into(),
        input_positions: step.input_positions.into(),
        seq_lens: step.seq_lens.into(),
        slot_mapping: step.slot_mapping.into(),
        block_tables: step.block_tables.into(),
        spec_token: proposed.spec_token.into(),
        accepted_num: proposed.accepted_num.into(),
    };
    kernel(operands, cost, move |at: SpeculativeAt| speculative(of, at))
}

fn drawn(of: Extents, at: DrawnAt) -> Result<()> {
    let slot = |query: usize, position: i64| {
        // Blocks of the first sequence, moved: the vendor's formula.
        let moved = (of.blocks * query) as i64;
        let block = |number: i64| usize::try_from(number).ok();
        of.slot(at.block_tables, position, block, moved)
    };
    let queries = || at.seq_lens[..of.queries].iter().copied().enumerate();
    queries().try_for_each(|(query, position)| slot(query, position).map(drop))?;
    for query in 0..of.queries {
        let position = at.seq_lens[query];
        at.slot_mapping[query] = slot(query, position)?;
        at.input_tokens[query] = at.sampled_token_ids[query];
        at.input_positions[query] = position;
        at.seq_lens[query] = position.wrapping_add(1);
    }
    at.input_tokens[of.queries..].fill(0);
    at.input_positions[of.queries..].fill(0);
    at.slot_mapping[of.queries..].fill(-1);
    Ok(())
}

fn speculative(of: Extents, at: SpeculativeAt) -> Result<()> {
    let moved = |number: usize, position: i64| {
        let by = at.accepted_num[number / of.tokens].wrapping_add(1);
        position.wrapping_add(by)
    };
    let slot = |number: usize, position: i64| {
        let sequence = number / of.tokens;
        let own = |block: i64| {
            let inside = usize::try_from(block).ok().filter(|&n| n < of.blocks)?;
            Some(sequence * of.blocks + inside)
        };
        of.slot(at.block_tables, moved(number, position), own, 0)
    };
    let all = || at.input_positions.iter().copied().enumerate();
    all().try_for_each(|(number, position)| slot(number, position).map(drop))?;
    for (number, position) in at.input_positions.iter_mut().enumerate() {
        at.slot_mapping[number] = slot(number, *position)?;
        *position = moved(number, *position);
        at.seq_lens[number] = position.wrapping_add(1);
    }
    for (sequence, tokens) in at.input_tokens.chunks_mut(of.tokens).enumerate() {
        let drawn = &at.sampled_token_ids[sequence * of.tokens..][..of.tokens];
        // Behind the last token is -1, which stands for none.
        let least = drawn.iter().copied().chain([-1]).enumerate();
        let (end, _) = least
            .min_by_key(|&(at, token)| (token, at))
            .unwrap_or((0, -1));
        tokens[0] = drawn[end.checked_sub(1).unwrap_or(of.tokens - 1)];
        tokens[1..].copy_from_slice(&at.spec_token[sequence * (of.tokens - 1)..][..of.tokens - 1]);
    }
    Ok(())
}
