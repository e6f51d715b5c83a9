//! Planes that are filled and read at positions which a tensor of indices says.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Any, AnyMut, Read, ReadAny, ReadIndices, WriteAny, WritePart, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts;

operands! {
    struct Planes => PlanesAt {
        indices: ReadIndices<i64>,
        input: ReadAny,
        output: WriteAny,
    }
}

/// Plans `output = ` zeros, and in each plane element `i` of the same plane of `input` at position `indices[i]`; of several elements for one position
/// the last stays. The last `axes` dimensions of `input` are a plane, and `plane` is the number of elements of one of `output`.
pub fn scatter(input: Arg, indices: Arg, axes: usize, plane: usize, output: Arg) -> Result<Call> {
    let extents = Extents::new(&input, axes, plane);
    output.require_numel(extents.large())?;
    plan(Way::Scatter, extents, input, indices, output)
}

/// Plans `output[i] = ` the element of the same plane of `input` at position `indices[i]`. The last `axes` dimensions are a plane, of `plane` elements
/// in `input`.
pub fn gather(input: Arg, indices: Arg, axes: usize, plane: usize, output: Arg) -> Result<Call> {
    let extents = Extents::new(&output, axes, plane);
    input.require_numel(extents.large())?;
    plan(Way::Gather, extents, input, indices, output)
}

/// Direction of the move: indices are of targets, or of sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Scatter,
    Gather,
}

/// Planes that have an element for each index, and those that indices lead into.
#[derive(Clone, Copy)]
struct Extents {
    planes: usize,
    /// Elements of a plane that has indices.
    small: usize,
    /// Elements of a plane that indices lead into.
    large: usize,
}

impl Extents {
    fn new(small: &Arg, axes: usize, large: usize) -> Self {
        let shape = small.view.layout.shape();
        let (before, plane) = shape.split_at(shape.len().saturating_sub(axes));
        Self {
            planes: before.iter().product::<i64>() as usize,
            small: plane.iter().product::<i64>() as usize,
            large,
        }
    }

    /// Elements of all planes that indices lead into.
    fn large(&self) -> usize {
        self.planes.saturating_mul(self.large)
    }
}

fn plan(way: Way, of: Extents, input: Arg, indices: Arg, output: Arg) -> Result<Call> {
    indices.require_numel(of.planes * of.small)?;
    let (dtype, name) = (output.view.dtype, indices.name);
    let elements = of.planes.saturating_mul(of.small + of.large);
    let cost = elements.saturating_mul(8 + dtype.bits() / 8);
    let run = match dtype.bits() {
        8 => run::<1>,
        16 => run::<2>,
        32 => run::<4>,
        _ => run::<8>,
    };
    let operands = Planes {
        indices: indices.into(),
        input: ReadAny::of(input, dtype),
        output: WriteAny::of(output, dtype),
    };
    kernel(operands, cost, move |at: PlanesAt| {
        if let Some((at, got)) = at.indices.outside(of.large) {
            let (plane, place) = (at / of.small, at % of.small);
            let got = format!("{got} for element {place} of plane {plane}");
            let allowed = format!("0 to {}", of.large as i64 - 1);
            return Err(Error::value(name, got, allowed));
        }
        run(way, of, at.indices, at.input, at.output)
    })
}

/// Moves the elements of all planes, of `N` bytes each.
fn run<const N: usize>(
    way: Way,
    of: Extents,
    indices: IndexSlice<i64>,
    input: Any,
    output: AnyMut,
) -> Result<()> {
    let (input, output) = (input.raw::<N>()?, output.raw::<N>()?);
    let indices = |plane: usize| indices.part(plane * of.small..(plane + 1) * of.small);
    match way {
        Way::Scatter => cuts::for_each_part(cuts::chunks(output, of.large), |plane, target| {
            target.fill([0; N]);
            let (indices, elements) = (indices(plane), &input[plane * of.small..][..of.small]);
            for (number, &element) in elements.iter().enumerate() {
                if let Some(at) = indices.position(number, target.len()) {
                    target[at] = element;
                }
            }
        }),
        Way::Gather => cuts::for_each_part(cuts::chunks(output, of.small), |plane, target| {
            let (indices, elements) = (indices(plane), &input[plane * of.large..][..of.large]);
            for (number, target) in target.iter_mut().enumerate() {
                let at = indices.position(number, elements.len());
                *target = at.map_or([0; N], |at| elements[at]);
            }
        }),
    }
    Ok(())
}

operands! {
    struct Segments => SegmentsAt {
        permute: ReadIndices<i32>,
        input_offset: Read<i32>,
        output_offset: ReadIndices<i32>,
        output_permute_out: WritePart<i32>,
    }
}

/// Plans the expansion of a permutation of segments to one of their elements: for each segment `i` the elements of `output_permute_out` from `output_offset[i]` to
/// `output_offset[i + 1]` become `input_offset[permute[i]]` and the numbers behind it. All are INT32; what no segment covers stays.
pub fn expand_permutation(
    permute: Arg,
    input_offset: Arg,
    output_offset: Arg,
    output_permute_out: Arg,
) -> Result<Call> {
    let count = permute.view.numel().unwrap_or(0);
    let room = output_permute_out.view.numel().unwrap_or(0);
    input_offset.require_numel(count + 1)?;
    output_offset.require_numel(count + 1)?;
    let names = [permute.name, output_offset.name];
    let operands = Segments {
        permute: permute.into(),
        input_offset: input_offset.into(),
        output_offset: output_offset.into(),
        output_permute_out: output_permute_out.into(),
    };
    let cost = (count * 12).saturating_add(room * 4);
    kernel(operands, cost, move |at: SegmentsAt| {
        // A segment and where its elements go, unless it has none.
        let segment = |i: usize| {
            let (start, end) = (at.output_offset.get(i), at.output_offset.get(i + 1));
            if start >= end {
                return Ok(None);
            }
            let segment = at.permute.get(i);
            if !(0..count as i64).contains(&segment) {
                let allowed = format!("0 to {}", count as i64 - 1);
                let got = format!("{segment} at [{i}]");
                return Err(Error::value(names[0], got, allowed));
            }
            if start < 0 || end > room as i64 {
                let got = format!("{start} to {end} at [{i}]");
                let allowed = format!("offsets from 0 to {room}, the length of the output");
                return Err(Error::value(names[1], got, allowed));
            }
            Ok(Some((segment as usize, start as usize..end as usize)))
        };
        (0..count).try_for_each(|i| segment(i).map(drop))?;
        for i in 0..count {
            let Some((segment, elements)) = segment(i)? else {
                continue;
            };
            let first = at.input_offset[segment];
            at.output_permute_out[elements]
                .iter_mut()
                .zip(0..)
                .for_each(|(out, k)| *out = first.wrapping_add(k));
        }
        Ok(())
    })
}
