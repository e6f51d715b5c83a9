//! Indexers and attention to listed keys by their definitions: one score after the other.

use super::inference::{numbers, of_code};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode_double};
use crate::table::entry;
use hostnpu::tensor::Dtype;

/// The arguments of a call by their names.
pub struct Call<'a> {
    pub operator: &'static str,
    pub arguments: &'a [Argument],
}

impl<'a> Call<'a> {
    pub fn find(&self, name: &str) -> Option<&'a Argument> {
        let parameters = entry(self.operator).parameters;
        let at = parameters.iter().position(|own| own.name == name)?;
        Some(&self.arguments[at])
    }

    pub fn tensor(&self, name: &str) -> Option<&'a Tensor> {
        self.find(name)?.tensors().first()
    }

    pub fn int(&self, name: &str) -> i64 {
        match self.find(name) {
            Some(Argument::Int(value)) => *value,
            other => panic!("{name}: {other:?}"),
        }
    }

    pub fn is(&self, name: &str) -> bool {
        matches!(self.find(name), Some(Argument::Bool(true)))
    }

    pub fn text(&self, name: &str) -> &'static str {
        match self.find(name) {
            Some(Argument::Text(text)) => text,
            _ => "BSND",
        }
    }

    pub fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.tensor(name).map(|tensor| numbers(tensor, false))
    }

    pub fn integers(&self, name: &str) -> Option<Vec<i64>> {
        let numbers = self.numbers(name)?;
        Some(numbers.into_iter().map(|x| x as i64).collect())
    }
}

/// The layout of queries and keys.
pub(super) struct Sides {
    /// Sequence and number in it of each row of queries that counts.
    pub owners: Vec<Option<(usize, i64)>>,
    /// Queries and keys of each sequence.
    lengths: Vec<[i64; 2]>,
    /// The first row of the keys of each sequence, where they are not in blocks.
    starts: Vec<i64>,
    /// Table of blocks, its columns, and rows of a block.
    blocks: Option<(Vec<i64>, i64, i64)>,
}

impl Sides {
    pub fn of(call: &Call, layouts: [&str; 2], lengths: [&str; 2]) -> Self {
        let [query, key] = ["query", "key"].map(|name| call.tensor(name).unwrap());
        let layouts = layouts.map(|name| call.text(name));
        let given = lengths.map(|name| call.integers(name));
        let batch = match layouts[0] {
            "TND" => given[0].as_ref().unwrap().len(),
            _ => query.shape[0] as usize,
        };
        // Beginning and length of each sequence of a side.
        let spans = |side: usize, tensor: &Tensor| -> Vec<[i64; 2]> {
            let each = (0..batch).map(|b| {
                let number = given[side].as_ref().map(|of| of[b]);
                match layouts[side] {
                    "TND" => {
                        let of = given[side].as_ref().unwrap();
                        let start = if b == 0 { 0 } else { of[b - 1] };
                        [start, of[b] - start]
                    }
                    "BSND" => [
                        b as i64 * tensor.shape[1],
                        number.unwrap_or(tensor.shape[1]),
                    ],
                    _ => [0, number.unwrap()],
                }
            });
            each.collect()
        };
        let [queries, keys] = [spans(0, query), spans(1, key)];
        let rows = match layouts[0] {
            "TND" => query.shape[0],
            _ => query.shape[0] * query.shape[1],
        };
        let mut owners = vec![None; rows as usize];
        for (b, [start, length]) in queries.iter().enumerate() {
            for i in 0..*length {
                owners[(start + i) as usize] = Some((b, i));
            }
        }
        Self {
            owners,
            lengths: (0..batch).map(|b| [queries[b][1], keys[b][1]]).collect(),
            starts: keys.iter().map(|span| span[0]).collect(),
            blocks: (layouts[1] == "PA_BSND").then(|| {
                let table = call.tensor("blockTableOptional").unwrap();
                let numbers = call.integers("blockTableOptional").unwrap();
                (numbers, table.shape[1], key.shape[1])
            }),
        }
    }

    /// The row of the tensor that key `j` of a sequence is.
    pub fn row(&self, b: usize, j: i64) -> usize {
        let row = match &self.blocks {
            Some((table, columns, size)) => {
                table[(b as i64 * columns + j / size) as usize] * size + j % size
            }
            None => self.starts[b] + j,
        };
        row as usize
    }

    /// Number of keys that query `i` sees.
    pub fn seen(&self, b: usize, i: i64, mode: i64) -> i64 {
        let [queries, keys] = self.lengths[b];
        match mode {
            3 => (i + keys - queries + 1).max(0),
            _ => keys,
        }
    }
}

pub(super) const QUERY_LENGTHS: &str = "actualSeqLengthsQueryOptional";

