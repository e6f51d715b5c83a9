//! Attention to the keys of a window and to compressed ones, and its gradients, by their definitions: one score after the other.

use hostnpu::tensor::Dtype;

use super::inference::of_code;
use super::sparse::Call;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, decode_double};

/// The names of the arguments of one kind of keys.
struct Names {
    key: &'static str,
    lists: &'static str,
    counts: &'static str,
    table: &'static str,
    starts: &'static str,
    used: &'static str,
    mask: &'static str,
    residual: Option<&'static str>,
}

const ORI: Names = Names {
    key: "oriKvOptional",
    lists: "oriSparseIndicesOptional",
    counts: "oriTopkLengthOptional",
    table: "oriBlockTableOptional",
    starts: "cuSeqlensOriKvOptional",
    used: "sequsedOriKvOptional",
    mask: "oriMaskMode",
    residual: None,
};

const CMP: Names = Names {
    key: "cmpKvOptional",
    lists: "cmpSparseIndicesOptional",
    counts: "cmpTopkLengthOptional",
    table: "cmpBlockTableOptional",
    starts: "cuSeqlensCmpKvOptional",
    used: "sequsedCmpKvOptional",
    mask: "cmpMaskMode",
    residual: Some("cmpResidualKvOptional"),
};

const MEAN: Names = Names {
    key: "k",
    lists: "sparseIndicesOptional",
    counts: "topkLengthOptional",
    table: "",
    starts: "cuSeqlensKOptional",
    used: "sequsedKOptional",
    mask: "maskMode",
    residual: Some("cmpResidualKOptional"),
};

/// Keys of one kind.
struct Keys {
    names: Names,
    /// Rows of 512 numbers.
    numbers: Vec<f64>,
    /// The first row of each sequence, and its length.
    spans: Vec<[i64; 2]>,
    /// Table of blocks, its columns, and rows of a block.
    blocks: Option<(Vec<i64>, i64, i64)>,
    /// Numbers of a list or, without lists, rows of an entry of the batch.
    columns: i64,
}

/// Sequence and number in it of each row of queries, lengths, and heads.
struct Queries {
    owners: Vec<Option<(usize, i64)>>,
    lengths: Vec<i64>,
    heads: usize,
}

const WIDTH: usize = 512;

fn queries(call: &Call, name: &str) -> Queries {
    let query = call.tensor(name).unwrap();
    let rank = query.shape.len();
    let starts = call.integers("cuSeqlensQOptional");
    let used = call.integers("sequsedQOptional");
    let rows: i64 = query.shape[..rank - 2].iter().product();
    let mut owners = vec![None; rows as usize];
    let mut lengths = Vec::new();
    let count = match &starts {
        Some(starts) => starts.len() - 1,
        None => query.shape[0] as usize,
    };
    for b in 0..count {
        let [first, end] = match &starts {
            Some(starts) => [starts[b], starts[b + 1]],
            None => [b as i64, b as i64 + 1].map(|b| b * query.shape[1]),
        };
        let length = used.as_ref().map_or(end - first, |used| used[b]);
        (0..length).for_each(|i| owners[(first + i) as usize] = Some((b, i)));
        lengths.push(length);
    }
    Queries {
        owners,
        lengths,
        heads: query.shape[rank - 2] as usize,
    }
}

impl Keys {
    /// Keys whose rows `decode` makes numbers of, if there are some.
    fn of(call: &Call, names: Names, count: usize, decode: &Decode) -> Option<Self> {
        let tensor = call.tensor(names.key)?;
        let numbers = decode(call, names.key);
        let starts = call.integers(names.starts);
        let used = call.integers(names.used);
        let table = call.tensor(names.table);
        let blocks = table.map(|table| {
            let numbers = call.integers(names.table).unwrap();
            (numbers, table.shape[1], tensor.shape[1])
        });
        let each = (0..count).map(|b| {
            let [first, end] = match (&starts, &blocks) {
                (Some(starts), _) => [starts[b], starts[b + 1]],
                (None, Some((_, places, size))) => [0, places * size],
                _ => [b as i64, b as i64 + 1].map(|b| b * tensor.shape[1]),
            };
            [first, used.as_ref().map_or(end - first, |used| used[b])]
        });
        let spans = each.collect();
        let columns = match call.tensor(names.lists) {
            Some(lists) => *lists.shape.last().unwrap(),
            None if starts.is_some() => tensor.shape[0],
            None => tensor.shape[1],
        };
        Some(Self {
            numbers,
            spans,
            blocks,
            columns,
            names,
        })
    }

