//! Attention with two pairs of keys and values, and attention of codes with scales for blocks of rows, by plain loops in double.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::quantised::value_of;
use crate::reference::reductions::doubles;

/// The numbers of a tensor; those of its codes without scales.
fn numbers(argument: &Argument) -> Vec<f64> {
    let Some(tensor) = argument.tensors().first() else {
        return Vec::new();
    };
    let bytes = tensor.elements();
    match tensor.dtype {
        Dtype::Hifloat8 => bytes
            .iter()
            .map(|&code| value_of(Dtype::Hifloat8, code))
            .collect(),
        Dtype::Bool | Dtype::U8 => bytes.iter().map(|&byte| byte.into()).collect(),
        _ => doubles(tensor),
    }
}

fn shape(argument: &Argument) -> Vec<usize> {
    let tensor: &Tensor = &argument.tensors()[0];
    tensor.shape.iter().map(|&extent| extent as usize).collect()
}

fn results(all: impl IntoIterator<Item = Vec<f64>>) -> Vec<Vec<Number>> {
    let each = all.into_iter();
    each.map(|of| of.into_iter().map(Number::from).collect())
        .collect()
}

fn float(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(value) => *value,
        _ => panic!("a factor"),
    }
}

/// Two pairs of keys and values.
pub struct Pairs {
    /// B, H, N, M, K, D.
    pub extents: [usize; 6],
    pub query: Vec<f64>,
    pub keys: [Vec<f64>; 2],
    pub values: [Vec<f64>; 2],
    /// B, 1, N, 1, K, or none.
    pub mask: Vec<f64>,
    pub mask_shape: Vec<usize>,
    pub scale: f64,
}

impl Pairs {
    fn of(arguments: &Arguments, mask: &Argument, scale: &Argument) -> Self {
        let query = shape(&arguments["query"]);
        let keys = shape(&arguments["key1"])[3];
        Self {
            extents: [query[0], query[1], query[2], query[3], keys, query[4]],
            query: numbers(&arguments["query"]),
            keys: [numbers(&arguments["key1"]), numbers(&arguments["key2"])],
            values: [numbers(&arguments["value1"]), numbers(&arguments["value2"])],
            mask: numbers(mask),
            mask_shape: match mask.tensors().is_empty() {
                true => Vec::new(),
                false => shape(mask),
            },
            scale: float(scale),
        }
    }

    /// Every row of queries: batch and head as one, n, m.
    fn rows(&self) -> Vec<[usize; 3]> {
        let [b, h, n, m, ..] = self.extents;
        let mut rows = Vec::new();
        for bh in 0..b * h {
            for i in 0..n {
                rows.extend((0..m).map(|j| [bh, i, j]));
            }
        }
        rows
    }

    fn row(&self, [bh, i, j]: [usize; 3]) -> usize {
        let [_, _, n, m, ..] = self.extents;
        (bh * n + i) * m + j
    }

    /// The places of key `k` in tensors of both pairs.
    fn places(&self, [bh, i, j]: [usize; 3], k: usize) -> [usize; 2] {
        let [_, _, n, m, keys, d] = self.extents;
        [((bh * n + i) * keys + k) * d, ((bh * keys + k) * m + j) * d]
    }

    fn hidden(&self, [bh, i, _]: [usize; 3], k: usize) -> bool {
        let &[b, _, n, _, keys] = self.mask_shape.as_slice() else {
            return false;
        };
        let pick = |extent: usize, index: usize| if extent == 1 { 0 } else { index };
        let batch = bh / self.extents[1];
        self.mask[(pick(b, batch) * n + pick(n, i)) * keys + pick(keys, k)] != 0.0
    }

    /// The product of a row with both rows of key `k`.
    fn product(&self, of: &[f64], with: &[Vec<f64>; 2], row: [usize; 3], k: usize) -> f64 {
        let d = self.extents[5];
        let at = self.row(row) * d;
        let [first, second] = self.places(row, k);
        (0..d)
            .map(|e| of[at + e] * (with[0][first + e] + with[1][second + e]))
            .sum()
    }

