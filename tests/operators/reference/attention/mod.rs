//! Attention and its gradients by their definitions, one score after the other.

pub mod block_choice;
pub mod block_scores;
pub mod block_sparse;
pub mod block_sparse_versions;
pub mod flash_attn;
pub mod group_sums;
pub mod inference;
pub mod merged;
pub mod native_sparse;
pub mod pairs;
pub mod sparse;
pub mod sparse_gradients;
pub mod sparse_mla;
pub mod training;

use super::reductions;
use super::rows::int;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// Positions of a form's arguments, beyond the first three.
#[derive(Clone, Copy)]
pub struct Form {
    pub shift: usize,
    pub prefix: usize,
    pub ends: Option<usize>,
    /// `scaleValue`; the share that is kept, the tokens, heads and the layout follow.
    pub scale: usize,
    pub mode: usize,
    pub shift_type: Option<usize>,
    pub statistics_layout: Option<usize>,
    /// The second parts of queries and of keys.
    pub ropes: Option<[usize; 2]>,
    pub sink: Option<usize>,
    /// `qStartIdx`; `kvStartIdx` follows.
    pub starts: Option<usize>,
}

pub const SCORE: Form = Form {
    shift: 3,
    prefix: 7,
    ends: None,
    scale: 8,
    mode: 15,
    shift_type: None,
    statistics_layout: None,
    ropes: None,
    sink: None,
    starts: None,
};

pub const GRAD: Form = Form {
    shift: 4,
    prefix: 12,
    scale: 13,
    mode: 20,
    ..SCORE
};

/// One sequence: where its queries and keys begin, and how many there are.
#[derive(Clone, Copy)]
struct Sequence {
    number: usize,
    first: [usize; 2],
    rows: [usize; 2],
    bit: usize,
}

struct Call<'a> {
    arguments: &'a [Argument],
    form: Form,
    layout: &'static str,
    heads: [usize; 2],
    /// Elements of a query and of a value.
    elements: [usize; 2],
    batch: usize,
    /// Rows of queries and of keys of a batch.
    rows: [usize; 2],
    sequences: Vec<Sequence>,
}

/// The numbers of an argument, none where it is absent.
fn doubles(argument: &Argument) -> Vec<f64> {
    let tensor = argument.tensors().first();
    tensor.map_or(Vec::new(), reductions::doubles)
}

fn real(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(value) => *value,
        other => panic!("{other:?} is no number"),
    }
}

fn ints(argument: &Argument) -> Vec<i64> {
    match argument {
        Argument::Ints(values) => values.clone(),
        _ => Vec::new(),
    }
}

fn shape(argument: &Argument) -> Vec<usize> {
    let tensor = &argument.tensors()[0];
    tensor.shape.iter().map(|&extent| extent as usize).collect()
}

impl<'a> Call<'a> {
    fn new(arguments: &'a [Argument], form: Form) -> Self {
        let Argument::Text(layout) = arguments[form.scale + 5] else {
            panic!("no layout")
        };
        let heads = int(&arguments[form.scale + 4]) as usize;
        let [q, k, v] = [0, 1, 2].map(|at| shape(&arguments[at]));
        let (batch, rows, key_heads, elements) = match layout {
            "BSH" | "SBH" => {
                let [b, s] = if layout == "BSH" { [0, 1] } else { [1, 0] };
                let depth = q[2] / heads;
                let key_heads = k[2] / depth;
                (q[b], [q[s], k[s]], key_heads, [depth, v[2] / key_heads])
            }
            "BSND" => (q[0], [q[1], k[1]], k[2], [q[3], v[3]]),
            "BNSD" => (q[0], [q[2], k[2]], k[1], [q[3], v[3]]),
            _ => (1, [q[0], k[0]], k[1], [q[2], v[2]]),
        };
        let mut sequences = Vec::new();
        let mut bit = 0;
        let ends = form
            .ends
            .map(|at| [at, at + 1].map(|at| ints(&arguments[at])));
        match ends.filter(|_| layout == "TND") {
            None => {
                for number in 0..batch {
                    sequences.push(Sequence {
                        number,
                        first: [0, 0],
                        rows,
                        bit,
                    });
                    bit += heads * rows[0] * rows[1];
                }
            }
            Some([queries, keys]) => {
                let mut first = [0, 0];
                // Zeros at the end are sequences that take no part.
                for (number, (&end, &key_end)) in queries.iter().zip(&keys).enumerate() {
                    if key_end == 0 {
                        continue;
                    }
                    let rows = [end as usize - first[0], key_end as usize - first[1]];
                    sequences.push(Sequence {
                        number,
                        first,
                        rows,
                        bit,
                    });
                    bit += heads * rows[0] * rows[1];
                    first = [end as usize, key_end as usize];
                }
            }
        }
        Self {
            arguments,
            form,
            layout,
            heads: [heads, key_heads],
            elements,
            batch,
            rows,
            sequences,
        }
    }

