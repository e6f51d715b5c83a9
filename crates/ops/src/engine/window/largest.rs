//! Plans the largest elements of windows.

use std::marker::PhantomData;

use super::{Windows, aligned, in_parts};
use crate::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::window::{Element, Largest, Places};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// Plans the largest element of each window, and the number of its place in the plane as INT32 or INT64: NaN is larger than all numbers, and of equal ones the
/// first is taken. A window without elements has the lowest number of the type, and no place.
pub fn largest(windows: Windows, input: Arg, output: Arg, places: Option<Arg>) -> Result<Call> {
    match computed(&input) {
        Dtype::F64 => plan::<f64>(windows, input, output, places),
        Dtype::I64 => plan::<i64>(windows, input, output, places),
        Dtype::I32 => plan::<i32>(windows, input, output, places),
        _ => plan::<f32>(windows, input, output, places),
    }
}

/// The type in which elements are compared.
pub(super) fn computed(input: &Arg) -> Dtype {
    match input.view.dtype {
        own @ (Dtype::F64 | Dtype::I64) => own,
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 => Dtype::F32,
        _ => Dtype::I32,
    }
}

/// The type of places that are stored in `dtype`.
pub(super) fn place_type(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::I64 => Dtype::I64,
        _ => Dtype::I32,
    }
}

fn plan<T: Element>(
    windows: Windows,
    input: Arg,
    output: Arg,
    places: Option<Arg>,
) -> Result<Call> {
    let dtype = computed(&input);
    let wanted = places.as_ref().map(|places| place_type(places.view.dtype));
    let kernel = Maxima::<T> {
        windows,
        places: wanted,
        element: PhantomData,
    };
    let mut operands = vec![Operand::read(input, dtype), Operand::write(output, dtype)];
    let places = places.zip(wanted);
    operands.extend(places.map(|(places, dtype)| Operand::write(places, dtype)));
    dense::plan(kernel, operands)
}

struct Maxima<T> {
    windows: Windows,
    /// The type of places, if they are wanted.
    places: Option<Dtype>,
    element: PhantomData<fn() -> T>,
}

/// Scratch memory of a part, in elements and as many numbers, and in bytes.
pub(super) fn scratch_of<T>(windows: &Windows) -> (usize, usize) {
    let count = 2 * windows.grid.padded();
    let bytes = aligned(count * size_of::<T>()) + aligned(count * size_of::<i32>());
    (count, bytes)
}

/// Returns the elements and the numbers of a part.
///
/// # Safety
/// There are as many bytes as [`scratch_of`] says, aligned, which nothing else uses.
pub(super) unsafe fn scratch_at<'a, T>(
    windows: &Windows,
    memory: usize,
) -> (&'a mut [T], &'a mut [i32]) {
    let (count, _) = scratch_of::<T>(windows);
    let behind = memory + aligned(count * size_of::<T>());
    // SAFETY: the caller's promise.
    unsafe { (slice_mut(memory, count), slice_mut(behind, count)) }
}

impl<T: Element> Kernel for Maxima<T> {
    fn cost(&self) -> usize {
        self.windows.cost()
    }

    fn scratch(&self) -> usize {
        let rows = self.windows.planes * self.windows.grid.rows();
        self.windows.parts(rows) * aligned(scratch_of::<T>(&self.windows).1)
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (&[from, to], numbers) = places.split_first_chunk().ok_or_else(|| {
            Error::from(Reason::Internal("a plan was run without addresses".into()))
        })?;
        let (windows, grid) = (&self.windows, &self.windows.grid);
        // SAFETY: the caller's promise.
        let input = unsafe { slice::<T>(from, windows.elements()) };
        let rows = windows.planes * grid.rows();
        let memory = (scratch, scratch_of::<T>(windows).1);
        in_parts(rows, windows.parts(rows), memory, |rows, memory| {
            let (first, count) = (
                rows.start * grid.axes[2].count,
                rows.len() * grid.axes[2].count,
            );
            // SAFETY: the caller's promise; parts have rows and memory of their own.
            unsafe {
                let (values, lines) = scratch_at::<T>(windows, memory);
                let places = match (self.places, numbers) {
                    (Some(Dtype::I64), &[at]) => Places::I64(slice_mut(at + first * 8, count)),
                    (Some(_), &[at]) => Places::I32(slice_mut(at + first * 4, count)),
                    _ => Places::None,
                };
                T::largest(&mut Largest {
                    grid,
                    input,
                    rows,
                    output: slice_mut(to + first * size_of::<T>(), count),
                    places,
                    values,
                    lines,
                });
            }
        })
    }
}
