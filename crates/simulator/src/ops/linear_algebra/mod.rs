//! Square matrices: inverses, triangular equations, logarithms of determinants, triangular factors.
//!
//! All is computed in DOUBLE complex numbers, whose imaginary parts stay 0 for real ones, and rounded once.

pub mod factors;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::engine::dense::{self, Kernel, Operand, element_mut, slice, slice_mut};
use super::engine::window::{aligned, in_parts};
use super::{Arg, Call};
use crate::error::{Error, Result};
use crate::kernels::complex;
use crate::numeric::Complex;
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

type Number = Complex<f64>;

const ZERO: Number = Complex { re: 0.0, im: 0.0 };
const ONE: Number = Complex { re: 1.0, im: 0.0 };
const WIDE: Dtype = Dtype::Complex128;

/// Numbers of matrices for which another thread is asked.
const SHARE: usize = 1 << 10;

/// Bytes of a number.
const SIZE: usize = size_of::<Number>();

/// Divides; by a real number without forming its square.
fn over(a: Number, b: Number) -> Number {
    match b.im == 0.0 {
        true => Complex::new(a.re / b.re, a.im / b.re),
        false => a / b,
    }
}

/// Returns the product of two numbers; that of real ones is exact in what it leaves out.
fn times(a: Number, b: Number) -> Number {
    match a.im == 0.0 && b.im == 0.0 {
        true => Complex::new(a.re * b.re, 0.0),
        false => a * b,
    }
}

/// A square matrix in rows.
struct Rows<'a> {
    numbers: &'a mut [Number],
    order: usize,
}

impl Rows<'_> {
    fn at(&self, row: usize, column: usize) -> Number {
        self.numbers[row * self.order + column]
    }

    fn swap(&mut self, a: usize, b: usize) {
        for column in 0..self.order {
            self.numbers
                .swap(a * self.order + column, b * self.order + column);
        }
    }

    /// Takes from row `row`, from column `first` on, `factor` times another one.
    fn subtract(&mut self, row: usize, other: usize, factor: Number, first: usize) {
        for column in first..self.order {
            let taken = times(factor, self.at(other, column));
            self.numbers[row * self.order + column] -= taken;
        }
    }

    /// The row from `step` on with the largest number in this column.
    fn pivot(&self, step: usize) -> usize {
        let size = |row: usize| {
            let number = self.at(row, step);
            number.re.abs() + number.im.abs()
        };
        let larger = |best: usize, row: usize| if size(row) > size(best) { row } else { best };
        (step + 1..self.order).fold(step, larger)
    }

    /// Eliminates below the diagonal and does the same to `others`, rows of so many numbers; returns whether rows were exchanged an odd number of times.
    fn eliminate(&mut self, others: &mut [Number], width: usize) -> bool {
        let mut is_odd = false;
        for step in 0..self.order {
            let pivot = self.pivot(step);
            if pivot != step {
                self.swap(pivot, step);
                (0..width).for_each(|k| others.swap(pivot * width + k, step * width + k));
                is_odd = !is_odd;
            }
            if self.at(step, step) == ZERO {
                continue;
            }
            for row in step + 1..self.order {
                let factor = over(self.at(row, step), self.at(step, step));
                self.subtract(row, step, factor, step);
                for k in 0..width {
                    let taken = times(factor, others[step * width + k]);
                    others[row * width + k] -= taken;
                }
            }
        }
        is_odd
    }
}

impl Rows<'_> {
    /// Writes the triangular factor of a positive definite matrix, of which one triangle is read; returns whether it is one.
    fn factor(&self, upper: bool, out: &mut [Number]) -> bool {
        let order = self.order;
        let place = |row: usize, column: usize| match upper {
            true => column * order + row,
            false => row * order + column,
        };
        out.fill(ZERO);
        for column in 0..order {
            for row in column..order {
                let own = (0..column).map(|k| out[place(row, k)].re * out[place(column, k)].re);
                let left = own.fold(self.numbers[place(row, column)].re, |left, taken| {
                    left - taken
                });
                out[place(row, column)] = match row == column {
                    true if left > 0.0 => left.sqrt().into(),
                    true => return false,
                    false => (left / out[place(column, column)].re).into(),
                };
            }
        }
        true
    }
}