    /// The place of an element in a tensor whose rows are those of queries (`side` 0) or keys.
    fn place(
        &self,
        side: usize,
        [n, d]: [usize; 2],
        of: &Sequence,
        row: usize,
        head: usize,
        element: usize,
    ) -> usize {
        let (b, s, rows) = (of.number, of.first[side] + row, self.rows[side]);
        match self.layout {
            "BSH" | "BSND" => ((b * rows + s) * n + head) * d + element,
            "SBH" => ((s * self.batch + b) * n + head) * d + element,
            "BNSD" => ((b * n + head) * rows + s) * d + element,
            _ => (s * n + head) * d + element,
        }
    }

    /// The place of a query's statistics.
    fn statistics(&self, of: &Sequence, head: usize, query: usize) -> usize {
        let s = of.first[0] + query;
        let by_tokens = self
            .form
            .statistics_layout
            .is_some_and(|at| matches!(self.arguments[at], Argument::Text("same_as_input")));
        match self.layout {
            "TND" if by_tokens => s * self.heads[0] + head,
            // Sequences one behind the other, each by heads.
            "TND" => (of.first[0] * self.heads[0] + head * of.rows[0]) + query,
            _ => (of.number * self.heads[0] + head) * self.rows[0] + s,
        }
    }

    /// True if a query may see a key.
    fn sees(&self, mask: &[f64], of: &Sequence, head: usize, query: usize, key: usize) -> bool {
        let Form {
            shift,
            scale,
            mode,
            prefix,
            ..
        } = self.form;
        let Some(tensor) = self.arguments[shift + 3].tensors().first() else {
            return true;
        };
        let [before, after] = [2, 3].map(|at| int(&self.arguments[scale + at]));
        let [i, j] = [query, key].map(|x| x as i64);
        let [queries, keys] = of.rows.map(|x| x as i64);
        let by_mask = || {
            let extents: Vec<usize> = tensor.shape.iter().map(|&x| x as usize).collect();
            let [.., rows, columns] = extents[..] else {
                panic!("a mask")
            };
            let (b, h) = match extents[..] {
                [1, 1, ..] => (0, 0),
                [_, 1, ..] => (of.number, 0),
                [b, n, _, _] => (
                    if b == 1 { 0 } else { of.number },
                    if n == 1 { 0 } else { head },
                ),
                _ => (0, 0),
            };
            let heads = if extents.len() == 4 { extents[1] } else { 1 };
            // An extent of 1 serves all.
            let [row, column] = [(rows, query), (columns, key)]
                .map(|(extent, at)| if extent == 1 { 0 } else { at });
            mask[((b * heads + h) * rows + row) * columns + column] == 0.0
        };
        let last = keys - queries;
        let band = |from: i64| j >= i + from - before && j <= i + from + after;
        let is_end = |mut all: Box<dyn Iterator<Item = &Sequence> + '_>| {
            let full = all.find(|of| of.rows[0] > 0 && of.rows[1] > 0);
            full.map(|of| of.number) == Some(of.number)
        };
        match int(&self.arguments[mode]) {
            0 => by_mask() && band(0),
            1 | 5 => by_mask(),
            2 => j <= i,
            3 => j <= i + last,
            4 => band(last),
            6 => j <= i + last || j < ints(&self.arguments[prefix])[of.number],
            7 if is_end(Box::new(self.sequences.iter().rev())) => band(last),
            7 => j <= i + last,
            8 if is_end(Box::new(self.sequences.iter())) => band(last),
            8 => j <= i,
            other => panic!("mode {other}"),
        }
    }

    /// The scores of a query, minus infinity for keys that it does not see.
    fn scores(&self, given: &Given, of: &Sequence, head: usize, query: usize) -> Vec<f64> {
        let key_head = head / (self.heads[0] / self.heads[1]);
        let scale = real(&self.arguments[self.form.scale]);
        let first = self
            .form
            .shift_type
            .is_none_or(|at| int(&self.arguments[at]) == 1);
        let depth = self.elements[0];
        let score = |key: usize| {
            if !self.sees(&given.mask, of, head, query, key) {
                return f64::NEG_INFINITY;
            }
            let product = |element: usize| {
                let q = self.place(0, [self.heads[0], depth], of, query, head, element);
                let k = self.place(1, [self.heads[1], depth], of, key, key_head, element);
                given.query[q] * given.key[k]
            };
            let product: f64 = (0..depth).map(product).sum::<f64>()
                + self.of_ropes(given, of, [head, key_head], [query, key]);
            if let Some(slope) = self.slope(of, head) {
                let distance = self.distance(query, key);
                return scale * product - slope * distance;
            }
            let shift = match self.arguments[self.form.shift].tensors() {
                [] => 0.0,
                _ => {
                    let [b, n, q, k] = shape(&self.arguments[self.form.shift])[..] else {
                        // Sequences one behind the other.
                        return self.shifted(
                            first,
                            scale,
                            product,
                            given.shift[of.bit + (head * of.rows[0] + query) * of.rows[1] + key],
                        );
                    };
                    if q == 1024 && of.rows[0] > 1024 {
                        // The last queries have rows of their own; those before have the numbers along the diagonal.
                        let last = query.max(of.rows[0] - q);
                        let at = (last + q - of.rows[0], key + last - query);
                        let b = if b == 1 { 0 } else { of.number };
                        let number = if at.1 < k {
                            given.shift[((b * n + head) * q + at.0) * k + at.1]
                        } else {
                            0.0
                        };
                        return self.shifted(first, scale, product, number);
                    }
                    let (b, q) = (
                        if b == 1 { 0 } else { of.number },
                        if q == 1 { 0 } else { query * k },
                    );
                    let rows = shape(&self.arguments[self.form.shift])[2];
                    given.shift[(b * n + head) * rows * k + q + key]
                }
            };
            if first {
                scale * (product + shift)
            } else {
                scale * product + shift
            }
        };
        (0..of.rows[1]).map(score).collect()
    }

    fn shifted(&self, first: bool, scale: f64, product: f64, shift: f64) -> f64 {
        if first {
            scale * (product + shift)
        } else {
            scale * product + shift
        }
    }

    /// The product of the second parts of a query and a key.
    fn of_ropes(
        &self,
        given: &Given,
        of: &Sequence,
        [head, key_head]: [usize; 2],
        [query, key]: [usize; 2],
    ) -> f64 {
        let width = self.rope_width();
        let product = |e: usize| {
            let q = self.place(0, [self.heads[0], width], of, query, head, e);
            let k = self.place(1, [self.heads[1], width], of, key, key_head, e);
            given.ropes[0][q] * given.ropes[1][k]
        };
        (0..width).map(product).sum()
    }

    /// Elements of the second part of a head.
    fn rope_width(&self) -> usize {
        let of = self.form.ropes.map(|[query, _]| &self.arguments[query]);
        let last = of
            .and_then(|of| of.tensors().first())
            .and_then(|of| of.shape.last())
            .map_or(0, |&last| last as usize);
        match self.layout {
            "BSH" | "SBH" => last / self.heads[0],
            _ => last,
        }
    }

    /// The factors of distances, if there are any.
    fn slope(&self, of: &Sequence, head: usize) -> Option<f64> {
        let kind = self
            .form
            .shift_type
            .map_or(1, |at| int(&self.arguments[at]));
        let slopes = Some(&self.arguments[self.form.shift])
            .filter(|_| kind >= 2)
            .map(doubles)?;
        Some(
            slopes[if slopes.len() == self.heads[0] {
                head
            } else {
                of.number * self.heads[0] + head
            }],
        )
    }

    fn distance(&self, query: usize, key: usize) -> f64 {
        let start = |at: usize| ints(&self.arguments[at]).first().copied().unwrap_or(0);
        let start = self.form.starts.map_or(0, |at| start(at + 1) - start(at));
        let distance = (key as i64 - query as i64 + start).abs() as f64;
        match self.form.shift_type.map(|at| int(&self.arguments[at])) {
            Some(3) => distance.sqrt(),
            _ => distance,
        }
    }

    /// The score of one more key of a head.
    fn sink(&self, head: usize) -> Option<f64> {
        let sinks = self.form.sink.map(|at| doubles(&self.arguments[at]))?;
        sinks.get(head).copied()
    }

    /// 1 over the share of weights that are kept for those that are, 0 for others.
    fn kept(&self, of: &Sequence, head: usize, query: usize, key: usize) -> f64 {
        let share = real(&self.arguments[self.form.scale + 1]);
        if share == 1.0 {
            return 1.0;
        }
        let bytes = self.arguments[self.form.shift + 1].tensors()[0].elements();
        let bit = of.bit + (head * of.rows[0] + query) * of.rows[1] + key;
        f64::from(bytes[bit / 8] >> (bit % 8) & 1) / share
    }

    fn keys_place(
        &self,
        of: &Sequence,
        key: usize,
        head: usize,
        element: usize,
        columns: usize,
    ) -> usize {
        self.place(1, [self.heads[1], columns], of, key, head, element)
    }

    fn given(&self) -> Given {
        let [query, key, value] = [0, 1, 2].map(|at| doubles(&self.arguments[at]));
        let at = self.form.shift;
        // Of masks for triangles nothing is read.
        let is_small = |argument: &Argument| argument.tensors().iter().all(|t| t.numel() < 1 << 20);
        let mask = Some(&self.arguments[at + 3]).filter(|mask| is_small(mask));
        Given {
            query,
            key,
            value,
            shift: doubles(&self.arguments[at]),
            ropes: self.form.ropes.map_or_else(Default::default, |ropes| {
                ropes.map(|at| doubles(&self.arguments[at]))
            }),
            mask: mask.map(doubles).unwrap_or_default(),
        }
    }
}

