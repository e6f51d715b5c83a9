//! Native sparse attention by its definitions: one score after the other.

use super::sparse::Call;
use super::{ints, real};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// A query of a sequence: its sequence, its number there, queries and keys of the sequence.
type Owner = (usize, i64, [i64; 2]);

/// Numbers of a tensor, and its extents.
fn tensor(call: &Call, name: &str) -> (Vec<f64>, Vec<usize>) {
    let shape = &call.tensor(name).unwrap().shape;
    let shape = shape.iter().map(|&extent| extent as usize).collect();
    (call.numbers(name).unwrap(), shape)
}

fn lengths(call: &Call, name: &str) -> Vec<i64> {
    let ends = ints(call.find(name).unwrap());
    let mut last = 0;
    let each = ends
        .iter()
        .map(|&end| end - std::mem::replace(&mut last, end));
    each.collect()
}

fn scale(call: &Call) -> f64 {
    real(call.find("scaleValue").unwrap())
}

/// The owners of rows of sequences of so many queries and keys that lie one behind the other.
fn owners(rows: usize, [queries, keys]: [&[i64]; 2]) -> Vec<Option<Owner>> {
    let mut owners = Vec::new();
    for (b, (&own, &all)) in queries.iter().zip(keys).enumerate() {
        owners.extend((0..own).map(|i| Some((b, i, [own, all]))));
    }
    owners.resize(rows, None);
    owners
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Largest score, sum of exponentials less it as it is written, and weights.
fn softmax(scores: &[f64]) -> (f64, f64, Vec<f64>) {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let each: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
    let sum: f64 = each.iter().sum();
    let rounded = f64::from(top as f32);
    let weights = each.iter().map(|x| x / sum).collect();
    (rounded, sum * (top - rounded).exp(), weights)
}

/// The rows of keys that a row of queries lists, of those that it sees.
fn listed(list: &[i64], size: i64, seen: i64) -> Vec<i64> {
    let blocks = list.iter().take_while(|&&block| block >= 0);
    let keys = blocks.flat_map(|block| block * size..(block + 1) * size);
    keys.filter(|&key| key < seen).collect()
}

/// The keys of every row of queries and head of keys, as rows of the tensor.
fn keys_of_training(call: &Call) -> (Vec<Vec<usize>>, usize) {
    let (_, shape) = tensor(call, "query");
    let (_, of_keys) = tensor(call, "key");
    let own = [
        lengths(call, "actualSeqQLenOptional"),
        lengths(call, "actualSeqKvLenOptional"),
    ];
    let lists = call.integers("topkIndices").unwrap();
    let count = call.int("selectedBlockCount") as usize;
    let is_causal = call.int("sparseMode") == 2 && call.tensor("attenMaskOptional").is_some();
    let mut all = Vec::new();
    for (row, owner) in owners(shape[0], [&own[0], &own[1]]).into_iter().enumerate() {
        for head in 0..of_keys[1] {
            let Some((b, i, [_, keys])) = owner else {
                all.push(Vec::new());
                continue;
            };
            let first: i64 = own[1][..b].iter().sum();
            let seen = if is_causal { keys.min(i + 1) } else { keys };
            let list = &lists[(row * of_keys[1] + head) * count..][..count];
            let keys = listed(list, call.int("selectedBlockSize"), seen);
            all.push(keys.into_iter().map(|key| (first + key) as usize).collect());
        }
    }
    (all, of_keys[1])
}

pub fn selected(arguments: &Arguments) -> Vec<Vec<Number>> {
    let operator = "aclnnNsaSelectedAttention";
    let call = Call {
        operator,
        arguments,
    };
    let (all, key_heads) = keys_of_training(&call);
    let [(q, qs), (k, _), (v, vs)] = ["query", "key", "value"].map(|name| tensor(&call, name));
    let [rows, heads, depth] = [qs[0], qs[1], qs[2]];
    let (width, scale) = (vs[2], scale(&call));
    let mut outputs = [const { Vec::new() }; 3];
    for row in 0..rows {
        for head in 0..heads {
            let own = head / (heads / key_heads);
            let keys = &all[row * key_heads + own];
            let query = &q[(row * heads + head) * depth..][..depth];
            let score =
                |&key: &usize| scale * dot(query, &k[(key * key_heads + own) * depth..][..depth]);
            let scores: Vec<f64> = keys.iter().map(score).collect();
            let (max, sum, weights) = match scores.is_empty() {
                true => (0.0, 0.0, Vec::new()),
                false => softmax(&scores),
            };
            outputs[0].extend(vec![Number::from(max); 8]);
            outputs[1].extend(vec![Number::from(sum); 8]);
            for e in 0..width {
                let each = weights.iter().zip(keys);
                let each = each.map(|(p, key)| p * v[(key * key_heads + own) * width + e]);
                outputs[2].push(Number::from(each.fold(0.0, |sum, x| sum + x)));
            }
        }
    }
    outputs.into()
}

pub fn selected_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let operator = "aclnnNsaSelectedAttentionGrad";
    let call = Call {
        operator,
        arguments,
    };
    let (all, key_heads) = keys_of_training(&call);
    let [(q, qs), (k, ks), (v, vs)] = ["query", "key", "value"].map(|name| tensor(&call, name));
    let [rows, heads, depth] = [qs[0], qs[1], qs[2]];
    let (width, scale) = (vs[2], scale(&call));
    let [out, dy, max, sum] = [
        "attentionOut",
        "attentionOutGrad",
        "softmaxMax",
        "softmaxSum",
    ]
    .map(|name| call.numbers(name).unwrap());
    let mut dq = vec![0.0; q.len()];
    let mut dk = vec![0.0; ks.iter().product()];
    let mut dv = vec![0.0; v.len()];
    for row in 0..rows {
        for head in 0..heads {
            let own = head / (heads / key_heads);
            let place = row * heads + head;
            let query = &q[place * depth..][..depth];
            let by_result = &dy[place * width..][..width];
            let mean = dot(by_result, &out[place * width..][..width]);
            for key in &all[row * key_heads + own] {
                let at = key * key_heads + own;
                let score = scale * dot(query, &k[at * depth..][..depth]);
                let p = (score - max[place * 8]).exp() / sum[place * 8];
                let by_score = p * (dot(by_result, &v[at * width..][..width]) - mean) * scale;
                for d in 0..depth {
                    dq[place * depth + d] += by_score * k[at * depth + d];
                    dk[at * depth + d] += by_score * query[d];
                }
                for e in 0..width {
                    dv[at * width + e] += p * by_result[e];
                }
            }
        }
    }
    [dq, dk, dv].map(super::numbers).into()
}

