//! Pure mathematics on numbers and slices: no tensor, no status, no vendor.

#![allow(
    clippy::manual_range_contains,
    reason = "`&` of two comparisons is written where a loop must have no branch"
)]

pub mod abs;
pub mod activations;
pub mod ahead;
pub mod arith;
pub mod attention;
pub mod blending;
pub mod boxes;
pub mod coded;
mod coefficients;
pub mod complex;
pub mod convert;
mod dense;
pub mod double_double;
mod doubles;
pub mod fixed;
pub mod fourier;
pub mod fused;
pub mod gemm;
pub mod gru;
pub mod half_runs;
pub mod histogram;
mod hypot;
pub mod index;
pub mod lgamma;
pub mod linspace;
pub mod logspace;
pub mod lstm;
pub mod math;
pub mod memory;
pub mod mx;
mod nan;
pub mod optimizers;
pub mod order;
pub mod poly_nms;
pub mod pow;
pub mod quantised;
pub mod random;
pub mod ranks;
pub mod raster;
pub mod reduce;
pub mod rotation;
pub mod rows;
pub mod scan;
pub mod segments;
pub mod select;
pub mod simd;
pub mod sin;
pub mod single;
pub mod suppression;
pub mod transpose;
pub mod unscale;
pub mod window;
