//! The scores of one query, their distribution, and its part of all gradients.

use std::ops::Range;

use super::super::Source;
use super::super::indexer::sequence_of;
use super::super::memory::take;
use super::super::product::{Product, TOGETHER, matrix};
use super::super::source::SourceMemory;
use super::super::spans::Span;
use crate::floats::Floats;
use crate::views::FloatsView;
use hostnpu_kernels::attention::{add_rectified, logarithm_of_sum, statistics, weights};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows;

/// Probabilities whose logarithm is taken are no less.
const LEAST: f64 = 1e-8;

/// Extents, and DOUBLE numbers of the memory of a query.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    heads: usize,
    depth: usize,
    /// Keys of a query, at most.
    most: usize,
    /// Heads, heads of keys and elements of attention.
    teacher: [usize; 3],
    gathered: usize,
    work: usize,
}

/// The memory of a query.
pub(super) struct Memory<'m> {
    pub query_gradient: &'m mut [f64],
    pub weight_gradient: &'m mut [f64],
    pub softmax: &'m mut [f64],
    pub numbers: &'m mut [f64],
    pub key_gradients: &'m mut [f64],
    pub queries: &'m mut [f64],
    pub weights: &'m mut [f64],
    pub products: &'m mut [f64],
    pub scores: &'m mut [f64],
    pub wanted: &'m mut [f64],
    pub gathered: &'m mut [f64],
    pub work: &'m mut [f64],
}

/// Numbers of a query: the largest score, the sum of exponentials, their logarithm, and the loss.
const NUMBERS: usize = 4;

impl Sizes {
    pub fn new([heads, depth, most]: [usize; 3], teacher: [usize; 3]) -> Self {
        let at_once = TOGETHER.min(most);
        let [all, key_heads, width] = teacher;
        let group = all / key_heads.max(1);
        let products = [
            Product::new(heads, at_once, depth),
            Product::rounded(heads, depth, at_once),
            Product::rounded(at_once, depth, heads),
            Product::new(group, at_once, width),
        ];
        Self {
            heads,
            depth,
            most,
            teacher,
            gathered: at_once * depth.max(width),
            work: products.iter().map(|of| of.doubles()).max().unwrap_or(0),
        }
    }

    fn parts(&self) -> [usize; 12] {
        let (heads, depth, most) = (self.heads, self.depth, self.most);
        let [all, key_heads, width] = self.teacher;
        let queries = (heads * depth).max(all / key_heads.max(1) * width);
        [
            heads * depth,
            heads,
            most,
            NUMBERS,
            most * depth,
            queries,
            heads,
            heads * most,
            most,
            most,
            self.gathered,
            self.work,
        ]
    }

    pub fn all(&self) -> usize {
        self.parts().iter().sum()
    }

    /// DOUBLE numbers before the gradients of keys, a row for each.
    pub fn before_gradients_of_keys(&self) -> usize {
        self.parts()[..4].iter().sum()
    }

    pub fn split<'m>(&self, mut memory: &'m mut [f64]) -> Memory<'m> {
        let parts = self.parts().map(|size| take(&mut memory, size));
        let [
            query_gradient,
            weight_gradient,
            softmax,
            numbers,
            key_gradients,
            queries,
            weights,
            products,
            scores,
            wanted,
            gathered,
            work,
        ] = parts;
        Memory {
            query_gradient,
            weight_gradient,
            softmax,
            numbers,
            key_gradients,
            queries,
            weights,
            products,
            scores,
            wanted,
            gathered,
            work,
        }
    }
}

/// Heads and elements of a source.
pub(super) fn heads_of(source: &Source) -> [usize; 2] {
    let shape = source.tensors.first().map_or([0; 5], |of| of.shape());
    [shape[1], source.columns()]
}

/// A row of queries of a sequence.
pub(super) struct Owner {
    pub number: usize,
    pub row: usize,
    /// The row of all entries of the batch.
    pub place: usize,
    pub spans: [Span; 2],
}

pub(super) type Statistics<'s, 'a> = [&'s FloatsView<'a, 4>; 2];

/// Queries, keys, statistics and sinks of attention.
pub(super) type Attention<'s, 'a> = (
    SourceMemory<'s, 'a>,
    SourceMemory<'s, 'a>,
    Statistics<'s, 'a>,
    Option<&'s Floats<'a>>,
);

