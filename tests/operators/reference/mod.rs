//! What results are, computed slowly and exactly.

pub mod arithmetic;
pub mod comparison;
pub mod functions;
pub mod piecewise;
pub mod promotion;
pub mod sequences;
