//! The engine of windows: the largest elements of windows over planes with their places, averages, and the gradients of both.
//!
//! A plane is the last axes of a tensor, and a [`Grid`] says where its windows lie. Operands are dense (`engine/dense.rs`), of any strides by a copy. Rows of
//! results are computed one by one, gradients plane by plane, so that threads change no bit.

#![forbid(unsafe_code)]

mod gradient;
mod largest;
pub mod mask;

use std::ops::Range;

use super::operands::{Read, Temporary, Write, kernel, operands};
use crate::grain;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::window::{Averaged, Averages, Real};
use hostnpu_tensor::cuts::{self, Chunks};
use hostnpu_tensor::{Dtype, Element, parallel};

pub use gradient::{scatter, scatter_by_bits, spread};
pub use hostnpu_kernels::window::{Axis, Divisor, Grid};
pub use largest::largest;

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

    /// The parts in which `pieces` pieces of them are computed.
    fn parts(&self, pieces: usize) -> Parts {
        let work = self.elements().max(self.results());
        Parts::new(
            pieces,
            (work / grain::PRODUCTS).min(4 * parallel::threads()),
        )
    }
}

/// Pieces that are computed in parts, each with scratch memory of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pieces: usize,
    /// Pieces of a part; the last one may have fewer.
    of_part: usize,
}

impl Parts {
    /// At most so many parts of `pieces` pieces.
    pub fn new(pieces: usize, most: usize) -> Self {
        Self {
            pieces,
            of_part: pieces.div_ceil(most.max(1)).max(1),
        }
    }

    /// Number of parts.
    pub fn count(self) -> usize {
        self.pieces.div_ceil(self.of_part)
    }

    /// Scratch memory of `each` numbers for each part.
    pub fn memory<T>(self, each: usize) -> Temporary<T> {
        Temporary::of(self.count().saturating_mul(each))
    }

    /// The pieces of a part.
    pub fn range(self, part: usize) -> Range<usize> {
        let first = part * self.of_part;
        first..self.pieces.min(first + self.of_part)
    }

    /// Elements of a part, of which each piece has `each`.
    pub fn elements(self, each: usize) -> usize {
        self.of_part * each
    }

    /// Cuts elements, of which each piece has `each`.
    pub fn cut<T: Send>(self, of: &mut [T], each: usize) -> Chunks<'_, T> {
        cuts::chunks(of, self.elements(each))
    }
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

operands! {
    struct Average<I: Element, O: Element> => AverageAt {
        input: Read<I>,
        output: Write<O>,
        /// Of each part, sums of columns and what they are multiplied by.
        numbers: Temporary<f64>,
    }
}

fn average_in<I: Averaged<O> + Element, O: Real + Element>(
    windows: Windows,
    divisor: Divisor,
    input: Arg,
    output: Arg,
) -> Result<Call> {
    input.require_numel(windows.elements())?;
    output.require_numel(windows.results())?;
    let parts = windows.parts(windows.planes * windows.grid.rows());
    let sums = 2 * windows.grid.padded();
    let numbers = sums + windows.grid.strips();
    let operands = Average::<I, O> {
        input: input.into(),
        output: output.into(),
        numbers: parts.memory(numbers),
    };
    kernel(operands, windows.cost(), move |at: AverageAt<I, O>| {
        let grid = &windows.grid;
        let cut = (
            parts.cut(at.output, grid.axes[2].count),
            cuts::chunks(at.numbers, numbers),
        );
        cuts::for_each_part(cut, |part, (output, numbers)| {
            let (sums, factors) = numbers.split_at_mut(sums);
            I::average(&mut Averages {
                grid,
                divisor,
                input: at.input,
                rows: parts.range(part),
                output,
                sums,
                factors,
            });
        });
        Ok(())
    })
}
