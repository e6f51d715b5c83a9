//! Rows of logits from which a class is drawn: what the largest classes, and the least set of classes of some probability, leave of a row, and which class is drawn.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Any, AnyMut, Read, ReadAny, ReadIndices, Temporary, Write, WriteAny, kernel, operands,
};
use hostnpu_engine::sort;
use hostnpu_tensor::{Dtype, cuts};

/// Exponentials of a row less its largest element, divided by their sum.
fn softmax(x: &mut [f64]) {
    let largest = x
        .iter()
        .fold(f64::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    let mut sum = 0.0;
    for x in x.iter_mut() {
        *x = (*x - largest).exp();
        sum += *x;
    }
    x.iter_mut().for_each(|x| *x /= sum);
}

/// Returns the number of rows and the elements of each.
fn rows_of(logits: &Arg) -> Result<[usize; 2]> {
    match *logits.view.layout.shape() {
        [rows, length] => Ok([rows as usize, length as usize]),
        ref shape => Err(Error::value(logits.name, format!("{shape:?}"), "rows")),
    }
}

operands! {
    struct TopKTopP => TopKTopPAt {
        logits: ReadAny,
        out: WriteAny,
        p: Option<Read<f32>>,
        k: Option<ReadIndices<i32>>,
        words: Temporary<u64>,
        rising: Temporary<f64>,
        shares: Temporary<f64>,
    }
}

/// Plans a copy of rows in which minus infinity replaces what is below the k-th largest element, and then what the least set of the largest elements of probability p does not need. `p`
/// and `k` have a number for each row, if they are given.
pub fn top_k_top_p(logits: Arg, p: Option<Arg>, k: Option<Arg>, out: Arg) -> Result<Call> {
    let [rows, length] = rows_of(&logits)?;
    let dtype = logits.view.dtype;
    out.require_numel(rows * length)?;
    for limit in [&p, &k].into_iter().flatten() {
        limit.require_numel(rows)?;
    }
    let lanes = sort::at_a_time(rows, length);
    let words = sort::sort_words(length);
    let operands = TopKTopP {
        logits: ReadAny::of(logits, dtype),
        out: WriteAny::of(out, dtype),
        p: p.map(Read::from),
        k: k.map(ReadIndices::from),
        words: Temporary::of(lanes.saturating_mul(words)),
        rising: Temporary::of(lanes.saturating_mul(length)),
        shares: Temporary::of(lanes.saturating_mul(length)),
    };
    let cost = rows.saturating_mul(length).saturating_mul(64);
    kernel(operands, cost, move |at: TopKTopPAt| {
        let memory = (
            cuts::chunks(at.words, words),
            cuts::chunks(at.rising, length),
            cuts::chunks(at.shares, length),
        );
        let parts = at.out.chunks(length);
        cuts::try_for_each_part_with(memory, parts, |number, memory, out| {
            let (words, rising, shares) = memory;
            let row = at.logits.part(number * length..(number + 1) * length);
            let p = at.p.map(|p| f64::from(p[number]));
            let k = at.k.map(|k| k.get(number));
            let sorted = sort::sorted(row, false, true, words)?;
            let elements = row.floats()?;
            for (i, rising) in rising.iter_mut().enumerate() {
                *rising = elements.get(sorted.position(i));
            }
            let dropped = dropped(rising, p, k, shares);
            drop_elements(row, (0..dropped).map(|i| sorted.position(i)), out)
        })
    })
}

/// Returns the number of the rising elements that are dropped.
fn dropped(rising: &[f64], p: Option<f64>, k: Option<i64>, shares: &mut [f64]) -> usize {
    let length = rising.len();
    let k = k.and_then(|k| usize::try_from(k).ok());
    let mut first = 0;
    if let Some(k) = k.filter(|k| (1..length).contains(k)) {
        let least = rising[length - k];
        first = rising.iter().take_while(|&&x| x < least).count();
    }
    if let Some(p) = p {
        let shares = &mut shares[..length - first];
        shares.copy_from_slice(&rising[first..]);
        softmax(shares);
        let mut sum = 0.0;
        let below = shares[..shares.len() - 1].iter().take_while(|&&share| {
            sum += share;
            sum <= 1.0 - p
        });
        first += below.count();
    }
    first
}

/// Copies a row with minus infinity at some positions.
fn drop_elements(row: Any, positions: impl Iterator<Item = usize>, out: AnyMut) -> Result<()> {
    let lowest: &[u8] = match row.dtype() {
        Dtype::F16 => &half::f16::NEG_INFINITY.to_bits().to_ne_bytes(),
        Dtype::Bf16 => &half::bf16::NEG_INFINITY.to_bits().to_ne_bytes(),
        _ => &f32::NEG_INFINITY.to_bits().to_ne_bytes(),
    };
    let (out, size) = (out.bytes(), lowest.len());
    out.copy_from_slice(row.bytes());
    for position in positions {
        out[position * size..][..size].copy_from_slice(lowest);
    }
    Ok(())
}

/// Attributes of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// True for the second version of the operator.
    pub is_second: bool,
    /// Addend of the divisors of weights.
    pub eps: f64,
    /// The most of the largest classes that are asked for.
    pub most: usize,
    /// True if rows are logits, and not probabilities.
    pub is_logits: bool,
}

