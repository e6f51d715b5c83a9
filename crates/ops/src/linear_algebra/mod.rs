//! Square matrices: inverses, triangular equations, logarithms of determinants, triangular factors.
//!
//! All is computed in DOUBLE complex numbers, whose imaginary parts stay 0 for real ones, and rounded once.

#![forbid(unsafe_code)]

pub mod balance;
pub mod factors;
pub mod singular;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_kernels::complex::{self, subtract_scaled, times};
use hostnpu_kernels::math::atan2;
use hostnpu_numeric::Complex;
use hostnpu_tensor::cuts::{self, Cut};
use hostnpu_tensor::parallel;

type Number = Complex<f64>;

const ZERO: Number = Complex { re: 0.0, im: 0.0 };
const ONE: Number = Complex { re: 1.0, im: 0.0 };

/// Divides; by a real number without forming its square.
fn over(a: Number, b: Number) -> Number {
    match b.im == 0.0 {
        true => Complex::new(a.re / b.re, a.im / b.re),
        false => a / b,
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
        let (order, mut is_odd) = (self.order, false);
        for step in 0..order {
            let pivot = self.pivot(step);
            if pivot != step {
                for (numbers, width) in [(&mut *self.numbers, order), (&mut *others, width)] {
                    let (before, after) = numbers.split_at_mut(pivot * width);
                    before[step * width..][..width].swap_with_slice(&mut after[..width]);
                }
                is_odd = !is_odd;
            }
            let divisor = self.at(step, step);
            if divisor == ZERO {
                continue;
            }
            let (rows, below) = self.numbers.split_at_mut((step + 1) * order);
            let (sides, sides_below) = others.split_at_mut((step + 1) * width);
            let (own, side) = (&rows[step * order + step..], &sides[step * width..]);
            for (number, row) in below.chunks_exact_mut(order).enumerate() {
                let factor = over(row[step], divisor);
                subtract_scaled(&mut row[step..], own, factor);
                subtract_scaled(&mut sides_below[number * width..][..width], side, factor);
            }
        }
        is_odd
    }
}

impl Rows<'_> {
    /// Eliminates, and returns the sign of the determinant, for complex numbers its direction, and the logarithm of its absolute value.
    fn determinant(&mut self) -> (Number, f64) {
        let is_odd = self.eliminate(&mut [], 0);
        let (mut sign, mut log) = (if is_odd { -ONE } else { ONE }, 0.0);
        for entry in (0..self.order).map(|k| self.at(k, k)) {
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
        (sign, log)
    }
}

impl Rows<'_> {
    /// Writes the triangular factor of a positive definite matrix, of which one triangle is read; returns whether it is one.
    fn factor(&self, upper: bool, out: &mut [Number]) -> bool {
        let order = self.order;
        // Columns of the factor lie side by side: what a column takes from another one waits for nothing.
        out.fill(ZERO);
        for column in 0..order {
            let (known, own) = out.split_at_mut(column * order);
            let own = &mut own[column..order];
            for (row, own) in (column..).zip(&mut *own) {
                let place = match upper {
                    true => column * order + row,
                    false => row * order + column,
                };
                *own = self.numbers[place].re.into();
            }
            for known in known.chunks_exact(order) {
                let known = &known[column..];
                let scale = known[0].re;
                for (own, known) in own.iter_mut().zip(known) {
                    own.re -= known.re * scale;
                }
            }
            if own[0].re.is_nan() || own[0].re <= 0.0 {
                return false;
            }
            let root = own[0].re.sqrt();
            for own in &mut own[1..] {
                own.re /= root;
            }
            own[0] = root.into();
        }
        if !upper {
            for row in 0..order {
                for column in 0..row {
                    out.swap(row * order + column, column * order + row);
                }
            }
        }
        true
    }
}

/// A triangular matrix, as equations read it.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// True if the numbers above the diagonal count, instead of those below.
    pub upper: bool,
    /// True if the equations are those of the transposed matrix.
    pub transposed: bool,
    /// True if the diagonal is 1 whatever stands there.
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
        if width == 0 {
            return;
        }
        for step in 0..order {
            let row = if backwards { order - 1 - step } else { step };
            let (before, after) = sides.split_at_mut((row + usize::from(backwards)) * width);
            // The sides of this row, and those that are known, from a column on.
            let (own, known, first) = match backwards {
                true => (&mut before[row * width..], &*after, row + 1),
                false => (&mut after[..width], &*before, 0),
            };
            for (column, known) in (first..).zip(known.chunks_exact(width)) {
                subtract_scaled(own, known, entry(row, column));
            }
            if !self.unit {
                own.iter_mut()
                    .for_each(|side| *side = over(*side, entry(row, row)));
            }
        }
    }
}

