//! The gradient of the choice of experts by their scores.

#![forbid(unsafe_code)]

use super::rows_at_once;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_tensor::cuts;

/// Operands and attributes of [`gating_gradient`].
pub struct GatingGradient {
    /// The normalised scores of each token.
    pub normalised: Arg,
    /// The gradients by the results of the chosen experts.
    pub gradient: Arg,
    /// The chosen experts.
    pub experts: Arg,
    /// Added to the sum that results were divided by (`eps`).
    pub eps: f64,
    /// The factor of all results.
    pub factor: f64,
    /// The gradients by the scores.
    pub output: Arg,
}

operands! {
    struct Gradient => GradientAt {
        normalised: ReadFloats,
        gradient: ReadFloats,
        experts: ReadIndices<i64>,
        output: WriteFloats,
        values: Temporary<f64>,
    }
}

/// Plans the gradients of scores by the logistic function, whose chosen ones were divided by their sum.
pub fn gating_gradient(of: GatingGradient) -> Result<Call> {
    let [tokens, count] = of.normalised.extents::<2>()?;
    let [_, k] = of.experts.extents::<2>()?;
    of.gradient.require_numel(tokens * k)?;
    of.output.require_numel(tokens * count)?;
    let (name, eps, factor) = (of.experts.name, of.eps, of.factor);
    let dtype = of.output.view.dtype;
    let operands = Gradient {
        normalised: of.normalised.into(),
        gradient: of.gradient.into(),
        experts: of.experts.into(),
        output: WriteFloats::of(of.output, dtype),
        values: Temporary::of(LANES.min(tokens) * 2 * count),
    };
    let cost = tokens.saturating_mul(count).saturating_mul(16);
    kernel(operands, cost, move |at: GradientAt| {
        if let Some((number, got)) = at.experts.outside(count) {
            let place = [number / k, number % k];
            return Err(Error::index(name, &place, got, count as i64, false));
        }
        let step = rows_at_once(count * 8);
        let memory = cuts::chunks(at.values, 2 * count);
        cuts::for_each_part_with(
            memory,
            at.output.chunks(count * step),
            |piece, values, mut output| {
                let (n, gradients) = values.split_at_mut(count);
                for token in piece * step..tokens.min((piece + 1) * step) {
                    at.normalised.load(token * count..(token + 1) * count, n);
                    gradients.fill(0.0);
                    let choices = || {
                        let choices = token * k..(token + 1) * k;
                        choices.filter_map(|choice| {
                            Some((choice, at.experts.position(choice, count)?))
                        })
                    };
                    let divisor = choices().map(|(_, expert)| n[expert]).sum::<f64>() + eps;
                    for (choice, expert) in choices() {
                        // The gradient less the mean of all by their weights, without the cancellation.
                        let own = at.gradient.get(choice);
                        let terms =
                            choices().map(|(other, of)| n[of] * (own - at.gradient.get(other)));
                        let sum = terms.sum::<f64>() + own * eps;
                        gradients[expert] += factor * sum / (divisor * divisor);
                    }
                    for (gradient, &n) in gradients.iter_mut().zip(&*n) {
                        *gradient *= n * (1.0 - n);
                    }
                    one_nan(gradients);
                    output.store((token - piece * step) * count, gradients);
                }
            },
        );
        Ok(())
    })
}
