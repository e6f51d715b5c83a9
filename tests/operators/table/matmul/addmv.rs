//! The row of `aclnnAddmv`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::reference::promotion::promote;
use crate::table::Row;
use crate::table::samples::{scalar, write};
use crate::table::shared::matmul::others::tensor;
use crate::table::shared::matmul::{HOLDS, SUMS};

const NUMBERS: &str = "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool";
const ADDMV: [[Dtype; 4]; 8] = [
    [Dtype::F32; 4],
    [Dtype::F16; 4],
    [Dtype::Bf16; 4],
    [Dtype::F64; 4],
    [Dtype::I8; 4],
    [Dtype::I64; 4],
    [Dtype::Bool; 4],
    [Dtype::F16, Dtype::F16, Dtype::F32, Dtype::F32],
];

/// A matrix and a vector, and what is added.
fn with_vector() -> Vec<Vec<Argument>> {
    let sample = |[own, mat, vec, out]: [Dtype; 4], shape: &[i64], (alpha, beta)| {
        let factor = |number| match out {
            Dtype::F32 | Dtype::F64 => scalar(Dtype::F32, number),
            Dtype::F16 | Dtype::Bf16 => scalar(out, number),
            dtype => scalar(dtype, number),
        };
        vec![
            tensor(own, shape, 1),
            tensor(mat, &[4, 6], 2),
            tensor(vec, &[6], 3),
            factor(alpha),
            factor(beta),
            write(out, &[4]),
            Argument::Int(1),
        ]
    };
    let mut samples: Vec<_> = ADDMV.map(|types| sample(types, &[4], (1.0, 1.0))).into();
    for factors in [(2.0, 3.0), (0.0, 1.0), (1.0, 0.0), (0.0, 2.0)] {
        samples.extend([Dtype::F32, Dtype::I64].map(|dtype| sample([dtype; 4], &[4], factors)));
    }
    for shape in [&[][..], &[1]] {
        samples.push(sample(ADDMV[0], shape, (0.5, 2.0)));
        samples.push(sample(ADDMV[5], shape, (3.0, 2.0)));
    }
    samples
}

fn result_with_vector(arguments: &Arguments) -> Option<Dtype> {
    let types: Vec<Dtype> = arguments.iter().filter_map(Argument::dtype).collect();
    let [own, mat, vec, alpha, beta, ..] = types[..] else {
        return None;
    };
    let [by_alpha, by_beta] = ["alpha", "beta"].map(|at| reference::number(&arguments[at]) != 1.0);
    let product = promote(mat, vec)?;
    let product = if by_alpha {
        promote(alpha, product)?
    } else {
        product
    };
    let own = if by_beta { promote(beta, own)? } else { own };
    promote(own, product)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddmv", with_vector)
            .accepts(&[
                ("self", NUMBERS),
                ("mat", NUMBERS),
                ("vec", NUMBERS),
                ("alpha", NUMBERS),
                ("beta", NUMBERS),
                ("out", "castable"),
            ])
            .computes(result_with_vector)
            .whole(reference::with_vector)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}
