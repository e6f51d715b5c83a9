//! Softmax, normalisations and their gradients, over the rows engine.
//!
//! All is computed in DOUBLE and rounded once, to each output's type: statistics are not rounded before results are computed of them.

mod gathered;
mod gradient;
mod norm;
mod quantised;
mod renorm;
mod softmax;
mod source;

pub use gathered::{Gathered, Parts, gathered};
pub use gradient::{Depends, GivenSums, Gradient, Parameters, gradient, gradients};
pub use norm::{Affine, Norm, Rounded, Running, Statistics, norm};
pub use quantised::{Quantised, Scale, quantised};
pub use renorm::renorm;
pub use softmax::{Scaled, softmax, softmax_gradient};
pub use source::{Batch, Channels, Rows};