    /// Scores of a row: none of hidden keys.
    fn scores(&self, row: [usize; 3]) -> Vec<Option<f64>> {
        let each = (0..self.extents[4]).map(|k| {
            let score = self.scale * self.product(&self.query, &self.keys, row, k);
            (!self.hidden(row, k)).then_some(score)
        });
        each.collect()
    }

    /// The largest score, the sum of exponentials and results of all rows.
    pub fn forward(&self) -> [Vec<f64>; 3] {
        let d = self.extents[5];
        let count = self.rows().len();
        let (mut max, mut sum) = (vec![0.0; count], vec![0.0; count]);
        let mut out = vec![0.0; count * d];
        for row in self.rows() {
            let scores = self.scores(row);
            let at = self.row(row);
            let Some(most) = scores.iter().flatten().copied().reduce(f64::max) else {
                (max[at], sum[at]) = (f64::from(f32::MIN), f64::from(f32::MAX));
                continue;
            };
            let rounded = f64::from(most as f32);
            let weights: Vec<f64> = scores
                .iter()
                .map(|score| score.map_or(0.0, |score| (score - rounded).exp()))
                .collect();
            let total: f64 = weights.iter().sum();
            (max[at], sum[at]) = (rounded, total);
            for (k, weight) in weights.iter().enumerate() {
                let [first, second] = self.places(row, k);
                for e in 0..d {
                    let value = self.values[0][first + e] + self.values[1][second + e];
                    out[at * d + e] += weight / total * value;
                }
            }
        }
        [max, sum, out]
    }

    /// Gradients by queries, keys and values of the first pair, and of the second one.
    pub fn gradients(&self, dy: &[f64], [max, sum]: [&[f64]; 2], out: &[f64]) -> [Vec<f64>; 5] {
        let d = self.extents[5];
        let mut dq = vec![0.0; self.query.len()];
        let mut by_keys = self.keys.each_ref().map(|of| vec![0.0; of.len()]);
        let mut by_values = self.values.each_ref().map(|of| vec![0.0; of.len()]);
        for row in self.rows() {
            let at = self.row(row);
            let delta: f64 = (0..d).map(|e| dy[at * d + e] * out[at * d + e]).sum();
            for (k, score) in self.scores(row).into_iter().enumerate() {
                let Some(score) = score else {
                    continue;
                };
                let weight = (score - max[at]).exp() / sum[at];
                let slope = weight * (self.product(dy, &self.values, row, k) - delta) * self.scale;
                let places = self.places(row, k);
                for e in 0..d {
                    let key = self.keys[0][places[0] + e] + self.keys[1][places[1] + e];
                    dq[at * d + e] += slope * key;
                    for (side, place) in places.into_iter().enumerate() {
                        by_keys[side][place + e] += slope * self.query[at * d + e];
                        by_values[side][place + e] += weight * dy[at * d + e];
                    }
                }
            }
        }
        let [k1, k2] = by_keys;
        let [v1, v2] = by_values;
        [dq, k1, v1, k2, v2]
    }
}

/// `query`, keys and values of both pairs in turns, `attenMaskOptional`, `scaleValueOptional`.
pub fn floyd(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [max, sum, out] = Pairs::of(
        arguments,
        &arguments["attenMaskOptional"],
        &arguments["scaleValueOptional"],
    )
    .forward();
    let eight = |of: Vec<f64>| of.into_iter().flat_map(|x| [x; 8]).collect();
    results([eight(max), eight(sum), out])
}

/// The same with `dy` before the mask, and statistics and results behind it.
pub fn floyd_gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let pairs = Pairs::of(
        arguments,
        &arguments["attenMaskOptional"],
        &arguments["scaleValue"],
    );
    let each = |at: &str| -> Vec<f64> { numbers(&arguments[at]).into_iter().step_by(8).collect() };
    let (dy, out) = (
        numbers(&arguments["dy"]),
        numbers(&arguments["attentionIn"]),
    );
    results(pairs.gradients(&dy, [&each("softmaxMax"), &each("softmaxSum")], &out))
}

