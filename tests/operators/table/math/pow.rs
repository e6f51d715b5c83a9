//! The rows of `aclnnPowScalarTensor`, `aclnnPowTensorScalar` and `aclnnInplacePowTensorScalar`.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::scalars;
use crate::table::samples::{in_place_with_scalar, with_scalar};
use crate::table::shared::math::scalars::{
    COMPLEX, NEAR, NUMBERS, REALS, scalar_first, scalars_in,
};
use crate::table::{Row, computes};

const FLOATING: &str = "f32 f16 f64 c64 c128 | 910B 950: + bf16";

fn scalar_pow(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(&Arguments::of(
        "aclnnAdds",
        &[arguments["exponent"].clone(), arguments["self"].clone()],
    ))
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPowTensorScalar", || scalars_in(with_scalar))
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::pow)
            .accuracy(NEAR)
            .except(COMPLEX),
        Row::new("aclnnInplacePowTensorScalar", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("self", FLOATING), ("exponent", REALS)])
        .computes(computes::with_scalar)
        .elements(scalars::pow)
        .accuracy(NEAR)
        .except(COMPLEX),
        Row::new("aclnnPowScalarTensor", scalar_first)
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(scalar_pow)
            .elements(scalars::pow)
            .accuracy(NEAR)
            .except(COMPLEX),
    ]
}
