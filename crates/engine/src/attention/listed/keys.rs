//! The keys of each query: those of blocks that it lists, or a range of those that it sees.

use std::ops::Range;
use std::sync::Arc;

use super::super::indexer::seen;
use super::super::{Lists, Place, Rule, Selection, Span, Spans};
use crate::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::IndexSlice;

/// The keys of some tensors that queries have.
pub struct Listing {
    /// Sequences of keys.
    pub spans: Spans,
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [Option<Arg>; 2],
    /// Their places, if these are known before the call runs.
    pub known: Option<Vec<Span>>,
    /// The keys that a query sees.
    pub seen: Seen,
    /// Numbers of blocks of keys of each row of queries, and head of keys: those from the first one below 0 on are not read, and as many as there are blocks that the query sees. INT32.
    /// If there are none, a query has all keys that it sees.
    pub lists: Option<Arg>,
    /// The number of blocks of each list that count: INT32, below 0 as 0.
    pub counts: Option<Arg>,
    /// Keys of a block.
    pub size: usize,
    /// True if all numbers of a list count, up to the first one below 0; otherwise no more than there are blocks that the query sees.
    pub reads_all: bool,
}

/// The keys that a query sees. With `t` tokens of keys up to the query and itself, counted from the ends of both sequences:
#[derive(Clone, Debug)]
pub enum Seen {
    /// All.
    All,
    /// Those that stand for tokens before `t`.
    Causal {
        /// Number of tokens that a key stands for.
        ratio: usize,
        /// Tokens of each sequence behind those that keys stand for: INT32.
        residual: Option<Arg>,
    },
    /// Those up to the query itself, counted from the beginnings of both sequences.
    FromStarts,
    /// The first ones: a number for each row of queries.
    First(Vec<usize>),
    /// Keys `t - 1 - low` to `t - 1 + high`, in both directions all if there is no number.
    Band([Option<u64>; 2]),
}

impl Listing {
    /// The most keys of a query, and the most that it lists one by one.
    fn most(&self, lists: usize) -> Result<[usize; 2]> {
        let rows = self.spans.rows;
        let Some(of) = &self.lists else {
            let most = match self.seen {
                Seen::Band([Some(low), Some(high)]) => low.saturating_add(high).saturating_add(1),
                _ => u64::MAX,
            };
            return Ok([rows.min(usize::try_from(most).unwrap_or(usize::MAX)), 0]);
        };
        let numbers = of.view.numel().unwrap_or(0);
        if lists == 0 || !numbers.is_multiple_of(lists) {
            return Err(internal("lists that do not fit"));
        }
        let blocks = match self.reads_all {
            true => numbers / lists,
            // A list has no more blocks than its query sees, in part or whole.
            false => (numbers / lists).min(rows.div_ceil(self.size)),
        };
        Ok([blocks.saturating_mul(self.size); 2])
    }

    /// Numbers of each list.
    fn count(&self, lists: usize) -> Option<usize> {
        let numbers = self.lists.as_ref()?.view.numel().unwrap_or(0);
        Some(numbers / lists.max(1))
    }
}

pub(super) fn internal(what: &str) -> Error {
    Reason::Internal(format!("attention to {what}")).into()
}

/// The sequences of a tensor, and which of the tensors of their places and lengths there are.
#[derive(Clone, Debug)]
struct Sequences {
    spans: Spans,
    has: [bool; 2],
    known: Option<Vec<Span>>,
}

impl Sequences {
    fn new(
        spans: Spans,
        [places, used]: [Option<Arg>; 2],
        known: Option<Vec<Span>>,
        numbers: &mut Vec<Arg>,
    ) -> Result<Self> {
        let has = [places.is_some(), used.is_some()];
        for (arg, count) in [(places, spans.numbers()), (used, spans.count)] {
            if let Some(arg) = arg {
                arg.require_numel(count)?;
                numbers.push(arg);
            }
        }
        Ok(Self { spans, has, known })
    }

    /// Takes the numbers of the sequences from a list of those that are given, and returns where they are.
    fn read<'a>(&self, rest: &mut impl Iterator<Item = IndexSlice<'a, i32>>) -> Result<Vec<Span>> {
        let numbers = self.has.map(|has| if has { rest.next() } else { None });
        match &self.known {
            Some(known) => Ok(known.clone()),
            None => self.spans.read(numbers),
        }
    }
}

/// Keys of some tensors, as a rule knows them.
#[derive(Debug)]
struct Part {
    keys: Sequences,
    seen: Seen,
    /// Numbers of a list.
    count: Option<usize>,
    has_counts: bool,
    has_residual: bool,
    size: usize,
    reads_all: bool,
}

/// Keys that queries list or see.
#[derive(Debug)]
struct Blocks {
    queries: Sequences,
    heads: usize,
    parts: Vec<Part>,
}

