//! Rows of tokens read from the blocks of a cache.

#![forbid(unsafe_code)]

use super::layout::{CacheLayout, rows_for};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    ReadBytesView, ReadIndices, Temporary, WriteBytesView, kernel, operands,
};
use hostnpu_engine::views::{View, ViewMut};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts;

/// Tokens that one thread takes at a time.
const TOKENS: usize = 64;

/// Meaning of the lengths of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Tokens of each.
    Counts,
    /// Start of each sequence, and the end of the last one.
    Sums,
}

/// Operands of [`gather`].
pub struct Gather {
    /// Caches, how they lie, and the rows that are read from them: tokens, heads, elements.
    pub caches: Vec<(Arg, CacheLayout, Arg)>,
    /// The blocks of each sequence.
    pub block_tables: Arg,
    /// Lengths of sequences.
    pub seq_lens: Arg,
    /// Meaning of the lengths.
    pub lengths: Lengths,
    /// Tokens of each sequence before the first one that is read; whole blocks of them are passed over.
    pub seq_offset: Option<Arg>,
}

operands! {
    struct Sequences => SequencesAt {
        tables: ReadIndices<i64>,
        lengths: ReadIndices<i64>,
        offsets: Option<ReadIndices<i64>>,
        starts: Temporary<i64>,
        caches: Vec<Cache>,
    }
}

operands! {
    struct Cache => CacheAt {
        cache: ReadBytesView<5, 6>,
        rows: WriteBytesView<4, 5>,
    }
}

/// Names of operands, for refusals.
#[derive(Clone, Copy)]
struct Names {
    tables: &'static str,
    lengths: &'static str,
    offsets: &'static str,
}

/// Plans the copy of the tokens of all sequences, one after another. What is behind them stays.
pub fn gather(operands: Gather) -> Result<Call> {
    let Gather {
        caches,
        block_tables,
        seq_lens,
        lengths,
        seq_offset,
    } = operands;
    let [batch, columns] = block_tables.extents::<2>()?;
    seq_lens.require_numel(match lengths {
        Lengths::Counts => batch,
        Lengths::Sums => batch + 1,
    })?;
    if let Some(offsets) = &seq_offset {
        offsets.require_numel(batch)?;
    }
    let (mut cost, mut placed) = (0, Vec::new());
    let (mut blocks, mut room, mut per_block) = (usize::MAX, usize::MAX, None);
    for (cache, layout, rows) in caches {
        let heads = rows.extents::<3>()?[1];
        let cache = layout.of(&cache, heads)?;
        let rows = rows_for(&rows, &cache)?;
        let [own, of_block, ..] = cache.extents::<5>()?;
        if *per_block.get_or_insert(of_block) != of_block {
            let allowed = "as many rows of a block as the other cache";
            return Err(Error::shape(cache.name, cache.view.layout.shape(), allowed));
        }
        (blocks, room) = (blocks.min(own), room.min(rows.extents::<4>()?[0]));
        if rows.view.dtype.bits() != cache.view.dtype.bits() {
            let allowed = format!("as many bits as {}", cache.view.dtype);
            return Err(Error::dtype(rows.name, rows.view.dtype, allowed));
        }
        cost += 2 * rows.view.numel().unwrap_or(0) * rows.view.dtype.bits() / 8;
        placed.push(Cache {
            cache: ReadBytesView::of(cache)?,
            rows: WriteBytesView::of(rows)?,
        });
    }
    let names = Names {
        tables: block_tables.name,
        lengths: seq_lens.name,
        offsets: seq_offset.as_ref().map_or("", |offsets| offsets.name),
    };
    let extents = Extents {
        columns,
        blocks,
        per_block: per_block.unwrap_or(0),
        room,
    };
    let operands = Sequences {
        tables: block_tables.into(),
        lengths: seq_lens.into(),
        offsets: seq_offset.map(ReadIndices::from),
        // Where each sequence begins, where the last one ends, and the blocks that each passes over.
        starts: Temporary::of(2 * batch + 1),
        caches: placed,
    };
    kernel(operands, cost, move |at: SequencesAt| {
        at.starts.fill(0);
        let (starts, passed) = at.starts.split_at_mut(batch + 1);
        read_starts(names, at.lengths, lengths, extents, starts)?;
        read_passed(names, at.offsets, extents, passed)?;
        for sequence in 0..batch {
            extents.check_blocks(names, at.tables, sequence, starts, passed)?;
        }
        let sequences = Blocks {
            tables: at.tables,
            starts,
            passed,
            extents,
        };
        for CacheAt { cache, rows } in at.caches {
            sequences.read(cache, rows);
        }
        Ok(())
    })
}

#[derive(Clone, Copy)]
struct Extents {
    /// Blocks of a sequence that its table has room for.
    columns: usize,
    blocks: usize,
    per_block: usize,
    /// Tokens that the results have room for.
    room: usize,
}