/// The operands of a query.
pub(super) struct Tile<'s, 'a> {
    pub query: SourceMemory<'s, 'a>,
    pub key: SourceMemory<'s, 'a>,
    pub attention: Option<Attention<'s, 'a>>,
    pub scale: f64,
    pub weights: &'s FloatsView<'a, 3>,
    pub known: &'s [Floats<'a>],
    pub given: Option<&'s Floats<'a>>,
    pub is_distribution: bool,
    pub has_gradients: bool,
    pub columns: usize,
    pub sizes: Sizes,
}

/// Loads rows of keys.
fn gather(
    source: &SourceMemory,
    of: &Owner,
    head: usize,
    keys: &[u32],
    width: usize,
    to: &mut [f64],
) {
    let own = sequence_of(of.spans[1]);
    for (&key, line) in keys.iter().zip(to.chunks_mut(width.max(1))) {
        let place = (of.spans[1].first, key as usize);
        source.load((&own, of.number), head, place, 0..width, line);
    }
}

/// Loads a query of some heads.
fn load(source: &SourceMemory, of: &Owner, heads: Range<usize>, width: usize, to: &mut [f64]) {
    let own = sequence_of(of.spans[0]);
    for (head, line) in heads.zip(to.chunks_mut(width.max(1))) {
        let place = (of.spans[0].first, of.row);
        source.load((&own, of.number), head, place, 0..width, line);
    }
}

impl Tile<'_, '_> {
    /// Computes a query with the keys that it sees or lists, whose places are in its list.
    pub fn row(&self, of: &Owner, (keys, places): (&[u32], &[u32]), memory: Memory) {
        let Sizes {
            heads, depth, most, ..
        } = self.sizes;
        let count = keys.len();
        memory.query_gradient.fill(0.0);
        memory.weight_gradient.fill(0.0);
        let softmax = &mut memory.softmax[..count];
        let wanted = &mut memory.wanted[..count];
        self.attend(
            of,
            keys,
            wanted,
            (memory.queries, memory.gathered, memory.work),
        );
        load(&self.query, of, 0..heads, depth, memory.queries);
        let row = [of.spans[0].batch, of.spans[0].first + of.row];
        self.weights.load(row, 0, memory.weights);
        for (piece, keys) in keys.chunks(TOGETHER).enumerate() {
            gather(&self.key, of, 0, keys, depth, memory.gathered);
            let lines = Product::new(heads, keys.len(), depth).run(
                matrix(memory.queries, [heads, depth]).into(),
                matrix(memory.gathered, [keys.len(), depth]).into(),
                memory.work,
            );
            for (line, to) in lines.zip(memory.products.chunks_mut(most)) {
                to[piece * TOGETHER..][..keys.len()].copy_from_slice(line);
            }
        }
        let scores = &mut memory.scores[..count];
        scores.fill(0.0);
        for (line, &weight) in memory.products.chunks(most).zip(&*memory.weights) {
            add_rectified(scores, &line[..count], weight);
        }
        one_nan(scores);
        let largest = rows::largest(scores);
        let numbers = match count {
            0 => [f64::from(f32::MIN), f64::from(f32::MAX), f64::INFINITY],
            _ => {
                let sum = rows::exponential_sum(scores, largest).sum();
                let [rounded, of_rounded] = statistics(largest, sum).map(f64::from);
                [rounded, of_rounded, logarithm_of_sum(largest, sum)]
            }
        };
        memory.numbers[..3].copy_from_slice(&numbers);
        memory.numbers[3] = 0.0;
        softmax.copy_from_slice(scores);
        match self.known {
            [] => {
                let sum = rows::exponentials(softmax, largest).sum();
                rows::divide(softmax, sum);
            }
            [lse] => weights(softmax, lse.get(of.place), 1.0),
            [largest, sum, ..] => {
                weights(softmax, largest.get(of.place), 1.0 / sum.get(of.place));
            }
        }
        if !self.has_gradients {
            return;
        }
        if let Some(given) = self.given {
            for (to, &place) in wanted.iter_mut().zip(places) {
                *to = given.get(of.place * self.columns + place as usize);
            }
        }
        if self.is_distribution {
            let log = |x: f64| logarithm_of_sum(0.0, if x < LEAST { LEAST } else { x });
            for ((score, &y), &p) in scores.iter_mut().zip(&*softmax).zip(&*wanted) {
                *score = y - p;
                if self.attention.is_some() {
                    memory.numbers[3] += p * (log(p) - log(y));
                }
            }
        } else {
            scores.copy_from_slice(wanted);
        }
        let of_heads = memory.weight_gradient.iter_mut().zip(&*memory.weights);
        for (line, (gradient, &weight)) in memory.products.chunks_mut(most).zip(of_heads) {
            let mut sum = 0.0;
            for (x, &score) in line.iter_mut().zip(&*scores) {
                let is_positive = *x > 0.0;
                sum += if *x <= 0.0 { 0.0 } else { score * *x };
                *x = if is_positive { score * weight } else { 0.0 };
            }
            *gradient = sum;
        }
        for (piece, keys) in keys.chunks(TOGETHER).enumerate() {
            if count > TOGETHER {
                gather(&self.key, of, 0, keys, depth, memory.gathered);
            }
            let first = piece * TOGETHER;
            let by_scores = matrix(memory.products, [heads, most]);
            let by_scores = by_scores.narrowed(1, first..first + keys.len());
            let gathered = matrix(memory.gathered, [keys.len(), depth]);
            let lines = Product::rounded(heads, depth, keys.len()).run(
                by_scores.into(),
                gathered.permuted([1, 0]).into(),
                memory.work,
            );
            for (line, to) in lines.zip(memory.query_gradient.chunks_mut(depth.max(1))) {
                to.iter_mut().zip(line).for_each(|(to, x)| *to += *x);
            }
            let own = matrix(memory.queries, [heads, depth]);
            let lines = Product::rounded(keys.len(), depth, heads).run(
                by_scores.permuted([1, 0]).into(),
                own.permuted([1, 0]).into(),
                memory.work,
            );
            let to = memory.key_gradients.chunks_mut(depth.max(1)).skip(first);
            for (line, to) in lines.zip(to) {
                to.copy_from_slice(line);
            }
        }
    }

