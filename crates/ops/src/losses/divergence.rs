//! The divergence of the distributions of an indexer from those of attention.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{ReadFloats, Temporary, WriteFloats, kernel, operands};
use hostnpu_kernels::attention::logarithm_of_sum;
use hostnpu_tensor::cuts::{chunks, for_each_part};

operands! {
    struct Distributions => DistributionsAt {
        target: ReadFloats,
        given: ReadFloats,
        loss: WriteFloats,
        sums: Temporary<f64>,
    }
}

/// Rows of numbers that become distributions, and the rows of another one.
pub struct Divergence {
    /// Rows of numbers, none below 0, which are divided by their sums.
    pub target: Arg,
    /// Distributions of the same shape.
    pub given: Arg,
    /// Added to sums and to what logarithms are taken of.
    pub epsilon: f64,
    /// True if differences of logarithms are multiplied by the distribution, false if by `target`.
    pub by_probabilities: bool,
    /// One number.
    pub loss: Arg,
}

/// Plans `sum of (ln(max(P, epsilon)) - ln(given + epsilon)) * weight`, where `P` is `target / (sum of its row + epsilon)`.
pub fn divergence(of: Divergence) -> Result<Call> {
    let columns = of.target.view.layout.shape().last().copied().unwrap_or(1) as usize;
    let all = of.target.view.numel().unwrap_or(0);
    of.given.require_numel(all)?;
    of.loss.require_numel(1)?;
    let rows = all / columns.max(1);
    let dtype = of.loss.view.dtype;
    let operands = Distributions {
        target: of.target.into(),
        given: of.given.into(),
        loss: WriteFloats::of(of.loss, dtype),
        sums: Temporary::of(rows),
    };
    let (epsilon, by_probabilities) = (of.epsilon, of.by_probabilities);
    let log = |x: f64| logarithm_of_sum(0.0, x);
    kernel(
        operands,
        all.saturating_mul(64),
        move |mut at: DistributionsAt| {
            let (target, given) = (&at.target, &at.given);
            for_each_part(chunks(at.sums, 1), |row, sum| {
                let row = row * columns..(row + 1) * columns;
                let share = row.clone().map(|k| target.get(k)).sum::<f64>() + epsilon;
                sum[0] = 0.0;
                for k in row {
                    let (y, own) = (target.get(k), given.get(k));
                    let p = y / share;
                    // NaN is no less than the smallest one.
                    let logarithm = log(if p < epsilon { epsilon } else { p });
                    let weight = if by_probabilities { p } else { y };
                    sum[0] += (logarithm - log(own + epsilon)) * weight;
                }
            });
            at.loss.set(0, at.sums.iter().sum());
            Ok(())
        },
    )
}