/// Reads where sequences begin and end, each number once.
fn read_starts(
    names: Names,
    lengths: IndexSlice<'_, i64>,
    kind: Lengths,
    of: Extents,
    starts: &mut [i64],
) -> Result<()> {
    for (number, length) in lengths.iter().enumerate() {
        let (to, value) = match kind {
            Lengths::Sums => (number, length),
            Lengths::Counts => (number + 1, starts[number].saturating_add(length)),
        };
        let before = if to == 0 { 0 } else { starts[to - 1] };
        if !(before..=of.room as i64).contains(&value) || (to == 0 && value != 0) {
            let got = format!("{length} at [{number}]");
            let allowed = match kind {
                Lengths::Counts => format!("0 or more, {} tokens together", of.room),
                Lengths::Sums => format!("ascending numbers from 0, at most {}", of.room),
            };
            return Err(Error::value(names.lengths, got, allowed));
        }
        starts[to] = value;
    }
    Ok(())
}

/// Reads the number of blocks that each sequence passes over.
fn read_passed(
    names: Names,
    offsets: Option<IndexSlice<'_, i64>>,
    of: Extents,
    passed: &mut [i64],
) -> Result<()> {
    let Some(offsets) = offsets else {
        return Ok(());
    };
    for (number, offset) in offsets.iter().enumerate() {
        if offset < 0 {
            let got = format!("{offset} at [{number}]");
            return Err(Error::value(names.offsets, got, "0 or more"));
        }
        passed[number] = offset / of.per_block.max(1) as i64;
    }
    Ok(())
}

impl Extents {
    /// Refuses a sequence that needs blocks which its table or the cache has not.
    fn check_blocks(
        &self,
        names: Names,
        tables: IndexSlice<'_, i64>,
        sequence: usize,
        starts: &[i64],
        passed: &[i64],
    ) -> Result<()> {
        let tokens = (starts[sequence + 1] - starts[sequence]) as usize;
        if tokens == 0 {
            return Ok(());
        }
        let needed = match self.per_block {
            0 => usize::MAX,
            per_block => tokens.div_ceil(per_block),
        };
        let first = usize::try_from(passed[sequence]).unwrap_or(usize::MAX);
        if first.saturating_add(needed) > self.columns {
            let got = format!("{tokens} tokens of sequence {sequence}, from block {first} on");
            let allowed = format!(
                "what the {} blocks of a sequence of `{}` hold",
                self.columns, names.tables
            );
            return Err(Error::value(names.lengths, got, allowed));
        }
        for column in first..first + needed {
            let block = tables.get(sequence * self.columns + column);
            if !(0..self.blocks as i64).contains(&block) {
                let place = [sequence, column];
                return Err(Error::index(
                    names.tables,
                    &place,
                    block,
                    self.blocks as i64,
                    false,
                ));
            }
        }
        Ok(())
    }
}

struct Blocks<'a> {
    tables: IndexSlice<'a, i64>,
    starts: &'a [i64],
    passed: &'a [i64],
    extents: Extents,
}

impl Blocks<'_> {
    /// Copies the rows of all tokens, on all threads.
    fn read(&self, cache: View<'_, u8, 6>, rows: ViewMut<'_, u8, 5>) {
        let [_, heads, pieces, elements, bytes] = rows.shape();
        let [.., own_elements, own_bytes] = cache.shape();
        if elements * bytes != own_elements * own_bytes || elements * bytes == 0 {
            return;
        }
        let step = bytes.min(own_bytes);
        let Extents {
            columns,
            blocks,
            per_block,
            ..
        } = self.extents;
        let size = [TOKENS, heads, pieces, elements, bytes];
        cuts::for_each_part(rows.boxes(size), |piece, mut part| {
            let first = piece * TOKENS;
            for token in first..first + part.shape()[0] {
                // The last sequence that begins at or before it; empty ones begin there too.
                let after = self.starts.partition_point(|&start| start <= token as i64);
                let Some(sequence) = after.checked_sub(1).filter(|&at| at < self.passed.len())
                else {
                    continue;
                };
                let within = token - self.starts[sequence] as usize;
                let column = self.passed[sequence] as usize + within / per_block;
                let entry = sequence * columns + column;
                let Some(block) = self.tables.position(entry, blocks) else {
                    continue;
                };
                for head in 0..heads {
                    for k in 0..pieces {
                        for done in (0..elements * bytes).step_by(step) {
                            let from = [block, within % per_block, head, k, done / own_bytes];
                            let own = &cache.row(from)[done % own_bytes..][..step];
                            let to = [token - first, head, k, done / bytes];
                            part.row(to)[done % bytes..][..step].copy_from_slice(own);
                        }
                    }
                }
            }
        });
    }
}
