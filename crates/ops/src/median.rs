//! The number in the middle of a tensor or of each of its rows.

use super::engine::dense::{self, Kernel, Operand};
use super::engine::sort;
pub use super::engine::sort::Choice;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dims, Dtype, Layout};

/// Plans `values = ` the chosen number along dimension `axis` of `input`, or of all its elements, and `indices = ` its position there; of equal
/// numbers that which a stable sort puts in its place. The dimension has an element.
pub fn median(
    input: Arg,
    axis: Option<usize>,
    choice: Choice,
    values: Arg,
    indices: Option<Arg>,
) -> Result<Call> {
    let (dtype, numel) = (input.view.dtype, input.view.numel().unwrap_or(0));
    let input = match axis {
        Some(axis) => with_last(input, axis)?,
        None => input,
    };
    let length = match (axis, input.view.layout.shape().last()) {
        (Some(_), Some(&length)) => length as usize,
        (Some(_), None) => 1,
        (None, _) => numel,
    };
    let kernel = Median {
        dtype,
        rows: numel / length.max(1),
        length,
        choice,
        has_indices: indices.is_some(),
    };
    let mut operands = vec![Operand::read(input, dtype), Operand::write(values, dtype)];
    operands.extend(indices.map(|indices| Operand::write(indices, Dtype::I64)));
    dense::plan(kernel, operands)
}

/// Returns a view with dimension `axis` behind the others. A view of rank 0 stays as it is.
pub fn with_last(arg: Arg, axis: usize) -> Result<Arg> {
    let layout = arg.view.layout.clone();
    let moved = |axes: &[i64]| {
        let mut axes = Dims::from_slice(axes);
        if axis < axes.len() {
            axes[axis..].rotate_left(1);
        }
        axes
    };
    let turned = Layout::new(
        moved(layout.shape()),
        moved(layout.strides()),
        layout.offset(),
    );
    Arg::new(arg.name, arg.role, arg.view.dtype, turned, arg.view.address)
}

struct Median {
    dtype: Dtype,
    rows: usize,
    length: usize,
    choice: Choice,
    has_indices: bool,
}

impl Kernel for Median {
    fn cost(&self) -> usize {
        self.rows.saturating_mul(self.length).saturating_mul(16)
    }

    fn scratch(&self) -> usize {
        sort::rows_scratch(self.rows, self.length, sort::nth_scratch(self.length))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (size, length) = (self.dtype.bits() / 8, self.length);
        let row = |number: usize, memory: usize| {
            let from = places[0] + number * length * size;
            // SAFETY: the caller's promise for the row, and scratch memory of that size; each row has elements of its own in the outputs.
            unsafe {
                let at = sort::nth(self.dtype, from, length, self.choice, memory);
                let source = std::ptr::with_exposed_provenance::<u8>(from + at * size);
                let target = std::ptr::with_exposed_provenance_mut::<u8>(places[1] + number * size);
                target.copy_from_nonoverlapping(source, size);
                if self.has_indices {
                    let indices = std::ptr::with_exposed_provenance_mut::<i64>(places[2]);
                    indices.wrapping_add(number).write(at as i64);
                }
            }
        };
        let each = sort::nth_scratch(length);
        sort::for_each_row(scratch, (self.rows, length), each, row)
    }
}
