//! Matrices: inverses, determinants, triangular equations. And the factor of losses.

use hostnpu::tensor::Dtype::{self, *};

use super::{OVERLAP, Row, SHAPE, STRIDED};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::linear_algebra;
use crate::table::samples::{read, scalar, write};

/// The numbers of a matrix whose diagonal is the largest of its rows, so that no equation is hard.
fn dominant(order: usize) -> Vec<f64> {
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
fn matrices(dtype: Dtype, shape: &[i64]) -> Argument {
    read(dtype, shape, &dominant(shape[shape.len() - 1] as usize))
}

const SHAPES: [(&[i64], Dtype); 5] = [
    (&[3, 3], F32),
    (&[2, 5, 5], F32),
    (&[2, 2, 4, 4], F64),
    (&[2, 1, 1], F32),
    (&[33, 33], F32),
];

fn inverses() -> Vec<Vec<Argument>> {
    let call = |(shape, dtype): (&[i64], Dtype)| vec![matrices(dtype, shape), write(dtype, shape)];
    let mut samples: Vec<_> = SHAPES.into_iter().map(call).collect();
    samples.push(vec![
        matrices(Complex64, &[3, 3]),
        write(Complex64, &[3, 3]),
    ]);
    samples.push(vec![matrices(F16, &[3, 3]), write(F16, &[3, 3])]);
    samples
}

fn determinants() -> Vec<Vec<Argument>> {
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

fn equations() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    /// Right-hand sides, matrices, solutions.
    type Equation = (&'static [i64], &'static [i64], &'static [i64], Dtype);
    let cases: [Equation; 4] = [
        (&[3, 2], &[3, 3], &[3, 2], F32),
        (&[2, 5, 3], &[5, 5], &[2, 5, 3], F32),
        (&[4, 1], &[2, 4, 4], &[2, 4, 1], F64),
        (&[3, 2], &[3, 3], &[3, 2], Complex64),
    ];
    for flags in 0..8 {
        for (sides, square, out, dtype) in cases {
            let copy = [&out[..out.len() - 1], &square[square.len() - 1..]].concat();
            samples.push(vec![
                read(dtype, sides, &[0.5, 2.0, 3.25, 1.75, 4.5, 0.375, 1.125]),
                matrices(dtype, square),
                Argument::Bool(flags & 1 != 0),
                Argument::Bool(flags & 2 != 0),
                Argument::Bool(flags & 4 != 0),
                write(dtype, out),
                if flags == 7 {
                    Argument::Null
                } else {
                    write(dtype, &copy)
                },
            ]);
        }
    }
    samples
}

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

/// Matrices of more rows than columns and of fewer, and each way of asking for their factors.
fn factors() -> Vec<Vec<Argument>> {
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

/// Of the calls of `aclnnLinalgQr` those that ask for both factors, by a flag.
fn both_factors() -> Vec<Vec<Argument>> {
    let mut samples = factors();
    samples.retain(|sample| !matches!(sample[1], Argument::Int(2)));
    for sample in &mut samples {
        sample[1] = Argument::Bool(matches!(sample[1], Argument::Int(0)));
    }
    samples
}

/// Determinants of every sign.
fn log_determinants() -> Vec<Vec<Argument>> {
    let mut samples = determinants();
    samples.iter_mut().for_each(|sample| _ = sample.remove(1));
    samples.push(vec![
        read(F32, &[2, 2, 2], &[0.5, 3.0, 2.0, 12.0, 1.0, 0.0, 0.0, 2.0]),
        write(F32, &[2]),
    ]);
    samples.push(vec![
        read(Complex64, &[2, 2], &[0.5, 3.0, 2.0, 0.25]),
        write(Complex64, &[]),
    ]);
    samples
}

/// Costs between 0 and 1.
fn costs() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape, tolerance) in [
        (F32, [3, 4], Some(1e-4)),
        (F32, [1, 7], None),
        (F16, [9, 70], Some(1e-9)),
        (F32, [130, 5], Some(-1.0)),
        (F16, [1, 1], Some(0.5)),
    ] {
        let count = shape[0] * shape[1];
        let numbers: Vec<f64> = (0..count).map(|k| (k * 37 % 64) as f64 / 64.0).collect();
        samples.push(vec![
            read(dtype, &shape, &numbers),
            tolerance.map_or(Argument::Null, |tolerance| scalar(F32, tolerance)),
            write(dtype, &shape),
        ]);
    }
    samples
}

/// A factor, the steps, an overflow or none, and the interval.
fn steps() -> Vec<Vec<Argument>> {
    let cases = [
        (1024.0, 3, 0.0, 2000, F32),
        (1024.0, 1999, 0.0, 2000, F32),
        (1024.0, 7, 1.0, 2000, F32),
        (1000.5, 0, 0.0, 1, Bf16),
        (40000.0, 4, 0.0, 5, F16),
        (3.0e38, 4, 0.0, 5, F32),
        (0.3, 4, f64::NAN, 5, F32),
    ];
    let call = |(factor, count, found, interval, dtype): (f64, i32, f64, i64, Dtype)| {
        vec![
            read(dtype, &[1], &[factor]),
            read(I32, &[1], &[f64::from(count)]),
            read(dtype, &[1], &[found]),
            Argument::Float(2.0),
            Argument::Float(0.3),
            Argument::Int(interval),
            write(dtype, &[1]),
            write(I32, &[1]),
        ]
    };
    cases.into_iter().map(call).collect()
}

/// The factor and the steps after a step.
fn step(arguments: &Arguments) -> Vec<Vec<Number>> {
    let number = |k: usize| {
        crate::reference::search::numbers(&arguments[k])[0]
            .real()
            .to_f64()
    };
    let (Argument::Float(growth), Argument::Float(backoff), Argument::Int(interval)) = (
        &arguments["growthFactor"],
        &arguments["backoffFactor"],
        &arguments["growthInterval"],
    ) else {
        panic!("numbers")
    };
    let (factor, without) = (number(0), number(1) as i64 + 1);
    let largest = match arguments["currentScale"].dtype() {
        Some(F16) => 65504.0,
        _ => f64::from(f32::MAX),
    };
    let (factor, count) = match without == *interval {
        _ if number(2) != 0.0 => (factor * backoff, 0),
        true if factor * growth <= largest => (factor * growth, 0),
        true => (factor, 0),
        false => (factor, without),
    };
    vec![vec![Number::from(factor)], vec![Number::Int(count.into())]]
}

pub fn rows() -> Vec<Row> {
    const WIDE: &str = "f32 f64 c64 c128";
    vec![
        Row::new("aclnnInverse", inverses)
            .accepts(&[("self", "f32 f64 c64 c128 f16"), ("out", "castable")])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::inverse)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnSlogdet", determinants)
            .accepts(&[
                ("self", WIDE),
                ("signOut", "castable: f32 f64 c64 c128"),
                ("logOut", "castable: f32 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::determinant)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnTriangularSolve", equations)
            .accepts(&[
                ("self", WIDE),
                ("A", "as self"),
                ("xOut", "as self"),
                ("mOut", "as self"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::triangular)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnLinalgCholesky", definite)
            .accepts(&[
                ("self", "none | 910B 950: f32 bf16 f16"),
                ("out", "as self"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::triangular_factor)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnLinalgQr", factors)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128"),
                ("Q", "castable: f32 f16 f64 c64 c128"),
                ("R", "castable: f32 f16 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::orthogonal_factors)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnQr", both_factors)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128"),
                ("Q", "castable: f32 f16 f64 c64 c128"),
                ("R", "castable: f32 f16 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::orthogonal_factors)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnLogdet", log_determinants)
            .accepts(&[("self", WIDE), ("out", "castable: f32 f64 c64 c128")])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::log_determinant)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnSinkhorn", costs)
            .accepts(&[
                ("cost", "none | 910B: f32 f16 bf16"),
                ("tol", "any"),
                ("p", "none | 910B: f32 f16 bf16"),
            ])
            .computes(|arguments| arguments["cost"].dtype())
            .whole(linear_algebra::balanced)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnAmpUpdateScale", steps)
            .accepts(&[
                ("currentScale", "f32 f16 bf16"),
                ("growthTracker", "i32"),
                ("foundInf", "as currentScale"),
                ("updatedScale", "as currentScale"),
                ("updatedGrowthTracker", "i32"),
            ])
            .computes(|arguments| arguments["currentScale"].dtype())
            .whole(step)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
