//! The engine of windows: the largest elements of windows over planes with their places, averages, and the gradients of both.
//!
//! A plane is the last axes of a tensor, and a [`Grid`] says where its windows lie. Operands are dense (`engine/dense.rs`), of any strides by a copy. Rows of
//! results are computed one by one, gradients plane by plane, so that threads change no bit.

mod gradient;
mod largest;
pub mod mask;

use std::marker::PhantomData;
use std::ops::Range;

use super::dense::{self, Kernel, Operand, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::window::{Averaged, Averages, Real};
use hostnpu_tensor::scratch::{ALIGNMENT, Scratch};
use hostnpu_tensor::{Dtype, parallel};

pub use gradient::{scatter, scatter_by_bits, spread};
pub use hostnpu_kernels::window::{Axis, Divisor, Grid};
pub use largest::largest;

/// Elements of results for which another thread is asked.
const SHARE: usize = 1 << 13;

/// Planes, and the windows of each.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Number of planes.
    pub planes: usize,
    /// The windows of a plane.
    pub grid: Grid,
}

impl Windows {
    /// Windows over so many planes of up to three axes.
    pub fn new(planes: usize, axes: &[Axis]) -> Self {
        let mut all = [Axis::even(1, 1, [1, 1, 1], [0, 0]); 3];
        all[3 - axes.len()..].copy_from_slice(axes);
        let grid = Grid { axes: all };
        Self { planes, grid }
    }

    /// Elements of all planes.
    fn elements(&self) -> usize {
        self.planes.saturating_mul(self.grid.plane())
    }

    /// Windows of all planes.
    fn results(&self) -> usize {
        self.planes.saturating_mul(self.grid.windows())
    }

    /// Roughly how much work they are, in bytes moved.
    fn cost(&self) -> usize {
        self.elements()
            .saturating_add(self.results())
            .saturating_mul(8)
    }

    /// In how many parts `pieces` pieces of them are computed.
    fn parts(&self, pieces: usize) -> usize {
        let work = self.elements().max(self.results());
        pieces.min(work / SHARE).min(4 * parallel::threads()).max(1)
    }
}

/// Calls `work` for each of `parts` parts of `pieces` pieces, with the address of `bytes` bytes of scratch memory of its own.
pub(crate) fn in_parts(
    pieces: usize,
    parts: usize,
    (scratch, bytes): (&mut Scratch, usize),
    work: impl Fn(Range<usize>, usize) + Sync,
) -> Result<()> {
    let bytes = aligned(bytes);
    let memory = scratch.take(parts * bytes)?.expose_provenance();
    parallel::for_each_piece(parts, |part| {
        let range = pieces * part / parts..pieces * (part + 1) / parts;
        work(range, memory + part * bytes);
    });
    Ok(())
}

/// Bytes of scratch memory, such that what follows is aligned.
pub(crate) fn aligned(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT)
}

/// The types in which averages and gradients are computed for operands of these types: what is read, and what is written before it is converted.
fn computed(input: &Arg, output: &Arg) -> (Dtype, Dtype) {
    match (input.view.dtype, output.view.dtype) {
        (Dtype::F64, _) => (Dtype::F64, Dtype::F64),
        (_, Dtype::F32) => (Dtype::F32, Dtype::F32),
        // To be rounded once.
        _ => (Dtype::F32, Dtype::F64),
    }
}

/// Calls a function of two Rust types for what [`computed`] says.
macro_rules! in_types {
    ($types:expr, $f:ident($($argument:expr),*)) => {
        match $types {
            (Dtype::F64, _) => $f::<f64, f64>($($argument),*),
            (_, Dtype::F32) => $f::<f32, f32>($($argument),*),
            _ => $f::<f32, f64>($($argument),*),
        }
    };
}
use in_types;

/// Plans the average of each window: a sum in DOUBLE by the divisor, rounded once.
pub fn average(windows: Windows, divisor: Divisor, input: Arg, output: Arg) -> Result<Call> {
    in_types!(
        computed(&input, &output),
        average_in(windows, divisor, input, output)
    )
}

fn average_in<I: Averaged<O>, O: Real>(
    windows: Windows,
    divisor: Divisor,
    input: Arg,
    output: Arg,
) -> Result<Call> {
    let (from, to) = computed(&input, &output);
    let kernel = Average::<I, O> {
        windows,
        divisor,
        types: PhantomData,
    };
    dense::plan(
        kernel,
        [Operand::read(input, from), Operand::write(output, to)],
    )
}

struct Average<I, O> {
    windows: Windows,
    divisor: Divisor,
    types: PhantomData<fn(I) -> O>,
}

impl<I, O> Average<I, O> {
    fn rows(&self) -> usize {
        self.windows.planes * self.windows.grid.rows()
    }

    /// Numbers of scratch memory of a part.
    fn numbers(&self) -> usize {
        2 * self.windows.grid.padded() + self.windows.grid.strips()
    }
}

impl<I: Averaged<O>, O: Real> Kernel for Average<I, O> {
    fn cost(&self) -> usize {
        self.windows.cost()
    }

    fn scratch(&self) -> usize {
        self.windows.parts(self.rows()) * aligned(8 * self.numbers())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let &[from, to] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let (grid, count) = (&self.windows.grid, self.windows.grid.axes[2].count);
        // SAFETY: the caller's promise.
        let input = unsafe { slice::<I>(from, self.windows.elements()) };
        let parts = self.windows.parts(self.rows());
        let memory = (scratch, 8 * self.numbers());
        in_parts(self.rows(), parts, memory, |rows, memory| {
            // SAFETY: the caller's promise; parts have rows and memory of their own.
            let (output, numbers) = unsafe {
                (
                    slice_mut::<O>(to + rows.start * count * size_of::<O>(), rows.len() * count),
                    slice_mut::<f64>(memory, self.numbers()),
                )
            };
            let (sums, factors) = numbers.split_at_mut(2 * grid.padded());
            I::average(&mut Averages {
                grid,
                divisor: self.divisor,
                input,
                rows,
                output,
                sums,
                factors,
            });
        })
    }
}