struct Given {
    query: Vec<f64>,
    key: Vec<f64>,
    value: Vec<f64>,
    shift: Vec<f64>,
    ropes: [Vec<f64>; 2],
    mask: Vec<f64>,
}

fn numbers(x: Vec<f64>) -> Vec<Number> {
    x.into_iter().map(Number::from).collect()
}

/// Statistics and results.
pub fn forward(arguments: &Arguments, form: Form) -> Vec<Vec<Number>> {
    let call = Call::new(arguments, form);
    let given = call.given();
    let count = call.batch * call.rows[0] * call.heads[0];
    let mut outputs = [
        vec![0.0; count * 8],
        vec![0.0; count * 8],
        vec![0.0; count * call.elements[1]],
    ];
    let group = call.heads[0] / call.heads[1];
    for of in &call.sequences {
        for head in 0..call.heads[0] {
            for query in 0..of.rows[0] {
                let scores = call.scores(&given, of, head, query);
                let sink = call.sink(head);
                let largest = scores
                    .iter()
                    .copied()
                    .chain(sink)
                    .fold(f64::NEG_INFINITY, f64::max);
                let exponential = |&score: &f64| {
                    if score.is_infinite() {
                        0.0
                    } else {
                        (score - largest).exp()
                    }
                };
                let weights: Vec<f64> = scores.iter().map(exponential).collect();
                let sum: f64 =
                    weights.iter().sum::<f64>() + sink.map_or(0.0, |sink| (sink - largest).exp());
                let rounded = f64::from(largest as f32);
                let lost = if largest.is_finite() {
                    (largest - rounded).exp()
                } else {
                    1.0
                };
                let at = call.statistics(of, head, query) * 8;
                // Of a query that sees nothing what a later merge passes over.
                let [rounded, whole] = match (sum == 0.0, of.rows[1]) {
                    (true, 0) => [0.0; 2],
                    (true, _) => [f64::from(f32::MIN), f64::from(f32::MAX)],
                    _ => [rounded, sum * lost],
                };
                outputs[0][at..at + 8].fill(rounded);
                outputs[1][at..at + 8].fill(whole);
                for element in 0..call.elements[1] {
                    let weighted = |(key, weight): (usize, &f64)| {
                        let at = call.keys_place(of, key, head / group, element, call.elements[1]);
                        weight * call.kept(of, head, query, key) * given.value[at]
                    };
                    let result: f64 = weights.iter().enumerate().map(weighted).sum::<f64>() + 0.0;
                    let at = call.place(
                        0,
                        [call.heads[0], call.elements[1]],
                        of,
                        query,
                        head,
                        element,
                    );
                    outputs[2][at] = if sum == 0.0 { 0.0 } else { result / sum };
                }
            }
        }
    }
    outputs.map(numbers).into()
}