/// Indices, and scores where they are asked for.
pub fn indexer(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator,
        arguments,
    };
    let sides = Sides::of(
        &call,
        ["layoutQueryOptional", "layoutKeyOptional"],
        [QUERY_LENGTHS, "actualSeqLengthsKeyOptional"],
    );
    let query = call.tensor("query").unwrap();
    let [heads, depth] = [
        query.shape[query.shape.len() - 2],
        query.shape[query.shape.len() - 1],
    ]
    .map(|extent| extent as usize);
    let (count, mode) = (call.int("sparseCount") as usize, call.int("sparseMode"));
    let [q, k, w] = ["query", "key", "weights"].map(|name| call.numbers(name).unwrap());
    let scales = ["queryDequantScale", "keyDequantScale"].map(|name| call.numbers(name));
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    for (row, owner) in sides.owners.iter().enumerate() {
        let mut scored: Vec<(f64, i64)> = Vec::new();
        if let &Some((b, i)) = owner {
            for j in 0..sides.seen(b, i, mode) {
                let at = sides.row(b, j);
                let mut score = 0.0;
                for g in 0..heads {
                    let of_query = scales[0].as_ref().map_or(1.0, |of| of[row * heads + g]);
                    let of_key = scales[1].as_ref().map_or(1.0, |of| of[at]);
                    let mut product = 0.0;
                    for d in 0..depth {
                        let x = q[(row * heads + g) * depth + d] * of_query;
                        product += x * (k[at * depth + d] * of_key);
                    }
                    score += w[row * heads + g] * product.max(0.0);
                }
                scored.push((score, j));
            }
        }
        // Stable: the lower one of equal scores first.
        scored.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap());
        for place in 0..count {
            let (score, j) = scored
                .get(place)
                .copied()
                .unwrap_or((f64::NEG_INFINITY, -1));
            indices.push(Number::Int(j.into()));
            values.push(Number::from(score));
        }
    }
    match call.is("returnValues") {
        true => vec![indices, values],
        false => vec![indices],
    }
}

/// Rows of 512 elements, of which 128 each have a scale, 64 of the type of queries, and the scales.
fn tiles(call: &Call) -> Vec<f64> {
    let (key, dtype) = (
        call.tensor("key").unwrap(),
        call.tensor("query").unwrap().dtype,
    );
    let mut all = Vec::new();
    for row in key.elements().chunks(656) {
        let scale = |tile: usize| decode_double(&row[640 + 4 * tile..][..4], Dtype::F32);
        let code = |code: u8| match key.dtype {
            Dtype::I8 => f64::from(code as i8),
            dtype => of_code(code, dtype),
        };
        all.extend((0..512).map(|at| code(row[at]) * scale(at / 128)));
        all.extend((0..64).map(|at| decode_double(&row[512 + 2 * at..][..2], dtype)));
    }
    all
}

/// Results, and statistics where they are asked for.
pub fn attention(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator,
        arguments,
    };
    let sides = Sides::of(
        &call,
        ["layoutQueryOptional", "layoutKvOptional"],
        [QUERY_LENGTHS, "actualSeqLengthsKvOptional"],
    );
    let query = call.tensor("query").unwrap();
    let heads = query.shape[query.shape.len() - 2] as usize;
    let width = query.shape[query.shape.len() - 1] as usize;
    let is_packed = call.find("tileSize").is_some();
    let q = call.numbers("query").unwrap();
    let (k, [qr, kr]) = match is_packed {
        true => (tiles(&call), [vec![], vec![]]),
        false => (
            call.numbers("key").unwrap(),
            ["queryRopeOptional", "keyRopeOptional"].map(|name| call.numbers(name).unwrap()),
        ),
    };
    let rope = qr.len() / (q.len() / width);
    let depth = if is_packed { 512 } else { width };
    let lists = call.integers("sparseIndices").unwrap();
    let listed = lists.len() / sides.owners.len();
    let (size, mode) = (call.int("sparseBlockSizeOptional"), call.int("sparseMode"));
    let Some(&Argument::Float(scale)) = call.find("scaleValue") else {
        panic!("no scale")
    };
    let sinks = call.numbers("sinksOptional");
    let (mut results, mut largest, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for (row, owner) in sides.owners.iter().enumerate() {
        let mut keys = Vec::new();
        if let &Some((b, i)) = owner {
            let seen = sides.seen(b, i, mode);
            for place in 0..listed.min(((seen + size - 1) / size) as usize) {
                let block = lists[row * listed + place];
                if block < 0 {
                    break;
                }
                keys.extend(
                    (block * size..(block + 1) * size)
                        .filter(|&j| j < seen)
                        .map(|j| sides.row(b, j)),
                );
            }
        }
        for n in 0..heads {
            let own = row * heads + n;
            let mut scores: Vec<f64> = Vec::new();
            for &at in &keys {
                let mut score = 0.0;
                for d in 0..width {
                    score += q[own * width + d] * k[at * width + d];
                }
                for d in 0..rope {
                    score += qr[own * rope + d] * kr[at * rope + d];
                }
                scores.push(score * scale);
            }
            let sink = sinks.as_ref().map(|of| of[n]);
            let top = scores
                .iter()
                .copied()
                .chain(sink)
                .fold(f64::NEG_INFINITY, f64::max);
            let all = scores.iter().copied().chain(sink);
            let sum = all.map(|score| (score - top).exp()).sum::<f64>();
            for e in 0..depth {
                let mut result = 0.0;
                for (score, &at) in scores.iter().zip(&keys) {
                    result += (score - top).exp() / sum * k[at * width + e];
                }
                results.push(Number::from(result));
            }
            // The sum is that of scores less the largest one as it is written.
            let sees_none = top == f64::NEG_INFINITY;
            let rounded = f64::from(top as f32);
            largest.push(Number::from(if sees_none { 0.0 } else { rounded }));
            sums.push(Number::from(if sees_none {
                0.0
            } else {
                sum * (top - rounded).exp()
            }));
        }
    }
    match call.is("returnSoftmaxLse") {
        true => vec![results, largest, sums],
        false => vec![results],
    }
}
