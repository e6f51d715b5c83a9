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

/// The names of what versions call differently.
const KEY: [&str; 2] = ["key", "keyIn"];
const SHIFT: [&str; 2] = ["realShiftOptional", "pseShiftOptional"];
const SINK: [&str; 2] = ["sinkOptional", "sinkInOptional"];
/// The second parts of queries and of keys.
const ROPES: [&[&str]; 2] = [
    &["queryRopeOptional", "queryRope"],
    &["keyRopeOptional", "keyRope", "keyInRope"],
];

/// One sequence: where its queries and keys begin, and how many there are.
#[derive(Clone, Copy)]
struct Sequence {
    number: usize,
    first: [usize; 2],
    rows: [usize; 2],
    bit: usize,
}

struct Call<'a> {
    arguments: &'a Arguments,
    layout: &'static str,
    heads: [usize; 2],
    /// Elements of a query and of a value.
    elements: [usize; 2],
    batch: usize,
    /// Rows of queries and of keys of a batch.
    rows: [usize; 2],
    sequences: Vec<Sequence>,
}

/// `pseType`, of versions without one 1: the shift is added before scores are scaled.
fn shift_type(arguments: &Arguments) -> i64 {
    arguments.find("pseType").map_or(1, int)
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
    fn new(arguments: &'a Arguments) -> Self {
        let Argument::Text(layout) = arguments["inputLayout"] else {
            panic!("no layout")
        };
        let heads = int(&arguments["headNum"]) as usize;
        let [q, k, v] = [&arguments["query"], &arguments[KEY], &arguments["value"]].map(shape);
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
        let ends = arguments
            .find("actualSeqQLenOptional")
            .zip(arguments.find("actualSeqKvLenOptional"))
            .map(|(queries, keys)| [queries, keys].map(ints));
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
        let layout = self
            .arguments
            .find_any(&["softmaxOutLayout", "softmaxInLayout"]);
        let by_tokens = matches!(layout, Some(Argument::Text("same_as_input")));
        match self.layout {
            "TND" if by_tokens => s * self.heads[0] + head,
            // Sequences one behind the other, each by heads.
            "TND" => (of.first[0] * self.heads[0] + head * of.rows[0]) + query,
            _ => (of.number * self.heads[0] + head) * self.rows[0] + s,
        }
    }

    /// True if a query may see a key.
    fn sees(&self, mask: &[f64], of: &Sequence, head: usize, query: usize, key: usize) -> bool {
        let Some(tensor) = self.arguments["attenMaskOptional"].tensors().first() else {
            return true;
        };
        let [before, after] = ["preTokens", "nextTokens"].map(|name| int(&self.arguments[name]));
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
        match int(&self.arguments["sparseMode"]) {
            0 => by_mask() && band(0),
            1 | 5 => by_mask(),
            2 => j <= i,
            3 => j <= i + last,
            4 => band(last),
            6 => j <= i + last || j < ints(&self.arguments["prefixOptional"])[of.number],
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
        let scale = real(&self.arguments["scaleValue"]);
        let first = shift_type(self.arguments) == 1;
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
            let shift = match self.arguments[SHIFT].tensors() {
                [] => 0.0,
                _ => {
                    let [b, n, q, k] = shape(&self.arguments[SHIFT])[..] else {
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
                    let rows = shape(&self.arguments[SHIFT])[2];
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
        let last = self
            .arguments
            .find_any(ROPES[0])
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
        if shift_type(self.arguments) < 2 {
            return None;
        }
        let slopes = doubles(&self.arguments[SHIFT]);
        Some(
            slopes[if slopes.len() == self.heads[0] {
                head
            } else {
                of.number * self.heads[0] + head
            }],
        )
    }

    fn distance(&self, query: usize, key: usize) -> f64 {
        let start = |name: &str| {
            let given = self.arguments.find(name).map(ints).unwrap_or_default();
            given.first().copied().unwrap_or(0)
        };
        let start = start("kvStartIdxOptional") - start("qStartIdxOptional");
        let distance = (key as i64 - query as i64 + start).abs() as f64;
        match shift_type(self.arguments) {
            3 => distance.sqrt(),
            _ => distance,
        }
    }

    /// The score of one more key of a head.
    fn sink(&self, head: usize) -> Option<f64> {
        let sinks = self.arguments.find_any(&SINK).map(doubles)?;
        sinks.get(head).copied()
    }

    /// 1 over the share of weights that are kept for those that are, 0 for others.
    fn kept(&self, of: &Sequence, head: usize, query: usize, key: usize) -> f64 {
        let share = real(&self.arguments["keepProb"]);
        if share == 1.0 {
            return 1.0;
        }
        let bytes = self.arguments["dropMaskOptional"].tensors()[0].elements();
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
        let own = self.arguments;
        let [query, key, value] = [&own["query"], &own[KEY], &own["value"]].map(doubles);
        // Of masks for triangles nothing is read.
        let is_small = |argument: &Argument| argument.tensors().iter().all(|t| t.numel() < 1 << 20);
        let mask = Some(&own["attenMaskOptional"]).filter(|mask| is_small(mask));
        Given {
            query,
            key,
            value,
            shift: doubles(&own[SHIFT]),
            ropes: ROPES.map(|names| own.find_any(names).map(doubles).unwrap_or_default()),
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
pub fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call::new(arguments);
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
fn gradients(arguments: &Arguments) -> [Vec<f64>; 7] {
    let call = Call::new(arguments);
    let given = call.given();
    let [by_results, largest, sum, results] = [
        "dy",
        "softmaxMaxOptional",
        "softmaxSumOptional",
        "attentionInOptional",
    ]
    .map(|name| doubles(&arguments[name]));
    let scale = real(&arguments["scaleValue"]);
    let shift_first = shift_type(arguments) == 1;
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

/// Gradients by all operands whose outputs are there, in the order of the prototype.
pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [query, key, value, shift, query_rope, key_rope, sink] = gradients(arguments);
    let is_there = |name: &str| !arguments[name].tensors().is_empty();
    let of = |name: &str| match name {
        "dqOut" => Some(&query),
        "dqRopeOut" => Some(&query_rope),
        "dkOut" => Some(&key),
        "dkRopeOut" => Some(&key_rope),
        "dvOut" => Some(&value),
        "dpseOut" => Some(&shift),
        "dsinkOut" => Some(&sink),
        _ => None,
    };
    let outputs = arguments
        .names()
        .filter(|name| is_there(name))
        .filter_map(of);
    outputs.map(|gradient| numbers(gradient.clone())).collect()
}

#[cfg(test)]
mod tests;
