//! Results of sums: factor, addend, rounding.

use crate::Arg;
use crate::block::copy_line;
use crate::convert::Steps;
use crate::pointwise::{Operand, cannot_load, cannot_store};
use crate::tile::Tile;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::gemm::{Kind, results};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::Dtype;

/// Elements that are finished at once.
const LINE: usize = 256;

/// The way from sums to results.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    kind: Kind,
    /// To DOUBLE, in which they are multiplied and added to, if they are.
    widen: Option<Steps>,
    factor: f64,
    addend: Option<Addend>,
    store: Steps,
    /// Bytes of a result.
    size: usize,
}

#[derive(Clone, Copy)]
struct Addend {
    steps: Steps,
    size: usize,
    weight: f64,
}

impl Addend {
    /// So many elements, `stride` bytes apart, as DOUBLE: in the memory of a tile, or where they lie.
    fn numbers<'t>(
        &self,
        (first, stride): (Region<'t>, isize),
        count: usize,
        [gathered, spare, converted]: [Region<'t>; 3],
    ) -> &'t [f64] {
        // Of an element that serves all, one is converted.
        let own = if stride == 0 { 1 } else { count };
        let is_dense = own == 1 || stride == self.size as isize;
        let elements = match is_dense {
            true => first,
            false => {
                gather(first, stride, self.size, own, gathered);
                gathered
            }
        };
        match self.steps.is_empty() {
            true if own == count => {
                // SAFETY: DOUBLE numbers of a tensor that is read, or of a tile that was just filled.
                return unsafe { elements.slice(count) };
            }
            true => converted.copy(elements, self.size),
            false => self.steps.run([elements, spare], converted, own),
        }
        // SAFETY: as many numbers of a tile of this thread, filled up to the last of its own here.
        let numbers = unsafe { converted.slice_mut::<f64>(count) };
        if let ([one, others @ ..], true) = (&mut *numbers, own < count) {
            others.fill(*one);
        }
        numbers
    }
}

impl Finish {
    /// Results are rounded to `result` before they are converted to the type of `output`.
    pub fn new(
        kind: Kind,
        factor: f64,
        addend: Option<(Dtype, f64)>,
        result: Dtype,
        output: &Arg,
    ) -> Result<Self> {
        let no_value = |dtype| cannot_load(&Operand::Output, output, dtype);
        let sums = super::sums(kind);
        let widen = (factor != 1.0 || addend.is_some()).then_some(Dtype::F64);
        let addend = addend.map(|(dtype, weight)| {
            let steps = Steps::new(dtype, Dtype::F64).ok_or_else(|| no_value(dtype))?;
            let size = dtype.bits() / 8;
            Ok::<_, Error>(Addend {
                steps,
                size,
                weight,
            })
        });
        Ok(Self {
            kind,
            factor,
            addend: addend.transpose()?,
            store: Steps::through(widen.unwrap_or(sums), result, output.view.dtype)
                .ok_or_else(|| cannot_store(output, result))?,
            widen: widen.and_then(|wide| Steps::new(sums, wide)),
            size: output.view.dtype.bits() / 8,
        })
    }

    /// Bytes of a result.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes `count` results of a row, whose sums are changed. `output` and `addend` are the first one and the bytes to the next.
    pub fn row(
        &self,
        sums: Region,
        count: usize,
        output: (Region, isize),
        addend: Option<(Region, isize)>,
    ) {
        let mut lines = [const { Tile::<{ LINE * 8 }>::new() }; 4];
        let [wide, other, spare, result] = lines.each_mut().map(Tile::region);
        for start in (0..count).step_by(LINE) {
            let count = LINE.min(count - start);
            let mut values = sums.after(start * self.kind.size());
            if let Some(steps) = self.widen {
                if !steps.is_empty() {
                    steps.run([values, spare], wide, count);
                    values = wide;
                }
                // SAFETY: DOUBLE numbers of this thread, as widening has made them.
                let values = unsafe { values.slice_mut::<f64>(count) };
                match self.addend.zip(addend) {
                    None => results::scale(values, self.factor),
                    Some((of, (first, stride))) => {
                        let first = first.moved(start as isize * stride);
                        let numbers = of.numbers((first, stride), count, [result, spare, other]);
                        results::combine(values, self.factor, numbers, of.weight);
                    }
                }
            }
            // SAFETY: numbers of this thread, of the type of the sums or as widening has made them.
            unsafe {
                match self.kind {
                    Kind::Integer => {}
                    Kind::Single if self.widen.is_none() => {
                        results::one_nan_f32(values.slice_mut(count));
                    }
                    _ => results::one_nan(values.slice_mut(count)),
                }
            }
            let (first, stride) = output;
            let target = first.moved(start as isize * stride);
            let is_dense = stride == self.size as isize;
            let to = if is_dense { target } else { result };
            match self.store.is_empty() {
                true => to.copy(values, count * self.size),
                false => self.store.run([values, spare], to, count),
            }
            if !is_dense {
                let size = self.size;
                copy_line(size, (to, size as isize), (target, stride), count);
            }
        }
    }
}

/// Copies elements of `size` bytes, `stride` bytes apart, to neighbours.
pub(super) fn gather(from: Region, stride: isize, size: usize, count: usize, to: Region) {
    copy_line(size, (from, stride), (to, size as isize), count);
}
