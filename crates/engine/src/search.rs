//! Searches for an element of which a loop is true: they end with the block in which one is, and write no results of the loop anywhere.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use super::loop_results::LoopResults;
use super::loops::Table;
use super::operands::{ReadAny, Temporary, WriteBytes, kernel, operands};
use super::pointwise::{Operand, loop_for};
use crate::grain;
use crate::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::arith::contains;
use hostnpu_tensor::{Dtype, cuts, parallel};

operands! {
    struct Search => SearchAt {
        inputs: Vec<ReadAny>,
        output: WriteBytes,
        /// Of each piece that is computed at a time.
        tiles: Temporary<f64>,
    }
}

/// Plans `output = whether table(inputs) is true of some element of `shape`, to which the inputs broadcast`, or the opposite if `negated`. The loop's result is BOOL, and the output one
/// element of it.
pub fn any<const INPUTS: usize>(
    table: &'static Table<INPUTS>,
    compute: Dtype,
    mut inputs: [Operand; INPUTS],
    shape: &[i64],
    negated: bool,
    output: Arg,
) -> Result<Call> {
    output.require_numel(1)?;
    let of = loop_for(table, compute, &output)?;
    if output.view.dtype != Dtype::Bool || of.output_types() != [Dtype::Bool] {
        let text = format!("a search by {} in `{}`", table.name(), output.name);
        return Err(Reason::Internal(text).into());
    }
    let (results, inputs) = LoopResults::plan(of, compute, &[], &mut inputs, shape, &output)?;
    let (count, words) = (results.count(), results.words());
    let pieces = count.div_ceil(grain::ELEMENTS);
    let operands = Search {
        inputs,
        output: output.into(),
        tiles: Temporary::of(pieces.min(4 * parallel::threads()) * words),
    };
    kernel(operands, results.bytes(), move |at: SearchAt| {
        let found = AtomicBool::new(false);
        let search = |piece: usize, tiles: &mut [f64]| {
            let first = piece * grain::ELEMENTS;
            let range = first..count.min(first + grain::ELEMENTS);
            results.for_each_block(range, &at.inputs, tiles, |results| {
                if contains(results.bytes(), 1) {
                    found.store(true, Ordering::Relaxed);
                }
                Ok(!found.load(Ordering::Relaxed))
            })
        };
        match pieces {
            // The way of small calls.
            1 => search(0, at.tiles)?,
            _ => {
                let memory = cuts::chunks(at.tiles, words);
                let work = |piece: usize, tiles: &mut &mut [f64], ()| search(piece, tiles);
                cuts::try_for_each_part_with(memory, cuts::Pieces(pieces), work)?;
            }
        }
        at.output[0] = (found.into_inner() != negated).into();
        Ok(())
    })
}
