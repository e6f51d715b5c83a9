//! Results of sums: factor, addend, rounding.

use std::mem::MaybeUninit;

use crate::Arg;
use crate::convert::Steps;
use crate::pointwise::{Operand, cannot_load, cannot_store};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::gemm::{Kind, results};
use hostnpu_tensor::Dtype;

/// Elements that are finished at once.
const LINE: usize = 256;

/// A line of elements of any type.
#[repr(align(64))]
struct Line(MaybeUninit<[u8; LINE * 8]>);

impl Line {
    const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

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

    /// Writes `count` results of a row. `output` and `addend` are the address of the first one and the bytes to the next.
    ///
    /// # Safety
    /// The sums may be read and written, addends be read and results be written, all aligned.
    pub unsafe fn row(
        &self,
        sums: usize,
        count: usize,
        output: (usize, isize),
        addend: Option<(usize, isize)>,
    ) {
        let mut lines = [const { Line::new() }; 4];
        let at = |(first, stride): (usize, isize), i: usize| {
            first.wrapping_add_signed(i as isize * stride)
        };
        for start in (0..count).step_by(LINE) {
            let count = LINE.min(count - start);
            let sums = sums + start * self.kind.size();
            let [wide, other, spare, result] = &mut lines;
            // SAFETY: the caller's promise for these elements; a line holds as many of any type.
            unsafe {
                let mut values = std::ptr::with_exposed_provenance_mut::<u8>(sums);
                if let Some(steps) = self.widen {
                    if !steps.is_empty() {
                        steps.run([values, spare.start()], wide.start(), count);
                        values = wide.start();
                    }
                    let values = std::slice::from_raw_parts_mut(values.cast::<f64>(), count);
                    match self.addend.zip(addend) {
                        None => results::scale(values, self.factor),
                        Some((of, place)) => {
                            gather(at(place, start), place.1, of.size, count, result.start());
                            let numbers = match of.steps.is_empty() {
                                true => result.start(),
                                false => {
                                    of.steps.run(
                                        [result.start(), spare.start()],
                                        other.start(),
                                        count,
                                    );
                                    other.start()
                                }
                            };
                            let numbers = std::slice::from_raw_parts(numbers.cast(), count);
                            results::combine(values, self.factor, numbers, of.weight);
                        }
                    }
                }
                match self.kind {
                    Kind::Integer => {}
                    Kind::Single if self.widen.is_none() => {
                        results::one_nan_f32(std::slice::from_raw_parts_mut(
                            values.cast::<f32>(),
                            count,
                        ));
                    }
                    _ => results::one_nan(std::slice::from_raw_parts_mut(
                        values.cast::<f64>(),
                        count,
                    )),
                }
                let (target, stride) = (at(output, start), output.1);
                let is_dense = stride == self.size as isize;
                let target = std::ptr::with_exposed_provenance_mut::<u8>(target);
                let to = if is_dense { target } else { result.start() };
                match self.store.is_empty() {
                    true => to.copy_from_nonoverlapping(values, count * self.size),
                    false => self.store.run([values, spare.start()], to, count),
                }
                if !is_dense {
                    scatter(to, self.size, count, target, stride);
                }
            }
        }
    }
}

/// Calls a function with elements of `size` bytes as numbers.
macro_rules! of_size {
    ($size:expr, $function:ident, $($argument:expr),+) => {
        match $size {
            1 => $function::<u8>($($argument),+),
            2 => $function::<u16>($($argument),+),
            4 => $function::<u32>($($argument),+),
            _ => $function::<u64>($($argument),+),
        }
    };
}

/// Copies elements of `size` bytes, `stride` bytes apart, to neighbours.
///
/// # Safety
/// They may be read, and as many be written, aligned.
pub(super) unsafe fn gather(from: usize, stride: isize, size: usize, count: usize, to: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        of_size!(
            size,
            step_by,
            std::ptr::with_exposed_provenance(from),
            stride,
            to,
            size as isize,
            count
        )
    }
}

unsafe fn scatter(from: *const u8, size: usize, count: usize, to: *mut u8, stride: isize) {
    // SAFETY: the caller's promise.
    unsafe { of_size!(size, step_by, from, size as isize, to, stride, count) }
}

/// Moves elements that are some bytes apart on each side.
unsafe fn step_by<T: Copy>(
    from: *const u8,
    stride: isize,
    to: *mut u8,
    pitch: isize,
    count: usize,
) {
    for i in 0..count as isize {
        let (from, to) = (
            from.wrapping_offset(i * stride),
            to.wrapping_offset(i * pitch),
        );
        // SAFETY: the caller's promise for this element.
        unsafe { to.cast::<T>().write(from.cast::<T>().read()) };
    }
}
