//! Boxes in images: how they overlap, and what is read of an image inside them.

#![forbid(unsafe_code)]

pub mod deformable_attention;
pub mod overlaps;
mod samples;

/// Returns the number, or the one NaN that is stored for all.
fn one_nan(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { x }
}
