//! Indexers whose keys may stand for several tokens, and the training of indexers, by their definitions: one score after the other.

use super::inference::numbers;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::entry;

/// The arguments of a call by their names, whatever their case.
struct Call<'a> {
    names: Vec<String>,
    arguments: &'a [Argument],
}

impl<'a> Call<'a> {
    fn of(operator: &'static str, arguments: &'a [Argument]) -> Self {
        let names = entry(operator).parameters.iter();
        let plain = |name: &str| name.trim_end_matches("Optional").to_lowercase();
        Self {
            names: names.map(|own| plain(own.name)).collect(),
            arguments,
        }
    }

    /// The first of some arguments that the operator has.
    fn find(&self, names: &[&str]) -> Option<&'a Argument> {
        let place = |name: &&str| self.names.iter().position(|own| own == name);
        Some(&self.arguments[names.iter().find_map(place)?])
    }

    fn tensor(&self, names: &[&str]) -> Option<&'a Tensor> {
        self.find(names)?.tensors().first()
    }

    fn numbers(&self, names: &[&str]) -> Option<Vec<f64>> {
        self.tensor(names).map(|tensor| numbers(tensor, false))
    }

    /// Numbers of a tensor or an array.
    fn integers(&self, names: &[&str]) -> Option<Vec<i64>> {
        match self.find(names)? {
            Argument::Ints(numbers) => Some(numbers.clone()),
            _ => Some(self.numbers(names)?.into_iter().map(|x| x as i64).collect()),
        }
    }

    fn int(&self, names: &[&str]) -> Option<i64> {
        match self.find(names)? {
            Argument::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn text(&self, names: &[&str]) -> &'static str {
        match self.find(names) {
            Some(Argument::Text(text)) => text,
            _ => "BSND",
        }
    }
}

const QUERY: &[&str] = &["queryindex", "q", "query"];
const KEY: &[&str] = &["keyindex", "k", "key"];

/// Sequences of queries and keys.
struct Sequences {
    /// Sequence and number in it of each row of queries that counts.
    owners: Vec<Option<(usize, i64)>>,
    /// Queries and keys of each sequence.
    lengths: Vec<[i64; 2]>,
    /// The first row of the keys of each.
    starts: Vec<i64>,
    /// Table of blocks, its columns, and rows of a block.
    blocks: Option<(Vec<i64>, i64, i64)>,
    residual: Vec<i64>,
    ratio: i64,
    mode: i64,
}

impl Sequences {
    fn of(call: &Call) -> Self {
        let tensors = [call.tensor(QUERY).unwrap(), call.tensor(KEY).unwrap()];
        let one = call.text(&["layout", "inputlayout"]);
        let layouts = [["layoutq"], ["layoutk"]].map(|name| match call.find(&name) {
            Some(_) => call.text(&name),
            None => one,
        });
        let starts = [["cuseqlensq"], ["cuseqlensk"]].map(|name| call.integers(&name));
        let used = [["sequsedq"], ["sequsedk"]].map(|name| call.integers(&name));
        let ends = [
            call.integers(&["actualseqlengthsquery", "actualseqqlen"]),
            call.integers(&["actualseqlengthskey", "actualseqkvlen"]),
        ];
        let batch = match (layouts[0], &starts[0], &ends[0]) {
            ("TND", Some(starts), _) => starts.len() - 1,
            ("TND", None, Some(ends)) => ends.len(),
            _ => tensors[0].shape[0] as usize,
        };
        let spans = [0, 1].map(|side: usize| -> Vec<[i64; 2]> {
            let rows = tensors[side].shape[1];
            let each = (0..batch).map(|b| {
                let [start, end] = match (layouts[side], &starts[side], &ends[side]) {
                    ("TND", Some(starts), _) => [starts[b], starts[b + 1]],
                    ("TND", None, Some(ends)) => [if b == 0 { 0 } else { ends[b - 1] }, ends[b]],
                    ("BSND", ..) => [b as i64 * rows, (b as i64 + 1) * rows],
                    _ => [0, i64::MAX],
                };
                let length = used[side].as_ref().map_or(end - start, |used| used[b]);
                [start, length]
            });
            each.collect()
        });
        let [queries, keys] = spans;
        let rows = match layouts[0] {
            "TND" => tensors[0].shape[0],
            _ => tensors[0].shape[0] * tensors[0].shape[1],
        };
        let mut owners = vec![None; rows as usize];
        for (b, [start, length]) in queries.iter().enumerate() {
            (0..*length).for_each(|i| owners[(start + i) as usize] = Some((b, i)));
        }
        let table = call.tensor(&["blocktable"]);
        Self {
            owners,
            lengths: (0..batch).map(|b| [queries[b][1], keys[b][1]]).collect(),
            starts: keys.iter().map(|span| span[0]).collect(),
            blocks: table.map(|table| {
                let numbers = call.integers(&["blocktable"]).unwrap();
                (numbers, table.shape[1], tensors[1].shape[1])
            }),
            residual: call.integers(&["cmpresidualk"]).unwrap_or(vec![0; batch]),
            ratio: call.int(&["cmpratio"]).unwrap_or(1),
            mode: call.int(&["maskmode", "sparsemode"]).unwrap(),
        }
    }

