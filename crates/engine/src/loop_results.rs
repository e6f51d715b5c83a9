//! Results of a loop, a block of elements at a time, for an operator that writes none of them anywhere: totals and searches.

#![forbid(unsafe_code)]

use std::mem;
use std::ops::Range;

use super::convert::{Steps, value_as};
use super::loops::{Loop, MAX_SLICES};
use super::operands::{Any, AnyMut, ReadAny, fill_bytes};
use super::parameters::Parameters;
use super::pointwise::{Operand, cannot_load};
use crate::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_tensor::{Dtype, Value};
use smallvec::SmallVec;

/// The results of a loop with one output, which its caller looks at.
pub(super) struct LoopResults {
    kernel: &'static Loop,
    parameters: Parameters,
    sources: SmallVec<[Source; 2]>,
    count: usize,
}

/// Source of an input of the loop.
enum Source {
    /// From the next operand, by what makes elements of the loop's type of its own.
    Tensor(Steps),
    /// From one number of the loop's type.
    Value(Value),
}

impl LoopResults {
    /// Plans a loop over the elements of `shape`, to which the inputs broadcast, in the computation type `compute`. Returns it with the operands that it reads. Takes the inputs;
    /// `output` is what messages name.
    pub fn plan(
        kernel: &'static Loop,
        compute: Dtype,
        parameters: &[Value],
        inputs: &mut [Operand],
        shape: &[i64],
        output: &Arg,
    ) -> Result<(Self, Vec<ReadAny>)> {
        let mut results = Self {
            kernel,
            parameters: Parameters::new(kernel, parameters)?,
            sources: SmallVec::new_const(),
            count: shape.iter().product::<i64>() as usize,
        };
        let mut tensors = Vec::with_capacity(inputs.len());
        for (input, &dtype) in inputs.iter_mut().zip(kernel.input_types()) {
            let (from, meant) = (input.dtype(output), kernel.meant(compute, dtype));
            let load = Steps::through(from, meant, dtype)
                .ok_or_else(|| cannot_load(input, output, meant))?;
            results
                .sources
                .push(match mem::replace(input, Operand::Output) {
                    Operand::Tensor(arg) => {
                        tensors.push(ReadAny::broadcast(arg, from, shape));
                        Source::Tensor(load)
                    }
                    Operand::Value(value) => {
                        let value =
                            value_as(&value, meant).and_then(|value| value_as(&value, dtype));
                        Source::Value(value.ok_or_else(no_number)?)
                    }
                    Operand::Output => return Err(in_place()),
                });
        }
        Ok((results, tensors))
    }

    /// Number of elements.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes that it reads.
    pub fn bytes(&self) -> usize {
        let types = self.kernel.input_types().iter();
        let bytes: usize = types.map(|dtype| dtype.bits() / 8).sum();
        self.count.saturating_mul(bytes)
    }

    /// Words of memory for the tiles of one thread: two of each input, and one of results.
    pub fn words(&self) -> usize {
        (2 * self.sources.len() + 1) * self.width()
    }

    /// Words of a tile, which has a block of the widest elements.
    fn width(&self) -> usize {
        BLOCK.min(self.count.max(1)).next_multiple_of(8)
    }

    /// Computes the results of the elements in a range, block after block, until `goes_on` is false for the results of one.
    pub fn for_each_block(
        &self,
        range: Range<usize>,
        operands: &[Any],
        tiles: &mut [f64],
        mut goes_on: impl FnMut(AnyMut) -> Result<bool>,
    ) -> Result<()> {
        let width = self.width();
        let (results, inputs) = tiles.split_at_mut(width);
        // Numbers stay in their tiles for all blocks.
        for ((source, tile), &dtype) in self.tiled(inputs).zip(self.kernel.input_types()) {
            if let Source::Value(value) = source {
                let all = AnyMut::in_words(tile, dtype, BLOCK.min(self.count));
                fill_bytes(all.bytes(), &value.bytes()[..dtype.bits() / 8]);
            }
        }
        let &[results_type] = self.kernel.output_types() else {
            return Err(Reason::Internal("a loop with several outputs".into()).into());
        };
        let end = range.end;
        for start in range.step_by(BLOCK) {
            let block = start..end.min(start + BLOCK);
            let mut operands = operands.iter();
            let mut slices: SmallVec<[Any; MAX_SLICES]> = SmallVec::new();
            for ((source, tiles), &dtype) in self.tiled(inputs).zip(self.kernel.input_types()) {
                slices.push(match (source, operands.as_slice().first()) {
                    (Source::Tensor(load), Some(operand)) => {
                        operands.next();
                        let (first, second) = tiles.split_at_mut(width);
                        load.run_over(operand.part(block.clone()), [first, second])?
                    }
                    _ => AnyMut::in_words(tiles, dtype, block.len()).into_read(),
                });
            }
            let mut results = AnyMut::in_words(results, results_type, block.len());
            let all = 0..block.len();
            let of_loop = results.part(all);
            self.kernel.run_over(&slices, of_loop, &self.parameters)?;
            if !goes_on(results)? {
                break;
            }
        }
        Ok(())
    }

    /// The sources of all inputs, each with its two tiles.
    fn tiled<'a>(
        &'a self,
        tiles: &'a mut [f64],
    ) -> impl Iterator<Item = (&'a Source, &'a mut [f64])> {
        self.sources.iter().zip(tiles.chunks_mut(2 * self.width()))
    }
}

#[cold]
fn no_number() -> Error {
    Reason::Internal("a value that is no number".into()).into()
}

#[cold]
fn in_place() -> Error {
    Reason::Internal("results in place that are written nowhere".into()).into()
}
