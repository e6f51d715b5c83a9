//! The description of attention that arguments make.

use super::Scores;
use super::masks::Strides;
use super::shapes::{Axes, Ends, Extents};
use crate::error::Result;
use crate::ops::attention::{Attention, Distances, Keep, Mask, Sequence};
use crate::ops::random::Philox;
use crate::tensor::table;

impl Scores<'_> {
    pub(super) fn describe(
        &self,
        axes: Axes,
        extents: &Extents,
        ends: &[Ends],
        prefixes: &[usize],
        (mask, shift): (Option<(usize, Mask)>, Option<Strides>),
    ) -> Result<Attention> {
        let [heads, key_heads] = extents.heads;
        let [queries, keys] = extents.rows;
        let Extents {
            batch,
            depth,
            width,
            ..
        } = *extents;
        let sides = [
            [batch, queries, heads, depth],
            [batch, keys, key_heads, depth],
            [batch, keys, key_heads, width],
            [batch, queries, heads, width],
        ];
        let sides = sides.map(|side| axes.distances(side));
        let tokens = self.takes_tokens();
        let is_full = |[queries, keys]: &Ends| queries.1 > queries.0 && keys.1 > keys.0;
        let end = match self.mode {
            7 => ends.iter().rposition(is_full),
            _ => ends.iter().position(is_full),
        };
        let mut bit = 0;
        let sequence = |(number, (of, &prefix)): (usize, (&Ends, &usize))| {
            let [of_queries, of_keys] = *of;
            let rows = [of_queries.0, of_keys.0, of_keys.0, of_queries.0];
            let mut first = [0; 4];
            for ((first, (by_batch, steps)), row) in first.iter_mut().zip(sides).zip(rows) {
                *first = if tokens {
                    row * steps.row
                } else {
                    number * by_batch
                };
            }
            let lengths = [of_queries.1 - of_queries.0, of_keys.1 - of_keys.0];
            let before = |of: Option<Strides>| of.map_or(0, |(by_batch, _)| number * by_batch);
            let sequence = Sequence {
                queries: lengths[0],
                keys: lengths[1],
                first,
                statistics: if tokens {
                    of_queries.0 * heads
                } else {
                    number * heads * queries
                },
                // By heads, unless tokens come first: those of a sequence of TND lie behind those of the sequence before it.
                statistics_steps: if tokens && self.by_tokens {
                    Distances {
                        head: 1,
                        row: heads,
                    }
                } else {
                    Distances {
                        head: lengths[0],
                        row: 1,
                    }
                },
                shift: before(shift),
                mask: mask.map_or(0, |(by_batch, _)| number * by_batch),
                bit,
                window: self.window(lengths, prefix, end == Some(number)),
            };
            bit += heads * lengths[0] * lengths[1];
            sequence
        };
        let mut all = table::with_room(ends.len())?;
        all.extend(ends.iter().zip(prefixes).enumerate().map(sequence));
        let covered = ends.last().map_or([0, 0], |ends| ends.map(|side| side.1));
        let is_whole = !tokens || covered == extents.rows;
        let counts = [
            queries * heads * depth,
            keys * key_heads * depth,
            keys * key_heads * width,
        ];
        Ok(Attention {
            dtype: self.operands[0].dtype()?,
            sequences: all,
            heads,
            key_heads,
            depth,
            width,
            steps: sides.map(|(_, steps)| steps),
            scale: self.scale,
            shift: shift.map(|(_, steps)| {
                (
                    steps,
                    if self.shift_type == 1 {
                        self.scale
                    } else {
                        1.0
                    },
                )
            }),
            mask: mask.map(|(_, mask)| mask),
            keep: (self.keep < 1.0).then(|| Keep {
                share: self.keep,
                words: self
                    .random
                    .filter(|_| self.kept.is_none())
                    .map(|[seed, offset]| Philox::new(seed as u64, offset as u64)),
            }),
            clears: (!is_whole).then_some([
                counts[0],
                counts[1],
                counts[2],
                queries * heads * width,
                queries * heads,
            ]),
        })
    }
}
