//! The rows of `aclnnAddr` and `aclnnInplaceAddr`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::reference::promotion::promote;
use crate::table::Row;
use crate::table::samples::{read, scalar, write};
use crate::table::shared::matmul::others::tensor;
use crate::table::shared::matmul::{HOLDS, SUMS};

const BY_CHIP: &str = "f64 f32 f16 i64 i32 i16 i8 u8 bool | 910B 950: + bf16";

/// BOOL only beside tensors of BOOL alone.
const REAL: &str = "f64 f32 f16 i64 i32 i16 i8 u8 | 910B 950: + bf16";

/// Two vectors, and what is added.
fn with_outer() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: &[i64], factors: [Option<f64>; 2]| {
        let factor = |number: Option<f64>| number.map_or(Argument::Null, |x| scalar(dtype, x));
        let [beta, alpha] = factors.map(factor);
        vec![
            tensor(dtype, shape, 1),
            tensor(dtype, &[4], 2),
            tensor(dtype, &[6], 3),
            beta,
            alpha,
            write(dtype, &[4, 6]),
        ]
    };
    let mut samples = Vec::new();
    for dtype in [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::I32,
        Dtype::I8,
        Dtype::Bool,
    ] {
        samples.push(sample(dtype, &[4, 6], [Some(1.0), Some(1.0)]));
        samples.push(sample(dtype, &[4, 6], [None, None]));
    }
    for dtype in [Dtype::F32, Dtype::I32] {
        samples.push(sample(dtype, &[6], [Some(2.0), Some(3.0)]));
        samples.push(sample(dtype, &[4, 1], [Some(0.0), Some(3.0)]));
        samples.push(sample(dtype, &[4, 6], [Some(2.0), Some(0.0)]));
    }
    // Operands that a `beta` of 0 leaves out, and an `alpha` of 0 does not.
    for dtype in [Dtype::F32, Dtype::F16, Dtype::F64] {
        let mut ignored = sample(dtype, &[4, 6], [Some(0.0), Some(3.0)]);
        ignored[0] = read(dtype, &[4, 6], &[f64::NAN, 1.0, f64::INFINITY]);
        let mut multiplied = sample(dtype, &[4, 6], [Some(2.0), Some(0.0)]);
        multiplied[1] = read(dtype, &[4], &[f64::NAN, 1.0, f64::INFINITY, -2.0]);
        samples.extend([ignored, multiplied]);
    }
    samples
}

fn with_outer_in_place() -> Vec<Vec<Argument>> {
    let mut samples = with_outer();
    samples.retain(|sample| sample[0].tensors()[0].shape == [4, 6]);
    samples.iter_mut().for_each(|sample| drop(sample.pop()));
    samples
}

fn of_three(arguments: &Arguments) -> Option<Dtype> {
    let [own, x, y] =
        [["self", "selfRef"], ["vec1"; 2], ["vec2"; 2]].map(|at| arguments[at].dtype());
    promote(own?, promote(y?, x?)?)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddr", with_outer)
            .accepts(&[
                ("self", BY_CHIP),
                ("vec1", BY_CHIP),
                ("vec2", BY_CHIP),
                ("betaOptional", REAL),
                ("alphaOptional", REAL),
                ("out", BY_CHIP),
            ])
            .computes(of_three)
            .whole(reference::with_outer)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddr", with_outer_in_place)
            .accepts(&[
                ("selfRef", BY_CHIP),
                ("vec1", BY_CHIP),
                ("vec2", BY_CHIP),
                ("betaOptional", REAL),
                ("alphaOptional", REAL),
            ])
            .computes(of_three)
            .whole(reference::with_outer)
            .accuracy(SUMS),
    ]
}
