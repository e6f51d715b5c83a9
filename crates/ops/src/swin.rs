//! Layers of shifted windows over codes: queries, keys and values of windows, and attention within them.

#![forbid(unsafe_code)]

use crate::grouped::{Coded, Factor, Grouped, Groups, Range, Side, Step, grouped};
use crate::products::range_of;
use crate::quant::{Apply, By, Given, NormQuant, Normed, NormedRule, RoundMode, given, norm_quant};
use crate::rows::{Scaled, softmax};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;
use hostnpu_tensor::Dtype;

/// Scores that are kept at a time, unless one head has more.
const SCORES: usize = 1 << 20;

/// Operands and attributes of [`qkv`].
pub struct Qkv {
    /// Batch, positions, elements.
    pub x: Arg,
    /// Weights and addends of normalised elements.
    pub norm: [Arg; 2],
    /// Added to the variance (`epsilon`).
    pub epsilon: f64,
    /// Factors and then addends of normalised elements before they are rounded to codes.
    pub codes: [Arg; 2],
    /// Columns of queries, of keys and of values, by elements: codes.
    pub weight: Arg,
    /// Added to the sums of each column.
    pub bias: Arg,
    /// Factor of each column behind that: words.
    pub scale: Arg,
    /// Rows and columns of positions.
    pub image: [i64; 2],
    /// Rows and columns of a window.
    pub window: [i64; 2],
    /// Heads.
    pub heads: i64,
    /// Windows, heads, positions of a window, elements: of queries, of keys and of values.
    pub outputs: [Arg; 3],
}

/// Factors of columns.
fn of_columns(arg: Arg) -> Factor {
    Factor::new(vec![arg]).by_column(1, 1)
}

fn side(arg: Arg, extents: [usize; 3]) -> Result<Side> {
    Ok(Side::plain(vec![Coded::strided(arg, extents)?]))
}

/// Plans queries, keys and values of all windows: each rounded once, codes before the product.
pub fn qkv(of: Qkv) -> Result<Call> {
    let mut steps = Sequence::default();
    let [batch, positions, width] = of.x.extents::<3>()?;
    let x = steps.add(of.x);
    let [gamma, beta] = of.norm.map(|arg| Some(steps.add(arg)));
    let [factor, addend] = of.codes.map(|arg| steps.add(arg));
    let [weight, bias, scale] = [of.weight, of.bias, of.scale].map(|arg| steps.add(arg));
    let outputs = of.outputs.map(|arg| steps.add(arg));
    let [rows, columns] = of.image;
    let [high, wide] = of.window;
    let split = [
        batch as i64,
        rows / high,
        high,
        columns / wide,
        wide,
        width as i64,
    ];
    let codes = steps.temporary(Dtype::I8, &split)?;
    steps.then(norm_quant(NormQuant {
        columns: width,
        terms: vec![x],
        repeated: None,
        is_centred: true,
        gamma,
        beta,
        adapted: None,
        epsilon: of.epsilon,
        sum: None,
        normed: None,
        result: None,
        inverse: None,
        codes: vec![Normed {
            y: codes.clone(),
            rule: NormedRule::Given {
                scale: factor,
                divides: false,
                zero_point: Some(addend),
            },
        }],
    })?)?;
    let all = batch * positions;
    let by_windows = codes.viewed(codes.view.layout.permuted(&[0, 1, 3, 2, 4, 5]))?;
    let (inner, own) = (high * wide, width as i64 / of.heads.max(1));
    let windows = all as i64 / inner.max(1);
    let joined = steps.temporary(Dtype::F16, &[windows, inner, 3, of.heads, own])?;
    let behind = vec![Step::Add(of_columns(bias)), Step::Times(of_columns(scale))];
    let left = side(by_windows, [1, all, width])?;
    let right = side(weight, [1, 3 * width, width])?;
    steps.then(grouped(Grouped {
        groups: Groups::Known(vec![range_of(0, [all, width, 3 * width])]),
        outputs: vec![(joined.clone(), [1, all, 3 * width])],
        ..Grouped::without_results(left, right, behind)
    })?)?;
    for (number, output) in outputs.into_iter().enumerate() {
        let own = joined.view.layout.picked(2, number as i64);
        let own = joined.viewed(own.permuted(&[0, 2, 1, 3]))?;
        steps.then(pointwise::copy(own, output)?)?;
    }
    Ok(steps.finish())
}

