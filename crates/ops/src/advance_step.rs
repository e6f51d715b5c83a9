//! Steps of decoding in a paged cache: the positions of the next tokens, and the slots of the cache that they get.

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// What a step reads and writes, INT64 all of it.
pub struct Step {
    /// Written: the tokens of each sequence.
    pub tokens: Arg,
    /// Tokens that were drawn.
    pub drawn: Arg,
    /// Positions of the tokens: written, and read where tokens are proposed.
    pub positions: Arg,
    /// Lengths of the sequences: written, and read where no tokens are proposed.
    pub lengths: Arg,
    /// Written: the slots of the tokens.
    pub slots: Arg,
    /// The blocks of each sequence.
    pub blocks: Arg,
    /// Proposed tokens of each sequence, and how many of those before were accepted.
    pub proposed: Option<[Arg; 2]>,
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

/// Plans a step.
pub fn advance(extents: Extents, step: Step) -> Result<Call> {
    let is_proposed = step.proposed.is_some();
    let either = |updates: bool, arg| match updates {
        true => Operand::update(arg, Dtype::I64),
        false => Operand::write(arg, Dtype::I64),
    };
    let mut operands = vec![
        either(false, step.tokens),
        Operand::read(step.drawn, Dtype::I64),
        either(is_proposed, step.positions),
        either(!is_proposed, step.lengths),
        either(false, step.slots),
        Operand::read(step.blocks, Dtype::I64),
    ];
    let proposed = step.proposed.into_iter().flatten();
    operands.extend(proposed.map(|arg| Operand::read(arg, Dtype::I64)));
    dense::plan(Advance(extents), operands)
}

struct Advance(Extents);

/// The slot of a position: `block` says which one of the table it needs, if there is one.
fn slot(
    blocks: &[i64],
    block_size: i64,
    position: i64,
    block: impl Fn(i64) -> Option<usize>,
    skipped: i64,
) -> Result<i64> {
    let wanted = (position >= 0).then(|| block(position / block_size));
    let Some(&first) = wanted.flatten().and_then(|at| blocks.get(at)) else {
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

impl Kernel for Advance {
    fn cost(&self) -> usize {
        self.0.sequences.saturating_mul(64 * self.0.tokens)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let of = self.0;
        let (block_size, count) = (of.block_size, of.sequences * of.tokens);
        // SAFETY: the operands as they were planned.
        let (drawn, blocks, [tokens, positions, lengths, slots]) = unsafe {
            (
                slice::<i64>(places[1], of.queries * of.tokens),
                slice::<i64>(places[5], of.sequences * of.blocks),
                [0, 2, 3, 4].map(|k| slice_mut::<i64>(places[k], count)),
            )
        };
        let Some(&[proposed, accepted]) = places.get(6..8).and_then(<[usize]>::first_chunk) else {
            let slot = |query: usize, position: i64| {
                // Blocks of the first sequence, moved: the vendor's formula.
                let moved = (of.blocks * query) as i64;
                let block = |number: i64| usize::try_from(number).ok();
                slot(blocks, block_size, position, block, moved)
            };
            let queries = || lengths[..of.queries].iter().copied().enumerate();
            queries().try_for_each(|(query, position)| slot(query, position).map(drop))?;
            for query in 0..of.queries {
                let position = lengths[query];
                slots[query] = slot(query, position)?;
                tokens[query] = drawn[query];
                positions[query] = position;
                lengths[query] = position.wrapping_add(1);
            }
            tokens[of.queries..].fill(0);
            positions[of.queries..].fill(0);
            slots[of.queries..].fill(-1);
            return Ok(());
        };
        // SAFETY: as above.
        let (proposed, accepted) = unsafe {
            (
                slice::<i64>(proposed, of.sequences * (of.tokens - 1)),
                slice::<i64>(accepted, of.sequences),
            )
        };
        let moved = |at: usize, position: i64| {
            let by = accepted[at / of.tokens].wrapping_add(1);
            position.wrapping_add(by)
        };
        let slot = |at: usize, position: i64| {
            let own = |number: i64| {
                let inside = usize::try_from(number).ok().filter(|&n| n < of.blocks)?;
                Some(at / of.tokens * of.blocks + inside)
            };
            slot(blocks, block_size, moved(at, position), own, 0)
        };
        let all = || positions.iter().copied().enumerate();
        all().try_for_each(|(at, position)| slot(at, position).map(drop))?;
        for (at, position) in positions.iter_mut().enumerate() {
            slots[at] = slot(at, *position)?;
            *position = moved(at, *position);
            lengths[at] = position.wrapping_add(1);
        }
        for (sequence, tokens) in tokens.chunks_mut(of.tokens).enumerate() {
            let drawn = &drawn[sequence * of.tokens..][..of.tokens];
            // Behind the last token is -1, which stands for none.
            let least = drawn.iter().copied().chain([-1]).enumerate();
            let (end, _) = least
                .min_by_key(|&(at, token)| (token, at))
                .unwrap_or((0, -1));
            tokens[0] = drawn[end.checked_sub(1).unwrap_or(of.tokens - 1)];
            tokens[1..].copy_from_slice(&proposed[sequence * (of.tokens - 1)..][..of.tokens - 1]);
        }
        Ok(())
    }
}
