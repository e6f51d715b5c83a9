//! Equations of matrices by elimination with many bits; complex ones as real ones of twice the order.

use rug::Float;

use super::rows::{boolean, float, numbers, tensor};
use super::search;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

type Matrix = Vec<Vec<Float>>;

/// Solves the equations of a regular matrix for all columns of `sides`; returns the solutions, and the product of the pivots with the sign of their order.
fn solve(mut matrix: Matrix, mut sides: Matrix) -> (Matrix, Float) {
    let order = matrix.len();
    let mut determinant = float(1.0);
    for step in 0..order {
        let size = |row: &usize| matrix[*row][step].clone().abs();
        let pivot = (step..order)
            .max_by(|a, b| size(a).partial_cmp(&size(b)).unwrap())
            .unwrap();
        if pivot != step {
            matrix.swap(pivot, step);
            sides.swap(pivot, step);
            determinant = -determinant;
        }
        let divisor = matrix[step][step].clone();
        determinant *= &divisor;
        for row in (0..order).filter(|&row| row != step) {
            let factor = float(1.0) * &matrix[row][step] / &divisor;
            for rows in [&mut matrix, &mut sides] {
                let taken = rows[step].clone();
                for (number, taken) in rows[row].iter_mut().zip(taken) {
                    *number -= taken * &factor;
                }
            }
        }
    }
    for step in 0..order {
        let divisor = matrix[step][step].clone();
        sides[step]
            .iter_mut()
            .for_each(|number| *number /= &divisor);
    }
    (sides, determinant)
}

/// The matrices of a tensor, their entries as numbers.
fn matrices(argument: &Argument) -> Vec<Vec<Vec<Number>>> {
    let shape = &tensor(argument).shape;
    let [.., rows, columns] = shape[..] else {
        panic!("matrices")
    };
    let all = search::numbers(argument);
    let matrices = all.chunks((rows * columns) as usize);
    let in_rows = |matrix: &[Number]| {
        matrix
            .chunks(columns as usize)
            .map(<[Number]>::to_vec)
            .collect()
    };
    matrices.map(in_rows).collect()
}

/// A complex matrix as a real one: real and imaginary parts of the rows, one after the other, for both parts of the columns.
fn real(matrix: &[Vec<Number>]) -> Matrix {
    let part = |row: &Vec<Number>, second: bool| {
        let first = row
            .iter()
            .map(|x| if second { x.imaginary() } else { x.real() });
        let other = row
            .iter()
            .map(|x| if second { x.real() } else { -x.imaginary() });
        first.chain(other).collect::<Vec<_>>()
    };
    let upper = matrix.iter().map(|row| part(row, false));
    upper
        .chain(matrix.iter().map(|row| part(row, true)))
        .collect()
}

/// The complex matrix of which [`real`] makes these rows.
fn complex(rows: &Matrix) -> Vec<Number> {
    let (upper, lower) = rows.split_at(rows.len() / 2);
    let mut numbers = Vec::new();
    for (real, imaginary) in upper.iter().zip(lower) {
        let pairs = real.iter().zip(imaginary).take(real.len() / 2);
        numbers.extend(
            pairs.map(|(real, imaginary)| Number::Complex(real.clone(), imaginary.clone())),
        );
    }
    numbers
}

/// Numbers as an output of this type has them.
fn as_output(argument: &Argument, numbers: Vec<Number>) -> Vec<Number> {
    match tensor(argument).dtype.is_complex() {
        true => numbers,
        false => numbers
            .iter()
            .map(|number| Number::Real(number.real()))
            .collect(),
    }
}

pub fn inverse(arguments: &Arguments) -> Vec<Vec<Number>> {
    let inverse = |matrix: &Vec<Vec<Number>>| {
        let matrix = real(matrix);
        let unit = |row: usize| {
            (0..matrix.len())
                .map(|k| float(f64::from(u8::from(k == row))))
                .collect()
        };
        let units = (0..matrix.len()).map(unit).collect();
        complex(&solve(matrix, units).0)
    };
    let all = matrices(&arguments["self"])
        .iter()
        .flat_map(inverse)
        .collect();
    vec![as_output(&arguments["out"], all)]
}

/// The signs and logarithms of real determinants.
pub fn determinant(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (mut signs, mut logs) = (Vec::new(), Vec::new());
    for matrix in matrices(&arguments["self"]) {
        let rows: Matrix = matrix
            .iter()
            .map(|row| row.iter().map(Number::real).collect())
            .collect();
        let none = vec![Vec::new(); rows.len()];
        let (_, determinant) = solve(rows, none);
        signs.push(determinant.clone().signum());
        logs.push(determinant.abs().ln());
    }
    vec![numbers(signs), numbers(logs)]
}

