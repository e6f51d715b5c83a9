//! Slots of tokens in a cache, by index numbers of several meanings.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// Meaning of the numbers of an index tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotsOf {
    /// The slot of each token.
    Token,
    /// A slot of the block that takes as many tokens of a sequence as a block has rows, from its first row on.
    Block,
    /// The row of each token in the part of the cache that its sequence has.
    TokenOfSequence,
    /// The row of the first token of each sequence in the part of the cache that the sequence has.
    FirstOfSequence,
    /// The part of the cache that each sequence has, and the row of its first token there.
    PlaceOfSequence,
}

impl SlotsOf {
    /// Returns the number of index numbers for sequences of so many tokens and blocks of so many rows.
    pub fn count(self, sequences: usize, tokens: usize, per_block: usize) -> usize {
        match self {
            Self::Token | Self::TokenOfSequence => sequences * tokens,
            Self::Block => sequences * tokens.div_ceil(per_block.max(1)),
            Self::FirstOfSequence => sequences,
            Self::PlaceOfSequence => 2 * sequences,
        }
    }

    /// The slots of tokens in a cache of blocks and rows, by the numbers of a run.
    pub(super) fn places(
        self,
        [sequences, tokens]: [usize; 2],
        [blocks, per_block]: [usize; 2],
        index: IndexSlice<'_, i64>,
    ) -> Places<'_> {
        Places {
            kind: self,
            sequences,
            tokens,
            blocks,
            per_block,
            index,
        }
    }
}

pub(super) struct Places<'a> {
    kind: SlotsOf,
    sequences: usize,
    tokens: usize,
    blocks: usize,
    per_block: usize,
    index: IndexSlice<'a, i64>,
}

impl Places<'_> {
    /// Number `at` is below this.
    fn limit(&self, at: usize) -> usize {
        let first = (self.per_block + 1).saturating_sub(self.tokens);
        match self.kind {
            SlotsOf::Token | SlotsOf::Block => self.blocks.saturating_mul(self.per_block),
            SlotsOf::TokenOfSequence => self.per_block,
            SlotsOf::FirstOfSequence => first,
            SlotsOf::PlaceOfSequence if at.is_multiple_of(2) => self.blocks,
            SlotsOf::PlaceOfSequence => first,
        }
    }

    /// Refuses numbers that name no slot; negative ones too, unless they are of tokens that are left out.
    pub fn check(&self, name: &'static str, skips_negative: bool) -> Result<()> {
        let by_sequence = matches!(
            self.kind,
            SlotsOf::TokenOfSequence | SlotsOf::FirstOfSequence
        );
        if by_sequence && self.sequences > self.blocks {
            let got = format!("{} sequences", self.sequences);
            let allowed = format!("at most {}, as the cache has", self.blocks);
            return Err(Error::value(name, got, allowed));
        }
        for (at, number) in self.index.iter().enumerate() {
            let limit = self.limit(at);
            if number < limit as i64 && (number >= 0 || skips_negative) {
                continue;
            }
            let allowed = match (limit, skips_negative) {
                (0, _) => "none: the cache has no such row".into(),
                (_, false) => format!("0 to {}", limit - 1),
                (_, true) => format!(
                    "0 to {}, or a negative number for what is left out",
                    limit - 1
                ),
            };
            return Err(Error::value(name, format!("{number} at [{at}]"), allowed));
        }
        Ok(())
    }

    /// The slot of a token, if it has one.
    pub fn slot(&self, token: usize) -> Option<usize> {
        let (sequence, within) = (token / self.tokens.max(1), token % self.tokens.max(1));
        let number = |at| self.index.position(at, self.limit(at));
        match self.kind {
            SlotsOf::Token => number(token),
            SlotsOf::Block => {
                let of_sequence = self.tokens.div_ceil(self.per_block);
                let first = number(sequence * of_sequence + within / self.per_block)?;
                Some(first / self.per_block * self.per_block + within % self.per_block)
            }
            SlotsOf::TokenOfSequence => Some(sequence * self.per_block + number(token)?),
            SlotsOf::FirstOfSequence => {
                Some(sequence * self.per_block + number(sequence)? + within)
            }
            SlotsOf::PlaceOfSequence => {
                let [block, first] = [number(2 * sequence)?, number(2 * sequence + 1)?];
                Some(block * self.per_block + first + within)
            }
        }
    }
}
