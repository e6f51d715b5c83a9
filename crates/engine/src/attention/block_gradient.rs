//! Gradients of attention of queries of which each lists blocks of the keys that it sees.
//!
//! Weights and their gradients are computed for a few queries at a time, each with one head of keys by one thread; what they add to the gradients of keys and values is then
//! summed in the order of queries, by parts of keys. The number of queries depends on sizes only.

#![forbid(unsafe_code)]

use super::blocks::Blocks;
use super::memory::take;
use super::product::{Product, TOGETHER, matrix};
use super::spans::{Span, Spans};
use crate::operands::{ReadFloatsView, ReadIndices, Temporary, WriteFloats, kernel, operands};
use crate::views::FloatsView;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::attention::weights;
use hostnpu_kernels::gemm::results::combine;
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Pairs of a query and a head of keys whose gradients are computed together, at most, and DOUBLE numbers that they may take.
const PAIRS: usize = 64;
const MEMORY: usize = 16 << 20;

/// Parts of keys whose gradients threads sum.
const PARTS: usize = 16;

/// Elements of results that are loaded at once.
const LINE: usize = 256;

/// Operands of [`block_gradient`]. All but lists and statistics are rows, heads, elements.
pub struct BlockGradient {
    /// Queries.
    pub query: Arg,
    /// Keys.
    pub key: Arg,
    /// Values.
    pub value: Arg,
    /// Results.
    pub attention_in: Arg,
    /// The gradient by results.
    pub dy: Arg,
    /// The largest score of each head of each query, and the sum of exponentials of scores less that: rows, heads, copies.
    pub statistics: [Arg; 2],
    /// Sequences of queries, and of keys, and where they are.
    pub spans: [Spans; 2],
    /// Their places.
    pub known: [Vec<Span>; 2],
    /// Numbers of blocks of each row of queries, and head of keys.
    pub indices: Arg,
    /// Their meaning.
    pub blocks: Blocks,
    /// The factor of scores.
    pub scale: f64,
    /// Gradients by queries, keys and values.
    pub gradients: [Arg; 3],
}

operands! {
    struct GradientIn => GradientAt {
        query: ReadFloatsView<3>,
        key: ReadFloatsView<3>,
        value: ReadFloatsView<3>,
        attention_in: ReadFloatsView<3>,
        dy: ReadFloatsView<3>,
        softmax_max: ReadFloatsView<3>,
        softmax_sum: ReadFloatsView<3>,
        indices: ReadIndices<i32>,
        dq: WriteFloats,
        dk: WriteFloats,
        dv: WriteFloats,
        memory: Temporary<f64>,
        chosen: Temporary<u32>,
        sums: Temporary<f64>,
    }
}

/// Extents of a pair.
#[derive(Clone, Copy)]
struct Sizes {
    /// Heads of queries to each head of keys.
    group: usize,
    /// Elements of keys and of values.
    depth: usize,
    width: usize,
    /// Keys of a list, at most.
    most: usize,
    gathered: usize,
    work: usize,
}

/// The memory of a pair: by heads of queries, then by listed keys or by elements.
struct Memory<'m> {
    /// Gradients of queries.
    dq: &'m mut [f64],
    queries: &'m mut [f64],
    dy: &'m mut [f64],
    weights: &'m mut [f64],
    /// Gradients by products of queries and keys.
    by_products: &'m mut [f64],
    gathered: &'m mut [f64],
    work: &'m mut [f64],
}

impl Sizes {
    fn new(group: usize, [depth, width]: [usize; 2], most: usize) -> Self {
        let at_once = TOGETHER.min(most);
        let products = [
            Product::new(group, at_once, depth),
            Product::new(group, at_once, width),
            Product::new(group, depth, at_once),
        ];
        Self {
            group,
            depth,
            width,
            most,
            gathered: at_once * depth.max(width),
            work: products.iter().map(|of| of.doubles()).max().unwrap_or(0),
        }
    }

    fn parts(&self) -> [usize; 7] {
        let Self {
            group,
            depth,
            width,
            most,
            ..
        } = *self;
        [
            group * depth,
            group * depth,
            group * width,
            group * most,
            group * most,
            self.gathered,
            self.work,
        ]
    }

    fn all(&self) -> usize {
        self.parts().iter().sum()
    }

    fn split<'m>(&self, mut memory: &'m mut [f64]) -> Memory<'m> {
        let parts = self.parts().map(|size| take(&mut memory, size));
        let [dq, queries, dy, weights, by_products, gathered, work] = parts;
        Memory {
            dq,
            queries,
            dy,
            weights,
            by_products,
            gathered,
            work,
        }
    }
}

