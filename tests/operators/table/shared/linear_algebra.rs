//! Samples and checks of several operators: matrices: inverses, determinants, triangular equations. And the factor of losses.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use hostnpu::tensor::Dtype::{self, *};

/// The numbers of a matrix whose diagonal is the largest of its rows, so that no equation is hard.
pub fn dominant(order: usize) -> Vec<f64> {
    let entry = |k: usize| {
        let (row, column) = (k / order, k % order);
        match row == column {
            true => (order + row) as f64 + 1.25,
            false => ((row * 7 + column * 3) % 5) as f64 * 0.25 - 0.375,
        }
    };
    (0..order * order).map(entry).collect()
}

/// A tensor of such matrices.
pub fn matrices(dtype: Dtype, shape: &[i64]) -> Argument {
    read(dtype, shape, &dominant(shape[shape.len() - 1] as usize))
}

pub const SHAPES: [(&[i64], Dtype); 5] = [
    (&[3, 3], F32),
    (&[2, 5, 5], F32),
    (&[2, 2, 4, 4], F64),
    (&[2, 1, 1], F32),
    (&[33, 33], F32),
];

pub fn determinants() -> Vec<Vec<Argument>> {
    let call = |(shape, dtype): (&[i64], Dtype)| {
        let batch = &shape[..shape.len() - 2];
        vec![
            matrices(dtype, shape),
            write(dtype, batch),
            write(dtype, batch),
        ]
    };
    let mut samples: Vec<_> = SHAPES.into_iter().map(call).collect();
    // The first outputs have a dimension.
    samples.swap(0, 1);
    // Rows in another order: a negative sign.
    samples.push(vec![
        read(F32, &[2, 2], &[0.5, 3.0, 2.0, 0.25]),
        write(F32, &[]),
        write(F32, &[]),
    ]);
    samples
}

/// Matrices of more rows than columns and of fewer, and each way of asking for their factors.
pub fn factors() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let shapes: [(&[i64], Dtype); 5] = [
        (&[3, 3], F32),
        (&[2, 5, 3], F32),
        (&[2, 2, 3, 4], F64),
        (&[1, 1], F32),
        (&[4, 3], Complex64),
    ];
    for mode in 0..3 {
        for (shape, dtype) in shapes {
            let (batch, matrix) = shape.split_at(shape.len() - 2);
            let (rows, columns) = (matrix[0], matrix[1]);
            let width = if mode == 1 { rows } else { rows.min(columns) };
            let shape_of = |rows, columns| [batch, &[rows, columns]].concat();
            // Columns far from each other.
            let number = |k: i64| match k / columns == k % columns {
                true => 4.25 + k as f64,
                false => ((k * 7 + 3) % 11) as f64 * 0.25 - 1.125,
            };
            let numbers: Vec<f64> = (0..rows * columns).map(number).collect();
            let q = if mode == 2 {
                vec![0]
            } else {
                shape_of(rows, width)
            };
            samples.push(vec![
                read(dtype, shape, &numbers),
                Argument::Int(mode),
                write(dtype, &q),
                write(dtype, &shape_of(width, columns)),
            ]);
        }
    }
    samples
}

pub const WIDE: &str = "f32 f64 c64 c128";