/// Gradients by queries, keys and values, and by the shift.
fn gradients(arguments: &Arguments, form: Form) -> [Vec<f64>; 7] {
    let call = Call::new(arguments, form);
    let given = call.given();
    let at = form.shift;
    let [by_results, largest, sum, results] =
        [at - 1, at + 4, at + 5, at + 7].map(|at| doubles(&arguments[at]));
    let scale = real(&arguments[form.scale]);
    let shift_first = form.shift_type.is_none_or(|at| int(&arguments[at]) == 1);
    let [depth, width] = call.elements;
    let group = call.heads[0] / call.heads[1];
    let mut outputs = [&given.query, &given.key, &given.value].map(|x| vec![0.0; x.len()]);
    let mut by_shift = vec![0.0; given.shift.len()];
    let mut by_ropes = [0, 1].map(|side: usize| vec![0.0; given.ropes[side].len()]);
    let mut by_sink = vec![0.0; call.heads[0]];
    let rope_width = call.rope_width();
    for of in &call.sequences {
        for head in 0..call.heads[0] {
            for query in 0..of.rows[0] {
                let scores = call.scores(&given, of, head, query);
                let known = call.statistics(of, head, query) * 8;
                let result = |element: usize| {
                    call.place(0, [call.heads[0], width], of, query, head, element)
                };
                let mean: f64 = (0..width)
                    .map(|e| by_results[result(e)] * results[result(e)])
                    .sum();
                if let (Some(sink), Some(own)) = (call.sink(head), by_sink.get_mut(head)) {
                    *own -= (sink - largest[known]).exp() / sum[known] * mean;
                }
                for (key, score) in scores.into_iter().enumerate() {
                    if score == f64::NEG_INFINITY {
                        continue;
                    }
                    let weight = (score - largest[known]).exp() / sum[known];
                    let kept = call.kept(of, head, query, key);
                    let value = |e: usize| call.keys_place(of, key, head / group, e, width);
                    let product: f64 = (0..width)
                        .map(|e| by_results[result(e)] * given.value[value(e)])
                        .sum();
                    let by_score = weight * (kept * product - mean);
                    for e in 0..width {
                        outputs[2][value(e)] += weight * kept * by_results[result(e)];
                    }
                    for e in 0..depth {
                        let q = call.place(0, [call.heads[0], depth], of, query, head, e);
                        let k = call.keys_place(of, key, head / group, e, depth);
                        outputs[0][q] += scale * by_score * given.key[k];
                        outputs[1][k] += scale * by_score * given.query[q];
                    }
                    for e in 0..rope_width {
                        let q = call.place(0, [call.heads[0], rope_width], of, query, head, e);
                        let k = call.keys_place(of, key, head / group, e, rope_width);
                        by_ropes[0][q] += scale * by_score * given.ropes[1][k];
                        by_ropes[1][k] += scale * by_score * given.ropes[0][q];
                    }
                    if !by_shift.is_empty() && call.slope(of, head).is_none() {
                        let place = ((of.number * call.heads[0] + head) * of.rows[0] + query)
                            * of.rows[1]
                            + key;
                        if let Some(by_shift) = by_shift.get_mut(place) {
                            *by_shift = if shift_first {
                                scale * by_score
                            } else {
                                by_score
                            };
                        }
                    }
                }
            }
        }
    }
    let [query, key, value] = outputs;
    let [query_rope, key_rope] = by_ropes;
    [query, key, value, by_shift, query_rope, key_rope, by_sink]
}

