//! Attention of queries of which each lists blocks of the keys that it sees.

#![forbid(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use super::memory::COPIES;
use super::{
    Attention, Distance, Forward, Lists, Mask, Modifiers, Outputs, Pages, Place, Rule, Selection,
    Sequence as Part, Shift, Source, Spans, StatisticsOrder, Stored, Window, forward,
};
use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::{Dtype, Layout, table};

/// Operands of [`listed`].
pub struct Listed {
    /// Queries: rows of all entries of the batch, along one or two axes, heads, elements.
    pub query: Arg,
    /// The second part of queries.
    pub query_rope: Option<Arg>,
    /// Keys.
    pub key: Source,
    /// Values.
    pub value: Source,
    /// Table of the blocks of keys and values, if they are in blocks.
    pub pages: Option<Pages>,
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [[Option<Arg>; 2]; 2],
    /// Numbers of blocks of keys of each row of queries, and head of keys: those from the first one below 0 on are not read.
    pub indices: Arg,
    /// Heads of keys.
    pub key_heads: usize,
    /// Keys of a block.
    pub size: usize,
    /// True if a query sees keys up to itself, counted from the ends of both sequences; otherwise all.
    pub is_causal: bool,
    /// The factor of scores.
    pub scale: f64,
    /// The score of one more key of each head, whose value is 0.
    pub sinks: Option<Arg>,
    /// The largest score, and the sum of exponentials of scores less that: rows along one or two axes, heads of keys, heads of queries to each.
    pub statistics: Option<[Arg; 2]>,
    /// Results: rows, heads, elements of values.
    pub attention_out: Arg,
}

/// Blocks that queries list.
#[derive(Debug)]
struct Blocks {
    spans: [Spans; 2],
    has: [[bool; 2]; 2],
    heads: usize,
    count: usize,
    size: usize,
    is_causal: bool,
}

/// Takes the numbers of sequences, where there are some, from a list of those that are given.
pub(super) fn numbers_of<'a>(
    has: [bool; 2],
    rest: &mut impl Iterator<Item = IndexSlice<'a, i32>>,
) -> [Option<IndexSlice<'a, i32>>; 2] {
    has.map(|has| if has { rest.next() } else { None })
}

