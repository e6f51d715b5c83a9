//! The row of `aclnnLinalgCholesky`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::samples::{read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Symmetric matrices of which both triangles are read, one for each call.
fn definite() -> Vec<Vec<Argument>> {
    let entry = |order: usize, k: usize| {
        let (row, column) = (k / order, k % order);
        match row == column {
            true => (order + row) as f64 + 1.25,
            false => (row.min(column) * 7 + row.max(column) * 3) as f64 % 5.0 * 0.25 - 0.375,
        }
    };
    let call = |(number, (shape, dtype)): (usize, (&[i64], Dtype))| {
        let order = shape[shape.len() - 1] as usize;
        let numbers: Vec<f64> = (0..order * order).map(|k| entry(order, k)).collect();
        vec![
            read(dtype, shape, &numbers),
            Argument::Bool(number % 2 == 1),
            write(dtype, shape),
        ]
    };
    let shapes: [(&[i64], Dtype); 5] = [
        (&[3, 3], F32),
        (&[2, 5, 5], F32),
        (&[2, 1, 4, 4], F16),
        (&[1, 1], Bf16),
        (&[33, 33], F32),
    ];
    shapes.into_iter().enumerate().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLinalgCholesky", definite)
            .accepts(&[
                ("self", "none | 910B 950: f32 bf16 f16"),
                ("out", "as self"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::triangular_factor)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
