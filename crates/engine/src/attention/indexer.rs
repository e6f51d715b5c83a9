//! Scored selection: of the keys that a query sees, those of the largest scores `sum over heads of weight * relu(query @ key)`.
//!
//! Scores are computed in DOUBLE, for a few queries at a time, with some keys at a time; nothing is as large as all scores. They fall along the list, the lower number of equal
//! ones comes first, and -1 stands behind the last one, with a score of minus infinity.

#![forbid(unsafe_code)]

use super::pages::{PagesIn, Table};
use super::source::{SourceIn, SourceMemory};
use super::spans::{Span, Spans};
use super::{KEYS, Pages, Sequence, Source, Window};
use crate::floats::FloatsMut;
use crate::gemm::panels::{PackedMut, Panels, multiply, sums};
use crate::operands::{
    ReadFloatsView, ReadIndices, Temporary, Write, WriteFloats, kernel, operands,
};
use crate::views::{FloatsView, View};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::attention::add_rectified;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::order::Key;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};
use hostnpu_tensor::parallel;

/// Queries whose scores are computed together.
const QUERIES: usize = 4;

/// Keys that are multiplied together.
const TOGETHER: usize = 5 * KEYS;

/// Operands of [`select`].
pub struct Select {
    /// Queries: batch, heads, rows, elements.
    pub query: Source,
    /// Keys, of one head.
    pub key: Source,
    /// The factor of each head of each query: batch, rows, heads.
    pub weights: Arg,
    /// Table of the blocks of keys, if they are in blocks.
    pub pages: Option<Pages>,
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [[Option<Arg>; 2]; 2],
    /// The keys that a query sees.
    pub visible: Visible,
    /// Added to the numbers of the keys of each row of queries.
    pub offsets: Option<Arg>,
    /// Number of keys that are selected.
    pub count: usize,
    /// Rows of all entries of the batch by `count`: numbers of keys in their sequence.
    pub indices: Arg,
    /// The same: scores.
    pub values: Option<Arg>,
}

/// The keys that a query sees.
#[derive(Clone, Debug)]
pub struct Visible {
    /// True if it sees those up to itself, counted from the ends of both sequences; otherwise all.
    pub is_causal: bool,
    /// Number of tokens that a key stands for.
    pub ratio: usize,
    /// Tokens of each sequence behind those that keys stand for.
    pub residual: Option<Arg>,
}

/// Keys that a query sees, of sequences of so many queries and keys: all, or, with the tokens that a key stands for and those behind the last key, those up to itself.
pub(super) fn seen(causal: Option<(usize, i64)>, rows: [usize; 2], row: usize) -> usize {
    let [own, all] = rows.map(|rows| rows as i64);
    let Some((ratio, residual)) = causal else {
        return all as usize;
    };
    let tokens = all.saturating_mul(ratio as i64).saturating_add(residual);
    let seen = tokens.saturating_add(row as i64 + 1 - own);
    seen.div_euclid(ratio as i64).clamp(0, all) as usize
}

operands! {
    struct SelectIn => SelectAt {
        query: SourceIn,
        key: SourceIn,
        weights: ReadFloatsView<3>,
        pages: Option<PagesIn>,
        query_places: Option<ReadIndices<i32>>,
        query_used: Option<ReadIndices<i32>>,
        key_places: Option<ReadIndices<i32>>,
        key_used: Option<ReadIndices<i32>>,
        residual: Option<ReadIndices<i32>>,
        offsets: Option<ReadIndices<i32>>,
        indices: Write<i32>,
        values: Option<WriteFloats>,
        memory: Temporary<f64>,
        order: Temporary<u64>,
    }
}

/// DOUBLE numbers of the memory of a thread.
#[derive(Clone, Copy)]
struct Sizes {
    gathered: usize,
    left: usize,
    right: usize,
    sums: usize,
    scores: usize,
}

impl Sizes {
    fn all(self) -> usize {
        self.gathered + self.left + self.right + self.sums + self.scores
    }
}

fn left(rows: usize, depth: usize) -> Panels {
    Panels::left(Kind::Exact, rows, depth)
}

fn right(keys: usize, depth: usize) -> Panels {
    Panels::right_in_tiles(Kind::Exact, KEYS, keys, depth)
}