/// Numbers of codes in BSND times the scales of their blocks of rows: batch, heads, blocks.
fn scaled(codes: &Argument, scales: &Argument, shared: usize) -> Vec<f64> {
    let (of, scales) = (shape(codes), numbers(scales));
    let [_, rows, heads, width] = [of[0], of[1], of[2], of[3]];
    let blocks = rows.div_ceil(shared);
    let each = numbers(codes).into_iter().enumerate();
    let scaled = each.map(|(at, x)| {
        let (b, row, head) = (
            at / (rows * heads * width),
            at / (heads * width) % rows,
            at / width % heads,
        );
        x * scales[(b * heads + head) * blocks + row / shared]
    });
    scaled.collect()
}

/// Attention over numbers in BSND.
struct Plain {
    /// B, queries, heads, elements; keys and their heads; elements of values.
    extents: [usize; 7],
    query: Vec<f64>,
    key: Vec<f64>,
    value: Vec<f64>,
    scale: f64,
}

impl Plain {
    fn of(
        operands: [&Argument; 3],
        scales: [&Argument; 3],
        shared: [usize; 3],
        scale: f64,
    ) -> Self {
        let (q, k, v) = (shape(operands[0]), shape(operands[1]), shape(operands[2]));
        let [query, key, value] = [0, 1, 2].map(|at| scaled(operands[at], scales[at], shared[at]));
        Self {
            extents: [q[0], q[1], q[2], q[3], k[1], k[2], v[3]],
            query,
            key,
            value,
            scale,
        }
    }

    /// Rows of queries: batch, head, row.
    fn rows(&self) -> Vec<[usize; 3]> {
        let [b, rows, heads, ..] = self.extents;
        let all = 0..b * heads * rows;
        all.map(|at| [at / (heads * rows), at / rows % heads, at % rows])
            .collect()
    }

    fn query_at(&self, [b, n, i]: [usize; 3], width: usize) -> usize {
        let [_, rows, heads, ..] = self.extents;
        ((b * rows + i) * heads + n) * width
    }

    fn key_at(&self, [b, n, _]: [usize; 3], j: usize, width: usize) -> usize {
        let [_, _, heads, _, keys, key_heads, _] = self.extents;
        ((b * keys + j) * key_heads + n / (heads / key_heads)) * width
    }

    fn scores(&self, row: [usize; 3]) -> Vec<f64> {
        let [_, _, _, d, keys, ..] = self.extents;
        let q = self.query_at(row, d);
        let score = |j: usize| {
            let k = self.key_at(row, j, d);
            let product: f64 = (0..d).map(|e| self.query[q + e] * self.key[k + e]).sum();
            self.scale * product
        };
        (0..keys).map(score).collect()
    }
}

/// `query`, `key`, `value`, the mask, scales, `pScale`, `scaleValue`.
pub fn quantised(arguments: &Arguments) -> Vec<Vec<Number>> {
    let plain = Plain::of(
        [&arguments["query"], &arguments["key"], &arguments["value"]],
        [
            &arguments["dScaleQ"],
            &arguments["dScaleK"],
            &arguments["dScaleV"],
        ],
        [128, 256, 512],
        float(&arguments["scaleValue"]),
    );
    let rows = plain.rows();
    let width = plain.extents[6];
    let (mut max, mut sum) = (Vec::new(), Vec::new());
    let mut out = vec![0.0; rows.len() * width];
    for row in rows {
        let scores = plain.scores(row);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32;
        let weights: Vec<f64> = scores.iter().map(|x| (x - f64::from(most)).exp()).collect();
        let total: f64 = weights.iter().sum();
        max.push(f64::from(most));
        sum.push(total);
        let at = plain.query_at(row, width);
        for (j, weight) in weights.iter().enumerate() {
            let v = plain.key_at(row, j, width);
            for e in 0..width {
                out[at + e] += weight / total * plain.value[v + e];
            }
        }
    }
    results([max, sum, out])
}

