//! What results are, computed slowly and exactly.

pub mod arithmetic;
pub mod comparison;
pub mod complex;
pub mod diagonals;
pub mod division;
pub mod elementary;
pub mod functions;
pub mod indexing;
pub mod integers;
pub mod lists;
pub mod movement;
pub mod pads;
pub mod piecewise;
pub mod products;
pub mod promotion;
pub mod random;
pub mod rectifiers;
pub mod reductions;
pub mod repeats;
pub mod scalars;
pub mod scans;
pub mod scattering;
pub mod search;
pub mod sequences;
pub mod signs;
pub mod weighted;
