//! Number formats: what their bits mean, how a number is rounded into them, and the environment in which processors round.

pub mod boolean;
pub mod convert;
pub mod e8m0;
pub mod environment;
pub mod fp4;
pub mod fp8;
pub mod hifloat8;
pub mod minifloat;
pub mod narrow;
pub mod rounding;

pub use boolean::Bool;
pub use num_complex::Complex;
