//! The largest elements of windows, with their places as bits: for each plane and each place in a window one row of bits, one bit for each window, of which a window
//! has one.

#![forbid(unsafe_code)]

use super::Windows;
use super::largest::{columns, computed};
use crate::operands::{Read, Temporary, Write, WriteAny, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::window::{Element, Grid, Largest, Places};
use hostnpu_tensor::{Dtype, cuts};

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

operands! {
    struct Maxima => MaximaAt {
        input: Read<f32>,
        output: Write<f32>,
        /// Bytes of bits.
        mask: WriteAny,
        /// Of each part, columns of largest elements, and the lines that these are in.
        values: Temporary<f32>,
        lines: Temporary<i32>,
        /// Of each part, the places of a plane.
        places: Temporary<i32>,
    }
}

/// Plans the largest element of each window of images of FLOAT, FLOAT16 or BFLOAT16, and its place as bits.
pub fn largest(windows: Windows, bits: Bits, input: Arg, output: Arg, mask: Arg) -> Result<Call> {
    if computed(&input) != Dtype::F32 {
        let allowed = "FLOAT, FLOAT16 or BFLOAT16";
        return Err(Error::dtype(input.name, input.view.dtype, allowed));
    }
    let bytes = windows.planes.saturating_mul(bits.plane());
    input.require_numel(windows.elements())?;
    output.require_numel(windows.results())?;
    mask.require_numel(bytes)?;
    let parts = windows.parts(windows.planes);
    let (columns, count) = (columns(&windows), windows.grid.windows());
    let operands = Maxima {
        input: input.into(),
        output: output.into(),
        mask: WriteAny::of(mask, Dtype::I8),
        values: parts.memory(columns),
        lines: parts.memory(columns),
        places: parts.memory(count),
    };
    let cost = windows.cost().saturating_add(bytes);
    kernel(operands, cost, move |at: MaximaAt| {
        let grid = &windows.grid;
        let cut = (
            parts.cut(at.output, count),
            parts.cut(at.mask.bytes(), bits.plane()),
            cuts::chunks(at.values, columns),
            cuts::chunks(at.lines, columns),
            cuts::chunks(at.places, count),
        );
        cuts::for_each_part(cut, |part, (output, mask, values, lines, places)| {
            let planes = output.chunks_mut(count).zip(mask.chunks_mut(bits.plane()));
            for (plane, (output, mask)) in parts.range(part).zip(planes) {
                f32::largest(&mut Largest {
                    grid,
                    input: at.input,
                    rows: plane * grid.rows()..(plane + 1) * grid.rows(),
                    output,
                    places: Places::I32(&mut *places),
                    values: &mut *values,
                    lines: &mut *lines,
                });
                bits.write(grid, places, mask);
            }
        });
        Ok(())
    })
}
