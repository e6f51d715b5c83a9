//! Groups of tokens as one, token by token, in double.

use super::grouped::values;
use super::objdetect::{boolean, int, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// Where sequences begin, how many of their tokens count, and their first positions.
fn counts(a: &Arguments) -> [&Argument; 3] {
    ["cuSeqlensOptional", "sequsedOptional", "startPosOptional"].map(|name| &a[name])
}

/// The tokens of each sequence: the first one, the number of those that count, and the position of the first.
fn sequences(x: &Argument, numbers: [&Argument; 3]) -> Vec<(usize, usize, usize)> {
    let list = |of: &Argument| -> Option<Vec<usize>> {
        match of {
            Argument::Null => None,
            of => Some(real(of).into_iter().map(|x| x as usize).collect()),
        }
    };
    let [starts, used, positions] = numbers.map(list);
    let extents = shape(x);
    let count = starts
        .as_ref()
        .map_or(extents[0], |starts| starts.len() - 1);
    (0..count)
        .map(|k| {
            let (first, all) = match &starts {
                Some(starts) => (starts[k], starts[k + 1] - starts[k]),
                None => (k * extents[1], extents[1]),
            };
            let used = used.as_ref().map_or(all, |used| used[k]);
            (first, used, positions.as_ref().map_or(0, |at| at[k]))
        })
        .collect()
}

/// Rows of inputs times rows of weights, and a factor for each of these.
fn products(x: &[f64], w: &[f64], inner: usize, factor: impl Fn(usize) -> f64) -> Vec<Vec<f64>> {
    let of = |x: &[f64]| {
        let sum = |(k, w): (usize, &[f64])| {
            let products = x.iter().zip(w).map(|(x, w)| x * w);
            products.sum::<f64>() * factor(k)
        };
        w.chunks(inner).enumerate().map(sum).collect()
    };
    x.chunks(inner).map(of).collect()
}

struct Setting<'a> {
    ratio: usize,
    overlap: usize,
    mode: i64,
    table: &'a Argument,
    numbers: [&'a Argument; 3],
}

/// The cache, the means, and weights and values of all groups.
fn compressed(
    a: &Arguments,
    [values, mut scores]: [Vec<Vec<f64>>; 2],
    of: &Setting,
    rows: usize,
) -> [Vec<f64>; 4] {
    let mut states = real(&a["stateCacheRef"]);
    let old = states.clone();
    let [_, size, wide] = [0, 1, 2].map(|k| shape(&a["stateCacheRef"])[k]);
    let channels = wide / 2;
    let width = channels / of.overlap;
    let bias = real(&a["ape"]);
    let table: Vec<usize> = real(of.table).into_iter().map(|x| x as usize).collect();
    let all = sequences(&a["x"], of.numbers);
    let each = table.len() / all.len();
    let place = |sequence: usize, position: usize| match of.mode {
        1 => (table[sequence * each + position / size], position % size),
        _ => (table[sequence], position % size),
    };
    let (mut means, mut weights, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for (sequence, &(first, count, start)) in all.iter().enumerate() {
        for token in 0..count {
            for channel in 0..channels {
                scores[first + token][channel] +=
                    bias[(start + token) % of.ratio * channels + channel];
            }
        }
        let end = (start + count) / of.ratio * of.ratio;
        for token in 0..count {
            let position = start + token;
            let (line, row) = place(sequence, position);
            let is_kept = match of.mode {
                1 => line != 0,
                _ => position + (of.overlap - 1) * of.ratio >= end,
            };
            if is_kept {
                let at = (line * size + row) * wide;
                states[at..at + channels].copy_from_slice(&values[first + token]);
                states[at + channels..at + wide].copy_from_slice(&scores[first + token]);
            }
        }
        for group in start / of.ratio..(start + count) / of.ratio {
            for channel in 0..width {
                let mut window = Vec::new();
                for k in 0..of.ratio {
                    for part in 0..of.overlap {
                        let back = of.overlap - 1 - part;
                        let own = part * width + channel;
                        window.push(if group < back {
                            (0.0, f64::NEG_INFINITY)
                        } else {
                            let position = (group - back) * of.ratio + k;
                            if position >= start {
                                let token = first + position - start;
                                (values[token][own], scores[token][own])
                            } else {
                                let (line, row) = place(sequence, position);
                                let at = (line * size + row) * wide + own;
                                (old[at], old[at + channels])
                            }
                        });
                    }
                }
                let most = window
                    .iter()
                    .fold(f64::NEG_INFINITY, |most, x| most.max(x.1));
                let powers: Vec<f64> = window.iter().map(|x| (x.1 - most).exp()).collect();
                let sum: f64 = powers.iter().sum();
                let mean = window.iter().zip(&powers).map(|(x, p)| x.0 * p / sum);
                means.push(mean.sum::<f64>());
                for (x, p) in window.iter().zip(&powers) {
                    weights.push(p / sum);
                    kept.push(x.0);
                }
            }
        }
    }
    assert_eq!(means.len(), rows * width, "a row without a group");
    // From (row, channel, member) to (row, member, channel).
    let window = of.ratio * of.overlap;
    let turned = |all: Vec<f64>| {
        let mut out = vec![0.0; all.len()];
        for (k, x) in all.into_iter().enumerate() {
            let (row, channel, member) = (k / (width * window), k / window % width, k % window);
            out[(row * window + member) * width + channel] = x;
        }
        out
    };
    [states, means, turned(weights), turned(kept)]
}

pub fn forward(a: &Arguments) -> Vec<Vec<Number>> {
    let inner = *shape(&a["x"]).last().unwrap();
    let x = real(&a["x"]);
    let both = ["wkv", "wgate"].map(|k| products(&x, &real(&a[k]), inner, |_| 1.0));
    let of = Setting {
        ratio: int(&a["cmpRatio"]) as usize,
        overlap: int(&a["coff"]) as usize,
        mode: int(&a["cacheMode"]),
        table: &a["stateBlockTableOptional"],
        numbers: counts(a),
    };
    let means = shape(&a["cmpKvOut"]);
    let rows = means.iter().product::<usize>() / means[means.len() - 1];
    let mut all = compressed(a, both, &of, rows).map(stored).to_vec();
    if !boolean(&a["gradEnabled"]) {
        all.truncate(2);
    }
    all
}

pub fn quantised(a: &Arguments) -> Vec<Vec<Number>> {
    let inner = *shape(&a["x"]).last().unwrap();
    let code = |name: &str| values(&a[name].tensors()[0], None);
    let (x, factor) = (code("x"), real(&a["xDescaleOptional"])[0]);
    let both = [
        ("wkv", "wkvDescaleOptional"),
        ("wgate", "wgateDescaleOptional"),
    ]
    .map(|(codes, factors)| {
        let factors = real(&a[factors]);
        products(&x, &code(codes), inner, |channel| factor * factors[channel])
    });
    let of = Setting {
        ratio: int(&a["cmpRatio"]) as usize,
        overlap: int(&a["coff"]) as usize,
        mode: int(&a["cacheMode"]),
        table: &a["stateBlockTableOptional"],
        numbers: counts(a),
    };
    let means = shape(&a["cmpKvOut"]);
    let rows = means.iter().product::<usize>() / means[means.len() - 1];
    let mut all = compressed(a, both, &of, rows).map(stored).to_vec();
    all.truncate(2);
    all
}

pub fn backward(a: &Arguments) -> Vec<Vec<Number>> {
    let inner = *shape(&a["x"]).last().unwrap();
    let [x, wkv, wgate, gradient, weights, kept] =
        ["x", "wkv", "wgate", "dCmpKv", "softmaxScore", "kv"].map(|k| real(&a[k]));
    let (ratio, overlap) = (int(&a["cmpRatio"]) as usize, int(&a["coff"]) as usize);
    let channels = wkv.len() / inner;
    let (width, window) = (channels / overlap, ratio * overlap);
    let tokens = x.len() / inner;
    let [mut of_values, mut of_scores] = [(); 2].map(|()| vec![0.0; tokens * channels]);
    let mut of_bias = vec![0.0; ratio * channels];
    let (mut row, extents) = (0, shape(&a["dCmpKv"]));
    for (sequence, (first, count, start)) in sequences(&a["x"], counts(a)).into_iter().enumerate() {
        if extents.len() == 3 {
            row = sequence * extents[1];
        }
        for group in start / ratio..(start + count) / ratio {
            for channel in 0..width {
                let own = |member: usize| (row * window + member) * width + channel;
                let g = gradient[row * width + channel];
                let sum: f64 = (0..window)
                    .map(|m| weights[own(m)] * g * kept[own(m)])
                    .sum();
                for member in 0..window {
                    let (k, part) = (member / overlap, member % overlap);
                    let position =
                        ((group + part) * ratio + k) as i64 - ((overlap - 1) * ratio) as i64;
                    if position < start as i64 {
                        continue;
                    }
                    let at = part * width + channel;
                    let token = first + position as usize - start;
                    let weight = weights[own(member)];
                    let of_score = weight * (g * kept[own(member)] - sum);
                    of_values[token * channels + at] += g * weight;
                    of_scores[token * channels + at] += of_score;
                    of_bias[k * channels + at] += of_score;
                }
            }
            row += 1;
        }
    }
    let mut of_x = vec![0.0; x.len()];
    let [mut of_wkv, mut of_wgate] = [(); 2].map(|()| vec![0.0; wkv.len()]);
    for token in 0..tokens {
        for channel in 0..channels {
            let (value, score) = (
                of_values[token * channels + channel],
                of_scores[token * channels + channel],
            );
            for k in 0..inner {
                let at = channel * inner + k;
                of_x[token * inner + k] += value * wkv[at] + score * wgate[at];
                of_wkv[at] += value * x[token * inner + k];
                of_wgate[at] += score * x[token * inner + k];
            }
        }
    }
    [of_x, of_wkv, of_wgate, of_bias].map(stored).to_vec()
}
