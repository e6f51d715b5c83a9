//! What results are, computed slowly and exactly.

pub mod functions;
pub mod promotion;
