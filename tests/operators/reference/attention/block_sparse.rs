//! Attention of blocks of queries to blocks of keys by its definition: one score after the other.

use super::real;
use super::sparse::Call;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

pub(super) struct Given<'a> {
    pub call: Call<'a>,
    pub layout: &'static str,
    /// Batch, rows and heads of queries, and of keys.
    pub extents: [[usize; 3]; 2],
    pub depth: usize,
    pub lengths: [Vec<usize>; 2],
    pub size: [usize; 2],
}

impl<'a> Given<'a> {
    pub fn of(operator: &'static str, arguments: &'a [Argument], shape: &str) -> Self {
        let call = Call {
            operator,
            arguments,
        };
        let layout = call.text("qInputLayout");
        let extents = ["query", "key"].map(|name| {
            let shape: Vec<usize> = call
                .tensor(name)
                .unwrap()
                .shape
                .iter()
                .map(|&x| x as usize)
                .collect();
            match layout {
                "TND" => [1, shape[0], shape[1]],
                "BNSD" => [shape[0], shape[2], shape[1]],
                _ => [shape[0], shape[1], shape[2]],
            }
        });
        let lengths = ["actualSeqLengthsOptional", "actualSeqLengthsKvOptional"];
        let mut side = 0;
        let lengths = lengths.map(|name| {
            let [batch, rows, _] = extents[side];
            side += 1;
            match call.find(name) {
                Some(Argument::Ints(all)) => all.iter().map(|&length| length as usize).collect(),
                _ => vec![rows; batch],
            }
        });
        let size = match call.find(shape) {
            Some(Argument::Ints(size)) => [size[0] as usize, size[1] as usize],
            _ => [128; 2],
        };
        let depth = *call.tensor("query").unwrap().shape.last().unwrap() as usize;
        Self {
            call,
            layout,
            extents,
            depth,
            lengths,
            size,
        }
    }

    /// The row of a tensor of a head of row `i` of a sequence, of queries (0) or keys (1).
    pub fn row(&self, side: usize, b: usize, head: usize, i: usize) -> usize {
        let [_, rows, heads] = self.extents[side];
        match self.layout {
            "TND" => (self.lengths[side][..b].iter().sum::<usize>() + i) * heads + head,
            "BNSD" => (b * heads + head) * rows + i,
            _ => (b * rows + i) * heads + head,
        }
    }

    /// Calls a function with each query of each head of each sequence: these, its keys' head, and whether a block of keys is seen.
    pub fn each(&self, mut each: impl FnMut(usize, usize, usize, Vec<usize>)) {
        let heads = self.extents[0][2];
        let map = self.call.tensor("blockSparseMaskOptional");
        let map = map.map(|map| {
            (
                self.call.numbers("blockSparseMaskOptional").unwrap(),
                map.shape.clone(),
            )
        });
        let lists = ["selectIdx", "selectNumIdx"].map(|name| self.call.integers(name));
        let mut before = 0;
        for b in 0..self.lengths[0].len() {
            let [queries, keys] = [0, 1].map(|side| self.lengths[side][b]);
            for head in 0..heads {
                for i in 0..queries {
                    let sees = |key: usize| {
                        let (block, own) = (key / self.size[1], i / self.size[0]);
                        if let Some((numbers, shape)) = &map {
                            let [rows, columns] = [shape[2] as usize, shape[3] as usize];
                            return numbers[((b * heads + head) * rows + own) * columns + block]
                                != 0.0;
                        }
                        if let [Some(indices), Some(counts)] = &lists {
                            let list = (before + own) * heads + head;
                            let most = indices.len() / counts.len();
                            let own = &indices[list * most..][..counts[list] as usize];
                            return own.contains(&(block as i64));
                        }
                        true
                    };
                    each(b, head, i, (0..keys).filter(|&key| sees(key)).collect());
                }
            }
            before += queries.div_ceil(self.size[0]);
        }
    }

    pub fn key_head(&self, head: usize) -> usize {
        head / (self.extents[0][2] / self.extents[1][2])
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scores(
    given: &Given,
    q: &[f64],
    k: &[f64],
    (own, head, b): (usize, usize, usize),
    keys: &[usize],
) -> Vec<f64> {
    let scale = real(given.call.find("scaleValue").unwrap());
    let depth = given.depth;
    let score = |&key: &usize| {
        let at = given.row(1, b, given.key_head(head), key);
        scale * dot(&q[own * depth..][..depth], &k[at * depth..][..depth])
    };
    keys.iter().map(score).collect()
}

/// Results, and logarithms where they are asked for.
pub fn forward(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let is_listed = operator == "aclnnRainFusionAttention";
    let shape = if is_listed {
        "blockShape"
    } else {
        "blockShapeOptional"
    };
    let given = Given::of(operator, arguments, shape);
    let [q, k, v] = ["query", "key", "value"].map(|name| given.call.numbers(name).unwrap());
    let depth = given.depth;
    let mut results = vec![0.0; q.len()];
    let mut lse = vec![f64::INFINITY; q.len() / depth];
    given.each(|b, head, i, keys| {
        let own = given.row(0, b, head, i);
        let scores = scores(&given, &q, &k, (own, head, b), &keys);
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - top).exp()).sum();
        if !keys.is_empty() {
            lse[own] = top + sum.ln();
        }
        for (score, &key) in scores.iter().zip(&keys) {
            let at = given.row(1, b, given.key_head(head), key);
            for d in 0..depth {
                results[own * depth + d] += (score - top).exp() / sum * v[at * depth + d];
            }
        }
    });
    let results = super::numbers(results);
    match !is_listed && given.call.int("softmaxLseFlag") == 1 {
        true => vec![results, super::numbers(lse)],
        false => vec![results],
    }
}

/// Gradients by queries, keys and values.
pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let given = Given::of(
        "aclnnBlockSparseAttentionGrad",
        arguments,
        "blockShapeOptional",
    );
    let names = [
        "query",
        "key",
        "value",
        "attentionOut",
        "dout",
        "softmaxLse",
    ];
    let [q, k, v, out, dy, lse] = names.map(|name| given.call.numbers(name).unwrap());
    let scale = real(given.call.find("scaleValue").unwrap());
    let depth = given.depth;
    let mut dq = vec![0.0; q.len()];
    let mut dk = vec![0.0; k.len()];
    let mut dv = vec![0.0; v.len()];
    given.each(|b, head, i, keys| {
        let own = given.row(0, b, head, i);
        let scores = scores(&given, &q, &k, (own, head, b), &keys);
        let by_result = &dy[own * depth..][..depth];
        let mean = dot(by_result, &out[own * depth..][..depth]);
        for (score, &key) in scores.iter().zip(&keys) {
            let at = given.row(1, b, given.key_head(head), key);
            let p = (score - lse[own]).exp();
            let by_score = p * (dot(by_result, &v[at * depth..][..depth]) - mean) * scale;
            for d in 0..depth {
                dq[own * depth + d] += by_score * k[at * depth + d];
                dk[at * depth + d] += by_score * q[own * depth + d];
                dv[at * depth + d] += p * by_result[d];
            }
        }
    });
    [dq, dk, dv].map(super::numbers).into()
}
