//! Building blocks in two doubles, for results in double of at most 1 ULP.
//!
//! Leading terms of a series are exact or in two doubles; only what is small beside the result is rounded to one. That leaves a
//! relative error of about 2^-56 before the result is rounded.

pub(super) mod arc;
pub(super) mod circle;
pub(super) mod error;
pub(super) mod exponential;
pub(super) mod full;
pub(super) mod logarithm;
pub(super) mod pair;
