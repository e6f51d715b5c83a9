//! The rows of `aclnnPowTensorTensor` and `aclnnInplacePowTensorTensor`.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::elementary;
use crate::table::samples::{binary, binary_in_place};
use crate::table::shared::math::powers::REALS;
use crate::table::{Row, computes};

fn of_numbers(arguments: &Arguments) -> Option<Dtype> {
    computes::promoted(arguments).filter(|&dtype| dtype != Dtype::Bool)
}

const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPowTensorTensor", binary)
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(of_numbers)
            .elements(elementary::pow)
            .ulp(0.5001, 1.0)
            .except(COMPLEX),
        Row::new("aclnnInplacePowTensorTensor", binary_in_place)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                ("exponent", REALS),
            ])
            .computes(of_numbers)
            .elements(elementary::pow)
            .ulp(0.5001, 1.0)
            .except(COMPLEX),
    ]
}