/// Sums of the weights of the windows that overlap each block.
fn importance(weights: &[f64], blocks: usize, [size, stride, block]: [i64; 3]) -> Vec<f64> {
    let (a, b) = (block / stride, size / stride);
    let each = (0..blocks as i64).map(|i| {
        let mut sum = 0.0;
        for m in 0..a {
            for n in 0..b {
                let key = a * (i + 1) - m - n;
                if (0..weights.len() as i64).contains(&key) {
                    sum += weights[key as usize];
                }
            }
        }
        sum
    });
    each.collect()
}

pub fn compressed(arguments: &Arguments) -> Vec<Vec<Number>> {
    let operator = "aclnnNsaCompressAttention";
    let call = Call {
        operator,
        arguments,
    };
    let [(q, qs), (k, ks), (v, vs)] = ["query", "key", "value"].map(|name| tensor(&call, name));
    let [rows, heads, depth] = [qs[0], qs[1], qs[2]];
    let (key_heads, width, scale) = (ks[1], vs[2], scale(&call));
    let group = heads / key_heads;
    let own = [
        lengths(&call, "actualSeqQLenOptional"),
        lengths(&call, "actualCmpSeqKvLenOptional"),
    ];
    let blocks = lengths(&call, "actualSelSeqKvLenOptional");
    let masks = ["attenMaskOptional", "topkMaskOptional"].map(|name| {
        let tensor = call.tensor(name)?;
        Some((call.numbers(name)?, tensor.shape[1] as usize))
    });
    let is_set = |mask: usize, i: i64, j: usize| {
        let mask = masks[mask].as_ref();
        mask.is_some_and(|(numbers, columns)| numbers[i as usize * columns + j] != 0.0)
    };
    let sizes = ["compressBlockSize", "compressStride", "selectBlockSize"];
    let sizes = sizes.map(|name| call.int(name));
    let count = call.int("selectBlockCount") as usize;
    let mut results = vec![0.0; rows * heads * width];
    let mut statistics = [vec![0.0; rows * heads * 8], vec![0.0; rows * heads * 8]];
    let mut indices = Vec::new();
    for (row, owner) in owners(rows, [&own[0], &own[1]]).into_iter().enumerate() {
        for key_head in 0..key_heads {
            let Some((b, i, [queries, keys])) = owner else {
                indices.extend(vec![Number::Int((-1).into()); count]);
                continue;
            };
            let first: i64 = own[1][..b].iter().sum();
            let mut all = vec![0.0; keys as usize];
            for head in key_head * group..(key_head + 1) * group {
                let query = &q[(row * heads + head) * depth..][..depth];
                let score = |j: usize| match is_set(0, i, j) {
                    true => f64::NEG_INFINITY,
                    false => {
                        let at = (first as usize + j) * key_heads + key_head;
                        scale * dot(query, &k[at * depth..][..depth])
                    }
                };
                let scores: Vec<f64> = (0..keys as usize).map(score).collect();
                let is_hidden = scores.iter().all(|&score| score == f64::NEG_INFINITY);
                let (max, sum, weights) = match is_hidden {
                    true if keys == 0 => (0.0, 0.0, vec![]),
                    true => (
                        f64::from(f32::MIN),
                        f64::from(f32::MAX),
                        vec![0.0; keys as usize],
                    ),
                    false => softmax(&scores),
                };
                let before: i64 = own[0][..b].iter().sum();
                let place = before as usize * heads + head * queries as usize + i as usize;
                statistics[0][place * 8..][..8].fill(max);
                statistics[1][place * 8..][..8].fill(sum);
                for (j, p) in weights.iter().enumerate() {
                    all[j] += p;
                    let at = (first as usize + j) * key_heads + key_head;
                    for e in 0..width {
                        results[(row * heads + head) * width + e] += p * v[at * width + e];
                    }
                }
            }
            let mut scores = importance(&all, blocks[b] as usize, sizes);
            for (block, score) in scores.iter_mut().enumerate() {
                if is_set(1, i, block) {
                    *score = 23333.0;
                }
            }
            let mut order: Vec<usize> = (0..scores.len()).collect();
            order.sort_by(|&a, &b| scores[b].partial_cmp(&scores[a]).unwrap());
            indices.extend(
                order[..count]
                    .iter()
                    .map(|&block| Number::Int((block as i64).into())),
            );
        }
    }
    let [max, sum] = statistics.map(super::numbers);
    vec![max, sum, super::numbers(results), indices]
}

