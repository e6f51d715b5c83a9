//! Pure mathematics on numbers and slices: no tensor, no status, no vendor.

pub mod mx;
