//! Attention of queries of which each lists blocks of the keys that it sees, or has a range of them.

#![forbid(unsafe_code)]

mod gradient;
mod keys;
mod row;

pub use gradient::{
    KeyGradients, KnownStatistics, ListedGradient, ListedKeys, QueryGradients, listed_gradient,
};
pub use keys::{Listing, Seen};

use super::memory::COPIES;
use super::selected::Further;
use super::{
    Attention, Distance, Forward, Mask, Modifiers, Outputs, Pages, Sequence as Part, Shift, Source,
    Span, Spans, StatisticsOrder, Stored, Window, forward,
};
use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, table};
use keys::{internal, select};

/// Operands of [`listed`].
pub struct Listed {
    /// Queries: rows of all entries of the batch, along one or two axes, heads, elements.
    pub query: Arg,
    /// The second part of queries.
    pub query_rope: Option<Arg>,
    /// Elements of queries are multiplied by this number.
    pub query_scale: Option<Arg>,
    /// Keys of one source or two.
    pub keys: Vec<Keys>,
    /// Sequences of queries.
    pub spans: Spans,
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [Option<Arg>; 2],
    /// Their places, if these are known before the call runs.
    pub known: Option<Vec<Span>>,
    /// Heads of keys.
    pub key_heads: usize,
    /// The factor of scores.
    pub scale: f64,
    /// The score of one more key of each head, whose value is 0.
    pub sinks: Option<Arg>,
    /// The largest score, and the sum of exponentials of scores less that: rows along one or two axes, heads of keys, heads of queries to each, each number once or eight times.
    pub statistics: Option<[Arg; 2]>,
    /// The logarithm of the sum of exponentials of scores, as the statistics.
    pub lse: Option<Arg>,
    /// Results: rows, heads, elements of values.
    pub attention_out: Arg,
}

/// Keys of some tensors.
pub struct Keys {
    /// Keys.
    pub key: Source,
    /// Values.
    pub value: Source,
    /// Table of the blocks of keys and values, if they are in blocks.
    pub pages: Option<Pages>,
    /// Those that queries have.
    pub listing: Listing,
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
    Stored::new(arg, |layout| layout.with_axis(2))
}

/// Plans attention of queries that list blocks of keys.
pub fn listed(of: Listed) -> Result<Call> {
    let &[.., heads, _] = of.query.view.layout.shape() else {
        return Err(internal("queries without heads"));
    };
    let (key_heads, rows) = (of.key_heads, of.spans.all_rows());
    let lists = rows * key_heads;
    if key_heads == 0 || lists == 0 {
        return Err(internal("no queries"));
    }
    if of.sinks.is_some() && key_heads != 1 {
        return Err(internal("sinks of several heads of keys"));
    }
    let (mut sources, mut listings) = (Vec::new(), Vec::new());
    for keys in of.keys {
        sources.push((keys.key, keys.value, keys.pages));
        listings.push(keys.listing);
    }
    let mut sources = sources.into_iter();
    let Some((key, value, pages)) = sources.next() else {
        return Err(internal("no keys"));
    };
    let mut selection = select(of.spans, of.lengths, of.known, key_heads, listings)?;
    selection.further = sources
        .next()
        .map(|(key, value, pages)| Further { key, value, pages });
    let most = selection.most;
    let mut steps = Sequence::default();
    let query = steps.add(of.query);
    let query_rope = of.query_rope.map(|arg| steps.add(arg));
    let attention_out = steps.add(of.attention_out);
    let statistics = of.statistics.map(|both| both.map(|arg| steps.add(arg)));
    let lse = of.lse.map(|arg| steps.add(arg));
    let results = grouped(&mut steps, &attention_out, key_heads)?;
    let group = heads as usize / key_heads;
    let is_eightfold = |[max, _]: &[Arg; 2]| max.view.numel() == Some(lists * group * COPIES);
    let (as_they_are, statistics) = match statistics {
        Some(both) if is_eightfold(&both) => (Some(both), None),
        once => (None, once),
    };
    let mut copies = Vec::new();
    for arg in statistics.iter().flatten() {
        arg.require_numel(lists * group)?;
        let mut shape = arg.view.layout.shape().to_vec();
        shape.push(COPIES as i64);
        copies.push(steps.temporary(Dtype::F32, &shape)?);
    }
    let of_lse = match &lse {
        None => None,
        Some(arg) => {
            arg.require_numel(lists * group)?;
            let shape = [lists as i64, 1, group as i64, 1];
            Some(steps.reshaped_or_copied(arg, &shape)?)
        }
    };
    let rope = query_rope.map(|arg| grouped(&mut steps, &arg, key_heads));
    let query = Source {
        rope: rope.transpose()?.map(stored).transpose()?,
        scales: of.query_scale.map(super::Factors::of_all),
        ..Source::of(stored(grouped(&mut steps, &query, key_heads)?)?)
    };
    let mut operands = Forward {
        query,
        key,
        value,
        pages,
        modifiers: Modifiers {
            sink: of.sinks,
            ..Modifiers::default()
        },
        quantised: None,
        padding: [None, None],
        selection: Some(selection),
        lengths: None,
    };
    let mut add = |arg: &mut Arg| *arg = steps.add(arg.clone());
    operands
        .query
        .scales
        .iter_mut()
        .for_each(|of| add(&mut of.arg));
    for source in [&mut operands.key, &mut operands.value] {
        source.for_each(&mut add);
    }
    operands.pages.iter_mut().for_each(|of| add(&mut of.table));
    if let Some(of) = &mut operands.selection {
        of.for_each(&mut add);
    }
    operands.modifiers.sink.iter_mut().for_each(add);
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
            _ => as_they_are,
        },
        lse: of_lse.clone(),
        attention_out: results.clone(),
    };
    steps.then(forward(attention, operands, outputs)?)?;
    for (from, to) in copies.into_iter().zip(statistics.into_iter().flatten()) {
        let axis = to.view.layout.rank();
        let first = from.viewed(from.view.layout.sliced(axis, 0, 1, 1))?;
        let to = to.viewed((*to.view.layout).clone().with_axis(axis))?;
        steps.then(pointwise::copy(first, to)?)?;
    }
    if let (Some(from), Some(to)) = (of_lse, lse) {
        steps.copied_back(&from, &to)?;
    }
    steps.copied_back(&results, &attention_out)?;
    Ok(steps.finish())
}