impl Rule for Blocks {
    fn list(&self, numbers: &[IndexSlice<'_, i32>], to: &mut Lists<'_>) -> Result<()> {
        let mut rest = numbers.iter().copied();
        let lists = rest.next().unwrap_or_default();
        let queries = self.spans[0].read(numbers_of(self.has[0], &mut rest))?;
        let keys = self.spans[1].read(numbers_of(self.has[1], &mut rest))?;
        for (row, owner) in self.spans[0].owners(&queries)?.into_iter().enumerate() {
            for head in 0..self.heads {
                let Some([number, query]) = owner else {
                    to.next(Place::default());
                    continue;
                };
                let span = keys[number];
                to.next(Place {
                    batch: span.batch,
                    head,
                    first: span.first,
                });
                let all = span.rows as i64;
                let seen = match self.is_causal {
                    false => all,
                    true => (all + query as i64 + 1 - queries[number].rows as i64).clamp(0, all),
                };
                let seen = seen as usize;
                let first = (row * self.heads + head) * self.count;
                let places = first..first + self.count.min(seen.div_ceil(self.size));
                for block in lists.part(places).iter() {
                    if block < 0 {
                        break;
                    }
                    to.add(keys_of(block as usize, self.size, seen));
                }
            }
        }
        Ok(())
    }
}

/// The keys of a block of which a query sees no more than so many.
fn keys_of(block: usize, size: usize, seen: usize) -> Range<usize> {
    let first = block.saturating_mul(size).min(seen);
    first..first.saturating_add(size).min(seen)
}

/// A tensor of rows, heads and elements by rows and heads of keys, one head, heads of queries to each and elements.
fn grouped(steps: &mut Sequence, arg: &Arg, key_heads: usize) -> Result<Arg> {
    let shape = arg.view.layout.shape();
    let &[.., heads, elements] = shape else {
        return Err(Error::rank(arg.name, shape.len(), "3 or more"));
    };
    let rows: i64 = shape[..shape.len() - 2].iter().product();
    let group = heads / key_heads.max(1) as i64;
    steps.reshaped_or_copied(arg, &[rows * key_heads as i64, 1, group, elements])
}

fn stored(arg: Arg) -> Result<Stored> {
    Stored::new(arg, |layout: Layout| layout.with_axis(2))
}

/// Plans attention of queries that list blocks of keys.
pub fn listed(of: Listed) -> Result<Call> {
    let internal = |what: &str| Error::from(Reason::Internal(format!("attention to {what}")));
    let &[.., heads, _] = of.query.view.layout.shape() else {
        return Err(internal("queries without heads"));
    };
    let (key_heads, rows) = (of.key_heads, of.spans[0].all_rows());
    let indices = of.indices.view.numel().unwrap_or(0);
    let lists = rows * key_heads;
    if key_heads == 0 || of.size == 0 || lists == 0 || !indices.is_multiple_of(lists) {
        return Err(internal("lists that do not fit"));
    }
    let count = indices / lists;
    // A list has no more blocks than its query sees, in part or whole.
    let most = count
        .min(of.spans[1].rows.div_ceil(of.size))
        .saturating_mul(of.size);
    if of.spans[1].rows > u32::MAX as usize || of.spans[0].count != of.spans[1].count {
        return Err(internal("sequences that do not fit"));
    }
    if of.sinks.is_some() && key_heads != 1 {
        return Err(internal("sinks of several heads of keys"));
    }
    for (spans, [places, used]) in of.spans.iter().zip(&of.lengths) {
        for (arg, count) in [(places, spans.numbers()), (used, spans.count)] {
            if let Some(arg) = arg {
                arg.require_numel(count)?;
            }
        }
    }
    let mut steps = Sequence::default();
    let query = steps.add(of.query);
    let query_rope = of.query_rope.map(|arg| steps.add(arg));
    let attention_out = steps.add(of.attention_out);
    let statistics = of.statistics.map(|both| both.map(|arg| steps.add(arg)));
    let results = grouped(&mut steps, &attention_out, key_heads)?;
    let group = heads as usize / key_heads;
    let mut copies = Vec::new();
    for arg in statistics.iter().flatten() {
        arg.require_numel(lists * group)?;
        let mut shape = arg.view.layout.shape().to_vec();
        shape.push(COPIES as i64);
        copies.push(steps.temporary(Dtype::F32, &shape)?);
    }
    let rope = query_rope.map(|arg| grouped(&mut steps, &arg, key_heads));
    let query = Source {
        rope: rope.transpose()?.map(stored).transpose()?,
        ..Source::of(stored(grouped(&mut steps, &query, key_heads)?)?)
    };
    let has = of
        .lengths
        .each_ref()
        .map(|all| all.each_ref().map(Option::is_some));
    let mut numbers = vec![of.indices];
    numbers.extend(of.lengths.into_iter().flatten().flatten());
    let mut operands = Forward {
        query,
        key: of.key,
        value: of.value,
        pages: of.pages,
        modifiers: Modifiers {
            sink: of.sinks,
            ..Modifiers::default()
        },
        quantised: None,
        padding: [None, None],
        selection: Some(Selection {
            numbers,
            most,
            rule: Arc::new(Blocks {
                spans: of.spans,
                has,
                heads: key_heads,
                count,
                size: of.size,
                is_causal: of.is_causal,
            }),
        }),
    };
    let (key, value) = (&mut operands.key, &mut operands.value);
    for source in [key, value] {
        source.for_each(&mut |arg| *arg = steps.add(arg.clone()));
    }
    let pages = operands.pages.iter_mut().map(|of| &mut of.table);
    let listed = operands.selection.iter_mut().flat_map(|of| &mut of.numbers);
    let sinks = operands.modifiers.sink.iter_mut();
    for arg in pages.chain(listed).chain(sinks) {
        *arg = steps.add(arg.clone());
    }
    let mut sequences = table::with_room(lists)?;
    sequences.extend((0..lists).map(|number| Part {
        batch: number,
        queries: 0..group,
        keys: 0..most,
        queries_before: number * group,
        weights_before: 0,
        mask_before: 0,
        window: Window::ALL,
        origin: [0; 2],
    }));
    let attention = Attention {
        sequences,
        scale: of.scale,
        shift_factor: 0.0,
        shift: Shift::Each,
        mask: Mask::Each,
        distance: Distance {
            start: 0,
            is_root: false,
        },
        keep: None,
        statistics: StatisticsOrder::Heads,
        has_other_rows: false,
        queries_are_heads: true,
        is_for_any_lengths: false,
    };
    let outputs = Outputs {
        statistics: match &copies[..] {
            [max, sum] => Some([max.clone(), sum.clone()]),
            _ => None,
        },
        lse: None,
        attention_out: results.clone(),
    };
    steps.then(forward(attention, operands, outputs)?)?;
    for (from, to) in copies.into_iter().zip(statistics.into_iter().flatten()) {
        let axis = to.view.layout.rank();
        let first = from.viewed(from.view.layout.sliced(axis, 0, 1, 1))?;
        let to = to.viewed((*to.view.layout).clone().with_axis(axis))?;
        steps.then(pointwise::copy(first, to)?)?;
    }
    steps.copied_back(&results, &attention_out)?;
    Ok(steps.finish())
}
