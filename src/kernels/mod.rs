//! Pure mathematics on numbers and slices: no tensor, no status, no vendor.

pub mod fixed;
pub mod mx;
pub mod simd;