/// Square matrices of one order.
#[derive(Clone, Copy)]
struct Batch {
    count: usize,
    order: usize,
    /// Matrices that a thread takes at a time.
    per_part: usize,
}

impl Batch {
    fn new(count: usize, order: usize) -> Self {
        let work = count.saturating_mul(order * order);
        let parts = (work / grain::FACTORS).min(4 * parallel::threads());
        Self {
            count,
            order,
            per_part: count.div_ceil(parts.max(1)).max(1),
        }
    }

    /// The matrices on the last two axes of a tensor.
    fn of(arg: &Arg) -> Self {
        let shape = arg.view.layout.shape();
        let (batch, matrix) = shape.split_at(shape.len().saturating_sub(2));
        let count = batch.iter().product::<i64>() as usize;
        Self::new(count, matrix.first().map_or(0, |&order| order as usize))
    }

    /// The numbers of a matrix.
    fn area(self) -> usize {
        self.order * self.order
    }

    fn cost(self) -> usize {
        self.count
            .saturating_mul(self.area())
            .saturating_mul(16 * self.order.max(1))
    }

    /// Memory for a copy of one matrix in each part; not empty, so that there are parts for matrices without numbers.
    fn copies(self) -> Temporary<Number> {
        Temporary::of(self.count.div_ceil(self.per_part) * self.area().max(1))
    }

    /// Calls `one` for each matrix with a copy of it, its number among those of its part, and the part of the outputs. Returns the first
    /// matrix for which that is false.
    fn for_each<C: Cut>(
        self,
        input: &[Number],
        copies: &mut [Number],
        outputs: C,
        one: impl Fn(&mut Rows, usize, &mut C::Part) -> bool + Sync,
    ) -> Option<usize> {
        let (area, refused) = (self.area(), AtomicUsize::new(usize::MAX));
        let parts = (cuts::chunks(copies, area.max(1)), outputs);
        cuts::for_each_part(parts, |part, (copy, mut outputs)| {
            let first = part * self.per_part;
            for number in first..self.count.min(first + self.per_part) {
                let numbers = &mut copy[..area];
                numbers.copy_from_slice(&input[number * area..][..area]);
                let order = self.order;
                let mut rows = Rows { numbers, order };
                if !one(&mut rows, number - first, &mut outputs) {
                    refused.fetch_min(number, Ordering::Relaxed);
                }
            }
        });
        Some(refused.into_inner()).filter(|&number| number != usize::MAX)
    }
}

fn refuse(matrix: Option<usize>, got: &str, allowed: &str) -> Result<()> {
    match matrix {
        None => Ok(()),
        Some(number) => {
            let got = format!("{got} in matrix {number}");
            Err(Error::value("self", got, allowed))
        }
    }
}

operands! {
    struct OneOutput => OneOutputAt {
        input: Read<Number>,
        output: Write<Number>,
        copies: Temporary<Number>,
    }
}

impl OneOutput {
    fn new(batch: Batch, input: Arg, output: Arg) -> Result<Self> {
        output.require_numel(batch.count * batch.area())?;
        Ok(Self {
            input: input.into(),
            output: output.into(),
            copies: batch.copies(),
        })
    }
}

/// Plans the inverses of square matrices, by elimination with the largest pivot of each column.
pub fn inverse(input: Arg, output: Arg) -> Result<Call> {
    let batch = Batch::of(&input);
    let (order, area) = (batch.order, batch.area());
    let operands = OneOutput::new(batch, input, output)?;
    kernel(operands, batch.cost(), move |at: OneOutputAt| {
        let outputs = cuts::chunks(at.output, batch.per_part * area);
        let singular = batch.for_each(at.input, at.copies, outputs, |rows, own, outputs| {
            let out = &mut outputs[own * area..][..area];
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
        });
        refuse(singular, "without an inverse", "matrices with an inverse")
    })
}

/// Plans the triangular factors of real positive definite matrices.
pub fn triangular_factor(upper: bool, input: Arg, output: Arg) -> Result<Call> {
    let batch = Batch::of(&input);
    let area = batch.area();
    let operands = OneOutput::new(batch, input, output)?;
    kernel(operands, batch.cost(), move |at: OneOutputAt| {
        let outputs = cuts::chunks(at.output, batch.per_part * area);
        let refused = batch.for_each(at.input, at.copies, outputs, |rows, own, outputs| {
            rows.factor(upper, &mut outputs[own * area..][..area])
        });
        refuse(
            refused,
            "not positive definite",
            "positive definite matrices",
        )
    })
}

