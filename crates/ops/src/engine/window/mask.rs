//! The largest elements of windows, with their places as bits: for each plane and each place in a window one row of bits, one bit for each window, of which a window
//! has one.

use super::largest::{computed, scratch_at, scratch_of};
use super::{Windows, aligned, in_parts};
use crate::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::window::{Element, Grid, Largest, Places};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// The rows of bits of a plane.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    /// Rows and columns of a window.
    pub window: [usize; 2],
    /// Bytes of a row of bits.
    pub row: usize,
}

impl Bits {
    /// Bytes of a plane.
    pub(super) fn plane(&self) -> usize {
        self.window[0] * self.window[1] * self.row
    }

    /// Writes the bits of a plane.
    fn write(&self, grid: &Grid, places: &[i32], bits: &mut [u8]) {
        bits.fill(0);
        let [_, down, across] = &grid.axes;
        for (number, &place) in places.iter().enumerate() {
            let [line, column] = [
                place as usize / across.extent,
                place as usize % across.extent,
            ];
            let line = line as i64 - down.start(number / across.count);
            let column = column as i64 - across.start(number % across.count);
            let row = line as usize * self.window[1] + column as usize;
            bits[row * self.row + number / 8] |= 1 << (number % 8);
        }
    }

    /// Returns the place in the plane that the bits of a window say, if they say one.
    fn place(&self, grid: &Grid, bits: &[u8], number: usize) -> Option<i32> {
        let [_, down, across] = &grid.axes;
        let is_set = |row: &usize| bits[row * self.row + number / 8] >> (number % 8) & 1 == 1;
        let mut rows = (0..self.window[0] * self.window[1]).filter(is_set);
        let row = rows.next().filter(|_| rows.next().is_none())?;
        let line = down.start(number / across.count) + (row / self.window[1]) as i64;
        let column = across.start(number % across.count) + (row % self.window[1]) as i64;
        let inside = |place: i64, extent: usize| (0..extent as i64).contains(&place);
        let is_inside = inside(line, down.extent) && inside(column, across.extent);
        is_inside.then_some((line * across.extent as i64 + column) as i32)
    }

    /// Writes the places that the bits of all planes say; refuses windows for which they do not say one.
    pub(super) fn read_all(
        &self,
        windows: &Windows,
        name: &'static str,
        mask: &[u8],
        places: &mut [i32],
    ) -> Result<()> {
        let count = windows.grid.windows();
        for (at, to) in places.iter_mut().enumerate() {
            let (plane, number) = (at / count, at % count);
            let bits = &mask[plane * self.plane()..(plane + 1) * self.plane()];
            *to = self.place(&windows.grid, bits, number).ok_or_else(|| {
                let got = format!("none or several for window {number} of plane {plane}");
                Error::value(name, got, "a bit for one element of the window")
            })?;
        }
        Ok(())
    }
}

/// Plans the largest element of each window of images of FLOAT, FLOAT16 or BFLOAT16, and its place as bits.
pub fn largest(windows: Windows, bits: Bits, input: Arg, output: Arg, mask: Arg) -> Result<Call> {
    let dtype = computed(&input);
    let kernel = Maxima { windows, bits };
    let operands = [
        Operand::read(input, dtype),
        Operand::write(output, dtype),
        Operand::write(mask, Dtype::I8),
    ];
    dense::plan(kernel, operands)
}

struct Maxima {
    windows: Windows,
    bits: Bits,
}

impl Maxima {
    /// Bytes of scratch memory of a part.
    fn bytes(&self) -> usize {
        scratch_of::<f32>(&self.windows).1 + 4 * self.windows.grid.windows()
    }
}

impl Kernel for Maxima {
    fn cost(&self) -> usize {
        let bits = self.windows.planes.saturating_mul(self.bits.plane());
        self.windows.cost().saturating_add(bits)
    }

    fn scratch(&self) -> usize {
        self.windows.parts(self.windows.planes) * aligned(self.bytes())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let &[from, to, mask] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let (windows, grid) = (&self.windows, &self.windows.grid);
        let (count, bytes) = (grid.windows(), self.bits.plane());
        // SAFETY: the caller's promise.
        let input = unsafe { slice::<f32>(from, windows.elements()) };
        let parts = windows.parts(windows.planes);
        in_parts(
            windows.planes,
            parts,
            (scratch, self.bytes()),
            |planes, memory| {
                let behind = memory + scratch_of::<f32>(windows).1;
                for plane in planes {
                    // SAFETY: the caller's promise; parts have planes and memory of their own.
                    let ((values, lines), output, numbers, bits) = unsafe {
                        (
                            scratch_at::<f32>(windows, memory),
                            slice_mut(to + plane * count * size_of::<f32>(), count),
                            slice_mut::<i32>(behind, count),
                            slice_mut::<u8>(mask + plane * bytes, bytes),
                        )
                    };
                    f32::largest(&mut Largest {
                        grid,
                        input,
                        rows: plane * grid.rows()..(plane + 1) * grid.rows(),
                        output,
                        places: Places::I32(&mut *numbers),
                        values,
                        lines,
                    });
                    self.bits.write(grid, numbers, bits);
                }
            },
        )
    }
}
