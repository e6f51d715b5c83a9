//! Native sparse attention: attention to keys that stand for windows, with the ranks of the blocks of tokens that these windows lie in.

#![forbid(unsafe_code)]

use crate::attention::{
    Attention, Distance, Forward, Importance, Keys, Listed, Listing, Mask, Modifiers, Outputs,
    Pages, Ranks, Seen, Sequence as Part, Shift, Source, Span, Spans, StatisticsOrder, Stored,
    Window, forward, listed, rank,
};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;

/// Sequences of queries and keys, one behind the other or in blocks.
#[derive(Clone, Debug)]
pub struct Sequences {
    /// Their form.
    pub spans: [Spans; 2],
    /// Their places.
    pub known: [Vec<Span>; 2],
}

/// The windows that keys stand for, and the blocks that are ranked.
#[derive(Clone, Debug)]
pub struct Windows {
    /// Windows that begin in a block, and the distances of windows that a window is long.
    pub windows: [usize; 2],
    /// Blocks of each sequence.
    pub blocks: Vec<usize>,
}

/// Operands of [`compressed`]: rows of all sequences, heads, elements.
pub struct Compressed {
    /// Queries.
    pub query: Arg,
    /// Keys.
    pub key: Arg,
    /// Values.
    pub value: Arg,
    /// The sequences.
    pub sequences: Sequences,
    /// Windows and blocks.
    pub windows: Windows,
    /// Not 0 where a query does not see a key: queries and keys of a sequence.
    pub hidden: Option<Arg>,
    /// Not 0 where a block is first for a query: queries and blocks of a sequence.
    pub chosen: Option<Arg>,
    /// The factor of scores.
    pub scale: f64,
    /// Heads of keys.
    pub key_heads: usize,
    /// The largest score and the sum of exponentials, eight times each: of each sequence by heads, then queries.
    pub statistics: [Arg; 2],
    /// Results.
    pub attention_out: Arg,
    /// Numbers of blocks of each row and head of keys.
    pub indices: Arg,
}

fn stored(arg: &Arg) -> Result<Stored> {
    Stored::new(arg.clone(), |layout| {
        layout.permuted(&[1, 0, 2]).with_axis(0).with_axis(2)
    })
}

/// Plans attention to keys that stand for windows, and the ranks of blocks.
pub fn compressed(of: Compressed) -> Result<Call> {
    let mut steps = Sequence::default();
    let all = [of.query, of.key, of.value].map(|arg| steps.add(arg));
    let [query, key, value] = &all;
    let [hidden, chosen] = [of.hidden, of.chosen].map(|arg| arg.map(|arg| steps.add(arg)));
    let statistics = of.statistics.map(|arg| steps.add(arg));
    let [attention_out, indices] = [of.attention_out, of.indices].map(|arg| steps.add(arg));
    let Sequences { spans, known } = of.sequences;
    let pairs = known[0].iter().zip(&known[1]);
    let covered: usize = known[0].iter().map(|span| span.rows).sum();
    let part = |(queries, keys): (&Span, &Span)| Part {
        batch: 0,
        queries: queries.first..queries.first + queries.rows,
        keys: keys.first..keys.first + keys.rows,
        queries_before: queries.first,
        weights_before: 0,
        mask_before: 0,
        window: Window::ALL,
        origin: [0; 2],
    };
    let attention = Attention {
        sequences: pairs.map(part).collect(),
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
        has_other_rows: covered != spans[0].rows,
        queries_are_heads: false,
        is_for_any_lengths: false,
    };
    let with_axes = |arg: &Arg| arg.viewed(arg.view.layout.with_axis(0).with_axis(0));
    let operands = Forward {
        query: Source::of(stored(query)?),
        key: Source::of(stored(key)?),
        value: Source::of(stored(value)?),
        pages: None,
        modifiers: Modifiers {
            atten_mask: hidden.as_ref().map(with_axes).transpose()?,
            ..Modifiers::default()
        },
        quantised: None,
        padding: [None, None],
        selection: None,
        lengths: None,
    };
    let results = attention_out.view.layout.permuted(&[1, 0, 2]).with_axis(0);
    let outputs = Outputs {
        statistics: Some(statistics),
        lse: None,
        attention_out: attention_out.viewed(results)?,
    };
    steps.then(forward(attention, operands, outputs)?)?;
    steps.then(rank(Importance {
        query: query.clone(),
        key: Source::of(stored(key)?),
        pages: None,
        spans,
        known,
        seen: Seen::All,
        hidden,
        key_heads: of.key_heads,
        scale: of.scale,
        windows: of.windows.windows,
        blocks: of.windows.blocks,
        ranks: Ranks::Chosen(chosen),
        indices,
    })?)?;
    Ok(steps.finish())
}

/// Operands of [`compressed_in_blocks`].
pub struct CompressedInBlocks {
    /// Queries: rows along one or two axes, heads, elements.
    pub query: Arg,
    /// Keys in blocks.
    pub key: Source,
    /// Values in blocks.
    pub value: Source,
    /// The table of the blocks.
    pub pages: Pages,
    /// The sequences.
    pub sequences: Sequences,
    /// Windows and blocks.
    pub windows: Windows,
    /// Number of keys that each row of queries sees.
    pub seen: Vec<usize>,
    /// The factor of scores.
    pub scale: f64,
    /// Heads of keys.
    pub key_heads: usize,
    /// Results, with the axes of queries.
    pub attention_out: Arg,
    /// Numbers of blocks of each row and head of keys: the first one, the last two, then by their ranks.
    pub indices: Arg,
}

/// Plans attention to keys in blocks that stand for windows, and the ranks of blocks of tokens.
pub fn compressed_in_blocks(mut of: CompressedInBlocks) -> Result<Call> {
    let mut steps = Sequence::default();
    let query = steps.add(of.query);
    for source in [&mut of.key, &mut of.value] {
        source.for_each(&mut |arg| *arg = steps.add(arg.clone()));
    }
    of.pages.table = steps.add(of.pages.table);
    let [attention_out, indices] = [of.attention_out, of.indices].map(|arg| steps.add(arg));
    let Sequences { spans, known } = of.sequences;
    steps.then(listed(Listed {
        query: query.clone(),
        query_rope: None,
        query_scale: None,
        keys: vec![Keys {
            key: of.key.clone(),
            value: of.value,
            pages: Some(of.pages.clone()),
            listing: Listing {
                spans: spans[1],
                lengths: [None, None],
                known: Some(known[1].clone()),
                seen: Seen::First(of.seen.clone()),
                lists: None,
                counts: None,
                size: 1,
                reads_all: true,
            },
        }],
        spans: spans[0],
        lengths: [None, None],
        known: Some(known[0].clone()),
        key_heads: of.key_heads,
        scale: of.scale,
        sinks: None,
        statistics: None,
        lse: None,
        attention_out,
    })?)?;
    let shape = query.view.layout.shape();
    let [heads, depth] = [shape[shape.len() - 2], shape[shape.len() - 1]];
    let rows = spans[0].all_rows() as i64;
    let query = steps.reshaped_or_copied(&query, &[rows, heads, depth])?;
    steps.then(rank(Importance {
        query,
        key: of.key,
        pages: Some(of.pages),
        spans,
        known,
        seen: Seen::First(of.seen),
        hidden: None,
        key_heads: of.key_heads,
        scale: of.scale,
        windows: of.windows.windows,
        blocks: of.windows.blocks,
        ranks: Ranks::Ends,
        indices,
    })?)?;
    Ok(steps.finish())
}
