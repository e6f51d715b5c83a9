//! The weights of one query, and its part of all gradients.

use super::super::memory::take;
use super::super::product::{Product, TOGETHER, matrix};
use super::super::selected::{Chosen, Key};
use crate::floats::Floats;
use hostnpu_kernels::attention::{gradients, weights};
use hostnpu_kernels::rows::products;

/// Extents, and DOUBLE numbers of the memory of a query.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub heads: usize,
    /// Elements of a query and a key, and those of their first parts.
    pub depth: usize,
    pub own: usize,
    /// Elements of a value.
    pub width: usize,
    /// True if values lie in tensors of their own.
    pub is_apart: bool,
    /// Keys of a query, at most.
    pub most: usize,
    pub has_gradients: bool,
    pub has_means: bool,
}

/// The memory of a query.
pub(super) struct Memory<'m> {
    pub query_gradient: &'m mut [f64],
    pub sink_gradient: &'m mut [f64],
    /// The mean over heads of weights.
    pub mean: &'m mut [f64],
    pub key_gradients: &'m mut [f64],
    queries: &'m mut [f64],
    by_results: &'m mut [f64],
    /// Of each head, the sum of products of results and the gradient by them.
    products: &'m mut [f64],
    weights: &'m mut [f64],
    by_scores: &'m mut [f64],
    gathered: &'m mut [f64],
    work: &'m mut [f64],
}

impl Sizes {
    /// Elements of the gradient of a key, with those of its value where it has one of its own.
    pub fn line(&self) -> usize {
        self.depth + if self.is_apart { self.width } else { 0 }
    }

    fn parts(&self) -> [usize; 11] {
        let (heads, at_once) = (self.heads, TOGETHER.min(self.most));
        let if_gradients = |count: usize| if self.has_gradients { count } else { 0 };
        let all = [
            Product::new(heads, at_once, self.depth),
            Product::new(heads, at_once, self.width),
            Product::rounded(heads, self.depth, at_once),
            Product::rounded(at_once, self.depth, heads),
            Product::rounded(at_once, self.width, heads),
        ];
        [
            if_gradients(heads * self.depth),
            if_gradients(heads),
            if self.has_means { self.most } else { 0 },
            if_gradients(self.most * self.line()),
            heads * self.depth,
            if_gradients(heads * self.width),
            if_gradients(heads),
            heads * at_once,
            if_gradients(heads * at_once),
            at_once * self.line(),
            all.iter().map(|of| of.doubles()).max().unwrap_or(0),
        ]
    }

    /// DOUBLE numbers of the memory.
    pub fn all(&self) -> usize {
        self.parts().iter().sum()
    }

    /// DOUBLE numbers before the gradients of keys, a line for each.
    pub fn before_gradients_of_keys(&self) -> usize {
        self.parts()[..3].iter().sum()
    }

    pub fn split<'m>(&self, mut memory: &'m mut [f64]) -> Memory<'m> {
        let parts = self.parts().map(|size| take(&mut memory, size));
        let [
            query_gradient,
            sink_gradient,
            mean,
            key_gradients,
            queries,
            by_results,
            products,
            weights,
            by_scores,
            gathered,
            work,
        ] = parts;
        Memory {
            query_gradient,
            sink_gradient,
            mean,
            key_gradients,
            queries,
            by_results,
            products,
            weights,
            by_scores,
            gathered,
            work,
        }
    }
}

/// Keys of some tensors while the kernel runs.
pub(super) struct PartAt<'a> {
    /// Keys of the tensors before.
    pub first: usize,
    /// Rows of an entry of the batch.
    pub entry: usize,
    pub key: Floats<'a>,
    pub key_rope: Option<Floats<'a>>,
    pub value: Option<Floats<'a>>,
}

/// The operands of all queries.
pub(super) struct Tile<'s, 'a> {
    pub sizes: Sizes,
    pub query: Floats<'a>,
    pub query_rope: Option<Floats<'a>>,
    pub parts: Vec<PartAt<'a>>,
    pub statistics: &'s [Floats<'a>],
    pub dy: Option<Floats<'a>>,
    pub attention_in: Option<Floats<'a>>,
    pub sinks: Option<Floats<'a>>,
    pub scale: f64,
}

/// Loads row `row` of some elements.
fn load(from: &Floats, row: usize, to: &mut [f64]) {
    from.load(row * to.len()..(row + 1) * to.len(), to);
}

/// Adds the rows of a product, each times a factor, to the first elements of lines.
fn add<'m>(
    rows: impl Iterator<Item = &'m mut [f64]>,
    lines: &mut [f64],
    (pitch, first): (usize, usize),
    factor: f64,
) {
    for (row, line) in rows.zip(lines.chunks_mut(pitch.max(1))) {
        let to = line[first..].iter_mut().zip(row);
        to.for_each(|(to, x)| *to += factor * *x);
    }
}

impl Tile<'_, '_> {
    /// The number of a key among those of all tensors.
    pub fn row_of(&self, key: &Key) -> usize {
        let part = &self.parts[key.part];
        part.first + self.own_row(key)
    }