/// The logarithms of determinants: of complex matrices by the square of the absolute value, which is the determinant of the real matrix of twice the order, and by the angle of that of 2 by 2.
pub fn log_determinant(arguments: &Arguments) -> Vec<Vec<Number>> {
    let is_complex = tensor(&arguments["self"]).dtype.is_complex();
    let log = |matrix: &Vec<Vec<Number>>| {
        let none = |rows: &Matrix| vec![Vec::new(); rows.len()];
        if !is_complex {
            let rows = matrix
                .iter()
                .map(|row| row.iter().map(Number::real).collect());
            let rows: Matrix = rows.collect();
            let (_, determinant) = solve(rows.clone(), none(&rows));
            return Number::Real(determinant.ln());
        }
        let rows = real(matrix);
        let (_, square) = solve(rows.clone(), none(&rows));
        let part = |a: &Number, b: &Number| {
            let (a, b) = (Z(a.real(), a.imaginary()), Z(b.real(), b.imaginary()));
            a.times(&b)
        };
        let (p, q) = (
            part(&matrix[0][0], &matrix[1][1]),
            part(&matrix[0][1], &matrix[1][0]),
        );
        let angle = (p.1 - q.1).atan2(&(p.0 - q.0));
        Number::Complex(square.ln() / 2.0, angle)
    };
    let all = matrices(&arguments["self"]).iter().map(log).collect();
    vec![as_output(&arguments["out"], all)]
}

/// Costs made probabilities, in double.
pub fn balanced(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["cost"]).shape;
    let [rows, columns] = [shape[0] as usize, shape[1] as usize];
    let cost = search::numbers(&arguments["cost"]);
    let e: Vec<f64> = cost.iter().map(|x| x.real().to_f64().exp()).collect();
    let tolerance = match &arguments["tol"] {
        Argument::Scalar(_, number) => f64::from(number.real().to_f64() as f32),
        _ => 1e-4,
    };
    let (mut d0, mut d1) = (vec![0.0; rows], vec![1.0; columns]);
    // As many times as the operator does it.
    for _ in 0..10_000 {
        let before = d1.clone();
        for r in 0..rows {
            let sum: f64 = (0..columns).map(|c| d1[c] * e[r * columns + c]).sum();
            d0[r] = 1.0 / (rows as f64 * (sum + 1e-8));
        }
        for c in 0..columns {
            let sum: f64 = (0..rows).map(|r| d0[r] * e[r * columns + c]).sum();
            d1[c] = 1.0 / (columns as f64 * (sum + 1e-8));
        }
        let change: f64 = d1.iter().zip(&before).map(|(a, b)| (a - b).abs()).sum();
        if change / columns as f64 <= tolerance {
            break;
        }
    }
    let p = |k: usize| Number::from(d1[k % columns] * e[k] * d0[k / columns]);
    vec![(0..rows * columns).map(p).collect()]
}

/// Triangular equations; one of the batches may be a single matrix.
pub fn triangular(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (sides, given) = (matrices(&arguments["self"]), matrices(&arguments["A"]));
    let [upper, transposed, unit] =
        ["upper", "transpose", "unitriangular"].map(|k| boolean(&arguments[k]));
    let zero = Number::Complex(float(0.0), float(0.0));
    let one = Number::Complex(float(1.0), float(0.0));
    let (mut solutions, mut copies) = (Vec::new(), Vec::new());
    for number in 0..sides.len().max(given.len()) {
        let [side, matrix] = [&sides, &given].map(|all| &all[number % all.len()]);
        let order = matrix.len();
        let counts = |row: usize, column: usize| if upper { column >= row } else { column <= row };
        let entry = |row: usize, column: usize| match (row == column && unit, counts(row, column)) {
            (true, _) => one.clone(),
            (_, true) => matrix[row][column].clone(),
            _ => zero.clone(),
        };
        let turned = |row: usize, column: usize| {
            if transposed {
                entry(column, row)
            } else {
                entry(row, column)
            }
        };
        let rows: Vec<Vec<Number>> = (0..order)
            .map(|row| (0..order).map(|column| turned(row, column)).collect())
            .collect();
        solutions.extend(complex(&solve(real(&rows), real(side)).0));
        copies.extend(matrix.iter().flatten().cloned());
    }
    let mut outputs = vec![as_output(&arguments["xOut"], solutions)];
    if !matches!(arguments["mOut"], Argument::Null) {
        outputs.push(copies);
    }
    outputs
}

/// The triangular factors of symmetric matrices, real ones.
pub fn triangular_factor(arguments: &Arguments) -> Vec<Vec<Number>> {
    let upper = boolean(&arguments["upper"]);
    let mut all = Vec::new();
    for matrix in matrices(&arguments["self"]) {
        // Elimination without exchanges: each row of what is left, by the root of its pivot, is one of the upper factor.
        let order = matrix.len();
        let mut rest: Matrix = matrix
            .iter()
            .map(|row| row.iter().map(Number::real).collect())
            .collect();
        let mut factor = vec![vec![float(0.0); order]; order];
        for step in 0..order {
            let pivot = rest[step].clone();
            let root = pivot[step].clone().sqrt();
            for column in step..order {
                factor[step][column] = pivot[column].clone() / &root;
                for row in step + 1..order {
                    let taken = Float::with_val(240, &pivot[row] * &pivot[column]) / &pivot[step];
                    rest[row][column] -= taken;
                }
            }
        }
        let entry = |k: usize| match upper {
            true => factor[k / order][k % order].clone(),
            false => factor[k % order][k / order].clone(),
        };
        all.extend((0..order * order).map(|k| Number::Real(entry(k))));
    }
    vec![all]
}

