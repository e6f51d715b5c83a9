//! The gradient of the means by tokens, weights and biases.

#![forbid(unsafe_code)]

use super::{Grouping, Lengths, Numbers, sequences};
use crate::products::{Addend, Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_tensor::cuts::{chunks, for_each_part};
use hostnpu_tensor::{Dtype, table};

/// Operands of [`compressor_gradient`].
pub struct CompressorGradient {
    /// (tokens, inputs), with any number of axes before the last one.
    pub x: Arg,
    /// Weights of values and of scores, (channels, inputs).
    pub by: [Arg; 2],
    /// The gradient by the means.
    pub gradient: Arg,
    /// Weights, and values, of the tokens of each group.
    pub parts: [Arg; 2],
    /// Places of the tokens of each sequence.
    pub lengths: Lengths,
    /// The groups.
    pub grouping: Grouping,
    /// The gradient by `x`.
    pub of_x: Arg,
    /// The gradients by the weights.
    pub of_weights: [Arg; 2],
    /// The gradient by the biases, (tokens of a group, channels).
    pub of_bias: Arg,
}

operands! {
    struct Spread => SpreadAt {
        gradient: Read<f64>,
        weights: Read<f64>,
        kept: Read<f64>,
        numbers: Numbers,
        values: Write<f64>,
        scores: Write<f64>,
        bias: Write<f64>,
    }
}

/// Plans the gradient, in DOUBLE, each result rounded once. What a cache held has none.
pub fn compressor_gradient(of: CompressorGradient) -> Result<Call> {
    let mut steps = Sequence::default();
    let inner =
        of.x.view
            .layout
            .shape()
            .last()
            .map_or(0, |&extent| extent as usize);
    let tokens = of.x.view.numel().unwrap_or(0) / inner.max(1);
    let [ratio, channels] = of.of_bias.extents::<2>()?;
    let grouping = of.grouping;
    let width = channels / grouping.overlap;
    let x = steps.add(of.x);
    let x = steps.reshaped_or_copied(&x, &[tokens as i64, inner as i64])?;
    let by = of.by.map(|arg| steps.add(arg));
    let [gradient, of_bias] = [of.gradient, of.of_bias].map(|arg| steps.add(arg));
    let [weights, kept] = of.parts.map(|arg| steps.add(arg));
    let lengths = Lengths {
        starts: of.lengths.starts.map(|arg| steps.add(arg)),
        used: of.lengths.used.map(|arg| steps.add(arg)),
        positions: of.lengths.positions.map(|arg| steps.add(arg)),
        ..of.lengths
    };
    let shape = [tokens as i64, channels as i64];
    let values = steps.temporary(Dtype::F64, &shape)?;
    let scores = steps.temporary(Dtype::F64, &shape)?;
    let (names, numbers) = lengths.operands();
    let rows = gradient.view.numel().unwrap_or(0) / width.max(1);
    let operands = Spread {
        gradient: gradient.into(),
        weights: weights.into(),
        kept: kept.into(),
        numbers,
        values: values.clone().into(),
        scores: scores.clone().into(),
        bias: of_bias.into(),
    };
    let Grouping { overlap, .. } = grouping;
    let cost = rows.saturating_mul(ratio * channels).saturating_mul(32);
    steps.then(kernel(operands, cost, move |at: SpreadAt| {
        let all = sequences(&names, &at.numbers, grouping)?;
        let each = ratio * overlap * width;
        // What the weights of a group have in common, by channel.
        let mut sums = table::filled(rows * width, 0.0)?;
        for_each_part(chunks(&mut sums, width), |row, sums| {
            let members = at.weights[row * each..][..each].chunks(width);
            let kept = at.kept[row * each..][..each].chunks(width);
            let gradient = &at.gradient[row * width..][..width];
            for (weights, kept) in members.zip(kept) {
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum += weights[k] * (gradient[k] * kept[k]);
                }
            }
        });
        // The sequence and the position of each token that counts.
        let mut places = table::filled(tokens, None)?;
        for (sequence, own) in all.iter().enumerate() {
            for (token, position) in (own.first..).zip(own.positions()) {
                places[token] = Some((sequence, position));
            }
        }
        let parts = (
            chunks(&mut *at.values, channels),
            chunks(&mut *at.scores, channels),
        );
        for_each_part(parts, |token, (values, scores)| {
            values.fill(0.0);
            scores.fill(0.0);
            let Some((sequence, position)) = places[token] else {
                return;
            };
            let groups = all[sequence].groups(grouping);
            for part in 0..overlap {
                let group = position / ratio + overlap - 1 - part;
                if !groups.contains(&group) {
                    continue;
                }
                let row = all[sequence].row + group - groups.start;
                let member = position % ratio * overlap + part;
                let own = row * each + member * width;
                for k in 0..width {
                    let (weight, kept) = (at.weights[own + k], at.kept[own + k]);
                    let gradient = at.gradient[row * width + k];
                    values[part * width + k] = gradient * weight;
                    scores[part * width + k] = weight * (gradient * kept - sums[row * width + k]);
                }
            }
            one_nan(values);
            one_nan(scores);
        });
        let scores = &*at.scores;
        for_each_part(chunks(at.bias, channels), |place, bias| {
            bias.fill(0.0);
            for (token, at) in places.iter().enumerate() {
                if at.is_some_and(|(_, position)| position % ratio == place) {
                    let own = &scores[token * channels..][..channels];
                    bias.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
                }
            }
            one_nan(bias);
        });
        Ok(())
    })?)?;
    let [of_values, of_scores] = of.of_weights.map(|arg| steps.add(arg));
    let turned = |arg: &Arg| arg.viewed(arg.view.layout.permuted(&[1, 0]));
    for (own, out) in [(&values, of_values), (&scores, of_scores)] {
        let product = Product::new(Dtype::F64, out.view.dtype);
        steps.then(multiply(product, turned(own)?, x.clone(), out)?)?;
    }
    let [first, second] = by;
    let shape = [tokens as i64, inner as i64];
    let partial = steps.temporary(Dtype::F64, &shape)?;
    let product = Product::new(Dtype::F64, Dtype::F64);
    steps.then(multiply(product, values, first, partial.clone())?)?;
    let of_x = steps.add(of.of_x);
    let out = steps.reshaped_or_copied(&of_x, &shape)?;
    let product = Product::new(Dtype::F64, out.view.dtype).plus(Addend::Tensor(partial), 1.0);
    steps.then(multiply(product, scores, second, out.clone())?)?;
    steps.copied_back(&out, &of_x)?;
    Ok(steps.finish())
}