/// Queries, keys and values of a cache in blocks.
struct Cache {
    q: Vec<f64>,
    k: Vec<f64>,
    v: Vec<f64>,
    heads: [usize; 2],
    depth: usize,
    width: usize,
    table: Vec<i64>,
    places: usize,
    page: usize,
    scale: f64,
    owners: Vec<Option<Owner>>,
}

impl Cache {
    fn of(call: &Call, keys: &str, own: Option<Vec<i64>>) -> Self {
        let (q, qs) = tensor(call, "query");
        let [k, v] = ["key", "value"].map(|name| call.numbers(name).unwrap());
        let heads = ["numHeads", "numKeyValueHeads"].map(|name| call.int(name) as usize);
        let (table, shape) = tensor(call, "blockTableOptional");
        let page = call.int("pageBlockSize") as usize;
        let blocks = call.tensor("key").unwrap().shape[0] as usize;
        let of_head = |all: usize| all / (blocks * page * heads[1]);
        let keys = ints(call.find(keys).unwrap());
        let is_of_tokens = call.text("layoutOptional") == "TND";
        let rows_of_one = if is_of_tokens { 1 } else { qs[1] as i64 };
        let own = own.unwrap_or(vec![rows_of_one; keys.len()]);
        let owners = match is_of_tokens {
            true => owners(qs[0], [&own, &keys]),
            false => {
                let of = |b: usize, i: i64| (i < own[b]).then_some((b, i, [own[b], keys[b]]));
                let each = (0..keys.len()).flat_map(|b| (0..rows_of_one).map(move |i| (b, i)));
                each.map(|(b, i)| of(b, i)).collect()
            }
        };
        Self {
            depth: of_head(k.len()),
            width: of_head(v.len()),
            q,
            k,
            v,
            heads,
            table: table.into_iter().map(|block| block as i64).collect(),
            places: shape[1],
            page,
            scale: scale(call),
            owners,
        }
    }

    /// The place of a key, as one of its head.
    fn at(&self, b: usize, key: usize, head: usize) -> usize {
        let block = self.table[b * self.places + key / self.page] as usize;
        (block * self.page + key % self.page) * self.heads[1] + head
    }