/// Plans the selection.
pub fn select(of: Select) -> Result<Call> {
    let internal = |what: &str| Error::from(Reason::Internal(format!("a selection of {what}")));
    let shape = |source: &Source| source.tensors.first().map_or([0; 5], |of| of.shape());
    let [batch, heads, _, rows, _] = shape(&of.query);
    let [_, key_heads, ..] = shape(&of.key);
    let depth = of.query.columns();
    let [queries, keys] = of.spans;
    if key_heads != 1 || of.key.columns() != depth || of.count == 0 {
        return Err(internal("keys that do not fit"));
    }
    if batch * rows != queries.all_rows() || of.weights.extents::<3>()? != [batch, rows, heads] {
        return Err(internal("queries that do not fit"));
    }
    if queries.count != keys.count || keys.rows > i32::MAX as usize {
        return Err(internal("sequences that do not fit"));
    }
    for output in [Some(&of.indices), of.values.as_ref()]
        .into_iter()
        .flatten()
    {
        output.require_numel(queries.all_rows() * of.count)?;
    }
    for (spans, [places, used]) in of.spans.iter().zip(&of.lengths) {
        for (arg, count) in [(places, spans.numbers()), (used, spans.count)] {
            if let Some(arg) = arg {
                arg.require_numel(count)?;
            }
        }
    }
    for (arg, count) in [
        (&of.visible.residual, keys.count),
        (&of.offsets, queries.all_rows()),
    ] {
        if let Some(arg) = arg {
            arg.require_numel(count)?;
        }
    }
    let together = QUERIES.min(queries.all_rows());
    let most = TOGETHER.min(keys.rows);
    let sizes = Sizes {
        gathered: (together * heads).max(most) * depth,
        left: left(together * heads, depth).doubles(),
        right: right(most, depth).doubles(),
        sums: together * heads * right(most, depth).padded(),
        scores: together * keys.rows,
    };
    let lanes = parallel::threads();
    let [[query_places, query_used], [key_places, key_used]] = of.lengths;
    let is_causal = of.visible.is_causal;
    let table = of.pages.as_ref();
    let table = table.map(|of| (of.table.name, of.places, of.size, of.blocks));
    let (query, of_queries) = of.query.split()?;
    let (key, of_keys) = of.key.split()?;
    let indices = |arg: Option<Arg>| arg.map(ReadIndices::from);
    let values = of.values.map(|arg| {
        let dtype = arg.view.dtype;
        WriteFloats::of(arg, dtype)
    });
    let operands = SelectIn {
        query,
        key,
        weights: ReadFloatsView::of(of.weights)?,
        pages: of.pages.map(|of| PagesIn {
            table: of.table.into(),
        }),
        query_places: indices(query_places),
        query_used: indices(query_used),
        key_places: indices(key_places),
        key_used: indices(key_used),
        residual: indices(of.visible.residual),
        offsets: indices(of.offsets),
        indices: of.indices.into(),
        values,
        memory: Temporary::of(sizes.all().saturating_mul(lanes)),
        order: Temporary::of(keys.rows.saturating_mul(2 * lanes)),
    };
    let (count, ratio) = (of.count, of.visible.ratio.max(1));
    let products = queries.all_rows().saturating_mul(keys.rows);
    let cost = products.saturating_mul(heads * depth / 8 + 16);
    kernel(operands, cost, move |at: SelectAt| {
        let spans = [
            queries.read([at.query_places, at.query_used])?,
            keys.read([at.key_places, at.key_used])?,
        ];
        let table = at.pages.as_ref().zip(table);
        let table = table.map(|(of, (name, places, size, blocks))| {
            let table = Table {
                table: of.table,
                places,
                size,
                blocks,
            };
            (name, table)
        });
        if let Some((name, table)) = &table {
            for (number, span) in spans[1].iter().enumerate() {
                table.check(name, number, span.rows)?;
            }
        }
        let owners = queries.owners(&spans[0])?;
        let visible = |number: usize, row: usize| {
            let residual = at.residual.map_or(0, |of| of.get(number));
            let rows = [0, 1].map(|side| spans[side][number].rows);
            seen(is_causal.then_some((ratio, residual)), rows, row)
        };
        let tile = Tile {
            query: SourceMemory::of(&at.query, &of_queries, None),
            key: SourceMemory::of(&at.key, &of_keys, table.map(|(_, table)| table)),
            weights: &at.weights,
            sizes,
            heads,
            depth,
        };
        let memory = (
            chunks(at.memory, sizes.all().max(1)),
            chunks(at.order, (2 * keys.rows).max(1)),
        );
        let outputs = (
            chunks(at.indices, QUERIES * count),
            at.values.map(|values| values.chunks(QUERIES * count)),
        );
        for_each_part_with(
            memory,
            outputs,
            |piece, (memory, order), (indices, values)| {
                let (first, mut values) = (piece * QUERIES, values);
                let together = indices.len() / count;
                let mut done = 0;
                while done < together {
                    let Some([number, row]) = owners[first + done] else {
                        none(done * count..(done + 1) * count, indices, &mut values);
                        done += 1;
                        continue;
                    };
                    let next = &owners[first + done..first + together];
                    let run = next
                        .iter()
                        .take_while(|owner| owner.is_some_and(|of| of[0] == number));
                    let run = run.count();
                    let mut seen = [0; QUERIES];
                    for (k, seen) in seen[..run].iter_mut().enumerate() {
                        *seen = visible(number, row + k);
                    }
                    let own = [spans[0][number], spans[1][number]];
                    let scores = tile.scores((number, own), row, &seen[..run], memory);
                    let lines = scores.chunks(seen.iter().copied().max().unwrap_or(0).max(1));
                    let mut lines = lines.map(Some).chain(std::iter::repeat(None));
                    for (k, &seen) in seen[..run].iter().enumerate() {
                        let line = lines.next().flatten().unwrap_or_default();
                        let places = (done + k) * count..(done + k + 1) * count;
                        let found = best(&line[..seen], count, order);
                        none(places.clone(), indices, &mut values);
                        let offset = at.offsets.map_or(0, |of| of.get(first + done + k));
                        for (place, &[_, key]) in places.zip(found) {
                            indices[place] = (key as i64).wrapping_add(offset) as i32;
                            if let Some(values) = &mut values {
                                values.set(place, line[key as usize]);
                            }
                        }
                    }
                    done += run;
                }
            },
        );
        Ok(())
    })
}

