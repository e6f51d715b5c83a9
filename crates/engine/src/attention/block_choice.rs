//! The pairs of blocks of queries and keys that weigh most: the softmax of the products of their means.

#![forbid(unsafe_code)]

use super::memory::take;
use super::product::{Product, matrix};
use crate::operands::{ReadFloatsView, Temporary, Write, kernel, operands};
use crate::views::FloatsView;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::order::Key;
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};
use hostnpu_tensor::parallel;

/// Blocks of queries whose weights are computed together.
const QUERIES: usize = 32;

/// Operands of [`choose_blocks`].
pub struct BlockChoice {
    /// Queries: batch, heads, rows, elements.
    pub query: Arg,
    /// Keys: as queries, of as many heads.
    pub key: Arg,
    /// Blocks of sequences.
    pub sequences: Vec<MeanBlocks>,
    /// Queries, and keys, of a block.
    pub size: [usize; 2],
    /// The factor of products.
    pub scale: f64,
    /// Pairs that are chosen of all pairs of a head of a sequence: this share, rounded, and one at least.
    pub share: f64,
    /// Sequences, heads, blocks of queries, blocks of keys: INT8, 1 where a pair is chosen, otherwise 0.
    pub map: Arg,
}

/// The blocks of a sequence.
#[derive(Clone, Debug)]
pub struct MeanBlocks {
    /// The entry of the batch.
    pub batch: usize,
    /// Its first query and its first key.
    pub first: [usize; 2],
    /// The number of rows of each block, of queries and of keys, that its mean is of. A block of none has a mean of 0, and is not chosen.
    pub rows: [Vec<usize>; 2],
}

operands! {
    struct ChoiceIn => ChoiceAt {
        query: ReadFloatsView<4>,
        key: ReadFloatsView<4>,
        map: Write<i8>,
        memory: Temporary<f64>,
        order: Temporary<u64>,
    }
}

/// Plans the choice.
pub fn choose_blocks(of: BlockChoice) -> Result<Call> {
    let [_, heads, _, depth] = of.query.extents()?;
    let [count, own_heads, rows, columns] = of.map.extents()?;
    let is_within = |part: &MeanBlocks| {
        part.rows[0].len() <= rows && part.rows[1].len() <= columns && part.batch < count
    };
    if count != of.sequences.len() || own_heads != heads || !of.sequences.iter().all(is_within) {
        return Err(Error::from(Reason::Internal(
            "a map of other blocks".into(),
        )));
    }
    let product = |blocks: [usize; 2]| Product::rounded(blocks[0].min(QUERIES), blocks[1], depth);
    let pairs = rows * columns;
    let sizes = [
        depth,
        rows * depth,
        columns * depth,
        product([rows, columns]).doubles(),
        pairs,
    ];
    let memory: usize = sizes.iter().sum();
    let lanes = parallel::threads().min((count * heads).max(1));
    let operands = ChoiceIn {
        query: ReadFloatsView::of(of.query)?,
        key: ReadFloatsView::of(of.key)?,
        map: of.map.into(),
        memory: Temporary::of(memory.saturating_mul(lanes)),
        order: Temporary::of(pairs.saturating_mul(lanes)),
    };
    let cost = (count * heads)
        .saturating_mul(pairs)
        .saturating_mul(depth / 4 + 16);
    let (sequences, size, scale, share) = (of.sequences, of.size, of.scale, of.share);
    kernel(operands, cost, move |at: ChoiceAt| {
        let sides = [at.query, at.key];
        let memory = (
            chunks(at.memory, memory.max(1)),
            chunks(at.order, pairs.max(1)),
        );
        let maps = chunks(at.map, pairs.max(1));
        for_each_part_with(memory, maps, |place, (memory, order), map| {
            let (of, head) = (&sequences[place / heads], place % heads);
            let blocks = of.rows.each_ref().map(Vec::len);
            let mut memory = &mut memory[..];
            let [row, own, all, work, weights] = sizes.map(|size| take(&mut memory, size));
            map.fill(0);
            for (side, means) in [&mut *own, &mut *all].into_iter().enumerate() {
                let lines = means.chunks_mut(depth.max(1));
                for (block, (&rows, mean)) in of.rows[side].iter().zip(lines).enumerate() {
                    let first = of.first[side] + block * size[side];
                    let rows = first..first + rows;
                    average(&sides[side], [of.batch, head], rows, row, mean);
                }
            }
            let [queries, keys] = blocks;
            for start in (0..queries).step_by(QUERIES) {
                let count = QUERIES.min(queries - start);
                let lines = Product::rounded(count, keys, depth).run(
                    matrix(&own[start * depth..], [count, depth]).into(),
                    matrix(all, [keys, depth]).into(),
                    work,
                );
                for (line, to) in lines.zip(weights[start * keys..].chunks_mut(keys.max(1))) {
                    rows::times(line, scale);
                    let largest = rows::largest(line);
                    let sum = rows::exponentials(line, largest).sum();
                    rows::scaled(to, line, 1.0 / sum);
                }
            }
            let pairs = queries * keys;
            let wanted = (share * pairs as f64).round().max(1.0) as usize;
            choose(of, &weights[..pairs], wanted, order, map, columns);
        });
        Ok(())
    })
}

/// Writes the mean of some rows of a head; 0 of none.
fn average(
    of: &FloatsView<'_, 4>,
    [batch, head]: [usize; 2],
    rows: std::ops::Range<usize>,
    row: &mut [f64],
    mean: &mut [f64],
) {
    mean.fill(0.0);
    let count = rows.len();
    for number in rows {
        of.load([batch, head, number], 0, row);
        rows::plus_each(mean, row);
    }
    if count > 0 {
        rows::divided(mean, count as f64);
    }
}

/// Marks the pairs of the largest weights, of equal ones the first.
fn choose(
    of: &MeanBlocks,
    weights: &[f64],
    wanted: usize,
    order: &mut [u64],
    map: &mut [i8],
    columns: usize,
) {
    let [queries, keys] = of.rows.each_ref();
    // Numbers of pairs whose blocks both have rows, and the place of each in the map.
    let places = || {
        let each = queries.iter().enumerate().filter(|(_, rows)| **rows > 0);
        each.flat_map(|(x, _)| {
            let all = keys.iter().enumerate().filter(|(_, rows)| **rows > 0);
            all.map(move |(y, _)| (x * keys.len() + y, x * columns + y))
        })
    };
    let mut count = 0;
    for (pair, _) in places() {
        order[count] = !weights[pair].key();
        count += 1;
    }
    let wanted = wanted.min(count);
    let Some(last) = wanted.checked_sub(1) else {
        return;
    };
    let (_, &mut last, _) = order[..count].select_nth_unstable(last);
    let before = order[..count].iter().filter(|&&key| key < last).count();
    let mut equal = wanted - before;
    for (pair, place) in places() {
        let key = !weights[pair].key();
        if key > last || key == last && equal == 0 {
            continue;
        }
        equal -= usize::from(key == last);
        map[place] = 1;
    }
}
