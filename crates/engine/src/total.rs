//! Totals: what a loop computes of each element, summed over all elements without being written anywhere.
//!
//! A block of 4096 elements is loaded, converted and computed in tiles, and its sum is in the order of `kernels::rows`. Pieces of blocks are
//! shared by the threads, and their sums joined in order, so that the number of threads changes no bit.

#![forbid(unsafe_code)]

use super::convert::{Steps, value_as};
use super::loops::{Loop, MAX_SLICES, Table};
use super::operands::{Any, AnyMut, ReadAny, Temporary, WriteFloats, kernel, operands};
use super::parameters::Parameters;
use super::pointwise::{Operand, cannot_load};
use crate::grain;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows::{self, Total as Sum};
use hostnpu_tensor::{Dtype, Value, cuts, parallel};
use smallvec::SmallVec;

/// Plans `output = ` the sum of `table(inputs)` over the elements of `shape`, to which the inputs broadcast, divided by `divisor`: in DOUBLE, rounded
/// to `compute`, then stored in the one element of the output. The loop's result is in DOUBLE.
pub fn total<const INPUTS: usize>(
    table: &'static Table<INPUTS>,
    compute: Dtype,
    parameters: &[Value],
    inputs: [Operand; INPUTS],
    shape: &[i64],
    divisor: f64,
    output: Arg,
) -> Result<Call> {
    let of = table
        .loops()
        .iter()
        .find(|kernel| kernel.compute() == compute && kernel.output_types() == [Dtype::F64]);
    let Some(of) = of else {
        let allowed = format!("a type in which there is a sum of {}", table.name());
        return Err(Error::dtype(output.name, compute, allowed));
    };
    let parameters = Parameters::new(of, parameters)?;
    let (mut sources, mut tensors) = (Vec::new(), Vec::new());
    for (input, &dtype) in inputs.into_iter().zip(of.input_types()) {
        let from = match &input {
            Operand::Tensor(arg) => arg.view.dtype,
            Operand::Value(value) => value.dtype(),
            Operand::Output => {
                return Err(Reason::Internal("a total in place".into()).into());
            }
        };
        // A half stands for itself on its way to the loop's type.
        let load = Steps::through(from, compute, dtype)
            .ok_or_else(|| cannot_load(&input, &output, dtype))?;
        let source = match input {
            Operand::Tensor(arg) => {
                tensors.push(ReadAny::broadcast(arg, from, shape));
                Source::Tensor(load)
            }
            Operand::Value(value) => {
                Source::Value(value_as(&value, dtype).ok_or_else(|| cannot_be(&value))?)
            }
            Operand::Output => {
                return Err(Reason::Internal("a total in place".into()).into());
            }
        };
        sources.push(source);
    }
    output.require_numel(1)?;
    let total = Total {
        kernel: of,
        parameters,
        sources,
        count: shape.iter().product::<i64>() as usize,
    };
    let (pieces, cost) = (total.pieces(), total.cost());
    let tiles = total.tiles() * total.width();
    let operands = Totals {
        inputs: tensors,
        output: WriteFloats::of(output, compute),
        sums: Temporary::of(pieces),
        tiles: Temporary::of(pieces.min(4 * parallel::threads()) * tiles),
    };
    kernel(operands, cost, move |mut at: TotalsAt| {
        let (memory, sums) = (
            cuts::chunks(at.tiles, tiles),
            cuts::chunks(&mut *at.sums, 1),
        );
        cuts::try_for_each_part_with(memory, sums, |piece, tiles, sum| {
            sum[0] = total.piece(piece, &at.inputs, tiles)?;
            Ok(())
        })?;
        let mut sum = Sum::default();
        at.sums.iter().for_each(|&of_piece| sum.add(of_piece));
        at.output.store(0, &[sum.sum() / divisor]);
        Ok(())
    })
}

operands! {
    struct Totals => TotalsAt {
        inputs: Vec<ReadAny>,
        output: WriteFloats,
        /// Of each piece.
        sums: Temporary<f64>,
        /// Of each piece that is computed at a time.
        tiles: Temporary<f64>,
    }
}

#[cold]
fn cannot_be(value: &Value) -> Error {
    Error::from(Reason::Internal(format!(
        "a value of type {} is no number",
        value.dtype()
    )))
}

/// Source of an input of the loop.
enum Source {
    /// From the next operand, by what makes elements of the loop's type of its own.
    Tensor(Steps),
    /// From one number of the loop's type.
    Value(Value),
}

struct Total {
    kernel: &'static Loop,
    parameters: Parameters,
    sources: Vec<Source>,
    count: usize,
}

impl Total {
    fn pieces(&self) -> usize {
        self.count.div_ceil(grain::SUMMED_BLOCKS * BLOCK)
    }

    fn cost(&self) -> usize {
        self.count.saturating_mul(8 * self.sources.len())
    }

    /// Tiles of a piece: two for each input, and one for results.
    fn tiles(&self) -> usize {
        2 * self.sources.len() + 1
    }

    /// Words of a tile, which has a block of the widest elements.
    fn width(&self) -> usize {
        BLOCK.min(self.count.max(1)).next_multiple_of(8)
    }

    /// Returns the sum over a piece.
    fn piece(&self, piece: usize, operands: &[Any], tiles: &mut [f64]) -> Result<f64> {
        let width = self.width();
        let (results, inputs) = tiles.split_at_mut(width);
        // Numbers stay in their tiles for all blocks.
        for (source, tiles) in self.sources.iter().zip(inputs.chunks_mut(2 * width)) {
            if let Source::Value(value) = source {
                let tile = AnyMut::in_words(tiles, Dtype::F32, BLOCK.min(self.count));
                tile.of()?.fill(value.get::<f32>().unwrap_or(f32::NAN));
            }
        }
        let mut sum = Sum::default();
        let first = piece * grain::SUMMED_BLOCKS * BLOCK;
        let end = self.count.min(first + grain::SUMMED_BLOCKS * BLOCK);
        for start in (first..end).step_by(BLOCK) {
            let block = start..end.min(start + BLOCK);
            let mut operands = operands.iter();
            let mut slices: SmallVec<[Any; MAX_SLICES]> = SmallVec::new();
            for (source, tiles) in self.sources.iter().zip(inputs.chunks_mut(2 * width)) {
                slices.push(match (source, operands.as_slice().first()) {
                    (Source::Tensor(load), Some(operand)) => {
                        operands.next();
                        let (first, second) = tiles.split_at_mut(width);
                        load.run_over(operand.part(block.clone()), [first, second])?
                    }
                    _ => AnyMut::in_words(tiles, Dtype::F32, block.len()).into_read(),
                });
            }
            let terms = &mut results[..block.len()];
            self.kernel.run_over(&slices, terms, &self.parameters)?;
            sum.add(rows::sum(terms));
        }
        Ok(sum.sum())
    }
}
