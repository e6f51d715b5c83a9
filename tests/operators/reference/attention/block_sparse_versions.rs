//! Attention of blocks of queries to blocks of keys, of codes with scales, by its definition.

use super::block_sparse::Given;
use super::real;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// The scale of element `d` of row `i` of a head of a sequence, of queries (0), keys (1) or values (2).
fn scale(given: &Given, scales: &[Vec<f64>; 3], number: usize, at: [usize; 4]) -> f64 {
    let [b, head, i, d] = at;
    let (side, depth, all) = (number.min(1), given.depth, &scales[number]);
    let heads = given.extents[side][2];
    if given.call.tensor("query").unwrap().dtype == hostnpu::tensor::Dtype::F8E4m3fn {
        let names = ["qDequantScaleOptional", "kDequantScaleOptional"];
        let most = given.call.tensor(names[side]).unwrap().shape[2] as usize;
        return all[(b * heads + head) * most + i / given.size[side]];
    }
    if number < 2 {
        return all[given.row(side, b, head, i) * depth / 32 + d / 32];
    }
    let pairs = given.extents[1][1].div_ceil(64);
    let place = match given.layout {
        "TND" => {
            let before: usize = given.lengths[1][..b]
                .iter()
                .map(|rows| rows.div_ceil(64))
                .sum();
            (before + i / 64) * heads + head
        }
        "BNSD" => (b * heads + head) * pairs + i / 64,
        _ => (b * pairs + i / 64) * heads + head,
    };
    all[(place * depth + d) * 2 + i / 32 % 2]
}

/// The nearest number of FLOAT4_E2M1, of two the larger one, of a number from 0 on.
fn nearest(x: f64) -> f64 {
    let all = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
    let mut best: f64 = 0.0;
    for y in all {
        if (x - y).abs() <= (x - best).abs() {
            best = y;
        }
    }
    best
}

/// Weights of scores of keys: exponentials, or those of groups of 32 keys in FLOAT4.
fn weights(given: &Given, scores: &[(usize, f64)], mode: i64) -> Vec<f64> {
    let top = scores
        .iter()
        .map(|of| of.1)
        .fold(f64::NEG_INFINITY, f64::max);
    if mode < 2 {
        return scores.iter().map(|of| (of.1 - top).exp()).collect();
    }
    let range = match real(given.call.find("dstTypeMax").unwrap()) {
        0.0 => 6.0,
        max => max,
    };
    let ln2 = std::f64::consts::LN_2;
    let exponent = |top: f64| match mode {
        2 => (top / ln2).floor() - 2.0,
        _ => ((top - f64::ln(range)) / ln2).ceil(),
    };
    let each = scores.iter().map(|&(key, score)| {
        let group = scores.iter().filter(|of| of.0 / 32 == key / 32);
        let own = exponent(group.map(|of| of.1).fold(f64::NEG_INFINITY, f64::max));
        nearest((score - own * ln2).exp()) * (own - exponent(top)).exp2()
    });
    each.collect()
}

/// Results, and logarithms where they are asked for.
pub fn forward(operator: &'static str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let given = Given::of(operator, arguments, "blockShapeOptional");
    let [q, k, v] = ["query", "key", "value"].map(|name| given.call.numbers(name).unwrap());
    let names = [
        "qDequantScaleOptional",
        "kDequantScaleOptional",
        "vDequantScaleOptional",
    ];
    let scales = names.map(|name| given.call.numbers(name).unwrap_or_default());
    let is_coded = !scales[0].is_empty();
    let mode = match given.call.find("quantMode") {
        Some(Argument::Int(mode)) => *mode,
        _ => 0,
    };
    let factor = real(given.call.find("scaleValue").unwrap());
    let depth = given.depth;
    let value = |x: &[f64], number: usize, at: [usize; 4]| {
        let [b, head, i, d] = at;
        let x = x[given.row(number.min(1), b, head, i) * depth + d];
        if is_coded {
            x * scale(&given, &scales, number, at)
        } else {
            x
        }
    };
    let mut results = vec![0.0; q.len()];
    let mut lse = vec![f64::INFINITY; q.len() / depth];
    given.each(|b, head, i, keys| {
        let own = given.row(0, b, head, i);
        let of_keys = given.key_head(head);
        let score = |&key: &usize| {
            let product = |d| value(&q, 0, [b, head, i, d]) * value(&k, 1, [b, of_keys, key, d]);
            (key, factor * (0..depth).map(product).sum::<f64>())
        };
        let scores: Vec<(usize, f64)> = keys.iter().map(score).collect();
        let all = weights(&given, &scores, mode);
        let sum: f64 = all.iter().sum();
        if !keys.is_empty() {
            let top = scores
                .iter()
                .map(|of| of.1)
                .fold(f64::NEG_INFINITY, f64::max);
            lse[own] = top + sum.ln();
        }
        for (weight, &key) in all.iter().zip(&keys) {
            for d in 0..depth {
                results[own * depth + d] += weight * value(&v, 2, [b, of_keys, key, d]);
            }
        }
        // Divided last: sums of rounded weights times values may be exactly 0.
        let own = &mut results[own * depth..][..depth];
        own.iter_mut()
            .filter(|_| !keys.is_empty())
            .for_each(|x| *x /= sum);
    });
    let results = super::numbers(results);
    match given.call.int("softmaxLseFlag") == 1 {
        true => vec![results, super::numbers(lse)],
        false => vec![results],
    }
}
