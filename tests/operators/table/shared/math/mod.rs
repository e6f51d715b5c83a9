//! Operators of ops-math, `math/`.

pub mod bits;

#[cfg(test)]
pub mod casts;
pub mod comparison;
pub mod division;
pub mod extremes;
pub mod functions;
pub mod integers;
pub mod membership;
pub mod powers;
pub mod reductions;
pub mod scalars;
pub mod scans;
pub mod sequences;
pub mod signs;
pub mod spectra;
pub mod statistics;
pub mod weighted;
