//! Powers, angles and logarithms of two numbers.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::elementary;
use crate::table::samples::{binary, binary_in_place, patterns, write};
use crate::table::{Accuracy, Row, computes, row};

fn of_numbers(arguments: &[Argument]) -> Option<Dtype> {
    computes::promoted(arguments).filter(|&dtype| dtype != Dtype::Bool)
}

fn of_out(arguments: &[Argument]) -> Option<Dtype> {
    arguments[2].dtype()
}

/// Also from other types than that of the output.
fn to_each_type() -> Vec<Vec<Argument>> {
    let sample = |input, output| {
        vec![
            patterns(input, &[97, 31], 1),
            patterns(input, &[97, 31], 2),
            write(output, &[97, 31]),
        ]
    };
    let mut samples = binary();
    samples.extend([
        sample(Dtype::F16, Dtype::F16),
        sample(Dtype::Bf16, Dtype::Bf16),
        sample(Dtype::F32, Dtype::F16),
        sample(Dtype::I8, Dtype::Bf16),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
    const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    const EXPONENTS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";
    const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];
    let nearest = |row: Row| Row {
        accuracy: Accuracy::Ulp {
            f32: 0.5001,
            f64: 1.0,
        },
        ..row
    };
    vec![
        Row {
            except: COMPLEX,
            ..nearest(row(
                "aclnnPowTensorTensor",
                binary,
                &[
                    ("self", NUMBERS),
                    ("exponent", NUMBERS),
                    ("out", "castable"),
                ],
                of_numbers,
                elementary::pow,
            ))
        },
        Row {
            except: COMPLEX,
            ..nearest(row(
                "aclnnInplacePowTensorTensor",
                binary_in_place,
                &[
                    ("self", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                    ("exponent", REALS),
                ],
                of_numbers,
                elementary::pow,
            ))
        },
        nearest(row(
            "aclnnAtan2",
            binary,
            &[("self", REALS), ("other", REALS), ("out", "standard")],
            computes::promoted_float,
            elementary::atan2,
        )),
        nearest(row(
            "aclnnInplaceAtan2",
            binary_in_place,
            &[("selfRef", REALS), ("other", REALS)],
            computes::promoted_float,
            elementary::atan2,
        )),
        nearest(row(
            "aclnnLogAddExp",
            to_each_type,
            &[
                ("self", EXPONENTS),
                ("other", EXPONENTS),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ],
            of_out,
            elementary::logaddexp,
        )),
        nearest(row(
            "aclnnLogAddExp2",
            to_each_type,
            &[
                ("self", EXPONENTS),
                ("other", EXPONENTS),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ],
            of_out,
            elementary::logaddexp2,
        )),
        nearest(row(
            "aclnnXlog1py",
            binary,
            &[
                ("x", "none | 950: f32 f16 bf16"),
                ("y", "as x"),
                ("z", "as x"),
            ],
            computes::own,
            elementary::xlog1py,
        )),
    ]
}