    fn row(&self, b: usize, j: i64) -> usize {
        let row = match &self.blocks {
            Some((table, columns, size)) => {
                table[(b as i64 * columns + j / size) as usize] * size + j % size
            }
            None => self.starts[b] + j,
        };
        row as usize
    }

    /// Number of keys that query `i` sees.
    fn seen(&self, b: usize, i: i64) -> i64 {
        let [queries, keys] = self.lengths[b];
        let tokens = keys * self.ratio + self.residual[b];
        match self.mode {
            3 => (i + 1 + tokens - queries)
                .div_euclid(self.ratio)
                .clamp(0, keys),
            _ => keys,
        }
    }
}

/// The last two extents.
fn heads(tensor: &Tensor) -> [usize; 2] {
    let shape = &tensor.shape;
    [
        shape[shape.len() - 2] as usize,
        shape[shape.len() - 1] as usize,
    ]
}

/// Queries, keys and weights with scales.
struct Indexer {
    query: Vec<f64>,
    key: Vec<f64>,
    weights: Vec<f64>,
    heads: usize,
    depth: usize,
}

impl Indexer {
    fn of(call: &Call) -> Self {
        let [heads, depth] = heads(call.tensor(QUERY).unwrap());
        let scaled = |side: &[&str], scale: &str| {
            let mut numbers = call.numbers(side).unwrap();
            if let Some(scales) = call.numbers(&[scale]) {
                let shared = numbers.len() / scales.len();
                for (k, x) in numbers.iter_mut().enumerate() {
                    *x *= scales[k / shared];
                }
            }
            numbers
        };
        Self {
            query: scaled(QUERY, "querydequantscale"),
            key: scaled(KEY, "keydequantscale"),
            weights: call.numbers(&["weights", "weight", "w"]).unwrap(),
            heads,
            depth,
        }
    }

    fn product(&self, row: usize, head: usize, key: usize) -> f64 {
        let query = &self.query[(row * self.heads + head) * self.depth..][..self.depth];
        let key = &self.key[key * self.depth..][..self.depth];
        query.iter().zip(key).map(|(q, k)| q * k).sum()
    }

    fn score(&self, row: usize, key: usize) -> f64 {
        let each = (0..self.heads).map(|head| {
            self.weights[row * self.heads + head] * self.product(row, head, key).max(0.0)
        });
        each.sum()
    }
}