    /// The row of its tensor that a key is.
    fn own_row(&self, key: &Key) -> usize {
        key.place.batch * self.parts[key.part].entry + key.place.first + key.row
    }

    fn gather(&self, key: &Key, to: &mut [f64]) {
        let (part, row) = (&self.parts[key.part], self.own_row(key));
        let Sizes { own, depth, .. } = self.sizes;
        load(&part.key, row, &mut to[..own]);
        if let Some(rope) = &part.key_rope {
            load(rope, row, &mut to[own..depth]);
        }
        if let Some(value) = &part.value {
            load(value, row, &mut to[depth..]);
        }
    }

    /// The largest score of a head, or the logarithm of the sum, and the factor of exponentials of scores less that.
    fn statistics(&self, number: usize) -> (f64, f64) {
        match self.statistics {
            [largest, sum, ..] => (largest.get(number), 1.0 / sum.get(number)),
            [lse] => (lse.get(number), 1.0),
            [] => (0.0, 0.0),
        }
    }

    /// Computes a row of queries: its part of all gradients, and the mean of its weights.
    pub fn row(&self, row: usize, chosen: &Chosen, memory: Memory) {
        let Sizes {
            heads,
            depth,
            own,
            width,
            is_apart,
            has_gradients,
            ..
        } = self.sizes;
        let (count, line) = (chosen.count(row), self.sizes.line());
        if count == 0 {
            return;
        }
        memory.query_gradient.fill(0.0);
        memory.sink_gradient.fill(0.0);
        memory.mean.fill(0.0);
        for (head, to) in memory.queries.chunks_mut(depth.max(1)).enumerate() {
            load(&self.query, row * heads + head, &mut to[..own]);
            if let Some(rope) = &self.query_rope {
                load(rope, row * heads + head, &mut to[own..]);
            }
        }
        if let (Some(dy), Some(results)) = (&self.dy, &self.attention_in) {
            let lines = memory.by_results.chunks_mut(width.max(1));
            for (head, (to, sum)) in lines.zip(&mut *memory.products).enumerate() {
                load(dy, row * heads + head, to);
                let own = &mut memory.gathered[..width];
                load(results, row * heads + head, own);
                *sum = products(to, own);
            }
        }
        let queries = matrix(memory.queries, [heads, depth]);
        let mut first = 0;
        while first < count {
            let some = TOGETHER.min(count - first);
            for (k, to) in (first..first + some).zip(memory.gathered.chunks_mut(line.max(1))) {
                self.gather(&chosen.find(row, k), to);
            }
            let gathered = matrix(memory.gathered, [some, line]);
            let keys = gathered.narrowed(1, 0..depth);
            let lines =
                Product::new(heads, some, depth).run(queries.into(), keys.into(), memory.work);
            for (head, scores) in lines.enumerate() {
                let to = &mut memory.weights[head * some..][..some];
                for (to, &score) in to.iter_mut().zip(&*scores) {
                    *to = score * self.scale;
                }
                let (largest, factor) = self.statistics(row * heads + head);
                weights(to, largest, factor);
                let means = memory.mean.iter_mut().skip(first).zip(&*to);
                means.for_each(|(mean, weight)| *mean += weight / heads as f64);
            }
            if has_gradients {
                let values = match is_apart {
                    true => gathered.narrowed(1, depth..line),
                    false => gathered.narrowed(1, 0..width),
                };
                let by_results = matrix(memory.by_results, [heads, width]);
                let lines = Product::new(heads, some, width).run(
                    by_results.into(),
                    values.into(),
                    memory.work,
                );
                for (head, by_weights) in lines.enumerate() {
                    let own = &memory.weights[head * some..][..some];
                    memory.sink_gradient[head] += products(own, by_weights);
                    gradients(by_weights, own, 1.0, memory.products[head]);
                    memory.by_scores[head * some..][..some].copy_from_slice(by_weights);
                }
                let by_scores = matrix(memory.by_scores, [heads, some]);
                let lines = Product::rounded(heads, depth, some).run(
                    by_scores.into(),
                    keys.permuted([1, 0]).into(),
                    memory.work,
                );
                add(lines, memory.query_gradient, (depth, 0), self.scale);
                let to = &mut memory.key_gradients[first * line..(first + some) * line];
                to.fill(0.0);
                let lines = Product::rounded(some, depth, heads).run(
                    by_scores.permuted([1, 0]).into(),
                    queries.permuted([1, 0]).into(),
                    memory.work,
                );
                add(lines, to, (line, 0), self.scale);
                let own = matrix(memory.weights, [heads, some]);
                let lines = Product::rounded(some, width, heads).run(
                    own.permuted([1, 0]).into(),
                    by_results.permuted([1, 0]).into(),
                    memory.work,
                );
                let place = (line, if is_apart { depth } else { 0 });
                add(lines, to, place, 1.0);
            }
            first += some;
        }
        for (head, sum) in memory.sink_gradient.iter_mut().enumerate() {
            let Some(sinks) = &self.sinks else {
                continue;
            };
            let (largest, factor) = self.statistics(row * heads + head);
            let mut weight = [sinks.get(head)];
            weights(&mut weight, largest, factor);
            *sum *= -weight[0];
        }
    }
}
