//! The rows of tokens in caches.

#![forbid(unsafe_code)]

use crate::Arg;
use crate::sequence::Sequence;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadIndices, Write, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::Dtype;

/// The row of each token in a cache.
pub enum Places {
    /// The row of its number.
    Own,
    /// Its slot; a token with a negative one is left out.
    Slots(Arg),
    /// Its place in the block that takes as many tokens of its sequence as a block has rows.
    Blocks {
        /// The number of each block, sequence after sequence; its tokens are left out if it is negative.
        index: Arg,
        /// The end of each sequence among all tokens; absent where sequences have the same length.
        ends: Option<Arg>,
        /// Blocks of the cache, and rows of a block.
        room: [usize; 2],
    },
}

operands! {
    struct InBlocks => InBlocksAt {
        index: ReadIndices<i64>,
        ends: Option<ReadIndices<i64>>,
        slots: Write<i64>,
    }
}

operands! {
    struct Counted => CountedAt {
        slots: Write<i64>,
    }
}

/// Finds slots of tokens by the blocks of their sequences.
struct Spread {
    index: &'static str,
    ends: &'static str,
    tokens: usize,
    /// Tokens of each sequence, where no ends are given.
    rows: usize,
    room: [usize; 2],
}

impl Spread {
    fn run(
        &self,
        index: IndexSlice<'_, i64>,
        ends: Option<IndexSlice<'_, i64>>,
        slots: &mut [i64],
    ) -> Result<()> {
        let [blocks, size] = self.room;
        let size = size.max(1);
        let (mut start, mut first, mut sequence) = (0, 0, 0);
        let count = match ends {
            Some(ends) => ends.len(),
            None => self.tokens / self.rows.max(1),
        };
        while sequence < count {
            let end = match ends {
                None => start + self.rows,
                Some(ends) => {
                    let end = ends.get(sequence);
                    let is_last = sequence + 1 == count;
                    let least = if is_last { self.tokens } else { start };
                    match usize::try_from(end) {
                        Ok(end) if (least..=self.tokens).contains(&end) => end,
                        _ => {
                            let got = format!("{end} at [{sequence}]");
                            let allowed = format!("{least} to {}, the tokens", self.tokens);
                            return Err(Error::value(self.ends, got, allowed));
                        }
                    }
                }
            };
            let tokens = end - start;
            if first + tokens.div_ceil(size) > index.len() {
                let got = format!("{} numbers", index.len());
                let allowed = format!(
                    "a number for each block of {size} tokens of a sequence: at least {}",
                    first + tokens.div_ceil(size)
                );
                return Err(Error::value(self.index, got, allowed));
            }
            for (number, slots) in slots[start..end].chunks_mut(size).enumerate() {
                let at = first + number;
                let block = index.get(at);
                if block >= blocks as i64 {
                    let got = format!("{block} at [{at}]");
                    let allowed = format!("below {blocks}, the blocks of the cache");
                    return Err(Error::value(self.index, got, allowed));
                }
                for (row, slot) in slots.iter_mut().enumerate() {
                    *slot = if block < 0 {
                        -1
                    } else {
                        block * size as i64 + row as i64
                    };
                }
            }
            first += tokens.div_ceil(size);
            (start, sequence) = (end, sequence + 1);
        }
        if start < self.tokens {
            let got = format!("ends of {start} tokens");
            return Err(Error::value(
                self.ends,
                got,
                format!("those of {}", self.tokens),
            ));
        }
        Ok(())
    }
}

/// The slot of each token, planned before anything else so that a wrong number changes nothing.
pub(super) fn slots(
    steps: &mut Sequence,
    places: Places,
    rows: usize,
    tokens: usize,
) -> Result<Arg> {
    let slots = match places {
        Places::Slots(index) => return Ok(steps.add(index)),
        _ => steps.temporary(Dtype::I64, &[tokens as i64])?,
    };
    if let Places::Blocks { index, ends, room } = places {
        let spread = Spread {
            index: index.name,
            ends: ends.as_ref().map_or("", |ends| ends.name),
            tokens,
            rows,
            room,
        };
        let operands = InBlocks {
            index: steps.add(index).into(),
            ends: ends.map(|ends| steps.add(ends).into()),
            slots: slots.clone().into(),
        };
        steps.then(kernel(operands, tokens, move |at: InBlocksAt| {
            spread.run(at.index, at.ends, at.slots)
        })?)?;
        return Ok(slots);
    }
    let operands = Counted {
        slots: slots.clone().into(),
    };
    steps.then(kernel(operands, tokens, move |at: CountedAt| {
        for (number, slot) in at.slots.iter_mut().enumerate() {
            *slot = number as i64;
        }
        Ok(())
    })?)?;
    Ok(slots)
}