/// Plans the gradients.
pub fn block_gradient(of: BlockGradient) -> Result<Call> {
    let internal = |what: &str| Error::from(Reason::Internal(format!("gradients of {what}")));
    let [rows, heads, depth] = of.query.extents()?;
    let [key_rows, key_heads, key_depth] = of.key.extents()?;
    let [value_rows, value_heads, width] = of.value.extents()?;
    let blocks = of.blocks;
    let group = heads / key_heads.max(1);
    let fits = [key_rows, key_heads, depth] == [value_rows, value_heads, key_depth]
        && group * key_heads == heads
        && blocks.heads == key_heads
        && blocks.size > 0;
    if !fits || rows * heads == 0 || key_rows > u32::MAX as usize {
        return Err(internal("keys that do not fit"));
    }
    of.indices.require_numel(rows * key_heads * blocks.count)?;
    for results in [&of.attention_in, &of.dy] {
        if results.extents::<3>()? != [rows, heads, width] {
            return Err(internal("results that do not fit"));
        }
    }
    let [dq, dk, dv] = of.gradients;
    dq.require_numel(rows * heads * depth)?;
    dk.require_numel(key_rows * key_heads * depth)?;
    dv.require_numel(key_rows * key_heads * width)?;
    let sizes = Sizes::new(group, [depth, width], blocks.most(of.spans[1].rows));
    let pairs = rows * key_heads;
    let together = (MEMORY / sizes.all().max(1)).clamp(1, PAIRS).min(pairs);
    let written = |arg: Arg| {
        let dtype = arg.view.dtype;
        WriteFloats::of(arg, dtype)
    };
    let [max, sum] = of.statistics;
    let line = depth + width;
    let operands = GradientIn {
        query: ReadFloatsView::of(of.query)?,
        key: ReadFloatsView::of(of.key)?,
        value: ReadFloatsView::of(of.value)?,
        attention_in: ReadFloatsView::of(of.attention_in)?,
        dy: ReadFloatsView::of(of.dy)?,
        softmax_max: ReadFloatsView::of(max)?,
        softmax_sum: ReadFloatsView::of(sum)?,
        indices: of.indices.into(),
        dq: written(dq),
        dk: written(dk),
        dv: written(dv),
        memory: Temporary::of(sizes.all().saturating_mul(together)),
        chosen: Temporary::of(sizes.most.saturating_mul(together)),
        sums: Temporary::of((key_rows * key_heads).saturating_mul(line)),
    };
    let products = (rows * heads).saturating_mul(sizes.most);
    let cost = products.saturating_mul(line) / 2;
    let (queries, spans, scale) = (of.spans[0], of.known, of.scale);
    kernel(operands, cost, move |mut at: GradientAt| {
        let owners = queries.owners(&spans[0])?;
        let tile = Tile {
            query: at.query,
            key: at.key,
            value: at.value,
            attention_in: at.attention_in,
            dy: at.dy,
            statistics: [at.softmax_max, at.softmax_sum],
            scale,
            sizes,
        };
        at.dq.clear();
        at.sums.fill(0.0);
        let size = sizes.all().max(1);
        for first in (0..pairs).step_by(together) {
            let own = first..pairs.min(first + together);
            let mut counts = [0; PAIRS];
            let lines = at.chosen.chunks_mut(sizes.most.max(1));
            for ((k, pair), keys) in own.clone().enumerate().zip(lines) {
                let [row, head] = [pair / key_heads, pair % key_heads];
                let Some([number, query]) = owners[row] else {
                    continue;
                };
                let lengths = [0, 1].map(|side| spans[side][number].rows);
                let seen = blocks.seen.keys(row, query, lengths, 0).end;
                let before = spans[1][number].first;
                blocks.each(at.indices, [row, head], seen, &mut |block| {
                    let places = keys[counts[k]..].iter_mut();
                    for (to, key) in places.zip(block) {
                        *to = (before + key) as u32;
                        counts[k] += 1;
                    }
                });
            }
            let chosen = &*at.chosen;
            let listed = |k: usize| &chosen[sizes.most * k..][..counts[k]];
            let memory = &mut at.memory[..size * own.len()];
            for_each_part(chunks(memory, size), |k, memory| {
                let pair = own.start + k;
                let place = [pair / key_heads, pair % key_heads];
                tile.pair(place, listed(k), sizes.split(memory));
            });
            for (pair, memory) in own.clone().zip(at.memory.chunks_mut(size)) {
                if owners[pair / key_heads].is_some() {
                    // Rows are heads of keys, then heads of queries to each.
                    let first = pair * group * depth;
                    at.dq.store_with_one_nan(first, sizes.split(memory).dq);
                }
            }
            let memory = &*at.memory;
            let part = key_rows.div_ceil(PARTS).max(1);
            for_each_part(chunks(at.sums, part * key_heads * line), |piece, sums| {
                let low = piece * part;
                for (k, pair) in own.clone().enumerate() {
                    let of_pair = &memory[size * k..][..size];
                    tile.add(of_pair, listed(k), sums, &|key| {
                        let row = (key as usize).wrapping_sub(low);
                        let at = row.saturating_mul(key_heads);
                        at.saturating_add(pair % key_heads).saturating_mul(line)
                    });
                }
            });
        }
        for (row, sums) in at.sums.chunks(line.max(1)).enumerate() {
            let (by_key, by_value) = sums.split_at(depth);
            at.dk.store_with_one_nan(row * depth, by_key);
            at.dv.store_with_one_nan(row * width, by_value);
        }
        Ok(())
    })
}

