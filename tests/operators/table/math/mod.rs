//! Operators of ops-math, `math/`.

mod arithmetic;
mod bits;
mod comparison;
mod division;
mod functions;
mod integers;
mod membership;
mod piecewise;
mod powers;
mod scalars;
mod sequences;
mod signs;
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
        sequences::rows(),
        division::rows(),
        integers::rows(),
        powers::rows(),
        signs::rows(),
        weighted::rows(),
        unary::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