/// A triangular matrix, as equations read it.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Whether the numbers above the diagonal count, instead of those below.
    pub upper: bool,
    /// Whether the equations are those of the transposed matrix.
    pub transposed: bool,
    /// Whether the diagonal is 1 whatever stands there.
    pub unit: bool,
}

impl Triangle {
    /// Solves the equations in place, for `width` right-hand sides in rows.
    fn solve(self, matrix: &[Number], order: usize, sides: &mut [Number], width: usize) {
        let entry = |row: usize, column: usize| match self.transposed {
            true => matrix[column * order + row],
            false => matrix[row * order + column],
        };
        let backwards = self.upper != self.transposed;
        for step in 0..order {
            let row = if backwards { order - 1 - step } else { step };
            let known = if backwards { row + 1..order } else { 0..row };
            for k in 0..width {
                let taken = known
                    .clone()
                    .map(|column| times(entry(row, column), sides[column * width + k]));
                let left = taken.fold(sides[row * width + k], |left, product| left - product);
                sides[row * width + k] = match self.unit {
                    true => left,
                    false => over(left, entry(row, row)),
                };
            }
        }
    }
}

/// What is computed of each matrix.
enum Task {
    Inverse,
    Determinant,
    Solve(Triangle, usize),
    /// The triangular factor of a positive definite one; the upper one.
    Factor(bool),
}

struct Matrices {
    task: Task,
    count: usize,
    order: usize,
}

impl Matrices {
    /// The numbers of a matrix.
    fn area(&self) -> usize {
        self.order * self.order
    }

    /// In how many parts they are computed.
    fn parts(&self) -> usize {
        let work = self.count.saturating_mul(self.area());
        (work / SHARE)
            .min(4 * parallel::threads())
            .clamp(1, self.count.max(1))
    }

    /// Computes one of the matrices, with a copy of it. Returns whether it could.
    ///
    /// # Safety
    /// As for [`Kernel::run`]; no other thread computes this one.
    unsafe fn one(&self, number: usize, places: &[usize], copy: &mut [Number]) -> bool {
        let (order, area) = (self.order, self.area());
        // SAFETY: the caller's promise.
        let matrix: &[Number] = unsafe { slice(places[0] + number * area * SIZE, area) };
        copy.copy_from_slice(matrix);
        let mut rows = Rows {
            numbers: copy,
            order,
        };
        match self.task {
            Task::Inverse => {
                // SAFETY: the caller's promise.
                let out: &mut [Number] =
                    unsafe { slice_mut(places[1] + number * area * SIZE, area) };
                for (k, number) in out.iter_mut().enumerate() {
                    *number = if k % (order + 1) == 0 { ONE } else { ZERO };
                }
                rows.eliminate(out, order);
                let triangle = Triangle {
                    upper: true,
                    transposed: false,
                    unit: false,
                };
                let is_regular = (0..order).all(|k| rows.at(k, k) != ZERO);
                triangle.solve(rows.numbers, order, out, order);
                is_regular
            }
            Task::Factor(upper) => {
                // SAFETY: the caller's promise.
                let out: &mut [Number] =
                    unsafe { slice_mut(places[1] + number * area * SIZE, area) };
                rows.factor(upper, out)
            }
            Task::Determinant => {
                let is_odd = rows.eliminate(&mut [], 0);
                let diagonal = (0..order).map(|k| rows.at(k, k));
                let (mut sign, mut log) = (if is_odd { -ONE } else { ONE }, 0.0);
                for entry in diagonal {
                    let mut size = [0.0];
                    complex::abs::c128(&[entry], &mut size);
                    let [size] = size;
                    let direction = if size == 0.0 {
                        ZERO
                    } else {
                        over(entry, size.into())
                    };
                    (sign, log) = (times(sign, direction), log + size.ln());
                }
                // SAFETY: the caller's promise.
                unsafe {
                    *element_mut(places[1], number) = sign;
                    *element_mut::<Number>(places[2], number) = log.into();
                }
                true
            }
            Task::Solve(triangle, width) => {
                let size = order * width;
                // SAFETY: the caller's promise.
                let (sides, out) = unsafe {
                    (
                        slice::<Number>(places[1] + number * size * SIZE, size),
                        slice_mut::<Number>(places[2] + number * size * SIZE, size),
                    )
                };
                out.copy_from_slice(sides);
                triangle.solve(matrix, order, out, width);
                if let Some(place) = places.get(3) {
                    // SAFETY: the caller's promise.
                    let copy: &mut [Number] =
                        unsafe { slice_mut(place + number * area * SIZE, area) };
                    copy.copy_from_slice(matrix);
                }
                true
            }
        }
    }
}