/// A complex number.
#[derive(Clone)]
struct Z(Float, Float);

impl Z {
    fn of(re: f64) -> Self {
        Self(float(re), float(0.0))
    }

    fn times(&self, other: &Z) -> Self {
        let product = |a: &Float, b: &Float| Float::with_val(240, a * b);
        Self(
            product(&self.0, &other.0) - product(&self.1, &other.1),
            product(&self.0, &other.1) + product(&self.1, &other.0),
        )
    }

    fn plus(self, other: Z) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }

    fn conjugate(&self) -> Self {
        Self(self.0.clone(), -self.1.clone())
    }
}

type Complex = Vec<Vec<Z>>;

fn product(a: &Complex, b: &Complex) -> Complex {
    let entry = |row: &Vec<Z>, column: usize| {
        let products = row.iter().zip(b).map(|(x, other)| x.times(&other[column]));
        products.fold(Z::of(0.0), Z::plus)
    };
    let columns = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..columns).map(|column| entry(row, column)).collect())
        .collect()
}

/// The unitary matrix that makes of the numbers of a column, from `step` on, a real number whose sign is not that of the first one; the identity if they are so already.
fn reflection(matrix: &Complex, step: usize) -> Complex {
    let rows = matrix.len();
    let identity = |row: usize, column: usize| Z::of(f64::from(u8::from(row == column)));
    let square = |z: &Z| Float::with_val(240, &z.0 * &z.0) + Float::with_val(240, &z.1 * &z.1);
    let column: Vec<Z> = matrix.iter().map(|row| row[step].clone()).collect();
    let below = column[step + 1..]
        .iter()
        .map(square)
        .fold(float(0.0), |sum, x| sum + x);
    if below.is_zero() && column[step].1.is_zero() {
        return (0..rows)
            .map(|row| (0..rows).map(|column| identity(row, column)).collect())
            .collect();
    }
    let length = (below + square(&column[step])).sqrt();
    let target = if column[step].0 < 0.0 {
        length
    } else {
        -length
    };
    // The difference of the column and its target; the factor is that of LAPACK, which makes the result real.
    let mut vector: Vec<Z> = (0..rows)
        .map(|row| {
            if row < step {
                Z::of(0.0)
            } else {
                column[row].clone()
            }
        })
        .collect();
    vector[step].0 -= &target;
    let first = vector[step].clone();
    let size = square(&first);
    let inverse = Z(
        Float::with_val(240, &first.0 / &size),
        -Float::with_val(240, &first.1 / &size),
    );
    let factor = Z(
        (target.clone() - &column[step].0) / &target,
        column[step].1.clone() / &target,
    );
    let unit: Vec<Z> = vector.iter().map(|z| z.times(&inverse)).collect();
    let entry = |row: usize, column: usize| {
        let taken = factor.times(&unit[row]).times(&unit[column].conjugate());
        identity(row, column).plus(Z(-taken.0, -taken.1))
    };
    (0..rows)
        .map(|row| (0..rows).map(|column| entry(row, column)).collect())
        .collect()
}

/// The orthogonal and triangular factors of matrices: products of whole reflections.
pub fn orthogonal_factors(arguments: &Arguments) -> Vec<Vec<Number>> {
    let width = |argument: &Argument, from_last: usize| {
        let shape = &tensor(argument).shape;
        shape[shape.len() - from_last] as usize
    };
    let (mut q_all, mut r_all) = (Vec::new(), Vec::new());
    let height = width(&arguments["R"], 2);
    for matrix in matrices(&arguments["self"]) {
        let rows = matrix.len();
        let complex = |row: &Vec<Number>| row.iter().map(|x| Z(x.real(), x.imaginary())).collect();
        let mut r: Complex = matrix.iter().map(complex).collect();
        let mut q: Complex = (0..rows)
            .map(|row| {
                (0..rows)
                    .map(|k| Z::of(f64::from(u8::from(row == k))))
                    .collect()
            })
            .collect();
        for step in 0..rows.min(r[0].len()) {
            let reflection = reflection(&r, step);
            r = product(&reflection, &r);
            for numbers in &mut r[step + 1..] {
                numbers[step] = Z::of(0.0);
            }
            q = product(&reflection, &q);
        }
        let number = |z: Z| Number::Complex(z.0, z.1);
        r_all.extend(r.into_iter().take(height).flatten().map(number));
        // The triangle of the matrix is made by the conjugate transpose of the factor.
        for row in 0..rows {
            q_all.extend(
                q.iter()
                    .take(height)
                    .map(|own| number(own[row].conjugate())),
            );
        }
    }
    let r_all = as_output(&arguments["R"], r_all);
    match tensor(&arguments["Q"]).shape[..] {
        [0] => vec![Vec::new(), r_all],
        _ => vec![as_output(&arguments["Q"], q_all), r_all],
    }
}
