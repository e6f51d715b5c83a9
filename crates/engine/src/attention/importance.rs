//! Ranks of blocks of keys: the weights of attention to keys that stand for windows, summed over the windows that overlap a block and over the heads that share keys.
//!
//! Weights are computed in DOUBLE, of one query and one head of keys at a time.

#![forbid(unsafe_code)]

use super::Seen;
use super::indexer::sequence_of;
use super::memory::take;
use super::pages::{PagesIn, Table};
use super::product::{Product, TOGETHER, matrix};
use super::source::{SourceIn, SourceMemory};
use super::spans::{Span, Spans};
use super::{Pages, Source};
use crate::operands::{ReadFloatsView, ReadIndices, ReadView, Temporary, Write, kernel, operands};
use crate::views::{FloatsView, View};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::gemm::results::{one_nan, scale};
use hostnpu_kernels::order::Key;
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};
use hostnpu_tensor::parallel;

/// Operands of [`rank`].
pub struct Importance {
    /// Queries: rows, heads, elements.
    pub query: Arg,
    /// Keys, each of which stands for a window.
    pub key: Source,
    /// Table of the blocks of keys, if they are in blocks.
    pub pages: Option<Pages>,
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// Their places.
    pub known: [Vec<Span>; 2],
    /// The keys that a query sees.
    pub seen: Seen,
    /// Not 0 where a query does not see a key: queries and keys of a sequence.
    pub hidden: Option<Arg>,
    /// Heads of keys.
    pub key_heads: usize,
    /// The factor of scores.
    pub scale: f64,
    /// Windows that overlap a block, as multiples of the distance of windows: so many begin in it, and each is so long.
    pub windows: [usize; 2],
    /// Blocks of each sequence.
    pub blocks: Vec<usize>,
    /// The blocks that are first in the order.
    pub ranks: Ranks,
    /// Numbers of blocks of each row of queries and head of keys, those of higher scores first; of equal scores, that of the lower number.
    pub indices: Arg,
}

/// Blocks that are first in the order, whatever their scores.
pub enum Ranks {
    /// Those that are not 0: queries and blocks of a sequence.
    Chosen(Option<Arg>),
    /// The first one and the last two.
    Ends,
}

operands! {
    struct RankIn => RankAt {
        query: ReadFloatsView<3>,
        key: SourceIn,
        pages: Option<PagesIn>,
        hidden: Option<ReadView<u8, 2>>,
        chosen: Option<ReadView<u8, 2>>,
        indices: Write<i32>,
        memory: Temporary<f64>,
        order: Temporary<u64>,
    }
}

/// Extents of a query and a head of keys.
#[derive(Clone, Copy)]
struct Sizes {
    group: usize,
    depth: usize,
    /// Keys of a sequence, at most.
    most: usize,
    gathered: usize,
    work: usize,
}

impl Sizes {
    fn new(group: usize, depth: usize, most: usize) -> Self {
        let at_once = TOGETHER.min(most);
        Self {
            group,
            depth,
            most,
            gathered: at_once * depth,
            work: Product::new(group, at_once, depth).doubles(),
        }
    }

    /// Queries, scores, weights, gathered keys and products.
    fn parts(&self) -> [usize; 5] {
        [
            self.group * self.depth,
            self.group * self.most,
            self.most,
            self.gathered,
            self.work,
        ]
    }
}

