//! The pairs of blocks whose means weigh most by their definition.

use super::real;
use super::sparse::Call;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

pub fn chosen(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnBSASelectBlockMask",
        arguments,
    };
    let ints = |name: &str| match call.find(name) {
        Some(Argument::Ints(all)) => Some(all.clone()),
        _ => None,
    };
    let of_tokens = call.text("qInputLayout") == "TND";
    let size = ints("blockShape").unwrap_or(vec![128, 128]);
    let share = real(call.find("sparsity").unwrap());
    let scale = match real(call.find("scaleValue").unwrap()) {
        0.0 => 0.08838834764831845,
        scale => scale,
    };
    let scale = f64::from(scale as f32);
    let map = &call.tensor("blockSparseMaskOut").unwrap().shape;
    let (heads, extents) = (map[1] as usize, [map[2], map[3]]);
    // The means of the blocks of each sequence and head, and whether they are of tokens.
    let means = |side: usize| -> Vec<Vec<Vec<Option<Vec<f64>>>>> {
        let name = ["query", "key"][side];
        let (x, shape) = (
            call.numbers(name).unwrap(),
            &call.tensor(name).unwrap().shape,
        );
        let lengths = ints(["actualSeqLengths", "actualSeqLengthsKV"][side]);
        let lengths = lengths.unwrap_or_else(|| vec![shape[2]; map[0] as usize]);
        let limits = ints(["actualBlockLenQuery", "actualBlockLenKey"][side]);
        let (mut first, mut before) = (0, 0);
        let mut all = Vec::new();
        for (b, &length) in lengths.iter().enumerate() {
            let blocks = (length + size[side] - 1) / size[side];
            let of_head = |h: usize| {
                let mean = |block: i64| {
                    let limit = limits
                        .as_ref()
                        .map_or(size[side], |of| of[before + block as usize]);
                    let rows = limit.min(length - block * size[side]);
                    let mut sum = vec![0.0; 128];
                    for t in block * size[side]..block * size[side] + rows {
                        let row = match of_tokens {
                            true => (first + t) as usize * heads + h,
                            false => (b * heads + h) * shape[2] as usize + t as usize,
                        };
                        for d in 0..128 {
                            sum[d] += x[row * 128 + d] / rows as f64;
                        }
                    }
                    (rows > 0).then_some(sum)
                };
                (0..blocks).map(mean).collect()
            };
            all.push((0..heads).map(of_head).collect());
            first += length;
            before += if of_tokens { blocks } else { extents[side] } as usize;
        }
        all
    };
    let [queries, keys] = [means(0), means(1)];
    let mut results = vec![0; map.iter().product::<i64>() as usize];
    for b in 0..map[0] as usize {
        for h in 0..heads {
            let (own, all) = (&queries[b][h], &keys[b][h]);
            let mut weighed = Vec::new();
            for (x, query) in own.iter().enumerate() {
                let score = |key: &Option<Vec<f64>>| match (query, key) {
                    (Some(q), Some(k)) => scale * q.iter().zip(k).map(|(a, b)| a * b).sum::<f64>(),
                    _ => 0.0,
                };
                let scores: Vec<f64> = all.iter().map(score).collect();
                let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let sum: f64 = scores.iter().map(|score| (score - top).exp()).sum();
                for (y, score) in scores.iter().enumerate() {
                    if query.is_some() && all[y].is_some() {
                        weighed.push(((score - top).exp() / sum, x, y));
                    }
                }
            }
            let pairs = own.len() * all.len();
            let count = ((share * pairs as f64 + 0.5).floor() as usize).max(1);
            weighed.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap());
            for (_, x, y) in weighed.into_iter().take(if pairs == 0 { 0 } else { count }) {
                let head = (b * heads + h) as i64;
                results[((head * extents[0] + x as i64) * extents[1] + y as i64) as usize] = 1;
            }
        }
    }
    vec![results.into_iter().map(Number::Int).collect()]
}
