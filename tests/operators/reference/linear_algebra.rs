//! Equations of matrices by elimination with many bits; complex ones as real ones of twice the order.

use rug::Float;

use super::rows::{boolean, float, numbers, tensor};
use super::search;
use crate::argument::Argument;
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

pub fn inverse(arguments: &[Argument]) -> Vec<Vec<Number>> {
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
    let all = matrices(&arguments[0]).iter().flat_map(inverse).collect();
    vec![as_output(&arguments[1], all)]
}

/// The signs and logarithms of real determinants.
pub fn determinant(arguments: &[Argument]) -> Vec<Vec<Number>> {
    let (mut signs, mut logs) = (Vec::new(), Vec::new());
    for matrix in matrices(&arguments[0]) {
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

/// Triangular equations; one of the batches may be a single matrix.
pub fn triangular(arguments: &[Argument]) -> Vec<Vec<Number>> {
    let (sides, given) = (matrices(&arguments[0]), matrices(&arguments[1]));
    let [upper, transposed, unit] = [2, 3, 4].map(|k| boolean(&arguments[k]));
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
    let mut outputs = vec![as_output(&arguments[5], solutions)];
    if !matches!(arguments[6], Argument::Null) {
        outputs.push(copies);
    }
    outputs
}