/// Plans the ranks.
pub fn rank(of: Importance) -> Result<Call> {
    let internal = |what: &str| Error::from(Reason::Internal(format!("ranks of {what}")));
    let [all, heads, depth] = of.query.extents()?;
    let key_heads = of.key_heads;
    let group = heads / key_heads.max(1);
    let lists = all * key_heads;
    let numel = of.indices.view.numel().unwrap_or(0);
    if group * key_heads != heads || lists == 0 || !numel.is_multiple_of(lists) || numel == 0 {
        return Err(internal("queries that do not fit"));
    }
    if of.key.columns() != depth || of.spans[0].count != of.blocks.len() {
        return Err(internal("keys that do not fit"));
    }
    let count = numel / lists;
    let [begun, length] = of.windows;
    let longest = of.known[1].iter().map(|of| of.rows).max().unwrap_or(0);
    let most_blocks = of.blocks.iter().copied().max().unwrap_or(0);
    // Of keys in blocks, memory depends on the table and not on lengths.
    let (longest, most_blocks) = match of.pages {
        None => (longest, most_blocks),
        Some(_) => {
            let rows = of.spans[1].rows;
            let blocks = rows / begun.max(1) + length + 1;
            (rows, blocks.max(most_blocks))
        }
    };
    let sizes = Sizes::new(group, depth, longest);
    let lanes = parallel::threads();
    let table = of.pages.as_ref();
    let table = table.map(|of| (of.table.name, of.places, of.size, of.blocks));
    let (key, of_keys) = of.key.split()?;
    let bytes = |arg: Option<Arg>| arg.map(ReadView::of).transpose();
    let (is_by_ends, chosen) = match of.ranks {
        Ranks::Chosen(chosen) => (false, chosen),
        Ranks::Ends => (true, None),
    };
    let own: usize = sizes.parts().iter().sum();
    let operands = RankIn {
        query: ReadFloatsView::of(of.query)?,
        key,
        pages: of.pages.map(|of| PagesIn {
            table: ReadIndices::from(of.table),
        }),
        hidden: bytes(of.hidden)?,
        chosen: bytes(chosen)?,
        indices: of.indices.into(),
        memory: Temporary::of(own.saturating_mul(lanes)),
        order: Temporary::of((2 * most_blocks).saturating_mul(lanes)),
    };
    let products = (all * heads).saturating_mul(sizes.most);
    let cost = products.saturating_mul(depth / 8 + 16);
    let (queries, spans, blocks, seen) = (of.spans[0], of.known, of.blocks, of.seen);
    let (factor, windows) = (of.scale, of.windows);
    kernel(operands, cost, move |at: RankAt| {
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
        let tile = Tile {
            query: at.query,
            key: SourceMemory::of(&at.key, &of_keys, table.map(|(_, table)| table)),
            hidden: at.hidden,
            scale: factor,
            sizes,
        };
        let memory = (
            chunks(at.memory, own.max(1)),
            chunks(at.order, (2 * most_blocks).max(1)),
        );
        let outputs = chunks(at.indices, count);
        for_each_part_with(memory, outputs, |list, (memory, order), indices| {
            indices.fill(-1);
            let [row, head] = [list / key_heads, list % key_heads];
            let Some([number, query]) = owners[row] else {
                return;
            };
            let keys = spans[1][number];
            let lengths = [spans[0][number].rows, keys.rows];
            let pair = Pair {
                number,
                row,
                query,
                keys,
                head,
                seen: seen.keys(row, query, lengths, 0).end,
            };
            let weights = tile.weights(&pair, memory);
            let items = &mut order.as_chunks_mut::<2>().0[..blocks[number]];
            let last = items.len();
            for (block, item) in items.iter_mut().enumerate() {
                let score = score(weights, block, windows);
                let is_first = at
                    .chosen
                    .as_ref()
                    .is_some_and(|of| of.at([query, block]) != 0);
                let rank = match block {
                    0 if is_by_ends => 0,
                    _ if is_by_ends && block + 2 >= last => block + 3 - last,
                    _ if is_first => 0,
                    // Behind those that are first.
                    _ => usize::MAX,
                };
                *item = match rank {
                    usize::MAX => [(!score.key()).max(3), block as u64],
                    rank => [rank as u64, block as u64],
                };
            }
            if items.len() > count {
                items.select_nth_unstable(count - 1);
            }
            let found = &mut items[..count.min(last)];
            found.sort_unstable();
            for (to, [_, block]) in indices.iter_mut().zip(&*found) {
                *to = *block as i32;
            }
        });
        Ok(())
    })
}

/// The sum of the weights of the windows that overlap a block, each as often as it is as long as their distance in it.
fn score(weights: &[f64], block: usize, [begun, length]: [usize; 2]) -> f64 {
    let last = begun * (block + 1);
    let mut score = 0.0;
    for m in 0..begun {
        for n in 0..length {
            score += last
                .checked_sub(m + n)
                .and_then(|key| weights.get(key))
                .unwrap_or(&0.0);
        }
    }
    score
}

/// The operands of weights.
struct Tile<'s, 'a> {
    query: FloatsView<'a, 3>,
    key: SourceMemory<'s, 'a>,
    hidden: Option<View<'a, u8, 2>>,
    scale: f64,
    sizes: Sizes,
}

/// A query of a sequence, and a head of keys of which it sees the first ones.
struct Pair {
    number: usize,
    row: usize,
    query: usize,
    keys: Span,
    head: usize,
    seen: usize,
}

impl Tile<'_, '_> {
    /// The weights of the keys that a query sees, summed over the heads that share keys.
    fn weights<'m>(&self, of: &Pair, mut memory: &'m mut [f64]) -> &'m [f64] {
        let Sizes {
            group, depth, most, ..
        } = self.sizes;
        let parts = self.sizes.parts().map(|size| take(&mut memory, size));
        let [queries, scores, weights, gathered, work] = parts;
        let own = sequence_of(of.keys);
        for (head, line) in queries.chunks_mut(depth.max(1)).enumerate() {
            self.query.load([of.row, of.head * group + head], 0, line);
        }
        for first in (0..of.seen).step_by(TOGETHER) {
            let count = TOGETHER.min(of.seen - first);
            for (at, line) in gathered.chunks_mut(depth.max(1)).take(count).enumerate() {
                let place = (of.keys.first, first + at);
                self.key
                    .load((&own, of.number), of.head, place, 0..depth, line);
            }
            let lines = Product::new(group, count, depth).run(
                matrix(queries, [group, depth]).into(),
                matrix(gathered, [count, depth]).into(),
                work,
            );
            for (line, to) in lines.zip(scores.chunks_mut(most.max(1))) {
                to[first..first + count].copy_from_slice(line);
            }
        }
        let weights = &mut weights[..of.seen];
        weights.fill(0.0);
        for line in scores.chunks_mut(most.max(1)) {
            let line = &mut line[..of.seen];
            scale(line, self.scale);
            if let Some(hidden) = &self.hidden {
                for (key, score) in line.iter_mut().enumerate() {
                    if hidden.at([of.query, key]) != 0 {
                        *score = f64::NEG_INFINITY;
                    }
                }
            }
            let largest = rows::largest(line);
            if largest == f64::NEG_INFINITY {
                continue;
            }
            let sum = rows::exponentials(line, largest).sum();
            rows::divide(line, sum);
            weights.iter_mut().zip(line).for_each(|(to, x)| *to += *x);
        }
        one_nan(weights);
        weights
    }
}
