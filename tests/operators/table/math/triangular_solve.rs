//! The row of `aclnnTriangularSolve`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::samples::{read, write};
use crate::table::shared::linear_algebra::{WIDE, matrices};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

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

pub fn rows() -> Vec<Row> {
    vec![
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
    ]
}
