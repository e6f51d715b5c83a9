//! The rows of `aclnnAddmm`, `aclnnInplaceAddmm` and `aclnnAddmmWeightNz`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::Number;
use crate::reference::products as reference;
use crate::reference::products::{number, type_of_sum, types};
use crate::table::samples::{read, scalar, write};
use crate::table::shared::matmul::sums::{SCALARS, in_place, of_matrices, result};
use crate::table::shared::matmul::weights::{BLOCKS, WEIGHTS, weight};
use crate::table::shared::matmul::{HOLDS, MATRICES, SUMS, matrix, weights};
use crate::table::{Row, entry};

/// A call with one element of an operand not a number, and whether a result is none either.
fn gives_nan(name: &str, at: usize, (beta, alpha): (f64, f64)) -> bool {
    let mut arguments = of_matrices()[0].clone();
    arguments[at] = read(
        Dtype::F32,
        &arguments[at].tensors()[0].shape.clone(),
        &[f64::NAN],
    );
    arguments[3] = Argument::Scalar(Dtype::F32, Number::from(beta));
    arguments[4] = Argument::Scalar(Dtype::F32, Number::from(alpha));
    let outputs = call(entry(name), &arguments).expect("a call that succeeds");
    let floats = outputs[0].chunks(4);
    let mut floats = floats.map(|bytes| f32::from_ne_bytes(bytes.try_into().unwrap()));
    floats.any(f32::is_nan)
}

fn sums() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (own, [a, b, out]) in [
        (&[5, 16][..], [&[5, 32][..], &[32, 16], &[5, 16]]),
        (&[33], [&[3, 17], &[17, 33], &[3, 33]]),
    ] {
        for factors in [[0.5, 2.0], [0.0, 1.5], [1.25, 0.0]] {
            for (turned, dtype) in [(false, Dtype::F16), (true, Dtype::Bf16)] {
                samples.push(vec![
                    matrix(Dtype::F32, own, 3),
                    matrix(dtype, a, 1),
                    weight(dtype, b, turned),
                    scalar(Dtype::F32, factors[0]),
                    scalar(Dtype::F32, factors[1]),
                    write(Dtype::F32, out),
                    Argument::Int(0),
                ]);
            }
        }
    }
    samples
}

fn result_of_sum(arguments: &Arguments) -> Option<Dtype> {
    let [own, a, b, out] = ["self", "mat1", "mat2", "out"].map(|at| arguments[at].dtype());
    let [beta, alpha, math] = ["beta", "alpha", "cubeMathType"].map(|at| number(&arguments[at]));
    match alpha {
        0.0 => own,
        _ => type_of_sum(own?, types(a?, b?, out?, math as i64).1, beta),
    }
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddmm", of_matrices)
            .accepts(&[
                ("self", MATRICES),
                ("mat1", MATRICES),
                ("mat2", MATRICES),
                ("beta", SCALARS),
                ("alpha", SCALARS),
                ("out", MATRICES),
            ])
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddmm", || in_place(of_matrices()))
            .accepts(&[
                ("selfRef", MATRICES),
                ("mat1", MATRICES),
                ("mat2", MATRICES),
                ("beta", SCALARS),
                ("alpha", SCALARS),
            ])
            .computes(result)
            .whole(reference::sum)
            .accuracy(SUMS),
        Row::new("aclnnAddmmWeightNz", sums)
            .accepts(&[
                ("self", MATRICES),
                ("mat1", WEIGHTS),
                ("mat2", "as mat1"),
                ("beta", weights::SCALARS),
                ("alpha", weights::SCALARS),
                ("out", MATRICES),
            ])
            .computes(result_of_sum)
            .whole(crate::reference::weights::sum)
            .accuracy(SUMS)
            .holds(HOLDS)
            .except(&[BLOCKS]),
    ]
}

#[test]
fn what_is_multiplied_by_0_is_not_read() {
    assert!(gives_nan("aclnnAddmm", 0, (1.0, 1.0)) && gives_nan("aclnnAddmm", 1, (1.0, 1.0)));
    assert!(!gives_nan("aclnnAddmm", 0, (0.0, 1.0)));
    assert!(!gives_nan("aclnnAddmm", 1, (1.0, 0.0)) && !gives_nan("aclnnAddmm", 2, (1.0, 0.0)));
}
