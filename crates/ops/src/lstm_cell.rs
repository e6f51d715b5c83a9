//! One step of long short-term memory whose products are made before: gates, the next states, and gradients.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_kernels::lstm;
use hostnpu_kernels::math::tanh;
use hostnpu_tensor::cuts;

/// Operands of a step: of rows of n elements, and of four gates of n elements each, the input gate, the forget gate, the candidates and the output gate.
pub struct Step {
    /// Products of the input, (rows, 4n).
    pub input: Arg,
    /// Products of what was hidden, (rows, 4n).
    pub hidden: Arg,
    /// Both biases, (4n).
    pub biases: Option<[Arg; 2]>,
    /// The cell before, (rows, n).
    pub cell: Arg,
    /// The next hidden state, (rows, n).
    pub next_hidden: Arg,
    /// The cell next, (rows, n).
    pub next_cell: Arg,
    /// The gates, (rows, 4n).
    pub gates: Arg,
}

operands! {
    struct Forward => ForwardAt {
        input: Read<f64>,
        hidden: Read<f64>,
        cell: Read<f64>,
        biases: Vec<Read<f64>>,
        next_hidden: Write<f64>,
        next_cell: Write<f64>,
        gates: Write<f64>,
    }
}

/// Rows that a thread takes at a time.
const ROWS: usize = 8;

/// Plans a step.
pub fn step(of: Step) -> Result<Call> {
    let [rows, count] = of.cell.extents()?;
    for arg in [&of.input, &of.hidden, &of.gates] {
        arg.require_numel(rows.saturating_mul(4 * count))?;
    }
    for arg in [&of.next_hidden, &of.next_cell] {
        arg.require_numel(rows.saturating_mul(count))?;
    }
    for arg in of.biases.iter().flatten() {
        arg.require_numel(4 * count)?;
    }
    let operands = Forward {
        input: of.input.into(),
        hidden: of.hidden.into(),
        cell: of.cell.into(),
        biases: of.biases.into_iter().flatten().map(Read::from).collect(),
        next_hidden: of.next_hidden.into(),
        next_cell: of.next_cell.into(),
        gates: of.gates.into(),
    };
    let cost = rows.saturating_mul(count).saturating_mul(128);
    kernel(operands, cost, move |at: ForwardAt| {
        let parts = (
            cuts::chunks(at.next_cell, ROWS * count),
            cuts::chunks(at.next_hidden, ROWS * count),
            cuts::chunks(at.gates, ROWS * 4 * count),
        );
        cuts::for_each_part(parts, |part, (cells, hidden, gates)| {
            let mut sums = vec![0.0; 4 * count];
            let mut bounded = vec![0.0; count];
            let of_rows = cells.chunks_mut(count).zip(hidden.chunks_mut(count));
            for (k, ((cell, hidden), gates)) in of_rows.zip(gates.chunks_mut(4 * count)).enumerate()
            {
                let row = part * ROWS + k;
                let of_gates = row * 4 * count..(row + 1) * 4 * count;
                sums.copy_from_slice(&at.input[of_gates.clone()]);
                let others = std::iter::once(&at.hidden[of_gates]);
                for addend in others.chain(at.biases.iter().copied()) {
                    sums.iter_mut().zip(addend).for_each(|(sum, x)| *sum += x);
                }
                lstm::activate(&sums, gates);
                cell.copy_from_slice(&at.cell[row * count..][..count]);
                lstm::next(gates, cell, &mut bounded, hidden);
                let numbers = cell.iter_mut().chain(hidden).chain(gates);
                numbers.filter(|x| x.is_nan()).for_each(|x| *x = f64::NAN);
            }
        });
        Ok(())
    })
}

/// Operands of the gradients of a step.
pub struct Gradients {
    /// The gradient by what is hidden, (rows, n).
    pub by_hidden: Arg,
    /// The gradient by the next cell, (rows, n).
    pub by_next_cell: Arg,
    /// The cell before, (rows, n).
    pub cell: Arg,
    /// The next cell, (rows, n).
    pub next_cell: Arg,
    /// The gates, (rows, 4n).
    pub gates: Arg,
    /// The gradient by the sums of the gates, (rows, 4n).
    pub by_sums: Arg,
    /// The gradient by the cell, (rows, n).
    pub by_cell: Arg,
    /// The gradient by a bias, (4n).
    pub by_bias: Option<Arg>,
}

operands! {
    struct Backward => BackwardAt {
        by_hidden: Read<f64>,
        by_next_cell: Read<f64>,
        cell: Read<f64>,
        next_cell: Read<f64>,
        gates: Read<f64>,
        by_sums: Write<f64>,
        by_cell: Write<f64>,
        by_bias: Option<Write<f64>>,
    }
}

/// Plans the gradients of a step.
pub fn gradients(of: Gradients) -> Result<Call> {
    let [rows, count] = of.cell.extents()?;
    for arg in [&of.gates, &of.by_sums] {
        arg.require_numel(rows.saturating_mul(4 * count))?;
    }
    for arg in [&of.by_hidden, &of.by_next_cell, &of.next_cell, &of.by_cell] {
        arg.require_numel(rows.saturating_mul(count))?;
    }
    if let Some(bias) = &of.by_bias {
        bias.require_numel(4 * count)?;
    }
    let operands = Backward {
        by_hidden: of.by_hidden.into(),
        by_next_cell: of.by_next_cell.into(),
        cell: of.cell.into(),
        next_cell: of.next_cell.into(),
        gates: of.gates.into(),
        by_sums: of.by_sums.into(),
        by_cell: of.by_cell.into(),
        by_bias: of.by_bias.map(Write::from),
    };
    let cost = rows.saturating_mul(count).saturating_mul(128);
    kernel(operands, cost, move |at: BackwardAt| {
        let parts = (
            cuts::chunks(at.by_cell, ROWS * count),
            cuts::chunks(&mut *at.by_sums, ROWS * 4 * count),
        );
        cuts::for_each_part(parts, |part, (by_cell, by_sums)| {
            let mut bounded = vec![0.0; count];
            let of_rows = by_cell.chunks_mut(count).zip(by_sums.chunks_mut(4 * count));
            for (k, (by_cell, by_sums)) in of_rows.enumerate() {
                let row = part * ROWS + k;
                let own = row * count..(row + 1) * count;
                let gates = &at.gates[4 * own.start..];
                tanh::f64(&at.next_cell[own.clone()], &mut bounded);
                by_cell.copy_from_slice(&at.by_next_cell[own.clone()]);
                let row = lstm::Row {
                    gates: [0, 1, 2, 3].map(|gate| &gates[gate * count..][..count]),
                    bounded: &bounded,
                    before: &at.cell[own.clone()],
                    by_hidden: &at.by_hidden[own],
                };
                lstm::gradients(&row, by_cell, by_sums);
                // Which NaN a product keeps depends on the instruction set.
                let numbers = by_cell.iter_mut().chain(by_sums);
                numbers.filter(|x| x.is_nan()).for_each(|x| *x = f64::NAN);
            }
        });
        if let Some(bias) = at.by_bias {
            bias.fill(0.0);
            for row in at.by_sums.chunks(4 * count) {
                bias.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
            let numbers = bias.iter_mut().filter(|x| x.is_nan());
            numbers.for_each(|x| *x = f64::NAN);
        }
        Ok(())
    })
}
