//! Attention of sequences whose lengths tensors say, by its definition: one score after the other.

use super::sparse::Call;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;

/// Batch (or blocks), rows, heads and elements of a layout, and the number of an element.
struct Side {
    layout: &'static str,
    extents: [i64; 4],
    /// Elements of a chunk.
    chunk: i64,
}

impl Side {
    fn of(layout: &'static str, tensor: &Tensor) -> Self {
        let s = &tensor.shape;
        let extents = match layout {
            "BSND" | "PA_BBND" => [s[0], s[1], s[2], s[3]],
            "BNSD" | "PA_BNBD" => [s[0], s[2], s[1], s[3]],
            "TND" => [1, s[0], s[1], s[2]],
            "NTD" => [1, s[1], s[0], s[2]],
            _ => [s[0], s[3], s[1], s[2] * s[4]],
        };
        let chunk = *s.last().unwrap();
        Self {
            layout,
            extents,
            chunk,
        }
    }

    fn place(&self, [b, row, n, d]: [i64; 4]) -> usize {
        let [_, rows, heads, depth] = self.extents;
        let at = match self.layout {
            "BNSD" | "PA_BNBD" | "NTD" => ((b * heads + n) * rows + row) * depth + d,
            "PA_NZ" => {
                let size = self.chunk;
                (((b * heads + n) * (depth / size) + d / size) * rows + row) * size + d % size
            }
            _ => ((b * rows + row) * heads + n) * depth + d,
        };
        at as usize
    }
}

/// The first row and the number of rows of each sequence.
fn spans(call: &Call, [starts, used]: [&str; 2], rows: i64, count: usize) -> Vec<[i64; 2]> {
    let (starts, used) = (call.integers(starts), call.integers(used));
    let each = (0..count).map(|b| {
        let [first, end] = match &starts {
            Some(starts) => [starts[b], starts[b + 1]],
            None => [0, rows],
        };
        [first, used.as_ref().map_or(end - first, |used| used[b])]
    });
    each.collect()
}

/// Results, and logarithms of sums where they are asked for.
pub fn attention(arguments: &Arguments) -> Vec<Vec<Number>> {
    computed(Call {
        operator: "aclnnFlashAttn",
        arguments,
    })
}

/// The same of codes with scales.
pub fn quantised(arguments: &Arguments) -> Vec<Vec<Number>> {
    computed(Call {
        operator: "aclnnQuantFlashAttn",
        arguments,
    })
}

/// Scales of queries, keys or values.
struct Scales {
    numbers: Vec<f64>,
    is_of_rows: bool,
    layout: &'static str,
}

impl Scales {
    fn of(call: &Call, name: &str, layout: &'static str) -> Self {
        Self {
            numbers: call.numbers(name).unwrap(),
            is_of_rows: call.int("quantMode") == 6,
            layout,
        }
    }

    /// That of an element of queries or keys.
    fn of_row(&self, side: &Side, group: i64, [b, row, n, d]: [i64; 4]) -> f64 {
        let [_, rows, heads, depth] = side.extents;
        let (g, at) = (2 * ((depth + 63) / 64), d / 32);
        let place = match (self.is_of_rows, self.layout) {
            (true, _) => (b * heads + n) * rows + row,
            (_, "N2TGD") => ((n / group * rows + row) * group + n % group) * g + at,
            (_, "PA_BNBD") => ((b * heads + n) * rows + row) * g + at,
            (_, "PA_NZ") => {
                let block = (b * heads + n) * (rows / 16) + row / 16;
                ((block * (g / 2) + at / 2) * 16 + row % 16) * 2 + at % 2
            }
            _ => ((b * rows + row) * heads + n) * g + at,
        };
        self.numbers[place as usize]
    }

    /// That of an element of values; `row` counts from the block, or from the sequence, which begins with block `first`.
    fn of_column(&self, side: &Side, first: i64, [b, row, n, d]: [i64; 4]) -> f64 {
        let [_, rows, heads, depth] = side.extents;
        let (blocks, block, half) = ((rows + 63) / 64, row / 64, row / 32 % 2);
        let place = match (self.is_of_rows, self.layout) {
            (true, _) => n,
            (_, "TND") => (((first + block) * heads + n) * depth + d) * 2 + half,
            (_, "PA_BBND") => (((b * blocks + block) * heads + n) * depth + d) * 2 + half,
            (_, "PA_NZ") => {
                let chunk = (b * heads + n) * (depth / 16) + d / 16;
                ((chunk * blocks + block) * 16 + d % 16) * 2 + half
            }
            _ => (((b * heads + n) * blocks + block) * depth + d) * 2 + half,
        };
        self.numbers[place as usize]
    }
}