impl Kernel for Matrices {
    fn cost(&self) -> usize {
        self.count
            .saturating_mul(self.area())
            .saturating_mul(16 * self.order.max(1))
    }

    fn scratch(&self) -> usize {
        self.parts() * aligned(self.area() * SIZE)
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let singular = AtomicUsize::new(usize::MAX);
        let memory = (scratch, self.area() * SIZE);
        in_parts(self.count, self.parts(), memory, |matrices, copy| {
            for number in matrices {
                // SAFETY: the caller's promise; each part has memory of its own, and each matrix a part of the outputs.
                let is_done = unsafe {
                    let copy = slice_mut(copy, self.area());
                    self.one(number, places, copy)
                };
                if !is_done {
                    singular.fetch_min(number, Ordering::Relaxed);
                }
            }
        })?;
        match singular.into_inner() {
            usize::MAX => Ok(()),
            number => {
                let (got, allowed) = match self.task {
                    Task::Factor(_) => ("not positive definite", "positive definite matrices"),
                    _ => ("without an inverse", "matrices with an inverse"),
                };
                Err(Error::value(
                    "self",
                    format!("{got} in matrix {number}"),
                    allowed,
                ))
            }
        }
    }
}

/// The number of matrices in a tensor, and how many rows each has.
fn matrices(arg: &Arg) -> (usize, usize) {
    let shape = arg.view.layout.shape();
    let (batch, matrix) = shape.split_at(shape.len().saturating_sub(2));
    let count = batch.iter().product::<i64>() as usize;
    (count, matrix.first().map_or(0, |&order| order as usize))
}

fn plan(task: Task, (count, order): (usize, usize), operands: Vec<Operand>) -> Result<Call> {
    dense::plan(Matrices { task, count, order }, operands)
}

/// Plans the inverses of square matrices, by elimination with the largest pivot of each column.
pub fn inverse(input: Arg, output: Arg) -> Result<Call> {
    let size = matrices(&input);
    let operands = vec![Operand::read(input, WIDE), Operand::write(output, WIDE)];
    plan(Task::Inverse, size, operands)
}

/// Plans the triangular factors of real positive definite matrices.
pub fn triangular_factor(upper: bool, input: Arg, output: Arg) -> Result<Call> {
    let size = matrices(&input);
    let operands = vec![Operand::read(input, WIDE), Operand::write(output, WIDE)];
    plan(Task::Factor(upper), size, operands)
}

/// Plans the signs of determinants and the logarithms of their absolute values.
pub fn determinant(input: Arg, sign: Arg, log: Arg) -> Result<Call> {
    let size = matrices(&input);
    let outputs = [sign, log].map(|arg| Operand::write(arg, WIDE));
    let operands = [Operand::read(input, WIDE)].into_iter().chain(outputs);
    plan(Task::Determinant, size, operands.collect())
}

/// Plans the solutions of triangular equations: `matrices` and `sides` broadcast to the batch of `output`; `copy` is that of the matrices, if it is wanted.
pub fn solve(
    triangle: Triangle,
    [matrices, sides]: [Arg; 2],
    output: Arg,
    copy: Option<Arg>,
) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let (batch, matrix) = shape.split_at(shape.len().saturating_sub(2));
    let [order, width] = [0, 1].map(|k| matrix.get(k).map_or(0, |&extent| extent as usize));
    let count = batch.iter().product::<i64>() as usize;
    let square = [batch, &[order as i64; 2]].concat();
    let mut operands = vec![
        Operand::read_as(matrices, WIDE, &square),
        Operand::read_as(sides, WIDE, &shape),
        Operand::write(output, WIDE),
    ];
    let task = Task::Solve(triangle, width);
    operands.extend(copy.map(|copy| Operand::write(copy, WIDE)));
    plan(task, (count, order), operands)
}
