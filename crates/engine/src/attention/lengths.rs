//! Sequences whose places and lengths are read when a kernel runs.

#![forbid(unsafe_code)]

use super::{Seen, Sequence, Spans, Window};
use crate::Arg;
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::table;

/// Places and lengths of sequences that tensors say, and the keys that queries see.
#[derive(Clone, Debug)]
pub struct LengthsRead {
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [[Option<Arg>; 2]; 2],
    /// The keys that a query sees; each stands for one token.
    pub seen: Seen,
}

/// Part of [`LengthsRead`] that is known when a call is planned.
pub(super) struct KnownLengths {
    spans: [Spans; 2],
    has: [[bool; 2]; 2],
    seen: Seen,
}

impl LengthsRead {
    /// The tensors that there are, and the rest.
    pub(super) fn split(self) -> Result<(Vec<Arg>, KnownLengths)> {
        let mut numbers = Vec::new();
        let mut has = [[false; 2]; 2];
        for (side, own) in self.lengths.into_iter().enumerate() {
            let counts = [self.spans[side].numbers(), self.spans[side].count];
            for ((arg, count), has) in own.into_iter().zip(counts).zip(&mut has[side]) {
                if let Some(arg) = arg {
                    arg.require_numel(count)?;
                    numbers.push(arg);
                    *has = true;
                }
            }
        }
        let known = KnownLengths {
            spans: self.spans,
            has,
            seen: self.seen,
        };
        Ok((numbers, known))
    }
}

impl KnownLengths {
    /// The sequences.
    pub fn sequences(&self, numbers: &[IndexSlice<'_, i32>]) -> Result<Vec<Sequence>> {
        let mut rest = numbers.iter().copied();
        let mut read = |side: usize| {
            let own = self.has[side].map(|has| if has { rest.next() } else { None });
            self.spans[side].read(own)
        };
        let (queries, keys) = (read(0)?, read(1)?);
        let mut sequences = table::with_room(queries.len())?;
        for (queries, keys) in queries.iter().zip(&keys) {
            sequences.push(Sequence {
                batch: queries.batch,
                queries: queries.first..queries.first + queries.rows,
                keys: keys.first..keys.first + keys.rows,
                queries_before: 0,
                weights_before: 0,
                mask_before: 0,
                window: self.seen.window([queries.rows, keys.rows])?,
                origin: [0; 2],
            });
        }
        Ok(sequences)
    }
}

impl Seen {
    /// The same as a window, of sequences of so many queries and keys; each key stands for one token.
    fn window(&self, rows: [usize; 2]) -> Result<Window> {
        let [queries, keys] = rows.map(|rows| rows as i64);
        let own = keys - queries;
        let [low, high] = match self {
            Seen::All => [i64::MIN, i64::MAX],
            Seen::Causal { .. } => [i64::MIN, own],
            Seen::FromStarts => [i64::MIN, 0],
            Seen::First(_) => {
                let what = "numbers of keys of each query are no window";
                return Err(Reason::Internal(what.into()).into());
            }
            Seen::Band([low, high]) => [
                low.map_or(i64::MIN, |low| own.saturating_sub_unsigned(low)),
                high.map_or(i64::MAX, |high| own.saturating_add_unsigned(high)),
            ],
        };
        Ok(Window {
            low,
            high,
            prefix: 0,
        })
    }
}
