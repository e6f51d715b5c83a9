//! Softmax, normalisations and their gradients, over the rows engine.
//!
//! All is computed in DOUBLE and rounded once, to each output's type: statistics are not rounded before results are computed of them.

mod gradient;
mod norm;
mod renorm;
mod softmax;
mod source;

pub use gradient::{Depends, Gradient, Parameters, gradient, gradients};
pub use norm::{Affine, Norm, Rounded, Running, Statistics, norm};
pub use renorm::renorm;
pub use softmax::{Scaled, softmax, softmax_gradient};
pub use source::{Batch, Channels, Rows};