/// Indices, and scores where they are asked for.
pub fn select(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call::of(operator, arguments);
    let (sequences, indexer) = (Sequences::of(&call), Indexer::of(&call));
    let offsets = call.integers(&["outputidxoffset"]);
    let count = call.int(&["topk"]).unwrap() as usize;
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    for (row, owner) in sequences.owners.iter().enumerate() {
        let mut scored: Vec<(f64, i64)> = Vec::new();
        if let &Some((b, i)) = owner {
            let keys = 0..sequences.seen(b, i);
            scored.extend(keys.map(|j| (indexer.score(row, sequences.row(b, j)), j)));
        }
        scored.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap());
        for place in 0..count {
            let found = scored.get(place).map(|&(score, j)| {
                let offset = offsets.as_ref().map_or(0, |of| of[row]);
                (score, j + offset)
            });
            let (score, j) = found.unwrap_or((f64::NEG_INFINITY, -1));
            indices.push(Number::Int(j.into()));
            values.push(Number::from(score));
        }
    }
    match call.int(&["returnvalue"]) {
        Some(1) => vec![indices, values],
        _ => vec![indices],
    }
}

/// Statistics, distributions, the loss and gradients, as the operator has them.
pub fn train(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call::of(operator, arguments);
    let (sequences, of) = (Sequences::of(&call), Indexer::of(&call));
    let rows = sequences.owners.len();
    let lists = call.integers(&["sparseindices"]);
    let target = call.numbers(&["attnsoftmaxl1norm"]);
    let given = call.numbers(&["dy"]);
    let columns = [lists.as_ref().map(Vec::len), target.as_ref().map(Vec::len)];
    let columns = columns.into_iter().flatten().next().map(|all| all / rows);
    let has_attention = call.find(&["queryindex"]).is_some() && call.find(&["query"]).is_some();
    let [mut largest, mut sums, mut lse] = [(); 3].map(|()| vec![0.0; rows]);
    let mut softmax = vec![0.0; rows * columns.unwrap_or(0)];
    let mut gradients = [of.query.len(), of.key.len(), of.weights.len()].map(|n| vec![0.0; n]);
    let mut loss = 0.0;
    lse.fill(f64::INFINITY);
    for (row, owner) in sequences.owners.iter().enumerate() {
        let &Some((b, i)) = owner else {
            continue;
        };
        let seen = sequences.seen(b, i);
        let keys: Vec<(usize, i64)> = match (&lists, columns) {
            (Some(lists), Some(columns)) => (0..columns.min(seen as usize))
                .map(|place| (place, lists[row * columns + place]))
                .filter(|&(_, j)| (0..seen).contains(&j))
                .collect(),
            _ => (0..seen).map(|j| (j as usize, j)).collect(),
        };
        let at: Vec<usize> = keys.iter().map(|&(_, j)| sequences.row(b, j)).collect();
        let scores: Vec<f64> = at.iter().map(|&key| of.score(row, key)).collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - top).exp()).sum();
        // The sum is that of scores less the largest one as it is written.
        let rounded = f64::from(top as f32);
        (largest[row], sums[row]) = match keys.is_empty() {
            true => (f64::from(f32::MIN), f64::from(f32::MAX)),
            false => (rounded, sum * (top - rounded).exp()),
        };
        if !keys.is_empty() {
            lse[row] = top + sum.ln();
        }
        let probability = |score: f64| {
            let known = |name: &str| call.numbers(&[name]).map(|of| of[row]);
            match (known("softmaxlse"), known("softmaxmaxindex")) {
                (Some(lse), _) => (score - lse).exp(),
                (None, Some(top)) => (score - top).exp() / known("softmaxsumindex").unwrap(),
                (None, None) => (score - top).exp() / sum,
            }
        };
        for (k, &(place, _)) in keys.iter().enumerate() {
            let y = probability(scores[k]);
            if let Some(columns) = columns {
                softmax[row * columns + place] = y;
            }
            let column = row * columns.unwrap_or(0) + place;
            let by_score = match (&given, &target) {
                (Some(given), _) => given[column],
                (None, Some(target)) => y - target[column],
                (None, None) if has_attention => {
                    let p = attention(&call, row, at[k], (b, i));
                    loss += p * (p.max(1e-8).ln() - y.max(1e-8).ln());
                    y - p
                }
                (None, None) => continue,
            };
            for head in 0..of.heads {
                let product = of.product(row, head, at[k]);
                if product <= 0.0 {
                    continue;
                }
                let own = row * of.heads + head;
                gradients[2][own] += by_score * product;
                for d in 0..of.depth {
                    let factor = by_score * of.weights[own];
                    let key = at[k] * of.depth + d;
                    gradients[0][own * of.depth + d] += factor * of.key[key];
                    gradients[1][key] += factor * of.query[own * of.depth + d];
                }
            }
        }
    }
    let numbers = |of: Vec<f64>| of.into_iter().map(Number::from).collect::<Vec<_>>();
    let has = |name: &str| call.find(&[name]).is_some();
    if has("softmaxlseout") {
        return vec![numbers(lse)];
    }
    if has("softmaxmaxout") {
        return vec![numbers(largest), numbers(sums)];
    }
    let mut all = gradients.map(numbers).to_vec();
    if has("loss") {
        all.push(vec![Number::from(loss)]);
    }
    if has("softmaxout") {
        all.push(numbers(softmax));
    }
    all
}

