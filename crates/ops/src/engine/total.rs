//! Totals: what a loop computes of each element, summed over all elements without being written anywhere.
//!
//! A block of 4096 elements is loaded, converted and computed in tiles, and its sum is in the order of `kernels::rows`. Pieces of blocks are
//! shared by the threads, and their sums joined in order, so that the number of threads changes no bit.

use std::sync::atomic::{AtomicBool, Ordering};

use super::convert::{Steps, value_as};
use super::dense::{self, Kernel, slice_mut};
use super::loops::{Loop, MAX_SLICES, Table};
use super::parameters::Parameters;
use super::pointwise::{Operand, cannot_load};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows::{self, Total as Sum};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Value, parallel};

/// Blocks that one thread takes at a time.
const BLOCKS: usize = 8;

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
    let kernel = table
        .loops()
        .iter()
        .find(|kernel| kernel.compute() == compute && kernel.output_types() == [Dtype::F64]);
    let Some(kernel) = kernel else {
        let allowed = format!("a type in which there is a sum of {}", table.name());
        return Err(Error::dtype(output.name, compute, allowed));
    };
    let parameters = Parameters::new(kernel, parameters)?;
    let (mut sources, mut operands) = (Vec::new(), Vec::new());
    for (input, &dtype) in inputs.into_iter().zip(kernel.input_types()) {
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
                let (size, from) = (arg.view.dtype.bits() / 8, arg.view.dtype);
                operands.push(dense::Operand::read_as(arg, from, shape));
                Source::Tensor(operands.len() - 1, size, load)
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
    operands.push(dense::Operand::write(output, compute));
    let count = shape.iter().product::<i64>() as usize;
    let plan = Total {
        kernel,
        parameters,
        compute,
        sources,
        count,
        divisor,
    };
    dense::plan(plan, operands)
}

#[cold]
fn cannot_be(value: &Value) -> Error {
    Error::from(Reason::Internal(format!(
        "a value of type {} is no number",
        value.dtype()
    )))
}

/// Where an input of the loop comes from.
enum Source {
    /// The operand, bytes of its elements, and what makes elements of the loop's type of them.
    Tensor(usize, usize, Steps),
    /// One number of the loop's type.
    Value(Value),
}

struct Total {
    kernel: &'static Loop,
    parameters: Parameters,
    compute: Dtype,
    sources: Vec<Source>,
    count: usize,
    divisor: f64,
}

/// A block of the widest elements.
const TILE: usize = BLOCK * 8;

impl Total {
    fn pieces(&self) -> usize {
        self.count.div_ceil(BLOCKS * BLOCK)
    }

    /// Bytes of tiles: two for each input, and one for results.
    fn tiles(&self) -> usize {
        (2 * self.sources.len() + 1) * TILE.min(self.count.max(1) * 8).next_multiple_of(64)
    }

    /// Returns the sum over a piece.
    ///
    /// # Safety
    /// As for [`Kernel::run`]; there are [`Total::tiles`] bytes at `tiles`, of the caller's own.
    unsafe fn piece(&self, piece: usize, places: &[usize], tiles: *mut u8) -> f64 {
        let size = self.tiles() / (2 * self.sources.len() + 1);
        let tile = |number: usize| tiles.wrapping_add(number * size);
        let results = tile(2 * self.sources.len());
        // Numbers stay in their tiles for all blocks.
        for (k, source) in self.sources.iter().enumerate() {
            if let Source::Value(value) = source {
                let number = value.get::<f32>().unwrap_or(f32::NAN);
                let count = BLOCK.min(self.count);
                // SAFETY: the caller's promise.
                unsafe { slice_mut::<f32>(tile(2 * k).expose_provenance(), count) }.fill(number);
            }
        }
        let mut sum = Sum::default();
        let first = piece * BLOCKS * BLOCK;
        let end = self.count.min(first + BLOCKS * BLOCK);
        for start in (first..end).step_by(BLOCK) {
            let count = BLOCK.min(end - start);
            let mut slices = [results; MAX_SLICES];
            for (k, source) in self.sources.iter().enumerate() {
                slices[k + 1] = match source {
                    Source::Value(_) => tile(2 * k),
                    Source::Tensor(number, size, load) => {
                        let from = places[*number] + start * size;
                        let mut at = std::ptr::with_exposed_provenance_mut::<u8>(from);
                        for (step, to) in load.iter().zip([2 * k, 2 * k + 1]) {
                            // SAFETY: the caller's promise: elements of the operand, and tiles of a block each.
                            unsafe { step.run(at, tile(to), count) };
                            at = tile(to);
                        }
                        at
                    }
                };
            }
            // SAFETY: as above; the inputs are converted to the loop's types, and results have a tile of their own.
            let terms = unsafe {
                self.kernel.run(&slices, count, self.parameters.as_ptr());
                slice_mut::<f64>(results.expose_provenance(), count)
            };
            sum.add(rows::sum(terms));
        }
        sum.sum()
    }
}

impl Kernel for Total {
    fn cost(&self) -> usize {
        self.count.saturating_mul(8 * self.sources.len())
    }

    fn scratch(&self) -> usize {
        with_alignment(self.pieces() * size_of::<f64>())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let pieces = self.pieces();
        let sums = scratch.take(pieces * size_of::<f64>())?.expose_provenance();
        let no_memory = AtomicBool::new(false);
        let work = |piece: usize| {
            let mut memory: Vec<u128> = Vec::new();
            // Aligned as vectors are.
            let units = self.tiles() / 16 + 4;
            if memory.try_reserve_exact(units).is_err() {
                no_memory.store(true, Ordering::Relaxed);
                return;
            }
            memory.resize(units, 0);
            let tiles = memory.as_mut_ptr().cast::<u8>();
            let tiles = tiles.wrapping_add(tiles.align_offset(64));
            // SAFETY: the caller's promise; the memory above, and a sum for each piece.
            unsafe {
                let sum = self.piece(piece, places, tiles);
                slice_mut::<f64>(sums + piece * 8, 1)[0] = sum;
            }
        };
        match pieces {
            1 => work(0),
            pieces => parallel::for_each_piece(pieces, work),
        }
        if no_memory.into_inner() {
            return Err(Error::out_of_host_memory(self.tiles()));
        }
        let mut total = Sum::default();
        // SAFETY: written above, one by each piece.
        for &mut sum in unsafe { slice_mut::<f64>(sums, pieces) } {
            total.add(sum);
        }
        let result = [total.sum() / self.divisor];
        let to = places[places.len() - 1];
        // SAFETY: the output is one element of the computation type.
        unsafe {
            match self.compute {
                Dtype::F16 => between(&result, slice_mut::<half::f16>(to, 1)),
                Dtype::Bf16 => between(&result, slice_mut::<half::bf16>(to, 1)),
                _ => between(&result, slice_mut::<f32>(to, 1)),
            }
        }
        Ok(())
    }
}
