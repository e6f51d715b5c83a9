//! Boxes in images: how they overlap, and what is read of an image inside them.

#![forbid(unsafe_code)]

pub mod blending;
pub mod deformable_attention;
pub mod overlaps;
pub mod raster;
pub mod regions;
mod samples;
pub mod suppression;

/// Returns the number, or the one NaN that is stored for all.
fn one_nan(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { x }
}