/// Selects the keys of each row of queries and head of keys: of one listing or two.
pub(super) fn select(
    queries: Spans,
    lengths: [Option<Arg>; 2],
    known: Option<Vec<Span>>,
    heads: usize,
    listings: Vec<Listing>,
) -> Result<Selection> {
    let lists = queries.all_rows() * heads;
    let mut numbers = Vec::new();
    let queries = Sequences::new(queries, lengths, known, &mut numbers)?;
    let (mut most, mut listed, mut parts) = (0_usize, 0_usize, Vec::new());
    if listings.len() > 2 {
        return Err(internal("keys of more than two tensors"));
    }
    for of in listings {
        let rows = of.spans.all_rows();
        if of.spans.count != queries.spans.count || rows > u32::MAX as usize || of.size == 0 {
            return Err(internal("sequences that do not fit"));
        }
        let [all, one_by_one] = of.most(lists)?;
        (most, listed) = (most.saturating_add(all), listed.saturating_add(one_by_one));
        let count = of.count(lists);
        if let Some(counts) = &of.counts {
            counts.require_numel(lists)?;
        }
        let mut seen = of.seen;
        let residual = match &mut seen {
            Seen::Causal { residual, .. } => residual.take(),
            _ => None,
        };
        if let Some(residual) = &residual {
            residual.require_numel(of.spans.count)?;
        }
        numbers.extend(of.lists);
        let has_counts = of.counts.is_some();
        numbers.extend(of.counts);
        let keys = Sequences::new(of.spans, of.lengths, of.known, &mut numbers)?;
        let has_residual = residual.is_some();
        numbers.extend(residual);
        parts.push(Part {
            keys,
            seen,
            count,
            has_counts,
            has_residual,
            size: of.size,
            reads_all: of.reads_all,
        });
    }
    Ok(Selection {
        numbers,
        most,
        listed,
        rule: Arc::new(Blocks {
            queries,
            heads,
            parts,
        }),
        further: None,
    })
}

impl Seen {
    /// The keys that query `query` of a sequence sees, the row `row` of all queries. The sequence has so many queries and keys.
    pub(in crate::attention) fn keys(
        &self,
        row: usize,
        query: usize,
        rows: [usize; 2],
        residual: i64,
    ) -> Range<usize> {
        match self {
            Seen::All => 0..rows[1],
            Seen::FromStarts => 0..rows[1].min(query + 1),
            Seen::First(counts) => 0..rows[1].min(counts[row]),
            Seen::Causal { ratio, .. } => 0..seen(Some((*ratio, residual)), rows, query),
            Seen::Band([low, high]) => {
                let [queries, keys] = rows.map(|rows| rows as i64);
                let own = keys - queries + query as i64;
                let end = high.map_or(keys, |high| {
                    own.saturating_add_unsigned(high).saturating_add(1)
                });
                let start = low.map_or(0, |low| own.saturating_sub_unsigned(low));
                let end = end.clamp(0, keys);
                start.clamp(0, end) as usize..end as usize
            }
        }
    }
}

impl Rule for Blocks {
    fn list(&self, numbers: &[IndexSlice<'_, i32>], to: &mut Lists<'_>) -> Result<()> {
        let mut rest = numbers.iter().copied();
        let queries = &self.queries;
        let spans = queries.read(&mut rest)?;
        let mut parts = Vec::new();
        for part in &self.parts {
            let lists = part.count.and_then(|_| rest.next());
            let counts = if part.has_counts { rest.next() } else { None };
            let keys = part.keys.read(&mut rest)?;
            let residual = if part.has_residual { rest.next() } else { None };
            parts.push((part, lists, counts, keys, residual));
        }
        for (row, owner) in queries.spans.owners(&spans)?.into_iter().enumerate() {
            for head in 0..self.heads {
                to.next();
                let Some([number, query]) = owner else {
                    continue;
                };
                for (at, (part, lists, counts, keys, residual)) in parts.iter().enumerate() {
                    let span = keys[number];
                    let place = Place {
                        batch: span.batch,
                        head,
                        first: span.first,
                    };
                    to.begin(at, place);
                    let rows = [spans[number].rows, span.rows];
                    let residual = residual.map_or(0, |of| of.get(number));
                    let seen = part.seen.keys(row, query, rows, residual);
                    let (Some(lists), Some(count)) = (lists, part.count) else {
                        to.range(seen);
                        continue;
                    };
                    let own = row * self.heads + head;
                    let counted = counts.map_or(usize::MAX, |of| of.get(own).max(0) as usize);
                    let most = match part.reads_all {
                        true => count,
                        false => count.min(seen.end.div_ceil(part.size)),
                    };
                    let read = most.min(counted);
                    let places = own * count..own * count + read;
                    for (place, block) in lists.part(places).iter().enumerate() {
                        if block < 0 {
                            break;
                        }
                        to.add(keys_of(block as usize, part.size, &seen), place);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The keys of a block that a query sees.
fn keys_of(block: usize, size: usize, seen: &Range<usize>) -> Range<usize> {
    let first = block.saturating_mul(size);
    let end = first.saturating_add(size).clamp(seen.start, seen.end);
    first.clamp(seen.start, end)..end
}
