//! Tables of two axes that kernels read in place.

use std::marker::PhantomData;

use super::super::dense::Operand;
use super::super::floats::Floats;
use super::{Declared, Operands, Places, Special, not_declared};
use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_tensor::{Dtype, Element};

/// Shape and strides of a table of two axes.
pub(super) struct Table {
    shape: [usize; 2],
    strides: [isize; 2],
}

/// A table of two axes that is read in place, with any strides.
pub struct ReadRows(Operand);

impl From<Arg> for ReadRows {
    /// A table of two axes.
    fn from(arg: Arg) -> Self {
        Self(Operand::read_as_it_lies(arg))
    }
}

impl Operands for ReadRows {
    type Bound<'a> = Rows<'a>;

    fn declare(self, to: &mut Declared) {
        let layout = &self.0.arg.view.layout;
        let table = match (layout.shape(), layout.strides()) {
            (&[rows, width], &[row, element]) => Some(Special::Rows(Table {
                shape: [rows as usize, width as usize],
                strides: [row as isize, element as isize],
            })),
            _ => None,
        };
        to.special_operand(self.0, table);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Rows<'a>> {
        let of = places.take(None, false)?;
        let Some(Special::Rows(table)) = of.known.special.as_deref() else {
            return Err(not_declared("a table of two axes"));
        };
        if ![Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64].contains(&of.known.dtype) {
            return Err(not_declared("a table of floating-point numbers"));
        }
        let dense = [table.shape[1] as isize, 1];
        Ok(Rows {
            dtype: of.known.dtype,
            first: of.address,
            shape: table.shape,
            strides: if of.is_moved { dense } else { table.strides },
            of: PhantomData,
        })
    }
}

/// A table of two axes with its strides.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    dtype: Dtype,
    first: usize,
    shape: [usize; 2],
    /// In elements.
    strides: [isize; 2],
    of: PhantomData<&'a [u8]>,
}

impl<'a> Rows<'a> {
    /// Returns the number of rows and the elements of each.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Converts `to.len()` elements of a row, starting at `first`, to `f64`. Panics outside the table.
    #[inline]
    pub fn load(&self, row: usize, first: usize, to: &mut [f64]) {
        let [rows, width] = self.shape;
        assert!(row < rows && first + to.len() <= width, "outside the table");
        match self.dtype {
            Dtype::F16 => self.load_of::<half::f16>(row, first, to, Floats::F16),
            Dtype::Bf16 => self.load_of::<half::bf16>(row, first, to, Floats::Bf16),
            Dtype::F64 => self.load_of::<f64>(row, first, to, Floats::F64),
            _ => self.load_of::<f32>(row, first, to, Floats::F32),
        }
    }

    #[inline(always)]
    fn load_of<T: Element + Into<f64>>(
        &self,
        row: usize,
        first: usize,
        to: &mut [f64],
        floats: fn(&'a [T]) -> Floats<'a>,
    ) {
        let [by_row, by_element] = self.strides;
        let start = row as isize * by_row + first as isize * by_element;
        let place = std::ptr::with_exposed_provenance::<T>(self.first).wrapping_offset(start);
        if by_element == 1 {
            // SAFETY: elements of the table, by the assertion of the caller; the view lies in memory that nothing writes.
            let from = unsafe { std::slice::from_raw_parts(place, to.len()) };
            return floats(from).load(0..to.len(), to);
        }
        for (k, to) in (0..).zip(to) {
            // SAFETY: as above.
            *to = unsafe { place.wrapping_offset(k * by_element).read() }.into();
        }
    }
}
