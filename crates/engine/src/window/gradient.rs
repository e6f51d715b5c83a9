//! Plans gradients of the largest elements and of averages.

#![forbid(unsafe_code)]

use super::largest::place_type;
use super::mask::Bits;
use super::{Windows, computed, in_types};
use crate::operands::{Read, ReadAny, ReadIndices, Temporary, Write, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::{Index, IndexSlice};
use hostnpu_kernels::window::{Averaged, Divisor, From, Real, Scatter, Spread};
use hostnpu_tensor::{Dtype, Element, cuts};

/// Plans what each element of planes gains of the windows whose largest element it is: the gradients whose place in the plane it has, summed in DOUBLE in
/// their order and rounded once.
pub fn scatter(windows: Windows, gradients: Arg, places: Arg, output: Arg) -> Result<Call> {
    in_types!(
        computed(&gradients, &output),
        plan(
            windows,
            Way::Places(places.name),
            gradients,
            Some(places),
            output
        )
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

/// Way from gradients to elements.
#[derive(Clone, Copy)]
enum Way {
    /// By places, in the operand of this name.
    Places(&'static str),
    /// By bits, in the operand of this name.
    Bits(Bits, &'static str),
    /// In shares, with what all divisors divide.
    Shares(Divisor, Option<f64>),
}

operands! {
    struct Gradient<I: Element, O: Element> => GradientAt {
        gradients: Read<I>,
        output: Write<O>,
        /// Places of the largest elements, in one of two types or as bytes of bits.
        places: Option<ReadIndices<i32>>,
        wide_places: Option<ReadIndices<i64>>,
        mask: Option<ReadAny>,
        /// The places that bits say.
        places_of_bits: Temporary<i32>,
        /// Of each part, the sums of a plane, of a row, and its divisors.
        numbers: Temporary<f64>,
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

fn plan<I: Averaged<O> + Element, O: Real + Element>(
    windows: Windows,
    way: Way,
    gradients: Arg,
    from: Option<Arg>,
    output: Arg,
) -> Result<Call> {
    let (results, grid) = (windows.results(), windows.grid);
    gradients.require_numel(results)?;
    output.require_numel(windows.elements())?;
    let (mut places, mut wide_places, mut mask) = (None, None, None);
    let (plane, row) = (grid.plane(), grid.axes[2].extent);
    if let Some(from) = from {
        match way {
            Way::Bits(bits, _) => {
                from.require_numel(windows.planes.saturating_mul(bits.plane()))?;
                mask = Some(ReadAny::of(from, Dtype::I8));
            }
            _ => {
                from.require_numel(results)?;
                match place_type(from.view.dtype) {
                    Dtype::I64 => wide_places = Some(from.into()),
                    _ => places = Some(from.into()),
                }
            }
        }
    }
    let parts = windows.parts(windows.planes);
    let numbers = plane + row + grid.strips();
    let of_bits = if mask.is_some() { results } else { 0 };
    let operands = Gradient::<I, O> {
        gradients: gradients.into(),
        output: output.into(),
        places,
        wide_places,
        mask,
        places_of_bits: Temporary::of(of_bits),
        numbers: parts.memory(numbers),
    };
    kernel(operands, windows.cost(), move |at: GradientAt<I, O>| {
        let (grid, count) = (&windows.grid, windows.grid.windows());
        let all = match (way, at.places, at.wide_places, at.mask) {
            (Way::Places(name), Some(places), ..) => {
                check(name, places, &windows)?;
                Some(From::I32(places))
            }
            (Way::Places(name), _, Some(places), _) => {
                check(name, places, &windows)?;
                Some(From::I64(places))
            }
            (Way::Bits(bits, name), .., Some(mask)) => {
                bits.read_all(&windows, name, mask.bytes(), at.places_of_bits)?;
                Some(From::I32(IndexSlice::from(&*at.places_of_bits)))
            }
            _ => None,
        };
        let cut = (
            parts.cut(at.output, plane),
            cuts::chunks(at.numbers, numbers),
        );
        cuts::for_each_part(cut, |part, (output, numbers)| {
            let (sums, rest) = numbers.split_at_mut(plane);
            let (row, factors) = rest.split_at_mut(row);
            for (number, output) in parts.range(part).zip(output.chunks_mut(plane)) {
                let of_plane = number * count..(number + 1) * count;
                let gradients = &at.gradients[of_plane.clone()];
                match (way, all) {
                    (Way::Shares(divisor, common), _) => I::spread(Spread {
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
        });
        Ok(())
    })
}