/// Gradients that are asked for.
pub fn gradient(arguments: &Arguments, form: Form, by_shift: usize) -> Vec<Vec<Number>> {
    let [query, key, value, shift, ..] = gradients(arguments, form);
    let mut outputs = vec![numbers(query), numbers(key), numbers(value)];
    if !arguments[by_shift].tensors().is_empty() {
        outputs.push(numbers(shift));
    }
    outputs
}

/// Gradients by queries, keys and values, and those by their second parts, the shift and the sink whose outputs are at some places, where they are there.
pub fn with_parts_behind(
    arguments: &Arguments,
    form: Form,
    outputs: [usize; 4],
) -> Vec<Vec<Number>> {
    let [query, key, value, shift, query_rope, key_rope, sink] = gradients(arguments, form);
    let behind = outputs.into_iter().zip([query_rope, key_rope, shift, sink]);
    let behind = behind.filter(|(at, _)| !arguments[*at].tensors().is_empty());
    let all = [query, key, value].into_iter();
    all.chain(behind.map(|(_, gradient)| gradient))
        .map(numbers)
        .collect()
}

/// The same with those by second parts behind queries and behind keys, and by the sink behind all, where `is_there` says that the outputs are: by queries, their second
/// parts, keys, theirs, values, the shift and the sink.
pub fn all_gradients(arguments: &Arguments, form: Form, is_there: [bool; 7]) -> Vec<Vec<Number>> {
    let [query, key, value, shift, query_rope, key_rope, sink] = gradients(arguments, form);
    let all = [query, query_rope, key, key_rope, value, shift, sink];
    let there = all
        .into_iter()
        .zip(is_there)
        .filter(|(_, is_there)| *is_there);
    there.map(|(gradient, _)| numbers(gradient)).collect()
}

#[cfg(test)]
mod tests;