/// The operands of a pair.
struct Tile<'a> {
    query: FloatsView<'a, 3>,
    key: FloatsView<'a, 3>,
    value: FloatsView<'a, 3>,
    attention_in: FloatsView<'a, 3>,
    dy: FloatsView<'a, 3>,
    statistics: [FloatsView<'a, 3>; 2],
    scale: f64,
    sizes: Sizes,
}

/// Loads the rows of listed keys, of one head.
fn gather(of: &FloatsView<3>, keys: &[u32], head: usize, width: usize, to: &mut [f64]) {
    for (&key, line) in keys.iter().zip(to.chunks_mut(width.max(1))) {
        of.load([key as usize, head], 0, line);
    }
}

impl Tile<'_> {
    /// Computes the weights of listed keys, their gradients and those of the queries.
    fn pair(&self, [row, key_head]: [usize; 2], keys: &[u32], memory: Memory) {
        let Sizes {
            group,
            depth,
            width,
            most,
            ..
        } = self.sizes;
        memory.dq.fill(0.0);
        for head in 0..group {
            let place = [row, key_head * group + head];
            let queries = &mut memory.queries[head * depth..][..depth];
            self.query.load(place, 0, queries);
            self.dy
                .load(place, 0, &mut memory.dy[head * width..][..width]);
        }
        let pieces = keys.chunks(TOGETHER).enumerate();
        for (piece, keys) in pieces.clone() {
            let sides = [
                (&self.key, &*memory.queries, depth, &mut *memory.weights),
                (&self.value, &*memory.dy, width, &mut *memory.by_products),
            ];
            for (of, left, columns, to) in sides {
                gather(of, keys, key_head, columns, memory.gathered);
                let lines = Product::new(group, keys.len(), columns).run(
                    matrix(left, [group, columns]).into(),
                    matrix(memory.gathered, [keys.len(), columns]).into(),
                    memory.work,
                );
                for (line, to) in lines.zip(to.chunks_mut(most.max(1))) {
                    to[piece * TOGETHER..][..keys.len()].copy_from_slice(line);
                }
            }
        }
        for head in 0..group {
            let place = [row, key_head * group + head];
            let [largest, sum] = self.statistics.each_ref().map(|of| {
                let mut number = [0.0];
                of.load(place, 0, &mut number);
                number[0]
            });
            let factor = if sum == 0.0 { 0.0 } else { 1.0 / sum };
            let own = &mut memory.weights[head * most..][..keys.len()];
            own.iter_mut().for_each(|score| *score *= self.scale);
            weights(own, largest, factor);
            let mean = self.mean(place, &memory.dy[head * width..][..width]);
            let by_products = memory.by_products[head * most..].iter_mut();
            for (by_product, &weight) in by_products.zip(&*own) {
                *by_product = (*by_product - mean) * weight * self.scale;
            }
        }
        for (piece, keys) in pieces {
            gather(&self.key, keys, key_head, depth, memory.gathered);
            let first = piece * TOGETHER;
            let left = matrix(memory.by_products, [group, most]);
            let right = matrix(memory.gathered, [keys.len(), depth]);
            let lines = Product::new(group, depth, keys.len()).run(
                left.narrowed(1, first..first + keys.len()).into(),
                right.permuted([1, 0]).into(),
                memory.work,
            );
            for (line, to) in lines.zip(memory.dq.chunks_mut(depth.max(1))) {
                to.iter_mut().zip(line).for_each(|(to, x)| *to += *x);
            }
        }
    }

    /// The mean of the gradients of weights: the product of a row of results and the gradient by it.
    fn mean(&self, place: [usize; 2], dy: &[f64]) -> f64 {
        let mut mean = rows::Total::default();
        for (piece, dy) in dy.chunks(LINE).enumerate() {
            let mut line = [0.0; LINE];
            let line = &mut line[..dy.len()];
            self.attention_in.load(place, piece * LINE, line);
            mean.add(rows::products(dy, line));
        }
        mean.sum()
    }

    /// Adds the gradients of listed keys and values to those sums that are there, at the places that `place_of` says: elements of a key, then of a value.
    fn add(&self, memory: &[f64], keys: &[u32], sums: &mut [f64], place_of: &dyn Fn(u32) -> usize) {
        let Sizes {
            group,
            depth,
            width,
            most,
            ..
        } = self.sizes;
        let [dq, queries, dy, weights, ..] = self.sizes.parts();
        let (queries, rest) = memory[dq..].split_at(queries);
        let (dy, rest) = rest.split_at(dy);
        let (weights, by_products) = rest.split_at(weights);
        for (place, &key) in keys.iter().enumerate() {
            let Some(to) = sums.get_mut(place_of(key)..).filter(|to| !to.is_empty()) else {
                continue;
            };
            let (by_key, by_value) = to[..depth + width].split_at_mut(depth);
            for head in 0..group {
                let at = head * most + place;
                let query = &queries[head * depth..][..depth];
                combine(by_key, 1.0, query, by_products[at]);
                combine(by_value, 1.0, &dy[head * width..][..width], weights[at]);
            }
        }
    }
}