    /// The rows of the tensor that the keys of a query are, and their columns.
    fn seen(&self, call: &Call, row: usize, (b, i): (usize, i64), queries: i64) -> Vec<[usize; 2]> {
        let [first, keys] = self.spans[b];
        let mode = call.int(self.names.mask);
        let t = keys - queries + i + 1;
        let (start, end) = match (self.names.residual, mode) {
            (_, 0) => (0, keys),
            (None, 3) => (0, t),
            (None, _) => {
                let [left, right] = ["oriWinLeft", "oriWinRight"].map(|name| call.int(name));
                (
                    if left < 0 { 0 } else { t - left - 1 },
                    if right < 0 { keys } else { t + right },
                )
            }
            (Some(residual), _) => {
                let ratio = call.int("cmpRatio");
                let more = call.integers(residual).map_or(0, |of| of[b]);
                let t = keys * ratio + more - queries + i + 1;
                (0, t.div_euclid(ratio))
            }
        };
        let end = end.clamp(0, keys);
        let start = start.clamp(0, end);
        let place = |j: i64| {
            let at = match &self.blocks {
                Some((table, columns, size)) => {
                    table[(b as i64 * columns + j / size) as usize] * size + j % size
                }
                None => first + j,
            };
            at as usize
        };
        let Some(lists) = call.integers(self.names.lists) else {
            return (start..end).map(|j| [place(j), j as usize]).collect();
        };
        let counted = call.integers(self.names.counts).map(|of| of[row].max(0));
        let read = self.columns.min(end).min(counted.unwrap_or(i64::MAX));
        let mut all = Vec::new();
        for column in 0..read as usize {
            let j = lists[row * self.columns as usize + column];
            if j < 0 {
                break;
            }
            if (start..end).contains(&j) {
                all.push([place(j), column]);
            }
        }
        all
    }
}

/// Makes numbers of a tensor of a name.
pub type Decode = dyn Fn(&Call, &str) -> Vec<f64>;

fn float(call: &Call, name: &str) -> f64 {
    match call.find(name) {
        Some(&Argument::Float(x)) => x,
        other => panic!("{name}: {other:?}"),
    }
}