    /// The mean over heads of the weights of attention, without those of sinks.
    fn attend(
        &self,
        of: &Owner,
        keys: &[u32],
        to: &mut [f64],
        (queries, gathered, work): (&mut [f64], &mut [f64], &mut [f64]),
    ) {
        to.fill(0.0);
        let Some((query, key, [largest, sum], sinks)) = &self.attention else {
            return;
        };
        let [heads, key_heads, width] = self.sizes.teacher;
        let group = heads / key_heads.max(1);
        let row = [of.spans[0].batch, of.spans[0].first + of.row];
        let number = |of: &FloatsView<'_, 4>, head: usize| {
            let (mut number, group) = ([0.0], group.max(1));
            of.load([row[0], row[1], head / group], head % group, &mut number);
            number[0]
        };
        for key_head in 0..key_heads {
            let own = key_head * group..(key_head + 1) * group;
            load(query, of, own, width, queries);
            for (keys, to) in keys.chunks(TOGETHER).zip(to.chunks_mut(TOGETHER)) {
                gather(key, of, key_head, keys, width, gathered);
                let lines = Product::new(group, keys.len(), width).run(
                    matrix(queries, [group, width]).into(),
                    matrix(gathered, [keys.len(), width]).into(),
                    work,
                );
                for (head, line) in lines.enumerate() {
                    let head = key_head * group + head;
                    line.iter_mut().for_each(|score| *score *= self.scale);
                    weights(line, number(largest, head), 1.0 / number(sum, head));
                    to.iter_mut().zip(line).for_each(|(to, x)| *to += *x);
                }
            }
        }
        let of_sinks = sinks.map_or(0.0, |sinks| {
            let each = (0..heads).map(|head| {
                let mut share = [sinks.get(head)];
                weights(&mut share, number(largest, head), 1.0 / number(sum, head));
                share[0]
            });
            each.sum::<f64>()
        });
        let share = 1.0 / (heads.max(1) as f64 - of_sinks);
        to.iter_mut().for_each(|to| *to *= share);
        one_nan(to);
    }
}
