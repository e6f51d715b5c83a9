//! Singular values and vectors of matrices.

use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::call::call;
use crate::number::decode;
use crate::table::samples::write;
use crate::table::shared::rows::varied;
use crate::table::{Row, entry};

fn samples() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape, is_full, has_vectors) in [
        (F32, vec![3, 3], false, true),
        (F32, vec![5, 3], true, true),
        (F64, vec![2, 3, 7], false, true),
        (F64, vec![2, 1, 2, 6], true, true),
        (Complex64, vec![4, 3], true, true),
        (Complex128, vec![3, 5], false, true),
        (F32, vec![9, 4], false, false),
        (F64, vec![30, 20], true, true),
    ] {
        let (batch, matrix) = shape.split_at(shape.len() - 2);
        let (m, n) = (matrix[0], matrix[1]);
        let k = m.min(n);
        let vectors = |length: i64| [batch, &[length, if is_full { length } else { k }]].concat();
        samples.push(vec![
            varied(dtype, &shape, 7),
            Argument::Bool(is_full),
            Argument::Bool(has_vectors),
            write(dtype, &[batch, &[k]].concat()),
            write(dtype, &vectors(m)),
            write(dtype, &vectors(n)),
        ]);
    }
    // A matrix of rank 1, and zeros.
    for numbers in [vec![1.0, 2.0, 2.0, 4.0, 3.0, 6.0], vec![0.0]] {
        samples.push(vec![
            crate::table::samples::read(F64, &[3, 2], &numbers),
            Argument::Bool(true),
            Argument::Bool(true),
            write(F64, &[2]),
            write(F64, &[3, 3]),
            write(F64, &[2, 2]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSvd", samples)
            .accepts(&[
                ("input", "none | 910B 950: f64 f32 c64 c128"),
                ("sigma", "as input"),
                ("u", "as input"),
                ("v", "as input"),
            ])
            .held_by("table::math::svd::factors_are_those_of_the_matrix")
            .accuracy(ROWS),
    ]
}

type Complex = (f64, f64);

/// The numbers of a matrix of an output.
fn numbers(bytes: &[u8], dtype: Dtype) -> Vec<Complex> {
    let size = dtype.bytes(1).unwrap();
    let parts = bytes.chunks(size).map(|bytes| decode(bytes, dtype));
    parts
        .map(|x| (x.real().to_f64(), x.imaginary().to_f64()))
        .collect()
}

/// The sum of the products of two lists, the first conjugated.
fn inner(a: &[Complex], b: &[Complex]) -> Complex {
    let products = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a.0 * b.0 + a.1 * b.1, a.0 * b.1 - a.1 * b.0));
    products.fold((0.0, 0.0), |sum, x| (sum.0 + x.0, sum.1 + x.1))
}

fn column(matrix: &[Complex], width: usize, k: usize) -> Vec<Complex> {
    matrix.iter().skip(k).step_by(width).copied().collect()
}

#[test]
fn factors_are_those_of_the_matrix() {
    for sample in samples() {
        let input = sample[0].tensors()[0].clone();
        let outputs = call(entry("aclnnSvd"), &sample).unwrap();
        let dtype = input.dtype;
        let near = match dtype {
            F32 | Complex64 => 3e-7,
            _ => 1e-14,
        };
        let matrix = numbers(&input.elements(), dtype);
        let [m, n] = [2, 1].map(|k| input.shape[input.shape.len() - k] as usize);
        let least = m.min(n);
        let values = numbers(&outputs[0], dtype);
        for (at, (matrix, values)) in matrix.chunks(m * n).zip(values.chunks(least)).enumerate() {
            let most = values[0].0.max(1e-300);
            assert!(
                values.windows(2).all(|pair| pair[0].0 >= pair[1].0),
                "{values:?}"
            );
            assert!(
                values.iter().all(|x| x.0 >= 0.0 && x.1 == 0.0),
                "{values:?}"
            );
            let squares: f64 = matrix.iter().map(|x| x.0 * x.0 + x.1 * x.1).sum();
            let own: f64 = values.iter().map(|x| x.0 * x.0).sum();
            assert!(
                (squares - own).abs() <= 30.0 * near * squares,
                "{squares} {own}"
            );
            if matches!(sample[2], Argument::Bool(false)) {
                continue;
            }
            let of = |which: usize, length: usize| {
                let width = *sample[3 + which].tensors()[0].shape.last().unwrap() as usize;
                let all = numbers(&outputs[which], dtype);
                (all[at * length * width..][..length * width].to_vec(), width)
            };
            let ((u, wide), (v, high)) = (of(1, m), of(2, n));
            for (vectors, width) in [(&u, wide), (&v, high)] {
                for a in 0..width {
                    for b in 0..width {
                        let product = inner(&column(vectors, width, a), &column(vectors, width, b));
                        let wanted = if a == b { 1.0 } else { 0.0 };
                        let off = (product.0 - wanted).abs() + product.1.abs();
                        assert!(
                            off < 30.0 * near,
                            "{dtype:?} {m} by {n}: {a}, {b}: {product:?}"
                        );
                    }
                }
            }
            for row in 0..m {
                for other in 0..n {
                    // The row of v conjugated times the row of u with the values.
                    let left: Vec<Complex> = (0..least).map(|k| v[other * high + k]).collect();
                    let right: Vec<Complex> = (0..least)
                        .map(|k| {
                            let x = u[row * wide + k];
                            (x.0 * values[k].0, x.1 * values[k].0)
                        })
                        .collect();
                    let (got, wanted) = (inner(&left, &right), matrix[row * n + other]);
                    let off = (got.0 - wanted.0).abs() + (got.1 - wanted.1).abs();
                    assert!(
                        off < 30.0 * near * most,
                        "{dtype:?} {m} by {n}: {got:?} {wanted:?}"
                    );
                }
            }
        }
    }
}