fn written(numbers: Vec<f64>) -> Vec<Number> {
    numbers.into_iter().map(Number::from).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Results, and the logarithms of sums where they are asked for.
pub fn attention(
    operator: &'static str,
    arguments: &Arguments,
    decode: &Decode,
) -> Vec<Vec<Number>> {
    let call = Call {
        operator,
        arguments,
    };
    let own = queries(&call, "q");
    let count = own.lengths.len();
    let kinds: Vec<Keys> = [ORI, CMP]
        .into_iter()
        .filter_map(|names| Keys::of(&call, names, count, decode))
        .collect();
    let q = decode(&call, "q");
    let sinks = call.numbers("sinksOptional").unwrap();
    let scale = float(&call, "softmaxScale");
    let (mut results, mut logarithms) = (Vec::new(), Vec::new());
    for (row, owner) in own.owners.iter().enumerate() {
        let mut keys: Vec<&[f64]> = Vec::new();
        if let &Some(owner) = owner {
            for kind in &kinds {
                let seen = kind.seen(&call, row, owner, own.lengths[owner.0]);
                keys.extend(
                    seen.iter()
                        .map(|[at, _]| &kind.numbers[at * WIDTH..][..WIDTH]),
                );
            }
        }
        for (head, &sink) in sinks.iter().enumerate() {
            let query = &q[(row * own.heads + head) * WIDTH..][..WIDTH];
            let scores: Vec<f64> = keys.iter().map(|key| dot(query, key) * scale).collect();
            let top = scores.iter().copied().fold(sink, f64::max);
            let all = scores.iter().copied().chain([sink]);
            let sum = all.map(|score| (score - top).exp()).sum::<f64>();
            for e in 0..WIDTH {
                let each = scores.iter().zip(&keys);
                let each = each.map(|(score, key)| (score - top).exp() / sum * key[e]);
                results.push(each.fold(0.0, |sum, x| sum + x));
            }
            logarithms.push(top + sum.ln());
        }
    }
    match call.is("returnSoftmaxLse") {
        true => vec![written(results), written(logarithms)],
        false => vec![written(results)],
    }
}

/// Numbers of a tensor as they are.
pub fn plain(call: &Call, name: &str) -> Vec<f64> {
    call.numbers(name).unwrap()
}

/// Numbers of HIFLOAT8 times one of FLOAT.
pub fn scaled(call: &Call, name: &str) -> Vec<f64> {
    let scale = match name {
        "q" => "qDescaleOptional",
        "oriKvOptional" => "oriKvDescaleOptional",
        _ => "cmpKvDescaleOptional",
    };
    let scale = call.numbers(scale).unwrap()[0];
    let numbers = call.numbers(name).unwrap();
    numbers.into_iter().map(|x| x * scale).collect()
}

/// Packed keys; queries as they are.
pub fn packed(call: &Call, name: &str) -> Vec<f64> {
    let tensor = call.tensor(name).unwrap();
    if name == "q" {
        return plain(call, name);
    }
    let bytes = tensor.elements();
    let width = *tensor.shape.last().unwrap() as usize;
    let rows = bytes.len() / width;
    let is_whole = call.int("quantMode") == 1;
    // Rows of a block, of which there are only those of blocks in the second mode.
    let size = if is_whole {
        1
    } else {
        tensor.shape[1] as usize
    };
    let word = |at: usize| decode_double(&bytes[at..at + 2], Dtype::Bf16);
    let mut all = Vec::new();
    for row in 0..rows {
        let block = row / size * size * width;
        let (scaled, plain, scales) = match is_whole {
            true => (block + 128, block, block + 576),
            false => {
                let own = block + row % size * 576;
                (own, own + 448, block + size * 576 + row % size * 8)
            }
        };
        for column in 0..448 {
            let scale = match is_whole {
                true => word(scales + column / 64 * 2),
                false => of_code(bytes[scales + column / 64], Dtype::F8E8m0),
            };
            all.push(of_code(bytes[scaled + column], Dtype::F8E4m3fn) * scale);
        }
        all.extend((0..64).map(|column| word(plain + 2 * column)));
    }
    all
}

/// Gradients by queries, keys and sinks, and means of weights.
pub fn gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnSparseFlashMlaGrad",
        arguments,
    };
    let own = queries(&call, "query");
    let count = own.lengths.len();
    let kinds: Vec<Keys> = [ORI, CMP]
        .into_iter()
        .filter_map(|names| Keys::of(&call, names, count, &plain))
        .collect();
    let [q, dy, out, lse] = ["query", "dOut", "out", "lse"].map(|name| call.numbers(name).unwrap());
    let sinks = call.numbers("sinksOptional");
    let scale = float(&call, "scaleValue");
    let mut dq = vec![0.0; q.len()];
    let mut by_keys: Vec<Vec<f64>> = kinds.iter().map(|of| vec![0.0; of.numbers.len()]).collect();
    let mut by_sinks = vec![0.0; own.heads];
    let listed = kinds.last().filter(|_| call.tensor(CMP.lists).is_some());
    let columns = listed.map_or(0, |of| of.columns as usize);
    let mut means = vec![0.0; own.owners.len() * columns];
    for (row, owner) in own.owners.iter().enumerate() {
        let &Some(owner) = owner else {
            continue;
        };
        for head in 0..own.heads {
            let number = row * own.heads + head;
            let at = number * WIDTH;
            let delta = dot(&dy[at..][..WIDTH], &out[at..][..WIDTH]);
            let mut sum = 0.0;
            for (kind, of) in kinds.iter().enumerate() {
                for [key_row, column] in of.seen(&call, row, owner, own.lengths[owner.0]) {
                    let key = &of.numbers[key_row * WIDTH..][..WIDTH];
                    let weight = (dot(&q[at..][..WIDTH], key) * scale - lse[number]).exp();
                    let by_weight = dot(&dy[at..][..WIDTH], key);
                    sum += weight * by_weight;
                    let by_score = weight * (by_weight - delta) * scale;
                    for d in 0..WIDTH {
                        dq[at + d] += by_score * key[d];
                        by_keys[kind][key_row * WIDTH + d] +=
                            by_score * q[at + d] + weight * dy[at + d];
                    }
                    if kind == 1 && columns > 0 {
                        means[row * columns + column] += weight / own.heads as f64;
                    }
                }
            }
            if let Some(sinks) = &sinks {
                by_sinks[head] -= (sinks[head] - lse[number]).exp() * sum;
            }
        }
    }
    let mut all = vec![dq];
    all.extend(by_keys);
    if sinks.is_some() {
        all.push(by_sinks);
    }
    if columns > 0 {
        all.push(means);
    }
    all.into_iter().map(written).collect()
}

/// Means of weights.
pub fn mean(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnSparseFlashMlaSoftmaxL1Norm",
        arguments,
    };
    let own = queries(&call, "q");
    let keys = Keys::of(&call, MEAN, own.lengths.len(), &plain).unwrap();
    let [q, lse] = ["q", "softmaxLse"].map(|name| call.numbers(name).unwrap());
    let scale = float(&call, "softmaxScale");
    let columns = keys.columns as usize;
    let mut means = vec![0.0; own.owners.len() * columns];
    for (row, owner) in own.owners.iter().enumerate() {
        let &Some(owner) = owner else {
            continue;
        };
        for [key_row, column] in keys.seen(&call, row, owner, own.lengths[owner.0]) {
            let key = &keys.numbers[key_row * WIDTH..][..WIDTH];
            for head in 0..own.heads {
                let number = row * own.heads + head;
                let score = dot(&q[number * WIDTH..][..WIDTH], key) * scale;
                means[row * columns + column] += (score - lse[number]).exp() / own.heads as f64;
            }
        }
    }
    vec![written(means)]
}