/// The mean over heads of the weight that attention gives a key, or what sinks leave of it: of row `row` of queries and `key` of keys, which are query `i` of sequence `b`.
fn attention(call: &Call, row: usize, key: usize, (b, i): (usize, i64)) -> f64 {
    let tensors = [["query"], ["key"]].map(|name| call.tensor(&name).unwrap());
    let [[heads_of_query, depth], [key_heads, _]] = tensors.map(heads);
    let [query, keys] = [["query"], ["key"]].map(|name| call.numbers(&name).unwrap());
    let ropes = [["queryrope"], ["keyrope"]].map(|name| call.numbers(&name));
    let [largest, sums] = [["softmaxmax"], ["softmaxsum"]].map(|name| call.numbers(&name).unwrap());
    let Some(&Argument::Float(scale)) = call.find(&["scalevalue"]) else {
        panic!("no scale")
    };
    let sinks = call.numbers(&["sinks"]);
    let is_of_tokens = call.text(&["layout"]) == "TND";
    let group = heads_of_query / key_heads;
    let (mut total, mut of_sinks) = (0.0, 0.0);
    for head in 0..heads_of_query {
        let (own, of_key) = (row * heads_of_query + head, key * key_heads + head / group);
        let mut score = 0.0;
        for d in 0..depth {
            score += query[own * depth + d] * keys[of_key * depth + d];
        }
        if let [Some(q), Some(k)] = &ropes {
            score += (0..64)
                .map(|d| q[own * 64 + d] * k[of_key * 64 + d])
                .sum::<f64>();
        }
        let rows = tensors[0].shape[usize::from(!is_of_tokens)] as usize;
        let place = match is_of_tokens {
            true => (head / group * rows + row) * group + head % group,
            false => ((b * key_heads + head / group) * rows + i as usize) * group + head % group,
        };
        total += (score * scale - largest[place]).exp() / sums[place];
        if let Some(sinks) = &sinks {
            of_sinks += (sinks[head] - largest[place]).exp() / sums[place];
        }
    }
    total / (heads_of_query as f64 - of_sinks)
}

/// The divergence of distributions.
pub fn divergence(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call::of("aclnnLightningIndexerKLLoss", arguments);
    let [target, given] =
        [["targetscore"], ["indexprobs"]].map(|name| call.numbers(&name).unwrap());
    let shape = &call.tensor(&["targetscore"]).unwrap().shape;
    let columns = shape[shape.len() - 1] as usize;
    let Some(&Argument::Float(eps)) = call.find(&["eps"]) else {
        panic!("no eps")
    };
    let mut loss = 0.0;
    for (y, own) in target.chunks(columns).zip(given.chunks(columns)) {
        let all = y.iter().sum::<f64>() + eps;
        for (y, own) in y.iter().zip(own) {
            let p = y / all;
            let weight = if call.text(&["weighttype"]) == "probs" {
                p
            } else {
                *y
            };
            loss += (p.max(eps).ln() - (own + eps).ln()) * weight;
        }
    }
    vec![vec![Number::from(loss)]]
}
