//! Softmax, normalisations and their gradients, over the rows engine.
//!
//! All is computed in DOUBLE and rounded once, to each output's type: statistics are not rounded before results are computed of them.

#![forbid(unsafe_code)]

mod gathered;
mod gradient;
mod norm;
mod quantised;
mod renorm;
mod softmax;
mod source;

pub use gathered::{Gathered, Parts, gathered};
pub use gradient::{Depends, GivenSums, Gradient, Parameters, gradient, gradients};
pub use hostnpu_engine::rows::Walk;
pub use norm::{Affine, Norm, Rounded, Running, Statistics, norm};
pub use quantised::{Quantised, Scale, quantised};
pub use renorm::renorm;
pub use softmax::{Scaled, softmax, softmax_gradient};
pub use source::{Batch, Channels, Rows};

use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;

use super::reductions::{Axes, SUM, one};
use super::stored::prepared;
use super::{Arg, Call};

/// Returns a [`gradient`] of sums that are given, whose number of elements is the sum of `counts`, under the name that [`GivenSums::count`] has.
pub fn with_sum_of_counts(gradient: Call, counts: Arg) -> Result<Call> {
    prepared(gradient, counts, (Dtype::F64, &[]), |counts, count| {
        let axes = Axes::all(counts.view.layout.rank());
        one(&SUM, Dtype::F64, counts, axes, count)
    })
}