/// Operands of [`attention`].
pub struct Attention {
    /// Codes of queries, keys and values: batch, heads, rows, elements.
    pub parts: [Arg; 3],
    /// Added to the sums of each key, and of each element of results.
    pub biases: [Arg; 2],
    /// Factor of each key, and of each element of results, behind that: words.
    pub scales: [Arg; 2],
    /// Added to the scores of each head: one, heads, rows, rows.
    pub mask: Option<Arg>,
    /// Factors and then addends of the weights of each key before they are rounded to codes.
    pub codes: [Arg; 2],
    /// The results: batch, heads, rows, elements.
    pub output: Arg,
}

/// Plans attention whose weights are codes in the second product: each result is rounded once.
pub fn attention(of: Attention) -> Result<Call> {
    let mut steps = Sequence::default();
    let [batch, heads, rows, width] = of.parts[0].extents::<4>()?;
    let all = batch * heads;
    let [query, key, value] = of.parts.map(|arg| steps.add(arg));
    let [key_bias, bias] = of.biases.map(|arg| steps.add(arg));
    let [key_scale, scale] = of.scales.map(|arg| steps.add(arg));
    let [factor, addend] = of.codes.map(|arg| steps.add(arg));
    let mask = of.mask.map(|arg| steps.add(arg));
    let output = steps.add(of.output);
    let value = value.viewed(value.view.layout.permuted(&[0, 1, 3, 2]))?;
    let count = (SCORES / (rows * rows).max(1)).clamp(1, all.max(1));
    let shape = [count, rows, rows].map(|extent| extent as i64);
    let scores = steps.temporary(Dtype::F64, &shape)?;
    let weights = steps.temporary(Dtype::F64, &shape)?;
    let codes = steps.temporary(Dtype::I8, &shape)?;
    let by = |factor: &Arg, how: Apply| By {
        factor: factor.clone(),
        axis: 2,
        how,
    };
    for first in (0..all).step_by(count) {
        let now = count.min(all - first);
        let part = |arg: &Arg| arg.viewed(arg.view.layout.sliced(0, 0, now as i64, 1));
        let [scores, weights, codes] = [part(&scores)?, part(&weights)?, part(&codes)?];
        let mut behind = vec![
            Step::Add(of_columns(key_bias.clone())),
            Step::Times(of_columns(key_scale.clone())),
        ];
        if let Some(mask) = &mask {
            let of_scores = of_columns(mask.clone()).by_row(1, rows);
            behind.push(Step::Add(of_scores.by_group(rows * rows)));
        }
        let products = |sizes: [usize; 3], is_second: bool| {
            let ranges = (0..now).map(|number| {
                let (here, there) = ([0, number], [0, first + number]);
                Range {
                    group: (first + number) % heads,
                    left: if is_second { here } else { there },
                    right: there,
                    output: if is_second { there } else { here },
                    ..range_of(0, sizes)
                }
            });
            Groups::Known(ranges.collect())
        };
        let left = side(query.clone(), [all, rows, width])?;
        let right = side(key.clone(), [all, rows, width])?;
        steps.then(grouped(Grouped {
            groups: products([rows, width, rows], false),
            outputs: vec![(scores.clone(), [now, rows, rows])],
            ..Grouped::without_results(left, right, behind)
        })?)?;
        let scaled = Scaled::default();
        steps.then(softmax(
            false,
            Dtype::F64,
            scores,
            2,
            scaled,
            weights.clone(),
        )?)?;
        steps.then(given(Given {
            x: weights,
            by: vec![by(&factor, Apply::Multiply), by(&addend, Apply::Add)],
            group_index: None,
            y: codes.clone(),
            mode: RoundMode::Rint,
            is_packed: false,
        })?)?;
        let left = side(codes, [now, rows, rows])?;
        let right = side(value.clone(), [all, width, rows])?;
        let behind = vec![
            Step::Add(of_columns(bias.clone())),
            Step::Times(of_columns(scale.clone())),
        ];
        steps.then(grouped(Grouped {
            groups: products([rows, rows, width], true),
            outputs: vec![(output.clone(), [all, rows, width])],
            ..Grouped::without_results(left, right, behind)
        })?)?;
    }
    Ok(steps.finish())
}