/// Writes what stands behind the last key.
fn none(places: std::ops::Range<usize>, indices: &mut [i32], values: &mut Option<FloatsMut>) {
    indices[places.clone()].fill(-1);
    if let Some(values) = values {
        places.for_each(|place| values.set(place, f64::NEG_INFINITY));
    }
}

/// The first of falling scores, and of equal ones the first, with their numbers.
fn best<'m>(scores: &[f64], count: usize, order: &'m mut [u64]) -> &'m [[u64; 2]] {
    let items = &mut order.as_chunks_mut::<2>().0[..scores.len()];
    for ((number, item), score) in items.iter_mut().enumerate().zip(scores) {
        *item = [!score.key(), number as u64];
    }
    if items.len() > count {
        items.select_nth_unstable(count - 1);
    }
    let count = count.min(items.len());
    let items = &mut items[..count];
    items.sort_unstable();
    items
}

/// The operands of scores.
struct Tile<'s, 'a> {
    query: SourceMemory<'s, 'a>,
    key: SourceMemory<'s, 'a>,
    weights: &'s FloatsView<'a, 3>,
    sizes: Sizes,
    heads: usize,
    depth: usize,
}

/// A sequence, as sources take it.
pub(super) fn sequence_of(span: Span) -> Sequence {
    Sequence {
        batch: span.batch,
        queries: 0..0,
        keys: span.first..span.first + span.rows,
        queries_before: 0,
        weights_before: 0,
        mask_before: 0,
        window: Window::ALL,
        origin: [0; 2],
    }
}

impl Tile<'_, '_> {
    /// The scores of queries of a sequence from `row` on, each with the keys that it sees: lines of as many numbers as the most keys that one of them sees.
    fn scores<'m>(
        &self,
        (number, [queries, keys]): (usize, [Span; 2]),
        row: usize,
        seen: &[usize],
        memory: &'m mut [f64],
    ) -> &'m [f64] {
        let most = seen.iter().copied().max().unwrap_or(0);
        let (heads, depth, sizes) = (self.heads, self.depth, self.sizes);
        let (gathered, rest) = memory.split_at_mut(sizes.gathered);
        let (left_memory, rest) = rest.split_at_mut(sizes.left);
        let (right_memory, rest) = rest.split_at_mut(sizes.right);
        let (products, scores) = rest.split_at_mut(sizes.sums);
        let scores = &mut scores[..seen.len() * most];
        scores.fill(0.0);
        let own = [queries, keys].map(sequence_of);
        let rows = seen.len() * heads;
        let numbers = &mut gathered[..rows * depth];
        for (at, line) in numbers.chunks_mut(depth.max(1)).enumerate() {
            let place = (queries.first, row + at / heads);
            self.query
                .load((&own[0], number), at % heads, place, 0..depth, line);
        }
        let view: FloatsView<'_, 2> = View::of(numbers, [rows, depth]).into();
        let left = PackedMut::new(left(rows, depth), left_memory).pack(view);
        let mut first = 0;
        while first < most {
            let count = TOGETHER.min(most - first);
            let numbers = &mut gathered[..count * depth];
            for (at, line) in numbers.chunks_mut(depth.max(1)).enumerate() {
                let place = (keys.first, first + at);
                self.key.load((&own[1], number), 0, place, 0..depth, line);
            }
            let view: FloatsView<'_, 2> = View::of(numbers, [count, depth]).into();
            let panels = right(count, depth);
            let pitch = panels.padded();
            let packed = PackedMut::new(panels, right_memory).pack(view);
            let mut to = sums(Kind::Exact, products, [rows, pitch]);
            multiply(left, packed, panels.blocks(), &mut to, false);
            for (query, line) in scores.chunks_mut(most).enumerate() {
                for head in 0..heads {
                    let mut weight = [0.0];
                    let place = [queries.batch, queries.first + row + query];
                    self.weights.load(place, head, &mut weight);
                    let products = &products[(query * heads + head) * pitch..][..count];
                    add_rectified(&mut line[first..first + count], products, weight[0]);
                }
            }
            first += count;
        }
        one_nan(scores);
        scores
    }
}
