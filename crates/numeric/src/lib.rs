//! Number formats: what their bits mean, and how a number is rounded into them.

pub mod boolean;
pub mod convert;
pub mod e8m0;
pub mod fp4;
pub mod fp8;
pub mod minifloat;
pub mod narrow;
pub mod rounding;

pub use boolean::Bool;
pub use num_complex::Complex;