operands! {
    struct Determinant => DeterminantAt {
        input: Read<Number>,
        sign: Write<Number>,
        log: Write<Number>,
        copies: Temporary<Number>,
    }
}

/// Plans the signs of determinants and the logarithms of their absolute values.
pub fn determinant(input: Arg, sign: Arg, log: Arg) -> Result<Call> {
    let batch = Batch::of(&input);
    sign.require_numel(batch.count)?;
    log.require_numel(batch.count)?;
    let operands = Determinant {
        input: input.into(),
        sign: sign.into(),
        log: log.into(),
        copies: batch.copies(),
    };
    kernel(operands, batch.cost(), move |at: DeterminantAt| {
        let outputs = (
            cuts::chunks(at.sign, batch.per_part),
            cuts::chunks(at.log, batch.per_part),
        );
        batch.for_each(at.input, at.copies, outputs, |rows, own, (signs, logs)| {
            let (sign, log) = rows.determinant();
            (signs[own], logs[own]) = (sign, log.into());
            true
        });
        Ok(())
    })
}

operands! {
    struct Logarithm => LogarithmAt {
        input: Read<Number>,
        output: Write<Number>,
        copies: Temporary<Number>,
    }
}

/// Plans the logarithms of determinants; of a negative one, where it is real, NaN.
pub fn log_determinant(input: Arg, output: Arg) -> Result<Call> {
    let batch = Batch::of(&input);
    output.require_numel(batch.count)?;
    let is_complex = input.view.dtype.is_complex();
    let operands = Logarithm {
        input: input.into(),
        output: output.into(),
        copies: batch.copies(),
    };
    kernel(operands, batch.cost(), move |at: LogarithmAt| {
        let outputs = cuts::chunks(at.output, batch.per_part);
        batch.for_each(at.input, at.copies, outputs, |rows, own, outputs| {
            let (sign, log) = rows.determinant();
            outputs[own] = match is_complex {
                true => {
                    let mut angle = [0.0];
                    atan2::f64(&[sign.im], &[sign.re], &mut angle);
                    Complex::new(log, angle[0])
                }
                false if sign.re < 0.0 => f64::NAN.into(),
                false => log.into(),
            };
            true
        });
        Ok(())
    })
}

/// Operands of triangular equations.
pub struct Equations {
    /// Triangular matrices, which broadcast to the batch of `output`.
    pub matrices: Arg,
    /// Right-hand sides, which broadcast to `output`.
    pub sides: Arg,
    /// The solutions.
    pub output: Arg,
    /// The matrices as they were broadcast, if they are wanted.
    pub copy: Option<Arg>,
}

operands! {
    struct Solve => SolveAt {
        matrices: Read<Number>,
        sides: Read<Number>,
        output: Write<Number>,
        copy: Option<Write<Number>>,
    }
}

/// Plans the solutions of triangular equations.
pub fn solve(triangle: Triangle, of: Equations) -> Result<Call> {
    let shape = of.output.view.layout.shape().to_vec();
    let (batch, matrix) = shape.split_at(shape.len().saturating_sub(2));
    let [order, width] = [0, 1].map(|k| matrix.get(k).map_or(0, |&extent| extent as usize));
    let square = [batch, &[order as i64; 2]].concat();
    let batch = Batch::new(batch.iter().product::<i64>() as usize, order);
    if let Some(copy) = &of.copy {
        copy.require_numel(batch.count * batch.area())?;
    }
    let operands = Solve {
        matrices: Read::broadcast(of.matrices, &square),
        sides: Read::broadcast(of.sides, &shape),
        output: of.output.into(),
        copy: of.copy.map(Write::from),
    };
    kernel(operands, batch.cost(), move |at: SolveAt| {
        let (size, area) = (order * width, batch.area());
        at.output.copy_from_slice(at.sides);
        if let Some(copy) = at.copy {
            copy.copy_from_slice(at.matrices);
        }
        let parts = cuts::chunks(at.output, batch.per_part * size);
        cuts::for_each_part(parts, |part, sides| {
            let matrices = &at.matrices[part * batch.per_part * area..];
            for (own, sides) in sides.chunks_mut(size).enumerate() {
                let matrix = &matrices[own * area..][..area];
                triangle.solve(matrix, order, sides, width);
            }
        });
        Ok(())
    })
}