fn computed(call: Call) -> Vec<Vec<Number>> {
    let scales = (call.operator == "aclnnQuantFlashAttn").then(|| {
        let keys = call.text("layoutKv");
        [
            Scales::of(&call, "qDescale", call.text("layoutQDescale")),
            Scales::of(&call, "kDescale", keys),
            Scales::of(&call, "vDescale", keys),
        ]
    });
    let [query, key] = ["q", "k"].map(|name| call.tensor(name).unwrap());
    let own = Side::of(call.text("layoutQ"), query);
    let keys = Side::of(call.text("layoutKv"), key);
    let [q, k, v] = ["q", "k", "v"].map(|name| call.numbers(name).unwrap());
    let [batch, rows, heads, depth] = own.extents;
    let results = Side {
        layout: call.text("layoutOut"),
        extents: own.extents,
        chunk: 1,
    };
    let starts = call.integers("cuSeqlensQOptional");
    let count = starts.as_ref().map_or(batch as usize, |of| of.len() - 1);
    let queries = spans(
        &call,
        ["cuSeqlensQOptional", "sequsedQOptional"],
        rows,
        count,
    );
    let table = call.integers("blockTableOptional");
    let places = table.as_ref().map_or(0, |table| table.len() / count);
    let longest = match &table {
        Some(_) => places as i64 * keys.extents[1],
        None => keys.extents[1],
    };
    let of_keys = spans(
        &call,
        ["cuSeqlensKvOptional", "sequsedKvOptional"],
        longest,
        count,
    );
    let scale = match call.find("softmaxScale") {
        Some(&Argument::Float(0.0)) => 1.0 / (depth as f64).sqrt(),
        Some(&Argument::Float(scale)) => scale,
        other => panic!("{other:?}"),
    };
    let group = heads / keys.extents[2];
    let [mode, left, right] = ["maskMode", "winLeft", "winRight"].map(|name| call.int(name));
    let mut out = vec![0.0; q.len()];
    let mut logarithms = vec![f64::INFINITY; (batch * rows * heads) as usize];
    let mut first_block = 0;
    for b in 0..count {
        let block_of_values = first_block;
        if let (Some(starts), "TND") = (call.integers("cuSeqlensKvOptional"), keys.layout) {
            first_block += (starts[b + 1] - starts[b] + 63) / 64;
        }
        let entry = if starts.is_some() { 0 } else { b as i64 };
        let [[first, length], [first_key, all]] = [queries[b], of_keys[b]];
        let row_of = |j: i64| match &table {
            Some(table) => {
                let size = keys.extents[1];
                [table[b * places + (j / size) as usize], j % size]
            }
            None => [
                if keys.layout == "TND" { 0 } else { b as i64 },
                first_key + j,
            ],
        };
        for i in 0..length {
            let own_key = i + all - length;
            let [low, high] = match mode {
                0 => [0, all - 1],
                3 => [0, own_key],
                _ => [
                    if left < 0 { 0 } else { own_key - left },
                    if right < 0 { all - 1 } else { own_key + right },
                ],
            };
            let seen = low.max(0)..(high + 1).min(all).max(low.max(0));
            for n in 0..heads {
                let mut scores = Vec::new();
                for j in seen.clone() {
                    let [block, row] = row_of(j);
                    let mut score = 0.0;
                    for d in 0..depth {
                        let at = [[entry, first + i, n, d], [block, row, n / group, d]];
                        let by = scales.as_ref().map_or(1.0, |[q, k, _]| {
                            q.of_row(&own, group, at[0]) * k.of_row(&keys, group, at[1])
                        });
                        score += q[own.place(at[0])] * k[keys.place(at[1])] * by;
                    }
                    scores.push(score * scale);
                }
                if scores.is_empty() {
                    continue;
                }
                let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let sum = scores.iter().map(|score| (score - top).exp()).sum::<f64>();
                for d in 0..depth {
                    let mut result = 0.0;
                    for (score, j) in scores.iter().zip(seen.clone()) {
                        let [block, row] = row_of(j);
                        let at = [block, row, n / group, d];
                        let by = scales.as_ref().map_or(1.0, |[.., v]| {
                            let row = if table.is_some() { row } else { j };
                            v.of_column(&keys, block_of_values, [block, row, n / group, d])
                        });
                        let value = v[keys.place(at)] * by;
                        result += (score - top).exp() / sum * value;
                    }
                    out[results.place([entry, first + i, n, d])] = result;
                }
                let at = match own.layout {
                    "TND" if scales.is_none() => (first + i) * heads + n,
                    _ => (entry * heads + n) * rows + first + i,
                };
                logarithms[at as usize] = top + sum.ln();
            }
        }
    }
    let written = |all: Vec<f64>| all.into_iter().map(Number::from).collect();
    let asks = match call.find("returnSoftmaxLse") {
        Some(Argument::Bool(asks)) => *asks,
        _ => call.int("returnSoftmaxLse") != 0,
    };
    match asks {
        false => vec![written(out)],
        true => vec![written(out), written(logarithms)],
    }
}