    /// Results of a row, and the weights of the keys by its heads.
    fn row(&self, row: usize, head: usize, b: usize, keys: &[usize]) -> (Vec<f64>, Vec<f64>) {
        let own = head / (self.heads[0] / self.heads[1]);
        let query = &self.q[(row * self.heads[0] + head) * self.depth..][..self.depth];
        let score = |&key: &usize| {
            let at = self.at(b, key, own);
            self.scale * dot(query, &self.k[at * self.depth..][..self.depth])
        };
        let scores: Vec<f64> = keys.iter().map(score).collect();
        let (_, _, weights) = softmax(&scores);
        let result = (0..self.width).map(|e| {
            let each = weights.iter().zip(keys);
            let each = each.map(|(p, &key)| p * self.v[self.at(b, key, own) * self.width + e]);
            each.fold(0.0, |sum, x| sum + x)
        });
        (result.collect(), weights)
    }
}

fn given(call: &Call, name: &str) -> Option<Vec<i64>> {
    match call.find(name) {
        Some(Argument::Ints(numbers)) => Some(numbers.clone()),
        _ => None,
    }
}

pub fn selected_in_blocks(arguments: &Arguments) -> Vec<Vec<Number>> {
    let operator = "aclnnNsaSelectedAttentionInfer";
    let call = Call {
        operator,
        arguments,
    };
    let own = given(&call, "actualQSeqLenOptional");
    let cache = Cache::of(&call, "actualKvSeqLenOptional", own);
    let lists = call.integers("topkIndices").unwrap();
    let [size, count] = ["selectBlockSize", "selectBlockCount"].map(|name| call.int(name));
    let [heads, key_heads] = cache.heads;
    let mut results = Vec::new();
    for (row, owner) in cache.owners.iter().enumerate() {
        for head in 0..heads {
            let own = head / (heads / key_heads);
            let Some((b, i, [queries, keys])) = *owner else {
                results.extend(vec![0.0; cache.width]);
                continue;
            };
            let list = &lists[(row * key_heads + own) * count as usize..][..count as usize];
            let keys = listed(list, size, (keys + i + 1 - queries).max(0));
            let keys: Vec<usize> = keys.into_iter().map(|key| key as usize).collect();
            results.extend(cache.row(row, head, b, &keys).0);
        }
    }
    vec![super::numbers(results)]
}

pub fn compressed_in_blocks(arguments: &Arguments) -> Vec<Vec<Number>> {
    let operator = "aclnnNsaCompressAttentionInfer";
    let call = Call {
        operator,
        arguments,
    };
    let sizes = [
        "compressBlockSize",
        "compressBlockStride",
        "selectBlockSize",
    ];
    let sizes = sizes.map(|name| call.int(name));
    let count = call.int("selectBlockCount") as usize;
    let tokens = given(&call, "actualSelKvSeqLenOptional");
    // Samples whose lengths do not fit have none.
    let own = given(&call, "actualQSeqLenOptional").filter(|_| tokens.is_some());
    let cache = Cache::of(&call, "actualCmpKvSeqLenOptional", own);
    let hides = call.tensor("attentionMaskOptional").is_some();
    let [heads, key_heads] = cache.heads;
    let (mut results, mut indices) = (vec![0.0; cache.owners.len() * heads * cache.width], vec![]);
    for (row, owner) in cache.owners.iter().enumerate() {
        let (b, i, [queries, keys]) = owner.unwrap();
        let mut seen = keys;
        if let Some(tokens) = tokens.as_ref().filter(|_| hides) {
            let end = (tokens[b] - sizes[0]) / sizes[1] * sizes[1] + sizes[0];
            seen -= i64::from(queries - i - 1 > tokens[b] - end);
        }
        let all: Vec<usize> = (0..seen as usize).collect();
        let blocks = ((keys - 1) * sizes[1] + sizes[0] + sizes[2] - 1) / sizes[2];
        for key_head in 0..key_heads {
            let mut weights = vec![0.0; seen as usize];
            let group = heads / key_heads;
            for head in key_head * group..(key_head + 1) * group {
                let (result, own) = cache.row(row, head, b, &all);
                results[(row * heads + head) * cache.width..][..cache.width]
                    .copy_from_slice(&result);
                weights.iter_mut().zip(own).for_each(|(to, p)| *to += p);
            }
            let scores = importance(&weights, blocks as usize, sizes);
            let last = blocks as usize;
            let mut order = vec![0, last - 2, last - 1];
            let mut rest: Vec<usize> = (1..last - 2).collect();
            rest.sort_by(|&a, &b| scores[b].partial_cmp(&scores[a]).unwrap());
            order.extend(rest);
            indices.extend(
                order[..count]
                    .iter()
                    .map(|&block| Number::Int((block as i64).into())),
            );
        }
    }
    vec![super::numbers(results), indices]
}
