//! Planes that are filled and read at positions which a tensor of indices says.

use super::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use super::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// Plans `output = ` zeros, and in each plane element `i` of the same plane of `input` at position `indices[i]`; of several elements for one position
/// the last stays. The last `axes` dimensions of `input` are a plane, and `plane` is the number of elements of one of `output`.
pub fn scatter(input: Arg, indices: Arg, axes: usize, plane: usize, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    let kernel = Planes::new(&input, &indices, axes, plane, dtype, Way::Scatter);
    dense::plan(
        kernel,
        [
            Operand::read(indices, Dtype::I64),
            Operand::read(input, dtype),
            Operand::write(output, dtype),
        ],
    )
}

/// Plans `output[i] = ` the element of the same plane of `input` at position `indices[i]`. The last `axes` dimensions are a plane, of `plane` elements
/// in `input`.
pub fn gather(input: Arg, indices: Arg, axes: usize, plane: usize, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    let kernel = Planes::new(&output, &indices, axes, plane, dtype, Way::Gather);
    dense::plan(
        kernel,
        [
            Operand::read(indices, Dtype::I64),
            Operand::read(input, dtype),
            Operand::write(output, dtype),
        ],
    )
}

/// Whether indices say where elements go, or where they come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Scatter,
    Gather,
}

struct Planes {
    count: usize,
    /// Elements of a plane that has indices.
    small: usize,
    /// Elements of a plane that indices lead into.
    large: usize,
    size: usize,
    way: Way,
    name: &'static str,
}

impl Planes {
    /// Planes of which `small` has one element for each index.
    fn new(small: &Arg, indices: &Arg, axes: usize, large: usize, dtype: Dtype, way: Way) -> Self {
        let shape = small.view.layout.shape();
        let (before, plane) = shape.split_at(shape.len().saturating_sub(axes));
        Self {
            count: before.iter().product::<i64>() as usize,
            small: plane.iter().product::<i64>() as usize,
            large,
            size: dtype.bits() / 8,
            way,
            name: indices.name,
        }
    }

    /// Moves the elements of all planes.
    ///
    /// # Safety
    /// As for [`Kernel::run`], with elements of this size.
    unsafe fn run_in<T: Copy + Default + Sync>(
        &self,
        indices: IndexSlice<'_, i64>,
        from: usize,
        to: usize,
    ) {
        let bytes = |count: usize| count * size_of::<T>();
        parallel::for_each_piece(self.count, |plane| {
            let indices = indices.part(plane * self.small..(plane + 1) * self.small);
            let (small, large) = (bytes(plane * self.small), bytes(plane * self.large));
            // SAFETY: the caller's promise; planes of the output are disjoint.
            unsafe {
                match self.way {
                    Way::Scatter => {
                        let target = slice_mut::<T>(to + large, self.large);
                        target.fill(T::default());
                        let elements = slice::<T>(from + small, self.small);
                        for (number, &element) in elements.iter().enumerate() {
                            if let Some(at) = indices.position(number, self.large) {
                                target[at] = element;
                            }
                        }
                    }
                    Way::Gather => {
                        let elements = slice::<T>(from + large, self.large);
                        let target = slice_mut::<T>(to + small, self.small);
                        for (number, target) in target.iter_mut().enumerate() {
                            let at = indices.position(number, self.large);
                            *target = at.map_or(T::default(), |at| elements[at]);
                        }
                    }
                }
            }
        });
    }
}

impl Kernel for Planes {
    fn cost(&self) -> usize {
        let elements = self.count.saturating_mul(self.small + self.large);
        elements.saturating_mul(8 + self.size)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let &[place, from, to] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        // SAFETY: the caller's promise.
        let indices = unsafe { index_slice::<i64>(place, self.count * self.small) };
        if let Some((at, got)) = indices.outside(self.large) {
            let (plane, place) = (at / self.small, at % self.small);
            let got = format!("{got} for element {place} of plane {plane}");
            let allowed = format!("0 to {}", self.large as i64 - 1);
            return Err(Error::value(self.name, got, allowed));
        }
        // SAFETY: the caller's promise; elements are moved as bytes.
        unsafe {
            match self.size {
                1 => self.run_in::<[u8; 1]>(indices, from, to),
                2 => self.run_in::<[u8; 2]>(indices, from, to),
                4 => self.run_in::<[u8; 4]>(indices, from, to),
                _ => self.run_in::<[u8; 8]>(indices, from, to),
            }
        }
        Ok(())
    }
}

/// Plans the expansion of a permutation of segments to one of their elements: for each segment `i` the elements of `output` from `to[i]` to
/// `to[i + 1]` become `from[permutation[i]]` and the numbers behind it. All are INT32; what no segment covers stays.
pub fn expand_permutation(permutation: Arg, from: Arg, to: Arg, output: Arg) -> Result<Call> {
    let kernel = Segments {
        count: permutation.view.numel().unwrap_or(0),
        room: output.view.numel().unwrap_or(0),
        names: [permutation.name, to.name],
    };
    dense::plan(
        kernel,
        [
            Operand::read(permutation, Dtype::I32),
            Operand::read(from, Dtype::I32),
            Operand::read(to, Dtype::I32),
            Operand::write_part(output, Dtype::I32),
        ],
    )
}

struct Segments {
    count: usize,
    room: usize,
    names: [&'static str; 2],
}

impl Kernel for Segments {
    fn cost(&self) -> usize {
        (self.count * 12).saturating_add(self.room * 4)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let (count, room) = (self.count, self.room as i64);
        // SAFETY: the caller's promise, for each of the tensors.
        let (permutation, from, to, out) = unsafe {
            (
                index_slice::<i32>(places[0], count),
                slice::<i32>(places[1], count + 1),
                index_slice::<i32>(places[2], count + 1),
                slice_mut::<i32>(places[3], self.room),
            )
        };
        // A segment and where its elements go, unless it has none.
        let segment = |i: usize| {
            let (start, end) = (to.get(i), to.get(i + 1));
            if start >= end {
                return Ok(None);
            }
            let segment = permutation.get(i);
            if !(0..count as i64).contains(&segment) {
                let allowed = format!("0 to {}", count as i64 - 1);
                return Err(Error::value(
                    self.names[0],
                    format!("{segment} at [{i}]"),
                    allowed,
                ));
            }
            if start < 0 || end > room {
                let got = format!("{start} to {end} at [{i}]");
                let allowed = format!("offsets from 0 to {room}, the length of the output");
                return Err(Error::value(self.names[1], got, allowed));
            }
            Ok(Some((segment as usize, start as usize..end as usize)))
        };
        (0..count).try_for_each(|i| segment(i).map(drop))?;
        for i in 0..count {
            let Some((segment, elements)) = segment(i)? else {
                continue;
            };
            let first = from[segment];
            out[elements]
                .iter_mut()
                .zip(0..)
                .for_each(|(out, k)| *out = first.wrapping_add(k));
        }
        Ok(())
    }
}