/// Inputs of a draw.
pub struct Drawn {
    /// Rows.
    pub logits: Arg,
    /// For each row, how many of the largest classes count.
    pub top_k: Arg,
    /// For each row, of which probability.
    pub top_p: Arg,
    /// Divisors of weights.
    pub q: Option<Arg>,
    /// For each row, the least part of the largest weight.
    pub min_ps: Option<Arg>,
}

/// Outputs of a draw that are wanted.
#[derive(Default)]
pub struct Wanted {
    /// The class that is drawn from each row.
    pub logits_select_idx: Option<Arg>,
    /// The rows, with minus infinity or 0 in place of what does not count.
    pub logits_top_k_p_select: Option<Arg>,
    /// The classes that count, 0 behind them.
    pub logits_idx: Option<Arg>,
    /// Their weights, 0 behind them.
    pub logits_sort_masked: Option<Arg>,
}

operands! {
    struct Sampler => SamplerAt {
        logits: ReadAny,
        top_k: ReadIndices<i32>,
        top_p: Read<f32>,
        q: Option<Read<f32>>,
        min_ps: Option<Read<f32>>,
        logits_select_idx: Option<Write<i64>>,
        logits_top_k_p_select: Option<Write<f32>>,
        logits_idx: Option<Write<i64>>,
        logits_sort_masked: Option<Write<f32>>,
        words: Temporary<u64>,
        elements: Temporary<f64>,
        classes: Temporary<u64>,
        weights: Temporary<f64>,
    }
}

/// Plans a draw from each row.
pub fn draw(how: Draw, of: Drawn, wanted: Wanted) -> Result<Call> {
    let [rows, length] = rows_of(&of.logits)?;
    let of_rows = [Some(&of.top_k), Some(&of.top_p), of.min_ps.as_ref()];
    let of_rows = of_rows
        .into_iter()
        .chain([wanted.logits_select_idx.as_ref()]);
    for arg in of_rows.flatten() {
        arg.require_numel(rows)?;
    }
    let of_all = [&of.q, &wanted.logits_top_k_p_select];
    let of_all = of_all
        .into_iter()
        .chain([&wanted.logits_idx, &wanted.logits_sort_masked]);
    for arg in of_all.flatten() {
        arg.require_numel(rows * length)?;
    }
    let dtype = of.logits.view.dtype;
    let lanes = sort::at_a_time(rows, length);
    let words = sort::sort_words(length);
    let memory = lanes.saturating_mul(length);
    let operands = Sampler {
        logits: ReadAny::of(of.logits, dtype),
        top_k: of.top_k.into(),
        top_p: of.top_p.into(),
        q: of.q.map(Read::from),
        min_ps: of.min_ps.map(Read::from),
        logits_select_idx: wanted.logits_select_idx.map(Write::from),
        logits_top_k_p_select: wanted.logits_top_k_p_select.map(Write::from),
        logits_idx: wanted.logits_idx.map(Write::from),
        logits_sort_masked: wanted.logits_sort_masked.map(Write::from),
        words: Temporary::of(lanes.saturating_mul(words)),
        elements: Temporary::of(memory),
        classes: Temporary::of(memory),
        weights: Temporary::of(memory),
    };
    let cost = rows.saturating_mul(length).saturating_mul(64);
    kernel(operands, cost, move |at: SamplerAt| {
        let memory = (
            cuts::chunks(at.words, words),
            cuts::chunks(at.elements, length),
            cuts::chunks(at.classes, length),
            cuts::chunks(at.weights, length),
        );
        let parts = (
            cuts::Pieces(rows),
            at.logits_select_idx.map(|class| cuts::chunks(class, 1)),
            at.logits_top_k_p_select
                .map(|row| cuts::chunks(row, length)),
            at.logits_idx.map(|classes| cuts::chunks(classes, length)),
            at.logits_sort_masked
                .map(|weights| cuts::chunks(weights, length)),
        );
        cuts::try_for_each_part_with(memory, parts, |number, memory, parts| {
            let (words, x, classes, weights) = memory;
            let ((), class_out, row_out, classes_out, weights_out) = parts;
            let row = at.logits.part(number * length..(number + 1) * length);
            row.floats()?.load(0..length, x);
            let sorted = sort::sorted(row, true, true, words)?;
            let limits = Limits {
                k: at.top_k.get(number),
                p: at.top_p[number].into(),
                least: at.min_ps.map_or(0.0, |least| least[number].into()),
            };
            let count = kept(how, x, |i| sorted.position(i), limits, classes, weights);
            let (classes, weights) = (&classes[..count], &weights[..count]);
            if let Some(out) = class_out {
                let q = at.q.map(|q| &q[number * length..][..length]);
                out[0] = drawn(classes, weights, q, how.eps) as i64;
            }
            if let Some(out) = row_out {
                out.fill(if how.is_logits {
                    f32::NEG_INFINITY
                } else {
                    0.0
                });
                for &class in classes {
                    out[class as usize] = x[class as usize] as f32;
                }
            }
            if let Some(out) = classes_out {
                out.fill(0);
                let pairs = out.iter_mut().zip(classes);
                pairs.for_each(|(out, &class)| *out = class as i64);
            }
            if let Some(out) = weights_out {
                out.fill(0.0);
                let pairs = out.iter_mut().zip(weights);
                pairs.for_each(|(out, &weight)| *out = weight as f32);
            }
            Ok(())
        })
    })
}

