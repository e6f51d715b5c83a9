//! Operators of ops-math, `math/`.

mod arithmetic;
mod bits;
#[cfg(test)]
mod casts;
mod comparison;
mod division;
pub mod extremes;
mod functions;
mod integers;
mod membership;
mod piecewise;
mod powers;
pub mod reductions;
mod scalars;
mod scans;
mod sequences;
mod signs;
mod spectra;
mod statistics;
mod unary;
mod weighted;

use super::Row;

pub fn rows() -> Vec<Row> {
    [
        arithmetic::rows(),
        bits::rows(),
        comparison::rows(),
        membership::rows(),
        functions::rows(),
        piecewise::rows(),
        scalars::rows(),
        scans::rows(),
        sequences::rows(),
        division::rows(),
        extremes::rows(),
        integers::rows(),
        powers::rows(),
        reductions::rows(),
        signs::rows(),
        spectra::rows(),
        statistics::rows(),
        weighted::rows(),
        unary::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
