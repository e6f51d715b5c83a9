//! Totals: what a loop computes of each element, summed over all elements without being written anywhere.
//!
//! A block of 4096 elements is loaded, converted and computed in tiles, and its sum is in the order of `kernels::rows`. Pieces of blocks are
//! shared by the threads, and their sums joined in order, so that the number of threads changes no bit.

#![forbid(unsafe_code)]

use super::loop_results::LoopResults;
use super::loops::Table;
use super::operands::{Any, ReadAny, Temporary, WriteFloats, kernel, operands};
use super::pointwise::Operand;
use crate::grain;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows::{self, Total as Sum};
use hostnpu_tensor::{Dtype, Value, cuts, parallel};

/// Plans `output = ` the sum of `table(inputs)` over the elements of `shape`, to which the inputs broadcast, divided by `divisor`: in DOUBLE, rounded
/// to `compute`, then stored in the one element of the output. The loop's result is in DOUBLE.
pub fn total<const INPUTS: usize>(
    table: &'static Table<INPUTS>,
    compute: Dtype,
    parameters: &[Value],
    mut inputs: [Operand; INPUTS],
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
    output.require_numel(1)?;
    let (terms, inputs) = LoopResults::plan(of, compute, parameters, &mut inputs, shape, &output)?;
    let pieces = terms.count().div_ceil(PIECE);
    // Terms are in DOUBLE, whatever they are of.
    let cost = terms.count().saturating_mul(8 * INPUTS);
    let words = terms.words();
    let operands = Totals {
        inputs,
        output: WriteFloats::of(output, compute),
        sums: Temporary::of(pieces),
        tiles: Temporary::of(pieces.min(4 * parallel::threads()) * words),
    };
    kernel(operands, cost, move |mut at: TotalsAt| {
        if pieces == 1 {
            // The way of small calls.
            let sum = sum_of_piece(&terms, 0, &at.inputs, at.tiles)?;
            at.output.store(0, &[sum / divisor]);
            return Ok(());
        }
        let (memory, sums) = (
            cuts::chunks(at.tiles, words),
            cuts::chunks(&mut *at.sums, 1),
        );
        cuts::try_for_each_part_with(memory, sums, |piece, tiles, sum| {
            sum[0] = sum_of_piece(&terms, piece, &at.inputs, tiles)?;
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

/// Elements of a piece.
const PIECE: usize = grain::SUMMED_BLOCKS * BLOCK;

/// Returns the sum over a piece.
fn sum_of_piece(
    terms: &LoopResults,
    piece: usize,
    inputs: &[Any],
    tiles: &mut [f64],
) -> Result<f64> {
    let mut sum = Sum::default();
    let first = piece * PIECE;
    let range = first..terms.count().min(first + PIECE);
    terms.for_each_block(range, inputs, tiles, |terms| {
        sum.add(rows::sum(terms.of::<f64>()?));
        Ok(true)
    })?;
    Ok(sum.sum())
}
