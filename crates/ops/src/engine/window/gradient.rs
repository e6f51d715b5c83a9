//! Plans gradients of the largest elements and of averages.

use std::marker::PhantomData;

use super::largest::place_type;
use super::mask::Bits;
use super::{Windows, aligned, computed, in_parts, in_types};
use crate::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::{Index, IndexSlice};
use hostnpu_kernels::window::{Averaged, Divisor, From, Real, Scatter, Spread};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// Plans what each element of planes gains of the windows whose largest element it is: the gradients whose place in the plane it has, summed in DOUBLE in
/// their order and rounded once.
pub fn scatter(windows: Windows, gradients: Arg, places: Arg, output: Arg) -> Result<Call> {
    in_types!(
        computed(&gradients, &output),
        plan(windows, Way::of(&places), gradients, Some(places), output)
    )
}

/// The same by bits, as [`super::mask::largest`] writes them. A window that has not one bit, or one outside the plane, is an error of the stream.
pub fn scatter_by_bits(
    windows: Windows,
    bits: Bits,
    gradients: Arg,
    mask: Arg,
    output: Arg,
) -> Result<Call> {
    in_types!(
        computed(&gradients, &output),
        plan(
            windows,
            Way::Bits(bits, mask.name),
            gradients,
            Some(mask),
            output
        )
    )
}

/// Plans what each element of planes gains of the averages of the windows that it is in: their gradients by the divisor, summed in DOUBLE in their order and
/// rounded once.
pub fn spread(windows: Windows, divisor: Divisor, gradients: Arg, output: Arg) -> Result<Call> {
    in_types!(
        computed(&gradients, &output),
        plan(
            windows,
            Way::Shares(divisor, divisor.common(&windows.grid)),
            gradients,
            None,
            output
        )
    )
}

/// How gradients come to elements.
enum Way {
    /// By places of this type, in the operand of this name.
    Places(Dtype, &'static str),
    /// By bits, in the operand of this name.
    Bits(Bits, &'static str),
    /// In shares, with what all divisors divide.
    Shares(Divisor, Option<f64>),
}

impl Way {
    fn of(places: &Arg) -> Self {
        Self::Places(place_type(places.view.dtype), places.name)
    }

    /// The type of places, if there are any.
    fn dtype(&self) -> Option<Dtype> {
        match self {
            Self::Places(dtype, _) => Some(*dtype),
            Self::Bits(..) => Some(Dtype::I8),
            Self::Shares(..) => None,
        }
    }
}

fn plan<I: Averaged<O>, O: Real>(
    windows: Windows,
    way: Way,
    gradients: Arg,
    places: Option<Arg>,
    output: Arg,
) -> Result<Call> {
    let (from, to) = computed(&gradients, &output);
    let mut operands = vec![Operand::read(gradients, from), Operand::write(output, to)];
    let places = places.zip(way.dtype());
    operands.extend(places.map(|(places, dtype)| Operand::read(places, dtype)));
    let kernel = Gradient::<I, O> {
        windows,
        way,
        types: PhantomData,
    };
    dense::plan(kernel, operands)
}

struct Gradient<I, O> {
    windows: Windows,
    way: Way,
    types: PhantomData<fn(I) -> O>,
}

impl<I, O> Gradient<I, O> {
    /// Numbers of scratch memory of a part: of a plane, and of a row and its divisors.
    fn numbers(&self) -> [usize; 2] {
        let grid = &self.windows.grid;
        [grid.plane(), grid.axes[2].extent + grid.strips()]
    }

    /// Bytes of scratch memory for places that bits say.
    fn places(&self) -> usize {
        match self.way {
            Way::Bits(..) => aligned(4 * self.windows.results()),
            _ => 0,
        }
    }
}

/// Refuses places outside the plane, and says where the first one is.
pub(super) fn check<T: Index>(
    name: &'static str,
    places: IndexSlice<'_, T>,
    windows: &Windows,
) -> Result<()> {
    let extent = windows.grid.plane();
    let Some((at, got)) = places.outside(extent) else {
        return Ok(());
    };
    let (plane, window) = (at / windows.grid.windows(), at % windows.grid.windows());
    let got = format!("{got} for window {window} of plane {plane}");
    let allowed = format!("0 to {}", extent as i64 - 1);
    Err(Error::value(name, got, allowed))
}

impl<I: Averaged<O>, O: Real> Kernel for Gradient<I, O> {
    fn cost(&self) -> usize {
        self.windows.cost()
    }

    fn scratch(&self) -> usize {
        let [plane, row] = self.numbers();
        let parts = self.windows.parts(self.windows.planes);
        self.places()
            .saturating_add(parts * aligned(8 * (plane + row)))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (&[from, to], numbers) = places.split_first_chunk().ok_or_else(|| {
            Error::from(Reason::Internal("a plan was run without addresses".into()))
        })?;
        let (windows, grid) = (&self.windows, &self.windows.grid);
        let (count, plane) = (grid.windows(), grid.plane());
        // SAFETY: the caller's promise, here and for the places.
        let gradients = unsafe { slice::<I>(from, windows.results()) };
        let all = match (&self.way, numbers) {
            (Way::Places(Dtype::I64, name), &[at]) => {
                // SAFETY: see above.
                let places = unsafe { index_slice::<i64>(at, windows.results()) };
                check(name, places, windows)?;
                Some(From::I64(places))
            }
            (Way::Places(_, name), &[at]) => {
                // SAFETY: see above.
                let places = unsafe { index_slice::<i32>(at, windows.results()) };
                check(name, places, windows)?;
                Some(From::I32(places))
            }
            (Way::Bits(bits, name), &[at]) => {
                let memory = scratch.take(self.places())?.expose_provenance();
                // SAFETY: the caller's promise for the mask; the places have memory of their own.
                let (mask, places) = unsafe {
                    (
                        slice::<u8>(at, windows.planes * bits.plane()),
                        slice_mut::<i32>(memory, windows.results()),
                    )
                };
                bits.read_all(windows, name, mask, places)?;
                Some(From::I32(IndexSlice::from(&*places)))
            }
            _ => None,
        };
        let [_, row] = self.numbers();
        let parts = windows.parts(windows.planes);
        let memory = (scratch, 8 * (plane + row));
        in_parts(windows.planes, parts, memory, |planes, memory| {
            // SAFETY: parts have memory of their own.
            let numbers = unsafe { slice_mut::<f64>(memory, plane + row) };
            let (sums, rest) = numbers.split_at_mut(plane);
            let (row, factors) = rest.split_at_mut(grid.axes[2].extent);
            for number in planes {
                let of_plane = number * count..(number + 1) * count;
                // SAFETY: the caller's promise; parts have planes of their own.
                let output = unsafe { slice_mut::<O>(to + number * plane * size_of::<O>(), plane) };
                let gradients = &gradients[of_plane.clone()];
                match (&self.way, all) {
                    (&Way::Shares(divisor, common), _) => I::spread(Spread {
                        grid,
                        divisor,
                        common,
                        gradients,
                        sums: &mut *sums,
                        row: &mut *row,
                        factors: &mut *factors,
                        output,
                    }),
                    (_, Some(places)) => I::scatter(Scatter {
                        gradients,
                        places: places.part(of_plane),
                        sums: &mut *sums,
                        output,
                    }),
                    _ => {}
                }
            }
        })
    }
}
