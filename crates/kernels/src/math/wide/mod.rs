//! Building blocks in two doubles, for results in double of at most 0.51 ULP.
//!
//! Leading terms of a series are exact or in two doubles; only what is below 2^-10 of the result is rounded to one. That leaves a
//! relative error of at most some 2^-60 before the result is rounded.

pub(super) mod arc;
pub(super) mod circle;
pub(super) mod error;
pub(super) mod exponential;
pub(super) mod full;
pub(super) mod logarithm;
pub(super) mod pair;