/// Limits of a row: how many of its classes count, of which probability, and which part of the largest weight a weight has at least.
#[derive(Clone, Copy)]
struct Limits {
    k: i64,
    p: f64,
    least: f64,
}

/// Writes the classes of a row that count, and their weights; returns how many they are. `falling` are the classes, the largest first.
fn kept(
    how: Draw,
    x: &[f64],
    falling: impl Fn(usize) -> usize,
    Limits { k, p, least }: Limits,
    classes: &mut [u64],
    weights: &mut [f64],
) -> usize {
    let Draw {
        is_second,
        is_logits,
        most,
        ..
    } = how;
    let k = usize::try_from(k).ok();
    let k = k.filter(|k| (1..=most.min(x.len())).contains(k));
    let uses_p = p < 1.0 && (is_second || p > 0.0);
    let is_sorted = k.is_some() || uses_p || least >= 1.0;
    let mut count = k.unwrap_or(x.len());
    for (i, class) in classes[..count].iter_mut().enumerate() {
        *class = if is_sorted { falling(i) } else { i } as u64;
    }
    let take_weights = |classes: &[u64], weights: &mut [f64]| {
        for (weight, &class) in weights.iter_mut().zip(classes) {
            *weight = x[class as usize];
        }
    };
    take_weights(&classes[..count], weights);
    if is_logits {
        softmax(&mut weights[..count]);
    }
    if uses_p {
        let mut sum = 0.0;
        let needed = weights[..count].iter().take_while(|&&weight| {
            let is_needed = if is_second { sum < p } else { sum <= p };
            sum += weight;
            is_needed
        });
        count = needed.count().max(1);
        if !is_second && k.is_some() {
            take_weights(&classes[..count], weights);
        }
        if !is_second {
            softmax(&mut weights[..count]);
        } else if p <= 0.0 && is_logits {
            weights[0] = 1.0;
        }
    }
    if least >= 1.0 {
        return 1;
    }
    if least > 0.0 {
        let largest = weights[..count].iter().fold(0.0, |a: f64, &b| a.max(b));
        let counts = |weight: f64| weight >= least * largest;
        // Of NaN the first one.
        let is_nan = !weights[..count].iter().any(|&weight| counts(weight));
        let mut kept = 0;
        for i in 0..count {
            if counts(weights[i]) || (is_nan && i == 0) {
                (classes[kept], weights[kept]) = (classes[i], weights[i]);
                kept += 1;
            }
        }
        count = kept;
    }
    count
}

/// Returns the class whose weight, divided by its number of `q`, is largest.
fn drawn(classes: &[u64], weights: &[f64], q: Option<&[f32]>, eps: f64) -> u64 {
    let divisor = |at: usize| q.map_or(1.0, |q| f64::from(q[at]).abs() + eps);
    let (mut best, mut drawn) = (f64::NEG_INFINITY, classes[0]);
    for (at, (&class, weight)) in classes.iter().zip(weights).enumerate() {
        let value = weight / divisor(at);
        if value > best {
            (best, drawn) = (value, class);
        }
    }
    drawn
}
