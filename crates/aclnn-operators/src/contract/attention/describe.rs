//! The description of attention that arguments make.

use super::Scores;
use super::shapes::{Ends, Extents};
use crate::error::Result;
use crate::ops::attention::{Attention, Keep, Mask, Sequence, Shift, StatisticsOrder};
use crate::ops::random::Philox;
use crate::tensor::table;

impl Scores<'_> {
    pub(super) fn describe(
        &self,
        extents: &Extents,
        ends: &[Ends],
        prefixes: &[usize],
        shift: Shift,
    ) -> Result<Attention> {
        let options = &self.options;
        let [heads, _] = extents.heads;
        let tokens = self.takes_tokens();
        let is_full = |[queries, keys]: &Ends| queries.1 > queries.0 && keys.1 > keys.0;
        let end = match options.sparse_mode {
            7 => ends.iter().rposition(is_full),
            _ => ends.iter().position(is_full),
        };
        let (mut queries_before, mut weights_before) = (0, 0);
        let sequence = |(number, (of, &prefix)): (usize, (&Ends, &usize))| {
            let [queries, keys] = of.map(|(start, end)| start..end);
            let lengths = [queries.len(), keys.len()];
            let sequence = Sequence {
                batch: if tokens { 0 } else { number },
                queries,
                keys,
                queries_before,
                weights_before,
                mask_before: 0,
                origin: [0; 2],
                window: self.window(lengths, prefix, end == Some(number)),
            };
            queries_before += lengths[0];
            weights_before += heads * lengths[0] * lengths[1];
            sequence
        };
        let mut all = table::with_room(ends.len())?;
        all.extend(ends.iter().zip(prefixes).enumerate().map(sequence));
        let covered = ends.last().map_or([0, 0], |ends| ends.map(|side| side.1));
        let words = options.random.filter(|_| self.drop_mask().is_none());
        Ok(Attention {
            sequences: all,
            scale: options.scale_value,
            shift_factor: match options.pse_type {
                1 => options.scale_value,
                _ => 1.0,
            },
            shift,
            mask: Mask::Each,
            distance: options.distance(),
            keep: (options.keep_prob < 1.0).then(|| Keep {
                share: options.keep_prob,
                words: words.map(|[seed, offset]| Philox::new(seed as u64, offset as u64)),
            }),
            statistics: match tokens && options.statistics_by_tokens {
                true => StatisticsOrder::Queries,
                false => StatisticsOrder::Heads,
            },
            is_for_any_lengths: options.is_for_any_lengths,
            has_other_rows: tokens && covered != extents.rows,
            queries_are_heads: false,
        })
    }
}