/// `query`, `keyIn`, `value`, `dy`, the mask, statistics, `attentionIn`, scales of these four, `dsScale`, `pScale`, `scaleValue`.
pub fn quantised_gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let plain = Plain::of(
        [
            &arguments["query"],
            &arguments["keyIn"],
            &arguments["value"],
        ],
        [
            &arguments["dScaleQ"],
            &arguments["dScaleK"],
            &arguments["dScaleV"],
        ],
        [512; 3],
        float(&arguments["scaleValue"]),
    );
    let dy = scaled(&arguments["dy"], &arguments["dScaleDy"], 512);
    let [max, sum, out] =
        ["softmaxMax", "softmaxSum", "attentionIn"].map(|at| numbers(&arguments[at]));
    let [_, _, _, d, _, _, width] = plain.extents;
    let mut dq = vec![0.0; plain.query.len()];
    let mut dk = vec![0.0; plain.key.len()];
    let mut dv = vec![0.0; plain.value.len()];
    for (number, row) in plain.rows().into_iter().enumerate() {
        let (q, y) = (plain.query_at(row, d), plain.query_at(row, width));
        let delta: f64 = (0..width).map(|e| dy[y + e] * out[y + e]).sum();
        for (j, score) in plain.scores(row).into_iter().enumerate() {
            let weight = (score - max[number]).exp() / sum[number];
            let (k, v) = (plain.key_at(row, j, d), plain.key_at(row, j, width));
            let by_weight: f64 = (0..width).map(|e| dy[y + e] * plain.value[v + e]).sum();
            let slope = weight * (by_weight - delta) * plain.scale;
            for e in 0..width {
                dv[v + e] += weight * dy[y + e];
            }
            for e in 0..d {
                dq[q + e] += slope * plain.key[k + e];
                dk[k + e] += slope * plain.query[q + e];
            }
        }
    }
    results([dq, dk, dv])
}

#[test]
fn gradients_of_two_pairs_are_those_of_finite_differences() {
    let varied = |count: usize, seed: usize| -> Vec<f64> {
        let each = (0..count).map(|i| (((i * 7919 + seed * 331) % 1009) as f64 - 500.0) / 512.0);
        each.collect()
    };
    let [b, h, n, m, k, d] = [1, 2, 3, 2, 4, 3];
    let of_queries = b * h * n * m * d;
    let (first, second) = (b * h * n * k * d, b * h * k * m * d);
    let dy = varied(of_queries, 9);
    let operands = [
        (of_queries, 1),
        (first, 2),
        (first, 3),
        (second, 4),
        (second, 5),
    ]
    .map(|(count, seed)| varied(count, seed));
    let of = |[query, k1, v1, k2, v2]: [Vec<f64>; 5]| Pairs {
        extents: [b, h, n, m, k, d],
        query,
        keys: [k1, k2],
        values: [v1, v2],
        mask: (0..n * k)
            .map(|at| f64::from(u8::from(at % 5 == 1)))
            .collect(),
        mask_shape: vec![1, 1, n, 1, k],
        scale: 0.7,
    };
    let pairs = of(operands.clone());
    let [max, sum, out] = pairs.forward();
    let exact = pairs.gradients(&dy, [&max, &sum], &out);
    let value = |operands: [Vec<f64>; 5]| -> f64 {
        let [_, _, out] = of(operands).forward();
        out.iter().zip(&dy).map(|(x, g)| x * g).sum()
    };
    for (at, gradients) in exact.iter().enumerate() {
        for (i, gradient) in gradients.iter().enumerate() {
            let moved = |by: f64| {
                let mut moved = operands.clone();
                moved[at][i] += by;
                value(moved)
            };
            let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
            assert!(
                (slope - gradient).abs() < 1e-7,
                "{at}, {i}: {gradient} instead of {slope}"
            );
        }
    }
}
