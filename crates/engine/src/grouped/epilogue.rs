//! Epilogue of a product: steps between its sums and what is stored.

use hostnpu_base::error::Result;
use hostnpu_kernels::activations::Activation;
use hostnpu_kernels::gemm::results;
use hostnpu_kernels::quantised::Quantised;
use hostnpu_tensor::Dtype;

use super::factor::{Factor, FactorAt, Position};
use crate::convert;
use crate::floats::round_to;
use crate::operands::{Any, AnyMut};

/// A step of the computation, in DOUBLE.
#[derive(Clone, Debug)]
pub enum Step {
    /// Adds a factor.
    Add(Factor),
    /// Adds a factor times a number.
    AddTimes(Factor, f64),
    /// Multiplies by a factor.
    Times(Factor),
    /// Multiplies by a number.
    By(f64),
    /// Keeps the 32 bits of an integer that INT32 has.
    Wrap,
    /// Rounds to the nearest integer, of two to the even one.
    Round,
    /// Rounds to the nearest number of a type.
    RoundTo(Dtype),
    /// Brings back what is outside.
    Clamp(f64, f64),
    /// Applies a function.
    Activate(Activation),
}

impl Step {
    pub(super) fn factor(&self) -> Option<&Factor> {
        match self {
            Step::Add(factor) | Step::AddTimes(factor, _) | Step::Times(factor) => Some(factor),
            _ => None,
        }
    }

    pub(super) fn factor_mut(&mut self) -> Option<&mut Factor> {
        match self {
            Step::Add(factor) | Step::AddTimes(factor, _) | Step::Times(factor) => Some(factor),
            _ => None,
        }
    }
}

/// Steps that are applied to rows of a tile.
pub(super) struct Epilogue<'e> {
    pub steps: &'e [Step],
    /// Of the steps that have one, in their order.
    pub factors: &'e [FactorAt<'e>],
    /// The group.
    pub at: Position,
    /// The first column.
    pub column: usize,
    pub columns: usize,
    /// True if sums are INT32.
    pub has_integers: bool,
}

impl Epilogue<'_> {
    /// Looks up the factors of the columns, which are the same for all rows: `columns` numbers for each factor.
    pub fn prepare(&self, numbers: &mut [f64]) {
        let lines = numbers.chunks_mut(self.columns.max(1));
        for (factor, line) in self.factors.iter().zip(lines) {
            if factor.of.by_columns() && !factor.of.by_rows() {
                self.line(factor, self.at, line);
            }
        }
    }

    fn line(&self, factor: &FactorAt, at: Position, line: &mut [f64]) {
        let column = self.column;
        factor.columns(Position { column, ..at }, line);
    }

    /// Applies all steps to the sums of a row.
    pub fn row(&self, row: usize, numbers: &mut [f64], values: &mut [f64]) {
        let at = Position { row, ..self.at };
        let mut factors = self
            .factors
            .iter()
            .zip(numbers.chunks_mut(self.columns.max(1)));
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                Step::Wrap if self.has_integers && number == 0 => {}
                Step::Wrap => values
                    .iter_mut()
                    .for_each(|x| *x = f64::from(*x as i64 as i32)),
                Step::Round => values.iter_mut().for_each(|x| *x = x.round_ties_even()),
                Step::RoundTo(dtype) => round_to(*dtype, values),
                Step::Clamp(low, high) => values.iter_mut().for_each(|x| *x = x.clamp(*low, *high)),
                Step::By(number) => values.iter_mut().for_each(|x| *x *= number),
                Step::Activate(activation) => activation.apply(values),
                Step::Add(_) | Step::AddTimes(..) | Step::Times(_) => {
                    let Some((factor, line)) = factors.next() else {
                        unreachable!("each of these steps has a factor")
                    };
                    match (factor.of.by_columns(), factor.of.by_rows()) {
                        (false, _) => line[..values.len()].fill(factor.get(at)),
                        (true, true) => self.line(factor, at, line),
                        (true, false) => {}
                    }
                    let both = values.iter_mut().zip(line.iter());
                    match step {
                        Step::Add(_) => both.for_each(|(x, y)| *x += y),
                        Step::AddTimes(_, times) => both.for_each(|(x, y)| *x += times * y),
                        _ => both.for_each(|(x, y)| *x *= y),
                    }
                }
            }
        }
    }
}

/// Stores numbers in elements of a type, each rounded once; of all NaN one.
pub(super) fn store(dtype: Dtype, values: &mut [f64], to: &mut [u8]) -> Result<()> {
    let quantised = match dtype {
        Dtype::I8 => Some(Quantised::Int8),
        Dtype::Hifloat8 => Some(Quantised::Hifloat8),
        _ => None,
    };
    if let Some(quantised) = quantised {
        quantised.store(values, to);
        return Ok(());
    }
    results::one_nan(values);
    convert::store(values, AnyMut::over(to, dtype)?)
}

/// Adds the elements of a type to numbers.
pub(super) fn add(
    dtype: Dtype,
    values: &mut [f64],
    line: &mut [f64],
    from: &mut [u8],
) -> Result<()> {
    let line = &mut line[..values.len()];
    let any: Any = AnyMut::over(from, dtype)?.into_read();
    convert::load(any, line)?;
    values
        .iter_mut()
        .zip(line.iter())
        .for_each(|(x, y)| *x += y);
    Ok(())
}
